//! Which variables are still read later, and so which assignments can go.

use crate::ir::{Expr, Function, Label, Stmt};
use std::collections::HashMap;

/// Removes assignments that nothing reads; what they call is still called.
pub(super) fn drop_dead(function: &mut Function) {
    let mut liveness = Liveness { locals: function.locals.len(), at: HashMap::new(), removes: true };
    let none = Live::new(function.locals.len());
    liveness.list(&mut function.body, none);
}

/// Which variables may be read before they are set.
pub(crate) fn read_first(function: &Function) -> impl Fn(u32) -> bool + use<> {
    let mut liveness = Liveness { locals: function.locals.len(), at: HashMap::new(), removes: false };
    let live = liveness.list(&mut function.body.clone(), Live::new(function.locals.len()));
    move |local| live.has(local)
}

/// A set of variables.
#[derive(Debug, Clone, PartialEq)]
struct Live(Vec<u64>);

impl Live {
    fn new(locals: usize) -> Self {
        Self(vec![0; locals.div_ceil(64)])
    }

    fn insert(&mut self, local: u32) {
        self.0[local as usize / 64] |= 1 << (local % 64);
    }

    fn remove(&mut self, local: u32) {
        self.0[local as usize / 64] &= !(1 << (local % 64));
    }

    fn has(&self, local: u32) -> bool {
        self.0[local as usize / 64] >> (local % 64) & 1 == 1
    }

    fn join(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn read(&mut self, expr: &Expr) {
        expr.any(&mut |part| {
            if let Expr::Local(local) = part {
                self.insert(*local);
            }
            false
        });
    }
}

struct Liveness {
    locals: usize,
    /// What is read behind each label.
    at: HashMap<Label, Live>,
    /// Not while a loop's reads are still being gathered.
    removes: bool,
}

impl Liveness {
    /// What is read from the start of the list on, given what is read behind it.
    fn list(&mut self, list: &mut Vec<Stmt>, mut live: Live) -> Live {
        for at in (0..list.len()).rev() {
            if self.removes
                && let Stmt::Set(local, value) = &mut list[at]
                && !live.has(*local)
            {
                if value.acts() || value.can_trap() {
                    let value = std::mem::replace(value, Expr::Pages);
                    list[at] = Stmt::Eval(value);
                } else {
                    list.remove(at);
                    continue;
                }
            }
            live = self.stmt(&mut list[at], live);
        }
        live
    }

    fn stmt(&mut self, stmt: &mut Stmt, mut live: Live) -> Live {
        match stmt {
            Stmt::Set(local, value) => {
                live.remove(*local);
                live.read(value);
            }
            Stmt::SetGlobal(_, value) | Stmt::Eval(value) => live.read(value),
            Stmt::Store(_, place, value) => {
                live.read(value);
                live.read(&place.base);
            }
            Stmt::If(condition, then, other) => {
                let mut before = self.list(then, live.clone());
                before.join(&self.list(other, live));
                before.read(condition);
                return before;
            }
            Stmt::Block(label, body) => {
                self.at.insert(*label, live.clone());
                return self.list(body, live);
            }
            Stmt::Loop(label, body) => {
                let label = *label;
                return self.repeat(
                    body,
                    live,
                    |liveness, again| {
                        liveness.at.insert(label, again);
                    },
                    None,
                );
            }
            Stmt::DoWhile(body, condition) => {
                return self.repeat(body, live, |_, _| {}, Some(condition));
            }
            Stmt::Br(label) => return self.behind(*label),
            Stmt::Switch(index, labels, default) => {
                let mut before = self.behind(*default);
                for label in labels {
                    before.join(&self.behind(*label));
                }
                before.read(index);
                return before;
            }
            Stmt::Return(values) => {
                let mut before = Live::new(self.locals);
                for value in values {
                    before.read(value);
                }
                return before;
            }
            Stmt::Trap => return Live::new(self.locals),
        }
        live
    }

    fn behind(&self, label: Label) -> Live {
        self.at.get(&label).cloned().unwrap_or_else(|| Live::new(self.locals))
    }

    /// A loop's body may be followed by itself: reads are gathered until there are no more.
    fn repeat(
        &mut self,
        body: &mut Vec<Stmt>,
        after: Live,
        note: impl Fn(&mut Self, Live),
        condition: Option<&Expr>,
    ) -> Live {
        let removes = std::mem::replace(&mut self.removes, false);
        let mut start = Live::new(self.locals);
        loop {
            note(self, start.clone());
            let mut end = after.clone();
            if let Some(condition) = condition {
                end.join(&start);
                end.read(condition);
            }
            let mut again = self.list(body, end);
            again.join(&start);
            if again == start {
                break;
            }
            start = again;
        }
        self.removes = removes;
        let mut end = after;
        if let Some(condition) = condition {
            end.join(&start);
            end.read(condition);
        }
        if removes {
            self.list(body, end);
        }
        start
    }
}
