//! What a function does, as statements and expressions: what the fold makes of stack code, and what the printer reads.

use crate::helpers::Helper;
pub(crate) use crate::types::Type;

/// What a constant stands for, where the linker tells: its target has to be there if the constant is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Reference {
    /// The place of a function in the table.
    Function(u32),
    /// An address in a data symbol.
    Data(u32),
}

/// How a load or store sees memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Access {
    /// The type on the stack.
    pub(crate) value: Type,
    /// Bytes in memory.
    pub(crate) bytes: u8,
    /// Whether a narrow load extends the sign.
    pub(crate) signed: bool,
}

/// Where a load or store goes: an address and a constant added to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) base: Box<Expr>,
    pub(crate) offset: u32,
    pub(crate) reference: Option<Reference>,
}

/// An operator that C has, too, on numbers of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Operator {
    Add,
    Sub,
    Mul,
    /// Of floating-point numbers, or of integers by a constant that neither traps nor overflows.
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
}

impl Operator {
    pub(crate) fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Gt | Self::Le | Self::Ge)
    }

    /// The comparison that is true where this one is false; of integers only, for NaN makes both false.
    pub(crate) fn opposite(self) -> Option<Self> {
        Some(match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Lt => Self::Ge,
            Self::Ge => Self::Lt,
            Self::Gt => Self::Le,
            Self::Le => Self::Gt,
            _ => return None,
        })
    }
}

/// A signed C type that a value goes through on its way to another type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Signed {
    Bits8,
    Bits16,
    Bits32,
    Bits64,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Expr {
    I32(u32, Option<Reference>),
    I64(u64),
    /// By its bits.
    F32(u32),
    /// By its bits.
    F64(u64),
    Local(u32),
    Global(u32),
    /// A result of the last call behind its first one.
    Extra(u32, Type),
    /// The size of memory.
    Pages,
    Load(Access, Place),
    /// 1 if an integer is 0, else 0.
    Not(Box<Expr>),
    /// By way of a signed type if the operation sees its operand as signed.
    Cast(Type, Option<Signed>, Box<Expr>),
    /// With the type of the operands, and whether they are seen as signed.
    Binary(Operator, Type, bool, Box<[Expr; 2]>),
    /// Condition, then what it is if that is not 0, and if it is.
    Select(Box<[Expr; 3]>),
    Helper(&'static Helper, Vec<Expr>),
    Call(u32, Vec<Expr>),
    /// By type; the place in the table is the last operand.
    Indirect(u32, Vec<Expr>),
}

/// The end of a block or the start of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Label(pub(crate) u32);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Stmt {
    Set(u32, Expr),
    SetGlobal(u32, Expr),
    Store(Access, Place, Expr),
    Eval(Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// The label stands behind the statements.
    Block(Label, Vec<Stmt>),
    /// The label stands before the statements.
    Loop(Label, Vec<Stmt>),
    /// `do … while (condition)`.
    DoWhile(Vec<Stmt>, Expr),
    Br(Label),
    /// Where to for 0, 1 and so on, and for all else.
    Switch(Expr, Vec<Label>, Label),
    /// Values but the first are left in the file's variables for them.
    Return(Vec<Expr>),
    Trap,
}

/// A function with a body.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Function {
    /// Which variables the arguments go into.
    pub(crate) parameters: Vec<u32>,
    pub(crate) results: Vec<Type>,
    /// The types of all variables.
    pub(crate) locals: Vec<Type>,
    pub(crate) body: Vec<Stmt>,
}

impl Expr {
    pub(crate) fn operands(&self) -> Vec<&Self> {
        match self {
            Self::I32(..)
            | Self::I64(_)
            | Self::F32(_)
            | Self::F64(_)
            | Self::Local(_)
            | Self::Global(_)
            | Self::Extra(..)
            | Self::Pages => Vec::new(),
            Self::Load(_, place) => vec![&place.base],
            Self::Not(inner) | Self::Cast(_, _, inner) => vec![inner],
            Self::Binary(_, _, _, both) => both.iter().collect(),
            Self::Select(all) => all.iter().collect(),
            Self::Helper(_, all) | Self::Call(_, all) | Self::Indirect(_, all) => all.iter().collect(),
        }
    }

    pub(crate) fn operands_mut(&mut self) -> Vec<&mut Self> {
        match self {
            Self::I32(..)
            | Self::I64(_)
            | Self::F32(_)
            | Self::F64(_)
            | Self::Local(_)
            | Self::Global(_)
            | Self::Extra(..)
            | Self::Pages => Vec::new(),
            Self::Load(_, place) => vec![&mut place.base],
            Self::Not(inner) | Self::Cast(_, _, inner) => vec![inner],
            Self::Binary(_, _, _, both) => both.iter_mut().collect(),
            Self::Select(all) => all.iter_mut().collect(),
            Self::Helper(_, all) | Self::Call(_, all) | Self::Indirect(_, all) => all.iter_mut().collect(),
        }
    }

