//! Statements of a function.

use super::{Context, access_helper, c_type, extra_name, global_name};
use crate::{
    ir::{Access, Expr, Function, Label, Operator as Op, Place, Stmt, Type, walk, walk_exprs},
    names,
    simplify::read_first,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

/// A function while it is printed.
pub(super) struct Body<'p> {
    pub(super) context: &'p Context<'p>,
    pub(super) function: &'p Function,
    locals: BTreeMap<u32, String>,
    labels: BTreeMap<Label, String>,
    pub(super) text: &'p mut String,
}

impl<'p> Body<'p> {
    pub(super) fn print(context: &'p Context<'p>, number: u32, function: &'p Function, text: &'p mut String) {
        let mut body = Self { context, function, locals: BTreeMap::new(), labels: BTreeMap::new(), text };
        body.name_all();
        let named = |&local: &u32| Some(body.local(local).to_owned());
        let parameters: Vec<Option<String>> = function.parameters.iter().map(named).collect();
        let head = context.head(number, function, &parameters);
        let _ = write!(body.text, "{head}{{");
        body.declare();
        body.list(&function.body);
        if !function.results.is_empty() && !matches!(function.body.last(), Some(Stmt::Return(_))) {
            body.text.push_str("return 0;");
        }
        body.text.push_str("}\n");
    }

    /// Names for the variables and labels that occur.
    fn name_all(&mut self) {
        let mut used = BTreeSet::new();
        let mut labels = BTreeSet::new();
        walk(&self.function.body, &mut |stmt| match stmt {
            Stmt::Set(local, _) => {
                used.insert(*local);
            }
            Stmt::Br(label) => {
                labels.insert(*label);
            }
            Stmt::Switch(_, all, default) => labels.extend(all.iter().chain([default])),
            _ => {}
        });
        walk_exprs(&self.function.body, &mut |expr| {
            if let Expr::Local(local) = expr {
                used.insert(*local);
            }
        });
        used.extend(&self.function.parameters);
        self.locals =
            used.into_iter().zip(0..).map(|(local, number)| (local, names::short(number))).collect();
        self.labels =
            labels.into_iter().zip(0..).map(|(label, number)| (label, names::short(number))).collect();
    }

    /// Variables begin as zero where they may be read before they are set.
    fn declare(&mut self) {
        let zero = read_first(self.function);
        for ty in [Type::I32, Type::I64, Type::F32, Type::F64] {
            let named: Vec<String> = self
                .locals
                .iter()
                .filter(|(local, _)| !self.function.parameters.contains(local))
                .filter(|(local, _)| self.function.locals[**local as usize] == ty)
                .map(|(local, name)| if zero(*local) { format!("{name}=0") } else { name.clone() })
                .collect();
            if !named.is_empty() {
                let _ = write!(self.text, "{} {};", c_type(ty), named.join(","));
            }
        }
    }

    pub(super) fn local(&self, local: u32) -> &str {
        self.locals.get(&local).map_or("", String::as_str)
    }

    fn list(&mut self, list: &[Stmt]) {
        for stmt in list {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Set(local, value) => {
                let ty = self.function.locals[*local as usize];
                let name = self.local(*local).to_owned();
                self.assign(&name, &Expr::Local(*local), ty, value);
            }
            Stmt::SetGlobal(global, value) => {
                let ty = self.context.module.globals[*global as usize].value;
                self.assign(&global_name(*global), &Expr::Global(*global), ty, value);
            }
            Stmt::Store(access, place, value) => self.store(*access, place, value),
            Stmt::Eval(expr) => {
                if !matches!(expr, Expr::Call(..) | Expr::Indirect(..) | Expr::Helper(..)) {
                    self.text.push_str("(void)");
                }
                self.expr(expr, super::operators::UNARY);
                self.text.push(';');
            }
            Stmt::If(condition, then, other) => {
                self.text.push_str("if(");
                self.condition(condition);
                self.text.push(')');
                self.branch(then);
                if !other.is_empty() {
                    self.text.push_str("else ");
                    self.branch(other);
                }
            }
            Stmt::Block(label, body) => {
                self.list(body);
                self.label(*label);
            }
            Stmt::Loop(label, body) => {
                self.label(*label);
                self.list(body);
            }
            Stmt::DoWhile(body, condition) => {
                self.text.push_str("do{");
                self.list(body);
                self.text.push_str("}while(");
                self.condition(condition);
                self.text.push_str(");\n");
            }
            Stmt::Br(label) => self.goto(*label),
            Stmt::Switch(index, labels, default) => self.switch(index, labels, *default),
            Stmt::Return(values) => self.give(values),
            Stmt::Trap => self.text.push_str("T();"),
        }
    }

