//! Blocks, and branches out of them: values that they take along go into variables.

use super::{Fold, Frame, Kind};
use crate::{
    Refusal,
    ir::{Expr, Label, Stmt, Type},
    module::{malformed, number},
};
use std::collections::BTreeMap;
use wasmparser::BlockType;

impl Fold<'_> {
    pub(super) fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    pub(super) fn block_types(&self, ty: BlockType) -> Result<(Vec<Type>, Vec<Type>), Refusal> {
        Ok(match ty {
            BlockType::Empty => (Vec::new(), Vec::new()),
            BlockType::Type(ty) => (Vec::new(), vec![number(ty)?]),
            BlockType::FuncType(index) => {
                let signature = &self.module.types[index as usize];
                (signature.parameters.clone(), signature.results.clone())
            }
        })
    }

    pub(super) fn open_block(&mut self, kind: Kind, ty: BlockType) -> Result<(), Refusal> {
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
    pub(super) fn close_values(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let (results, height) = (frame.results.clone(), frame.height);
        if !self.dead {
            self.settle(Expr::acts);
            let values = self.pop_all(results.len());
            self.set_all(&results, values);
        }
        self.stack.truncate(height);
    }

    pub(super) fn end_block(&mut self) {
        if self.frames.len() == 1 {
            if !self.dead {
                let values = self.pop_all(self.results.len());
                self.return_values(values);
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

    pub(super) fn begin_else(&mut self) {
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
    pub(super) fn branch(&mut self, depth: u32, values: Vec<Expr>) -> Vec<Stmt> {
        let at = self.frames.len() - 1 - depth as usize;
        if at == 0 {
            return self.apart(|fold| fold.return_values(values));
        }
        let (label, into) = (self.frames[at].label, self.frames[at].branch_values().to_vec());
        self.apart(|fold| {
            fold.set_all(&into, values);
            fold.emit(Stmt::Br(label));
        })
    }

    /// What `act` emits, not emitted.
    pub(super) fn apart(&mut self, act: impl FnOnce(&mut Self)) -> Vec<Stmt> {
        let before = self.frames.last_mut().map(|frame| std::mem::take(&mut frame.list)).unwrap_or_default();
        act(self);
        let frame = self.frames.last_mut();
        frame.map(|frame| std::mem::replace(&mut frame.list, before)).unwrap_or_default()
    }

    /// How many values a branch takes along.
    pub(super) fn arity(&self, depth: u32) -> usize {
        let at = self.frames.len() - 1 - depth as usize;
        match at {
            0 => self.results.len(),
            _ => self.frames[at].branch_values().len(),
        }
    }

    pub(super) fn branch_if(&mut self, depth: u32) {
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

    pub(super) fn branch_table(&mut self, targets: &wasmparser::BrTable<'_>) -> Result<(), Refusal> {
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
}
