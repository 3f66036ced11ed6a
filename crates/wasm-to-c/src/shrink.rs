//! Shrinking: parameters that nothing reads go, and of functions that do the same one stays.

use crate::{
    ir::{Expr, Function, Label, Stmt, Type, change_exprs, walk_exprs},
    module::Module,
    simplify::simplify,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Removes the parameters that are not read, of functions that are called by name only, until there are no more.
pub(crate) fn drop_parameters(module: &Module<'_>, functions: &mut BTreeMap<u32, Function>) {
    let placed: BTreeSet<u32> = module.table.values().chain(&module.entries).copied().collect();
    loop {
        let mut unread: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (&number, function) in functions.iter().filter(|(number, _)| !placed.contains(number)) {
            let mut read = BTreeSet::new();
            walk_exprs(&function.body, &mut |expr| {
                if let Expr::Local(local) = expr {
                    read.insert(*local);
                }
            });
            let dead: Vec<usize> = (0..function.parameters.len())
                .filter(|&at| !read.contains(&function.parameters[at]))
                .collect();
            if !dead.is_empty() {
                unread.insert(number, dead);
            }
        }
        // An argument that does something has to stay.
        for function in functions.values() {
            walk_exprs(&function.body, &mut |expr| {
                if let Expr::Call(callee, operands) = expr
                    && let Some(dead) = unread.get_mut(callee)
                {
                    dead.retain(|&at| !operands[at].acts() && !operands[at].can_trap());
                }
            });
        }
        unread.retain(|_, dead| !dead.is_empty());
        if unread.is_empty() {
            return;
        }
        let without = |list: &mut Vec<Expr>, dead: &[usize]| {
            let mut at = 0..;
            list.retain(|_| at.next().is_none_or(|at| !dead.contains(&at)));
        };
        for (number, function) in functions.iter_mut() {
            if let Some(dead) = unread.get(number) {
                let mut at = 0..;
                function.parameters.retain(|_| at.next().is_none_or(|at| !dead.contains(&at)));
            }
            let mut changed = false;
            change_exprs(&mut function.body, &mut |expr| {
                if let Expr::Call(callee, operands) = expr
                    && let Some(dead) = unread.get(callee)
                {
                    without(operands, dead);
                    changed = true;
                }
            });
            if changed {
                // What made the arguments may not be needed any more.
                simplify(function);
            }
        }
    }
}

/// Calls the first of functions that do the same instead of each; tells which stands for which.
pub(crate) fn merge(module: &Module<'_>, functions: &mut BTreeMap<u32, Function>) -> BTreeMap<u32, u32> {
    let mut same: BTreeMap<u32, u32> = BTreeMap::new();
    loop {
        let mut first: HashMap<Function, u32> = HashMap::new();
        let mut found = BTreeMap::new();
        for (&number, function) in functions.iter().filter(|(number, _)| !same.contains_key(number)) {
            if module.entries.contains(&number) {
                continue;
            }
            match first.entry(normal(function)) {
                std::collections::hash_map::Entry::Occupied(known) => {
                    found.insert(number, *known.get());
                }
                std::collections::hash_map::Entry::Vacant(place) => {
                    place.insert(number);
                }
            }
        }
        if found.is_empty() {
            return same;
        }
        for function in functions.values_mut() {
            change_exprs(&mut function.body, &mut |expr| {
                if let Expr::Call(callee, _) = expr
                    && let Some(&first) = found.get(callee)
                {
                    *callee = first;
                }
            });
        }
        for stands in same.values_mut() {
            *stands = found.get(stands).copied().unwrap_or(*stands);
        }
        same.extend(found);
    }
}

/// The function with its variables and labels numbered in the order in which they occur.
fn normal(function: &Function) -> Function {
    let mut numbers =
        Numbers { locals: BTreeMap::new(), types: Vec::new(), labels: BTreeMap::new(), of: function };
    let mut normal = function.clone();
    for parameter in &mut normal.parameters {
        *parameter = numbers.local(*parameter);
    }
    numbers.list(&mut normal.body);
    normal.locals = numbers.types;
    normal
}

struct Numbers<'f> {
    locals: BTreeMap<u32, u32>,
    types: Vec<Type>,
    labels: BTreeMap<Label, Label>,
    of: &'f Function,
}

impl Numbers<'_> {
    fn local(&mut self, local: u32) -> u32 {
        let fresh = self.types.len() as u32;
        let number = *self.locals.entry(local).or_insert(fresh);
        if number == fresh {
            self.types.push(self.of.locals[local as usize]);
        }
        number
    }

    fn label(&mut self, label: Label) -> Label {
        let fresh = Label(self.labels.len() as u32);
        *self.labels.entry(label).or_insert(fresh)
    }

    fn list(&mut self, list: &mut [Stmt]) {
        for stmt in list {
            match stmt {
                Stmt::Set(local, _) => *local = self.local(*local),
                Stmt::Br(label) | Stmt::Block(label, _) | Stmt::Loop(label, _) => *label = self.label(*label),
                Stmt::Switch(_, labels, default) => {
                    for label in labels.iter_mut().chain([default]) {
                        *label = self.label(*label);
                    }
                }
                _ => {}
            }
            for expr in stmt.exprs_mut() {
                self.expr(expr);
            }
            for body in stmt.bodies_mut() {
                self.list(body);
            }
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        if let Expr::Local(local) = expr {
            *local = self.local(*local);
        }
        for operand in expr.operands_mut() {
            self.expr(operand);
        }
    }
}
