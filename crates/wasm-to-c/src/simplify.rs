//! Simplifying: branches become structure where they can, and what nothing needs goes.

mod exprs;
mod liveness;

use crate::ir::{Expr, Function, Label, Stmt, change_exprs, ends, walk};
use std::collections::HashMap;

pub(crate) use liveness::read_first;

/// The depth of blocks in C that every compiler takes; C99 asks for 127.
const DEPTH: usize = 100;

/// Simplifies a function until nothing changes any more, or a few times.
pub(crate) fn simplify(function: &mut Function) {
    for _ in 0..8 {
        let before = function.body.clone();
        change_exprs(&mut function.body, &mut exprs::simplify);
        exprs::conditions(&mut function.body);
        let mut tidy = Tidy { instead: HashMap::new() };
        let body = std::mem::take(&mut function.body);
        function.body = tidy.list(body, &Next::Return, 0);
        liveness::drop_dead(function);
        if function.body == before {
            break;
        }
    }
}

/// Whether a function does nothing but trap.
pub(crate) fn only_traps(function: &Function) -> bool {
    function.body.first() == Some(&Stmt::Trap)
}

/// What happens behind the end of a list.
#[derive(Debug, Clone, PartialEq)]
enum Next {
    /// What stands behind this label.
    Label(Label),
    /// The function ends.
    Return,
    Other,
}

struct Tidy {
    /// What to do instead of a branch to a label.
    instead: HashMap<Label, Stmt>,
}

impl Tidy {
    fn list(&mut self, list: Vec<Stmt>, next: &Next, depth: usize) -> Vec<Stmt> {
        // Behind what never ends, nothing is reached.
        let reached = list.iter().position(Stmt::diverges).map_or(list.len(), |at| at + 1);
        // From the end to the start, so that what follows is known.
        let mut rest: Vec<Stmt> = Vec::new();
        for stmt in list.into_iter().take(reached).rev() {
            let following = if rest.is_empty() { next.clone() } else { Next::Other };
            let mut made = self.stmt(stmt, &following, rest.last(), depth);
            if ends(&made) {
                rest.clear();
            }
            while let Some(stmt) = made.pop() {
                // What is not seen before the program ends need not be done.
                if !(rest.last() == Some(&Stmt::Trap) && is_silent(&stmt)) {
                    rest.push(stmt);
                }
            }
        }
        rest.reverse();
        rest
    }

    /// The statements that do the same; `after` is the one behind, if there is one in the list.
    fn stmt(&mut self, stmt: Stmt, next: &Next, after: Option<&Stmt>, depth: usize) -> Vec<Stmt> {
        match stmt {
            Stmt::Br(label) => match self.instead.get(&label) {
                Some(Stmt::Br(other)) if *next == Next::Label(*other) => Vec::new(),
                Some(instead) => vec![instead.clone()],
                None if *next == Next::Label(label) => Vec::new(),
                None => vec![Stmt::Br(label)],
            },
            Stmt::Return(values) if values.is_empty() && *next == Next::Return => Vec::new(),
            Stmt::Eval(expr) if !expr.acts() && !expr.can_trap() => Vec::new(),
            Stmt::Set(local, Expr::Local(same)) if local == same => Vec::new(),
            Stmt::If(condition, then, other) => {
                let then = self.list(then, next, depth + 1);
                let other = self.list(other, next, depth + 1);
                choose(condition, then, other)
            }
            Stmt::Block(label, body) => self.block(label, body, next, after, depth),
            Stmt::Loop(label, body) => self.repeat(label, body, depth),
            Stmt::DoWhile(body, condition) => {
                let body = self.list(body, &Next::Other, depth + 1);
                vec![Stmt::DoWhile(body, condition)]
            }
            Stmt::Switch(index, labels, default) => self.switch(index, labels, default),
            other => vec![other],
        }
    }

    fn block(
        &mut self,
        label: Label,
        body: Vec<Stmt>,
        next: &Next,
        after: Option<&Stmt>,
        depth: usize,
    ) -> Vec<Stmt> {
        let instead = match (after, next) {
            (Some(stmt @ (Stmt::Trap | Stmt::Br(_))), _) => Some(stmt.clone()),
            (Some(Stmt::Return(values)), _)
                if values.iter().all(|value| matches!(value, Expr::I32(..) | Expr::Local(_))) =>
            {
                Some(Stmt::Return(values.clone()))
            }
            (None, Next::Label(outer)) => Some(Stmt::Br(*outer)),
            (None, Next::Return) => Some(Stmt::Return(Vec::new())),
            _ => None,
        };
        let end = match &instead {
            Some(stmt) => {
                self.instead.insert(label, stmt.clone());
                // The end of the body is where the label is.
                match next {
                    _ if after.is_some() => Next::Other,
                    same => same.clone(),
                }
            }
            None => Next::Label(label),
        };
        let mut body = self.list(body, &end, depth);
        if uses(&body, label) > 0 && instead.is_none() {
            body = nest(body, label, depth);
        }
        // A switch cannot do anything but branch, and needs its label.
        if uses(&body, label) == 0 { body } else { vec![Stmt::Block(label, body)] }
    }

