//! Folding: the stack code of a function becomes statements over expressions.
//!
//! Values on the stack are kept as expressions until something takes them. An expression that could change its value before
//! that is put into a variable first: of all that waits on the stack, at most one thing acts, and then nothing behind it
//! looks at memory. So C's freedom in the order of operands never shows.

mod blocks;
mod operators;
mod stack;

use crate::{
    Refusal,
    helpers::{self, Helper},
    ir::{Access, Expr, Function, Label, Place, Reference, Stmt, Type},
    known::Known,
    module::{Module, malformed, number},
};
use operators::{access, constant, plain};
use std::ops::Range;
use wasmparser::{MemArg, Operator};

/// Folds the function with this place among the module's bodies.
///
/// # Errors
/// It has an instruction that is not covered; the message names it.
pub(crate) fn fold(module: &Module<'_>, body: usize, known: &[Known]) -> Result<Function, Refusal> {
    let function = module.imports.len() + body;
    let signature = module.signature(function as u32);
    let mut locals = signature.parameters.clone();
    let body = &module.bodies[body];
    for group in body.get_locals_reader().map_err(malformed)? {
        let (count, ty) = group.map_err(malformed)?;
        let ty = number(ty)?;
        locals.extend((0..count).map(|_| ty));
    }
    let mut fold = Fold {
        module,
        known,
        locals,
        stack: Vec::new(),
        frames: vec![Frame {
            kind: Kind::Function,
            label: Label(0),
            parameters: Vec::new(),
            results: Vec::new(),
            height: 0,
            list: Vec::new(),
        }],
        results: signature.results.clone(),
        labels: 1,
        skipped: 0,
        dead: false,
    };
    let mut reader = body.get_operators_reader().map_err(malformed)?;
    while !reader.eof() {
        let (operator, start) = reader.read_with_offset().map_err(malformed)?;
        fold.take(&operator, start..reader.original_position())?;
    }
    let list = fold.frames.pop().map(|frame| frame.list).unwrap_or_default();
    Ok(Function {
        parameters: (0..signature.parameters.len() as u32).collect(),
        results: signature.results.clone(),
        locals: fold.locals,
        body: list,
    })
}

struct Fold<'m> {
    module: &'m Module<'m>,
    known: &'m [Known],
    locals: Vec<Type>,
    stack: Vec<(Expr, Type)>,
    frames: Vec<Frame>,
    results: Vec<Type>,
    labels: u32,
    /// Blocks opened in code that is never reached.
    skipped: usize,
    dead: bool,
}

/// A block that is open.
struct Frame {
    kind: Kind,
    label: Label,
    /// The variables that hold what the block takes from the stack.
    parameters: Vec<u32>,
    /// The variables that hold the block's results behind it.
    results: Vec<u32>,
    /// What was on the stack before it.
    height: usize,
    list: Vec<Stmt>,
}

enum Kind {
    Function,
    Block,
    Loop,
    If(Expr),
    /// With what is done if the condition holds.
    Else(Expr, Vec<Stmt>),
}

impl Frame {
    /// The variables that a branch to the label fills.
    fn branch_values(&self) -> &[u32] {
        if matches!(self.kind, Kind::Loop) { &self.parameters } else { &self.results }
    }
}

