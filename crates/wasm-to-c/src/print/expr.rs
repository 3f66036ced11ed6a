//! Expressions, with the parentheses that C and the warnings of its compilers ask for, and no other.

use super::operators::{
    ASSIGNMENT, CONDITIONAL, PRIMARY, UNARY, binding, is_suspicious_condition, precedence, sign,
};
use super::{Context, access_helper, body::Body, c_type, extra_name, global_name};
use crate::ir::{Expr, Operator as Op, Place, Signed, Type};
use std::fmt::Write as _;

/// What C makes of an expression's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An `int` from 0 on.
    Small,
    /// The type itself.
    Own,
}

/// Must not say `Own` of what is an `int` in C: two of those overflow, turn negative and shift as no number of WebAssembly does.
fn kind(expr: &Expr) -> Kind {
    match expr {
        Expr::I32(value, _) if *value < 1 << 31 => Kind::Small,
        Expr::I64(value) if *value < 1 << 31 => Kind::Small,
        Expr::Load(access, _) if access.bytes == 1 && !access.signed && access.value == Type::I32 => {
            Kind::Small
        }
        Expr::Not(_) => Kind::Small,
        Expr::Binary(op, ..) if op.is_comparison() => Kind::Small,
        Expr::Binary(Op::And | Op::Or | Op::Xor, _, _, both)
            if both.iter().all(|one| kind(one) == Kind::Small) =>
        {
            Kind::Small
        }
        Expr::Binary(Op::Shr, Type::I32, false, both) if kind(&both[0]) == Kind::Small => Kind::Small,
        Expr::Binary(Op::Div | Op::Rem, _, false, both)
            if both.iter().all(|one| kind(one) == Kind::Small) =>
        {
            Kind::Small
        }
        Expr::Select(all) if kind(&all[1]) == Kind::Small && kind(&all[2]) == Kind::Small => Kind::Small,
        _ => Kind::Own,
    }
}