    /// Whether this or anything in it is so.
    pub(crate) fn any(&self, is: &mut impl FnMut(&Self) -> bool) -> bool {
        is(self) || self.operands().into_iter().any(|operand| operand.any(is))
    }

    /// Whether evaluating it does something besides giving a value, traps aside.
    pub(crate) fn acts(&self) -> bool {
        self.any(&mut |expr| match expr {
            Self::Call(..) | Self::Indirect(..) => true,
            Self::Helper(helper, _) => helper.acts,
            _ => false,
        })
    }

    /// Whether its value depends on memory or on variables of the file.
    pub(crate) fn sees(&self) -> bool {
        self.any(&mut |expr| match expr {
            Self::Load(..) | Self::Global(_) | Self::Extra(..) | Self::Pages => true,
            Self::Helper(helper, _) => helper.sees,
            _ => false,
        })
    }

    /// Whether evaluating it can end the program.
    pub(crate) fn can_trap(&self) -> bool {
        self.any(&mut |expr| matches!(expr, Self::Helper(helper, _) if helper.traps))
    }

    pub(crate) fn reads(&self, local: u32) -> bool {
        self.any(&mut |expr| matches!(expr, Self::Local(read) if *read == local))
    }
}

impl Stmt {
    /// The expressions that it has itself, in the order in which they are evaluated.
    pub(crate) fn exprs(&self) -> Vec<&Expr> {
        match self {
            Self::Set(_, value) | Self::SetGlobal(_, value) | Self::Eval(value) => vec![value],
            Self::Store(_, place, value) => vec![&place.base, value],
            Self::If(condition, ..) | Self::DoWhile(_, condition) | Self::Switch(condition, ..) => {
                vec![condition]
            }
            Self::Return(values) => values.iter().collect(),
            Self::Block(..) | Self::Loop(..) | Self::Br(_) | Self::Trap => Vec::new(),
        }
    }

    pub(crate) fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Self::Set(_, value) | Self::SetGlobal(_, value) | Self::Eval(value) => vec![value],
            Self::Store(_, place, value) => vec![&mut place.base, value],
            Self::If(condition, ..) | Self::DoWhile(_, condition) | Self::Switch(condition, ..) => {
                vec![condition]
            }
            Self::Return(values) => values.iter_mut().collect(),
            Self::Block(..) | Self::Loop(..) | Self::Br(_) | Self::Trap => Vec::new(),
        }
    }

    /// The lists of statements inside it.
    pub(crate) fn bodies(&self) -> Vec<&Vec<Self>> {
        match self {
            Self::If(_, then, other) => vec![then, other],
            Self::Block(_, body) | Self::Loop(_, body) | Self::DoWhile(body, _) => vec![body],
            _ => Vec::new(),
        }
    }

    pub(crate) fn bodies_mut(&mut self) -> Vec<&mut Vec<Self>> {
        match self {
            Self::If(_, then, other) => vec![then, other],
            Self::Block(_, body) | Self::Loop(_, body) | Self::DoWhile(body, _) => vec![body],
            _ => Vec::new(),
        }
    }

    /// Whether what stands behind it is never reached.
    pub(crate) fn diverges(&self) -> bool {
        match self {
            Self::Br(_) | Self::Return(_) | Self::Trap | Self::Switch(..) => true,
            Self::If(_, then, other) => ends(then) && ends(other),
            _ => false,
        }
    }
}

/// Whether the end of a list is never reached.
pub(crate) fn ends(list: &[Stmt]) -> bool {
    list.last().is_some_and(Stmt::diverges)
}

/// Calls `see` on all statements, those inside others after them.
pub(crate) fn walk(list: &[Stmt], see: &mut impl FnMut(&Stmt)) {
    for stmt in list {
        see(stmt);
        for body in stmt.bodies() {
            walk(body, see);
        }
    }
}

/// Calls `see` on all expressions, operands after what they are in.
pub(crate) fn walk_exprs(list: &[Stmt], see: &mut impl FnMut(&Expr)) {
    fn inside(expr: &Expr, see: &mut impl FnMut(&Expr)) {
        see(expr);
        for operand in expr.operands() {
            inside(operand, see);
        }
    }
    walk(list, &mut |stmt| {
        for expr in stmt.exprs() {
            inside(expr, see);
        }
    });
}

/// Calls `change` on all expressions, operands first.
pub(crate) fn change_exprs(list: &mut [Stmt], change: &mut impl FnMut(&mut Expr)) {
    fn inside(expr: &mut Expr, change: &mut impl FnMut(&mut Expr)) {
        for operand in expr.operands_mut() {
            inside(operand, change);
        }
        change(expr);
    }
    for stmt in list {
        for expr in stmt.exprs_mut() {
            inside(expr, change);
        }
        for body in stmt.bodies_mut() {
            change_exprs(body, change);
        }
    }
}
