//! C's operators: their symbols, precedences, and how tightly a printed expression binds.

use crate::ir::{Expr, Operator as Op, Type};

/// C's precedence levels, from assignment up.
pub(super) const ASSIGNMENT: u8 = 2;
pub(super) const CONDITIONAL: u8 = 3;
pub(super) const UNARY: u8 = 15;
pub(super) const PRIMARY: u8 = 16;

/// Returns the symbol of an operator.
pub(super) fn sign(op: Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::Div => "/",
        Op::Rem => "%",
        Op::And => "&",
        Op::Or => "|",
        Op::Xor => "^",
        Op::Shl => "<<",
        Op::Shr => ">>",
        Op::Eq => "==",
        Op::Ne => "!=",
        Op::Lt => "<",
        Op::Gt => ">",
        Op::Le => "<=",
        Op::Ge => ">=",
    }
}

/// Returns the precedence of a binary operator.
pub(super) fn precedence(op: Op) -> u8 {
    match op {
        Op::Mul | Op::Div | Op::Rem => 13,
        Op::Add | Op::Sub => 12,
        Op::Shl | Op::Shr => 11,
        Op::Lt | Op::Gt | Op::Le | Op::Ge => 10,
        Op::Eq | Op::Ne => 9,
        Op::And => 8,
        Op::Xor => 7,
        Op::Or => 6,
    }
}

/// Strips a conversion that an assignment to the type performs anyway.
pub(super) fn without_conversion(ty: Type, value: &Expr) -> &Expr {
    match value {
        Expr::Cast(to, None, inner) if *to == ty && matches!(ty, Type::I32 | Type::I64) => inner,
        other => other,
    }
}

/// Returns `true` if compilers warn about the expression as a condition.
pub(super) fn is_suspicious_condition(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(Op::Mul | Op::Shl, ..) | Expr::Select(_))
}

/// Returns the precedence of an expression as it is printed.
pub(super) fn binding(expr: &Expr) -> u8 {
    match expr {
        Expr::Not(inner) if is_suspicious_condition(inner) => precedence(Op::Eq),
        Expr::I32(value, _) if *value >= 1 << 31 => UNARY,
        Expr::I64(value) if *value >= 1 << 31 => UNARY,
        Expr::Load(access, _) if access.signed || (access.value == Type::I64 && access.bytes < 8) => UNARY,
        Expr::Not(_) | Expr::Cast(..) => UNARY,
        Expr::Binary(op, _, true, _) if !op.is_comparison() => UNARY,
        Expr::Binary(op, ..) => precedence(*op),
        Expr::Select(_) => CONDITIONAL,
        Expr::F32(_) | Expr::F64(_) => UNARY,
        _ => PRIMARY,
    }
}