impl Body<'_> {
    /// Prints an expression that binds at least as tightly as `least`, in parentheses if it does not.
    pub(super) fn expr(&mut self, expr: &Expr, least: u8) {
        let own = binding(expr);
        let opens = own < least;
        if opens {
            self.text.push('(');
        }
        self.inside(expr);
        if opens {
            self.text.push(')');
        }
    }

    /// Whether an expression is not 0; compilers take a product or a shift here for a slip, unless it is compared.
    pub(super) fn condition(&mut self, expr: &Expr) {
        self.truth(expr, ASSIGNMENT, "!=0");
    }

    fn truth(&mut self, expr: &Expr, least: u8, compared: &str) {
        if is_suspicious_condition(expr) {
            self.text.push('(');
            self.inside(expr);
            self.text.push(')');
            self.text.push_str(compared);
        } else {
            self.expr(expr, least);
        }
    }

    pub(super) fn place(&mut self, place: &Place) {
        match (&*place.base, place.offset) {
            (Expr::I32(base, _), offset) => {
                let _ = write!(self.text, "{}", base.wrapping_add(offset));
            }
            (base, 0) => self.expr(base, ASSIGNMENT),
            (base, offset) => {
                if kind(base) == Kind::Small {
                    self.text.push_str("(U)");
                    self.expr(base, UNARY);
                } else {
                    self.expr(base, precedence(Op::Add));
                }
                let _ = write!(self.text, "+{offset}");
            }
        }
    }

    fn inside(&mut self, expr: &Expr) {
        match expr {
            Expr::I32(value, _) => self.text.push_str(&unsigned(*value)),
            Expr::I64(value) => self.text.push_str(&unsigned64(*value)),
            Expr::F32(bits) => {
                let _ = write!(self.text, "{}", float32(*bits));
            }
            Expr::F64(bits) => {
                let _ = write!(self.text, "{}", float64(*bits));
            }
            Expr::Local(local) => {
                let name = self.local(*local).to_owned();
                self.text.push_str(&name);
            }
            Expr::Global(global) => self.text.push_str(&global_name(*global)),
            Expr::Extra(at, ty) => self.text.push_str(&extra_name(*at, *ty)),
            Expr::Pages => self.text.push('P'),
            Expr::Load(access, place) => {
                if access.signed {
                    let _ = write!(self.text, "({})", c_type(access.value));
                    self.text.push_str(match access.bytes {
                        1 => "(signed char)",
                        2 => "(int16_t)",
                        _ => "(S)",
                    });
                } else if access.value == Type::I64 && access.bytes < 8 {
                    self.text.push_str("(Q)");
                }
                match access_helper(*access, false) {
                    None => {
                        self.text.push_str("M[");
                        self.place(place);
                        self.text.push(']');
                    }
                    Some(helper) => {
                        let _ = write!(self.text, "{}(", helper.name);
                        self.place(place);
                        self.text.push(')');
                    }
                }
            }
            Expr::Not(inner) if is_suspicious_condition(inner) => self.truth(inner, UNARY, "==0"),
            Expr::Not(inner) => {
                self.text.push('!');
                self.expr(inner, UNARY);
            }
            Expr::Cast(to, via, inner) => {
                let _ = write!(self.text, "({})", c_type(*to));
                if let Some(via) = via {
                    self.text.push_str(match via {
                        Signed::Bits8 => "(signed char)",
                        Signed::Bits16 => "(int16_t)",
                        Signed::Bits32 => "(S)",
                        Signed::Bits64 => "(R)",
                    });
                }
                self.expr(inner, UNARY);
            }
            Expr::Binary(op, ty, signed, both) => self.binary(*op, *ty, *signed, both),
            Expr::Select(all) => {
                self.truth(&all[0], CONDITIONAL + 1, "!=0");
                self.text.push('?');
                self.expr(&all[1], CONDITIONAL);
                self.text.push(':');
                self.expr(&all[2], CONDITIONAL);
            }
            Expr::Helper(helper, operands) => self.call(helper.name, operands),
            Expr::Call(function, operands) => {
                let name = self.context.names.get(function).cloned().unwrap_or_default();
                self.call(&name, operands);
            }
            Expr::Indirect(ty, operands) => self.call(&format!("call{ty}"), operands),
        }
    }

    fn call(&mut self, name: &str, operands: &[Expr]) {
        let _ = write!(self.text, "{name}(");
        for (at, operand) in operands.iter().enumerate() {
            if at > 0 {
                self.text.push(',');
            }
            // The parameter's type converts by itself, but an integer must not become wider through a narrower type.
            self.expr(operand, ASSIGNMENT);
        }
        self.text.push(')');
    }

    fn binary(&mut self, op: Op, ty: Type, signed: bool, both: &[Expr; 2]) {
        let [left, right] = both;
        if signed {
            // The result of a shift or a division is unsigned again; that of a comparison is what it is.
            if !op.is_comparison() {
                let _ = write!(self.text, "({})(", c_type(ty));
            }
            self.signed(ty, left);
            self.text.push_str(sign(op));
            if op == Op::Shr {
                self.expr(right, precedence(Op::Shr) + 2);
            } else {
                self.signed(ty, right);
            }
            if !op.is_comparison() {
                self.text.push(')');
            }
            return;
        }
        let integer = matches!(ty, Type::I32 | Type::I64);
        let small = kind(left) == Kind::Small && kind(right) == Kind::Small;
        let own = precedence(op);
        let associative = integer && matches!(op, Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor);
        let must_be_own = integer
            && match op {
                Op::Shl => kind(left) == Kind::Small,
                Op::Shr => ty == Type::I64 && kind(left) == Kind::Small,
                Op::Add | Op::Sub | Op::Mul => small,
                _ => false,
            };
        if must_be_own {
            let _ = write!(self.text, "({})", c_type(ty));
            self.expr(left, UNARY);
        } else {
            self.operand(op, left, own);
        }
        self.text.push_str(sign(op));
        let least = if associative { own } else { own + 1 };
        let start = self.text.len();
        self.operand(op, right, least);
        if op == Op::Sub && self.text[start..].starts_with('-') {
            self.text.insert(start, ' ');
        }
    }

    /// An operand, with the parentheses that compilers ask for where people get levels wrong.
    fn operand(&mut self, op: Op, operand: &Expr, least: u8) {
        let unclear = match operand {
            Expr::Binary(inner, _, signed, _) => {
                let inner_level = precedence(*inner);
                match op {
                    _ if *signed && !inner.is_comparison() => false,
                    Op::And | Op::Or | Op::Xor => {
                        *inner != op
                            && (inner.is_comparison()
                                || matches!(inner, Op::Add | Op::Sub | Op::And | Op::Or | Op::Xor))
                    }
                    Op::Shl | Op::Shr => inner_level == 12,
                    _ if op.is_comparison() => inner.is_comparison(),
                    _ => false,
                }
            }
            Expr::Not(_) => op.is_comparison() || matches!(op, Op::And | Op::Or | Op::Xor),
            _ => false,
        };
        self.expr(operand, if unclear { PRIMARY } else { least });
    }

    /// An operand seen as signed.
    fn signed(&mut self, ty: Type, operand: &Expr) {
        match operand {
            Expr::I32(value, _) => self.text.push_str(&signed32(*value as i32)),
            Expr::I64(value) if i32::try_from(*value as i64).is_ok() => {
                self.text.push_str(&signed32(*value as i64 as i32));
            }
            _ if ty == Type::I32 && kind(operand) == Kind::Small => self.expr(operand, UNARY),
            _ => {
                self.text.push_str(if ty == Type::I32 { "(S)" } else { "(R)" });
                self.expr(operand, UNARY);
            }
        }
    }
}

fn unsigned(value: u32) -> String {
    let negative = value.wrapping_neg();
    if value < 1 << 31 {
        value.to_string()
    } else if negative < 1_000_000_000 {
        format!("-{negative}u")
    } else {
        format!("{value}u")
    }
}

/// No literal of C++98 has 64 bits for certain.
fn unsigned64(value: u64) -> String {
    let negative = value.wrapping_neg();
    match value {
        0..0x8000_0000 => value.to_string(),
        0x8000_0000..0x1_0000_0000 => format!("(Q){value}u"),
        _ if negative < 0x8000_0000 => format!("-(Q){negative}"),
        _ if value as u32 == 0 => format!("((Q){}u<<32)", value >> 32),
        _ => format!("((Q){}u<<32|{}u)", value >> 32, value as u32),
    }
}

/// The least number has no literal.
fn signed32(value: i32) -> String {
    match value {
        0.. => value.to_string(),
        i32::MIN => "(-2147483647-1)".to_owned(),
        _ => format!("({value})"),
    }
}

/// Decimal, with all digits that it takes, or by its bits where that has no literal.
fn float32(bits: u32) -> String {
    let value = f32::from_bits(bits);
    if value.is_finite() {
        format!("(F){:e}", f64::from(value))
    } else {
        format!("makef({})", unsigned(bits))
    }
}

fn float64(bits: u64) -> String {
    let value = f64::from_bits(bits);
    if value.is_finite() { format!("{value:e}") } else { format!("maked({})", unsigned64(bits)) }
}

impl Context<'_> {
    /// A constant by its bits, where no function is.
    pub(super) fn constant(&self, ty: Type, bits: u64) -> String {
        match ty {
            Type::I32 => unsigned(bits as u32),
            Type::I64 => unsigned64(bits),
            Type::F32 => float32(bits as u32),
            Type::F64 => float64(bits),
        }
    }
}