impl Fold<'_> {
    /// Takes the next instruction; `at` is where it is in the file.
    fn take(&mut self, operator: &Operator<'_>, at: Range<u64>) -> Result<(), Refusal> {
        use Operator as O;
        if self.dead {
            match operator {
                O::Block { .. } | O::Loop { .. } | O::If { .. } => self.skipped += 1,
                O::Else if self.skipped == 0 => self.begin_else(),
                O::End if self.skipped == 0 => self.end_block(),
                O::End => self.skipped -= 1,
                _ => {}
            }
            return Ok(());
        }
        if let Some(plain) = plain(operator) {
            let operands = self.pop_all(plain.operands);
            let expr = plain.make(operands);
            self.push(expr, plain.result);
            return Ok(());
        }
        if let Some((access, memarg, is_store)) = access(operator) {
            if is_store {
                self.store(access, &memarg, &at);
            } else {
                self.load(access, &memarg, &at);
            }
            return Ok(());
        }
        match operator {
            O::Nop => {}
            O::Unreachable => self.stop(Stmt::Trap),
            O::Block { blockty } => self.open_block(Kind::Block, *blockty)?,
            O::Loop { blockty } => self.open_block(Kind::Loop, *blockty)?,
            O::If { blockty } => {
                let condition = self.pop();
                self.open_block(Kind::If(condition), *blockty)?;
            }
            O::Else => self.begin_else(),
            O::End => self.end_block(),
            O::Br { relative_depth } => {
                self.settle(Expr::acts);
                let values = self.pop_all(self.arity(*relative_depth));
                for stmt in self.branch(*relative_depth, values) {
                    self.emit(stmt);
                }
                self.dead = true;
            }
            O::BrIf { relative_depth } => self.branch_if(*relative_depth),
            O::BrTable { targets } => {
                self.branch_table(targets)?;
                self.dead = true;
            }
            O::Return => {
                let values = self.pop_all(self.results.len());
                self.return_values(values);
                self.dead = true;
            }
            O::Call { function_index } => self.call(*function_index),
            O::CallIndirect { type_index, .. } => {
                let signature = self.module.types[*type_index as usize].clone();
                let operands = self.pop_all(signature.parameters.len() + 1);
                self.called(Expr::Indirect(*type_index, operands), &signature.results);
            }
            O::Drop => {
                let dropped = self.pop();
                if dropped.acts() || dropped.can_trap() {
                    self.statement(Stmt::Eval(dropped));
                }
            }
            O::Select | O::TypedSelect { .. } => self.select(),
            O::LocalGet { local_index } => {
                self.stack.push((Expr::Local(*local_index), self.locals[*local_index as usize]));
            }
            O::LocalSet { local_index } => {
                let value = self.pop();
                self.set(*local_index, value);
            }
            O::LocalTee { local_index } => {
                let value = self.pop();
                self.set(*local_index, value);
                self.stack.push((Expr::Local(*local_index), self.locals[*local_index as usize]));
            }
            O::GlobalGet { global_index } => {
                let global = self.module.globals[*global_index as usize];
                let expr = if global.mutable {
                    Expr::Global(*global_index)
                } else {
                    constant(global.value, global.bits)
                };
                self.push(expr, global.value);
            }
            O::GlobalSet { global_index } => {
                let value = self.pop();
                self.statement(Stmt::SetGlobal(*global_index, value));
            }
            O::I32Const { value } => {
                let reference = self.reference(&at);
                self.stack.push((Expr::I32(*value as u32, reference), Type::I32));
            }
            O::MemorySize { .. } => self.push(Expr::Pages, Type::I32),
            O::MemoryGrow { .. } => self.helper(&helpers::GROW, 1),
            O::MemoryCopy { .. } => self.helper(&helpers::COPY, 3),
            O::MemoryFill { .. } => self.helper(&helpers::FILL, 3),
            other => {
                let words = format!("{other:?}");
                let name = words.split([' ', '{']).next().unwrap_or_default();
                return Err(Refusal(format!("the instruction {name} has no translation")));
            }
        }
        Ok(())
    }

    fn helper(&mut self, helper: &'static Helper, operands: usize) {
        let operands = self.pop_all(operands);
        let results: Vec<Type> = helper.result.into_iter().collect();
        self.called(Expr::Helper(helper, operands), &results);
    }

    fn stop(&mut self, stmt: Stmt) {
        self.statement(stmt);
        self.dead = true;
    }

    /// Returns; of several values, what acts comes before what is left in variables of the file.
    fn return_values(&mut self, mut values: Vec<Expr>) {
        if values.len() > 1 {
            for (value, ty) in values.iter_mut().zip(self.results.clone()) {
                let own = std::mem::replace(value, Expr::Pages);
                *value = self.held(own, ty);
            }
        }
        self.settle(Expr::acts);
        self.emit(Stmt::Return(values));
    }

    fn select(&mut self) {
        let ty = self.stack.iter().rev().nth(1).map_or(Type::I32, |&(_, ty)| ty);
        let mut all = self.pop_all(3);
        // C takes one of the two and leaves out the other.
        for arm in all.iter_mut().take(2) {
            if arm.acts() || arm.can_trap() {
                let own = std::mem::replace(arm, Expr::Pages);
                *arm = self.held(own, ty);
            }
        }
        if let Ok([then, other, condition]) = <[Expr; 3]>::try_from(all) {
            self.push(Expr::Select(Box::new([condition, then, other])), ty);
        }
    }

    fn place(&mut self, memarg: &MemArg, at: &Range<u64>) -> Place {
        let base = self.pop();
        let offset = memarg.offset as u32;
        let reference = self.reference(at);
        Place { base: Box::new(base), offset, reference }
    }

    fn reference(&self, at: &Range<u64>) -> Option<Reference> {
        let links = self.module.links.as_ref()?;
        links.code.range(at.clone()).next().map(|(_, &reference)| reference)
    }

    fn call(&mut self, function: u32) {
        let signature = self.module.signature(function).clone();
        let operands = self.pop_all(signature.parameters.len());
        let call = match self.known[function as usize] {
            Known::Trap => {
                for operand in operands {
                    if operand.acts() {
                        self.emit(Stmt::Eval(operand));
                    }
                }
                self.statement(Stmt::Trap);
                self.dead = true;
                return;
            }
            Known::Helper(helper) => Expr::Helper(helper, operands),
            Known::Own => Expr::Call(function, operands),
        };
        self.called(call, &signature.results);
    }

    fn called(&mut self, call: Expr, results: &[Type]) {
        match results {
            [] => self.statement(Stmt::Eval(call)),
            [only] => self.push(call, *only),
            [first, rest @ ..] => {
                self.settle_before_acting();
                let local = self.fresh(*first);
                self.emit(Stmt::Set(local, call));
                self.stack.push((Expr::Local(local), *first));
                for (at, &ty) in (0..).zip(rest) {
                    let local = self.fresh(ty);
                    self.emit(Stmt::Set(local, Expr::Extra(at, ty)));
                    self.stack.push((Expr::Local(local), ty));
                }
            }
        }
    }

    fn load(&mut self, access: Access, memarg: &MemArg, at: &Range<u64>) {
        let mut place = self.place(memarg, at);
        if place.base.acts() {
            *place.base = self.held(std::mem::replace(&mut place.base, Expr::I32(0, None)), Type::I32);
        }
        self.push(Expr::Load(access, place), access.value);
    }

    fn store(&mut self, access: Access, memarg: &MemArg, at: &Range<u64>) {
        let value = self.pop();
        let value = if value.acts() {
            // The address is older than the value.
            self.settle_before_acting();
            self.held(value, access.value)
        } else {
            value
        };
        let mut place = self.place(memarg, at);
        if place.base.acts() {
            *place.base = self.held(std::mem::replace(&mut place.base, Expr::I32(0, None)), Type::I32);
        }
        self.statement(Stmt::Store(access, place, value));
    }
}
