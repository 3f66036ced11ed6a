//! Folding: the stack code of a function becomes statements over expressions.
//!
//! Values on the stack are kept as expressions until something takes them. An expression that could change its value before
//! that is put into a variable first: of all that waits on the stack, at most one thing acts, and then nothing behind it
//! looks at memory. So C's freedom in the order of operands never shows.

mod operators;

use crate::{
    Refusal,
    helpers::{self, Helper},
    ir::{Access, Expr, Function, Label, Place, Reference, Stmt, Type},
    known::Known,
    module::{Module, malformed, number},
};
use operators::{access, constant, plain};
use std::{collections::BTreeMap, ops::Range};
use wasmparser::{BlockType, MemArg, Operator};

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
                O::Else if self.skipped == 0 => self.other(),
                O::End if self.skipped == 0 => self.end(),
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
            O::Block { blockty } => self.open(Kind::Block, *blockty)?,
            O::Loop { blockty } => self.open(Kind::Loop, *blockty)?,
            O::If { blockty } => {
                let condition = self.pop();
                self.open(Kind::If(condition), *blockty)?;
            }
            O::Else => self.other(),
            O::End => self.end(),
            O::Br { relative_depth } => {
                self.settle(Expr::acts);
                let values = self.pop_all(self.arity(*relative_depth));
                for stmt in self.branch(*relative_depth, values) {
                    self.emit(stmt);
                }
                self.dead = true;
            }
            O::BrIf { relative_depth } => self.conditional(*relative_depth),
            O::BrTable { targets } => {
                self.table(targets)?;
                self.dead = true;
            }
            O::Return => {
                let values = self.pop_all(self.results.len());
                self.give(values);
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
    fn give(&mut self, mut values: Vec<Expr>) {
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

    fn emit(&mut self, stmt: Stmt) {
        if let Some(frame) = self.frames.last_mut() {
            frame.list.push(stmt);
        }
    }

    fn fresh(&mut self, ty: Type) -> u32 {
        self.locals.push(ty);
        self.locals.len() as u32 - 1
    }

    fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    /// The module is valid, so that there is always a value where one is taken.
    fn pop(&mut self) -> Expr {
        self.stack.pop().map_or(Expr::I32(0, None), |(expr, _)| expr)
    }

    fn pop_all(&mut self, count: usize) -> Vec<Expr> {
        let rest = self.stack.len().saturating_sub(count);
        self.stack.drain(rest..).map(|(expr, _)| expr).collect()
    }

    /// Puts what waits on the stack into variables if `must` says so of it. What is older than the innermost block is in
    /// variables of its own already, and must stay there: the block may be left before the end.
    fn settle(&mut self, must: impl Fn(&Expr) -> bool) {
        let height = self.frames.last().map_or(0, |frame| frame.height);
        for at in height..self.stack.len() {
            if must(&self.stack[at].0) {
                let ty = self.stack[at].1;
                let local = self.fresh(ty);
                let expr = std::mem::replace(&mut self.stack[at].0, Expr::Local(local));
                self.emit(Stmt::Set(local, expr));
            }
        }
    }

    /// Before something that acts: what has to come first comes first.
    fn settle_before_acting(&mut self) {
        self.settle(|expr| expr.acts() || expr.sees() || expr.can_trap());
    }

    /// Before a block: its statements may change any variable.
    fn settle_all(&mut self) {
        self.settle(|expr| !matches!(expr, Expr::I32(..) | Expr::I64(_) | Expr::F32(_) | Expr::F64(_)));
    }

    fn push(&mut self, expr: Expr, ty: Type) {
        if expr.acts() {
            self.settle_before_acting();
        } else if expr.sees() || expr.can_trap() {
            self.settle(Expr::acts);
        }
        self.stack.push((expr, ty));
    }

    fn statement(&mut self, stmt: Stmt) {
        self.settle_before_acting();
        self.emit(stmt);
    }

    fn set(&mut self, local: u32, value: Expr) {
        self.settle(|expr| expr.reads(local));
        self.emit(Stmt::Set(local, value));
    }

    /// Values into variables, all at once: a value may read a variable that another one goes into.
    fn set_all(&mut self, locals: &[u32], values: Vec<Expr>) {
        let clash = locals
            .iter()
            .zip(1..)
            .any(|(local, next)| values[next..].iter().any(|value| value.reads(*local)));
        let values = if clash {
            let hold = |fold: &mut Self, value, local: u32| {
                let held = fold.fresh(fold.locals[local as usize]);
                fold.emit(Stmt::Set(held, value));
                Expr::Local(held)
            };
            values.into_iter().zip(locals).map(|(value, &local)| hold(self, value, local)).collect()
        } else {
            values
        };
        for (&local, value) in locals.iter().zip(values) {
            if value != Expr::Local(local) {
                self.emit(Stmt::Set(local, value));
            }
        }
    }

    /// A value as something that can be written twice.
    fn held(&mut self, expr: Expr, ty: Type) -> Expr {
        if matches!(expr, Expr::Local(_) | Expr::I32(..) | Expr::I64(_) | Expr::F32(_) | Expr::F64(_)) {
            return expr;
        }
        let local = self.fresh(ty);
        self.settle(Expr::acts);
        self.emit(Stmt::Set(local, expr));
        Expr::Local(local)
    }

    fn place(&mut self, memarg: &MemArg, at: &Range<u64>) -> Place {
        let base = self.pop();
        // The constant address and the constant offset are one; a sum beyond 32 bits traps and stays as it is.
        let offset = memarg.offset as u32;
        let reference = self.reference(at);
        Place { base: Box::new(base), offset, reference }
    }

    fn reference(&self, at: &Range<u64>) -> Option<Reference> {
        let links = self.module.links.as_ref()?;
        links.code.range(at.clone()).next().map(|(_, &reference)| reference)
    }

    fn block_types(&self, ty: BlockType) -> Result<(Vec<Type>, Vec<Type>), Refusal> {
        Ok(match ty {
            BlockType::Empty => (Vec::new(), Vec::new()),
            BlockType::Type(ty) => (Vec::new(), vec![number(ty)?]),
            BlockType::FuncType(index) => {
                let signature = &self.module.types[index as usize];
                (signature.parameters.clone(), signature.results.clone())
            }
        })
    }

    fn open(&mut self, kind: Kind, ty: BlockType) -> Result<(), Refusal> {
        self.settle_all();
        let (parameters, results) = self.block_types(ty)?;
        let results: Vec<u32> = results.iter().map(|&ty| self.fresh(ty)).collect();
        let label = self.label();
        let values = self.pop_all(parameters.len());
        let height = self.stack.len();
        // The parameters live in variables: a loop's branches set them anew, an else part starts from them.
        let inside: Vec<u32> = parameters.iter().map(|&ty| self.fresh(ty)).collect();
        self.set_all(&inside, values);
        self.stack.extend(inside.iter().zip(&parameters).map(|(&local, &ty)| (Expr::Local(local), ty)));
        self.frames.push(Frame { kind, label, parameters: inside, results, height, list: Vec::new() });
        Ok(())
    }

    /// Fills the results of the innermost block and leaves their place on the stack as it was before it.
    fn close_values(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let (results, height) = (frame.results.clone(), frame.height);
        if !self.dead {
            self.settle(Expr::acts);
            let values = self.pop_all(results.len());
            self.set_all(&results, values);
        }
        self.stack.truncate(height);
    }

    fn end(&mut self) {
        if self.frames.len() == 1 {
            if !self.dead {
                let values = self.pop_all(self.results.len());
                self.give(values);
            }
            return;
        }
        self.close_values();
        let Some(frame) = self.frames.pop() else { return };
        let results: Vec<_> =
            frame.results.iter().map(|&local| (Expr::Local(local), self.locals[local as usize])).collect();
        let stmt = match frame.kind {
            Kind::Function | Kind::Block => Stmt::Block(frame.label, frame.list),
            Kind::Loop => Stmt::Loop(frame.label, frame.list),
            Kind::If(condition) => {
                // No else part: what the block takes is what it gives.
                let same = frame.results.iter().zip(&frame.parameters);
                let other =
                    same.map(|(&result, &parameter)| Stmt::Set(result, Expr::Local(parameter))).collect();
                Stmt::Block(frame.label, vec![Stmt::If(condition, frame.list, other)])
            }
            Kind::Else(condition, then) => {
                Stmt::Block(frame.label, vec![Stmt::If(condition, then, frame.list)])
            }
        };
        self.emit(stmt);
        self.stack.extend(results);
        self.dead = false;
    }

    fn other(&mut self) {
        self.close_values();
        if let Some(frame) = self.frames.last_mut() {
            for &local in &frame.parameters {
                self.stack.push((Expr::Local(local), self.locals[local as usize]));
            }
            let then = std::mem::take(&mut frame.list);
            if let Kind::If(condition) = std::mem::replace(&mut frame.kind, Kind::Block) {
                frame.kind = Kind::Else(condition, then);
            }
        }
        self.dead = false;
    }

    /// The statements of a branch; `values` are on the stack, and are left there by a branch that may not be taken.
    fn branch(&mut self, depth: u32, values: Vec<Expr>) -> Vec<Stmt> {
        let at = self.frames.len() - 1 - depth as usize;
        if at == 0 {
            return self.apart(|fold| fold.give(values));
        }
        let (label, into) = (self.frames[at].label, self.frames[at].branch_values().to_vec());
        self.apart(|fold| {
            fold.set_all(&into, values);
            fold.emit(Stmt::Br(label));
        })
    }

    /// What `act` emits, not emitted.
    fn apart(&mut self, act: impl FnOnce(&mut Self)) -> Vec<Stmt> {
        let before = self.frames.last_mut().map(|frame| std::mem::take(&mut frame.list)).unwrap_or_default();
        act(self);
        let frame = self.frames.last_mut();
        frame.map(|frame| std::mem::replace(&mut frame.list, before)).unwrap_or_default()
    }

    /// How many values a branch takes along.
    fn arity(&self, depth: u32) -> usize {
        let at = self.frames.len() - 1 - depth as usize;
        match at {
            0 => self.results.len(),
            _ => self.frames[at].branch_values().len(),
        }
    }

    fn conditional(&mut self, depth: u32) {
        let condition = self.pop();
        let arity = self.arity(depth);
        if arity == 0 {
            self.settle(Expr::acts);
            let stmts = self.branch(depth, Vec::new());
            self.emit(Stmt::If(condition, stmts, Vec::new()));
            return;
        }
        let condition = self.held(condition, Type::I32);
        // The values are used twice: by the branch, and by what follows.
        self.settle_all();
        let rest = self.stack.len() - arity;
        let values: Vec<Expr> = self.stack[rest..].iter().map(|(expr, _)| expr.clone()).collect();
        let stmts = self.branch(depth, values);
        self.emit(Stmt::If(condition, stmts, Vec::new()));
    }

    fn table(&mut self, targets: &wasmparser::BrTable<'_>) -> Result<(), Refusal> {
        let index = self.pop();
        let arity = self.arity(targets.default());
        let index = if arity == 0 { index } else { self.held(index, Type::I32) };
        self.settle_all();
        let values = self.pop_all(arity);
        // A target that takes values or is the function's end gets a label of its own, where that is done.
        let mut own: BTreeMap<u32, (Label, Vec<Stmt>)> = BTreeMap::new();
        let mut label = |fold: &mut Self, depth: u32| {
            let at = fold.frames.len() - 1 - depth as usize;
            if arity == 0 && at != 0 {
                return fold.frames[at].label;
            }
            if let Some((label, _)) = own.get(&depth) {
                return *label;
            }
            let stmts = fold.branch(depth, values.clone());
            let label = fold.label();
            own.insert(depth, (label, stmts));
            label
        };
        let mut labels = Vec::new();
        for depth in targets.targets() {
            labels.push(label(self, depth.map_err(malformed)?));
        }
        let default = label(self, targets.default());
        let mut stmt = vec![Stmt::Switch(index, labels, default)];
        for (label, stmts) in own.into_values() {
            stmt = vec![Stmt::Block(label, stmt)];
            stmt.extend(stmts);
        }
        for stmt in stmt {
            self.emit(stmt);
        }
        Ok(())
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