    fn assign(&mut self, name: &str, target: &Expr, ty: Type, value: &Expr) {
        if let Expr::Binary(op, _, false, both) = value
            && both[0] == *target
            && !op.is_comparison()
        {
            let by_one = matches!(both[1], Expr::I32(1, None) | Expr::I64(1));
            match op {
                Op::Add if by_one => {
                    let _ = write!(self.text, "{name}++;");
                    return;
                }
                Op::Sub if by_one => {
                    let _ = write!(self.text, "{name}--;");
                    return;
                }
                _ => {}
            }
            let _ = write!(self.text, "{name}{}=", super::operators::sign(*op));
            self.operand_of_assignment(ty, &both[1]);
        } else {
            let _ = write!(self.text, "{name}=");
            self.operand_of_assignment(ty, value);
        }
        self.text.push(';');
    }

    fn operand_of_assignment(&mut self, ty: Type, value: &Expr) {
        let value = super::operators::without_conversion(ty, value);
        self.expr(value, super::operators::ASSIGNMENT);
    }

    fn store(&mut self, access: Access, place: &Place, value: &Expr) {
        // A constant that is cut off is written as what is left of it.
        let cut = match value {
            Expr::I64(bits) if access.bytes < 8 => Some(Expr::I32(*bits as u32, None)),
            _ => None,
        };
        let value = cut.as_ref().unwrap_or(value);
        match access_helper(access, true) {
            None => {
                self.text.push_str("M[");
                self.place(place);
                self.text.push_str("]=");
                match value {
                    Expr::I32(bits, _) => {
                        let _ = write!(self.text, "{}", bits & 255);
                    }
                    value => self.expr(value, super::operators::ASSIGNMENT),
                }
            }
            Some(helper) => {
                let _ = write!(self.text, "{}(", helper.name);
                self.place(place);
                self.text.push(',');
                let ty = if access.bytes < 8 && access.value == Type::I64 { Type::I32 } else { access.value };
                self.operand_of_assignment(ty, value);
                self.text.push(')');
            }
        }
        self.text.push(';');
    }

    /// A list behind `if` or `else`: in braces unless it is one plain statement. A line ends behind it, so that it does not
    /// look as if the next statement belonged to it.
    fn branch(&mut self, list: &[Stmt]) {
        let plain = |stmt: &Stmt| {
            matches!(
                stmt,
                Stmt::Set(..)
                    | Stmt::SetGlobal(..)
                    | Stmt::Store(..)
                    | Stmt::Eval(_)
                    | Stmt::Br(_)
                    | Stmt::Trap
            ) || matches!(stmt, Stmt::Return(values) if values.len() < 2)
        };
        if let [only] = list
            && plain(only)
        {
            self.stmt(only);
        } else {
            self.text.push('{');
            self.list(list);
            self.text.push('}');
        }
        self.text.push('\n');
    }

    fn label(&mut self, label: Label) {
        if let Some(name) = self.labels.get(&label) {
            let _ = write!(self.text, "{name}:;");
        }
    }

    fn goto(&mut self, label: Label) {
        let name = self.labels.get(&label).map_or("", String::as_str);
        let _ = write!(self.text, "goto {name};");
    }

    fn switch(&mut self, index: &Expr, labels: &[Label], default: Label) {
        self.text.push_str("switch(");
        self.expr(index, super::operators::ASSIGNMENT);
        self.text.push_str("){");
        for (at, &label) in labels.iter().enumerate().filter(|(_, label)| **label != default) {
            let _ = write!(self.text, "case {at}:");
            if labels.get(at + 1) != Some(&label) {
                self.goto(label);
            }
        }
        self.text.push_str("default:");
        self.goto(default);
        self.text.push('}');
    }

    fn give(&mut self, values: &[Expr]) {
        for ((at, value), &ty) in (0..).zip(values.iter().skip(1)).zip(self.function.results.iter().skip(1)) {
            let _ = write!(self.text, "{}=", extra_name(at, ty));
            self.operand_of_assignment(ty, value);
            self.text.push(';');
        }
        match values.first() {
            None => self.text.push_str("return;"),
            Some(value) => {
                self.text.push_str("return ");
                self.operand_of_assignment(self.function.results[0], value);
                self.text.push(';');
            }
        }
    }
}