    fn repeat(&mut self, label: Label, body: Vec<Stmt>, depth: usize) -> Vec<Stmt> {
        let mut body = self.list(body, &Next::Other, depth);
        match uses(&body, label) {
            0 => body,
            1 => match body.pop() {
                Some(Stmt::If(condition, then, other)) if then == [Stmt::Br(label)] && other.is_empty() => {
                    vec![Stmt::DoWhile(body, condition)]
                }
                last => {
                    body.extend(last);
                    vec![Stmt::Loop(label, body)]
                }
            },
            _ => vec![Stmt::Loop(label, body)],
        }
    }

    fn switch(&self, index: Expr, labels: Vec<Label>, default: Label) -> Vec<Stmt> {
        let there = |label: Label| match self.instead.get(&label) {
            Some(Stmt::Br(other)) => *other,
            _ => label,
        };
        let mut labels: Vec<Label> = labels.into_iter().map(there).collect();
        let default = there(default);
        while labels.last() == Some(&default) {
            labels.pop();
        }
        if labels.is_empty() {
            return vec![Stmt::Eval(index), Stmt::Br(default)];
        }
        vec![Stmt::Switch(index, labels, default)]
    }
}

/// Whether nobody sees that a statement in front of a trap is left out.
fn is_silent(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Set(..) | Stmt::SetGlobal(..) | Stmt::Eval(_) | Stmt::Store(..) | Stmt::Trap => {}
        Stmt::If(_, then, other) if then.iter().chain(other).all(is_silent) => {}
        _ => return false,
    }
    !stmt.exprs().into_iter().any(Expr::acts)
}

/// An `if` in its plainest form.
fn choose(condition: Expr, then: Vec<Stmt>, mut other: Vec<Stmt>) -> Vec<Stmt> {
    if let Expr::I32(value, _) = condition {
        return if value == 0 { other } else { then };
    }
    match (then.is_empty(), other.is_empty()) {
        (true, true) => vec![Stmt::Eval(condition)],
        (true, false) => vec![Stmt::If(exprs::not(condition), other, then)],
        (false, false) if ends(&then) => {
            let mut stmts = vec![Stmt::If(condition, then, Vec::new())];
            stmts.append(&mut other);
            stmts
        }
        (false, false) if ends(&other) => {
            let mut stmts = vec![Stmt::If(exprs::not(condition), other, Vec::new())];
            stmts.extend(then);
            stmts
        }
        _ => vec![Stmt::If(condition, then, other)],
    }
}

/// Turns `if (c) goto end; rest` into `if (!c) { rest }`, where the label stands at the end.
fn nest(mut list: Vec<Stmt>, label: Label, depth: usize) -> Vec<Stmt> {
    let mut at = list.len();
    let mut inner = depth + 1 + deepest(&list);
    while at > 0 {
        at -= 1;
        let Stmt::If(_, then, other) = &list[at] else { continue };
        if then.last() != Some(&Stmt::Br(label)) || !other.is_empty() || inner >= DEPTH {
            continue;
        }
        inner += 1;
        let rest = list.split_off(at + 1);
        if let Some(Stmt::If(condition, mut then, _)) = list.pop() {
            then.pop();
            list.extend(choose(condition, then, rest));
        }
    }
    list
}

/// How deep blocks are nested.
fn deepest(list: &[Stmt]) -> usize {
    let bodies = list.iter().flat_map(Stmt::bodies);
    bodies.map(|body| 1 + deepest(body)).max().unwrap_or(0)
}

fn uses(list: &[Stmt], label: Label) -> usize {
    let mut count = 0;
    walk(list, &mut |stmt| match stmt {
        Stmt::Br(to) if *to == label => count += 1,
        Stmt::Switch(_, labels, default) => {
            count += labels.iter().chain([default]).filter(|to| **to == label).count();
        }
        _ => {}
    });
    count
}
