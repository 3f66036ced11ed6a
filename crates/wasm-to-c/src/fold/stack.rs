//! What waits on the stack, and when it has to go into a variable.

use super::Fold;
use crate::ir::{Expr, Stmt, Type};

impl Fold<'_> {
    pub(super) fn emit(&mut self, stmt: Stmt) {
        if let Some(frame) = self.frames.last_mut() {
            frame.list.push(stmt);
        }
    }

    pub(super) fn fresh(&mut self, ty: Type) -> u32 {
        self.locals.push(ty);
        self.locals.len() as u32 - 1
    }

    /// The module is valid, so that there is always a value where one is taken.
    pub(super) fn pop(&mut self) -> Expr {
        self.stack.pop().map_or(Expr::I32(0, None), |(expr, _)| expr)
    }

    pub(super) fn pop_all(&mut self, count: usize) -> Vec<Expr> {
        let rest = self.stack.len().saturating_sub(count);
        self.stack.drain(rest..).map(|(expr, _)| expr).collect()
    }

    /// Puts what waits on the stack into variables if `must` says so of it. What is older than the innermost block is in
    /// variables of its own already, and must stay there: the block may be left before the end.
    pub(super) fn settle(&mut self, must: impl Fn(&Expr) -> bool) {
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
    pub(super) fn settle_before_acting(&mut self) {
        self.settle(|expr| expr.acts() || expr.sees() || expr.can_trap());
    }

    /// Before a block: its statements may change any variable.
    pub(super) fn settle_all(&mut self) {
        self.settle(|expr| !matches!(expr, Expr::I32(..) | Expr::I64(_) | Expr::F32(_) | Expr::F64(_)));
    }

    pub(super) fn push(&mut self, expr: Expr, ty: Type) {
        if expr.acts() {
            self.settle_before_acting();
        } else if expr.sees() || expr.can_trap() {
            self.settle(Expr::acts);
        }
        self.stack.push((expr, ty));
    }

    pub(super) fn statement(&mut self, stmt: Stmt) {
        self.settle_before_acting();
        self.emit(stmt);
    }

    pub(super) fn set(&mut self, local: u32, value: Expr) {
        self.settle(|expr| expr.reads(local));
        self.emit(Stmt::Set(local, value));
    }

    /// Values into variables, all at once: a value may read a variable that another one goes into.
    pub(super) fn set_all(&mut self, locals: &[u32], values: Vec<Expr>) {
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
    pub(super) fn held(&mut self, expr: Expr, ty: Type) -> Expr {
        if matches!(expr, Expr::Local(_) | Expr::I32(..) | Expr::I64(_) | Expr::F32(_) | Expr::F64(_)) {
            return expr;
        }
        let local = self.fresh(ty);
        self.settle(Expr::acts);
        self.emit(Stmt::Set(local, expr));
        Expr::Local(local)
    }
}
