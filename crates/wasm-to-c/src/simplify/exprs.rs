//! Expressions in their plainest form.

use crate::ir::{Expr, Operator as Op, Stmt, Type};

/// Simplifies an expression whose operands are simple already.
pub(super) fn simplify(expr: &mut Expr) {
    let own = std::mem::replace(expr, Expr::Pages);
    *expr = simplified(own);
}

fn simplified(expr: Expr) -> Expr {
    match expr {
        Expr::Not(inner) => match *inner {
            Expr::Binary(..) | Expr::Not(_) => not(*inner),
            other => Expr::Not(Box::new(other)),
        },
        Expr::Binary(op, ty, signed, both) => {
            let [left, right] = *both;
            binary(op, ty, signed, left, right)
        }
        Expr::Load(access, mut place) => {
            if let Expr::Binary(Op::Add, Type::I32, _, both) = &mut *place.base
                && let Expr::I32(more, None) = both[1]
                && let Some(offset) = place.offset.checked_add(more)
                && more < 1 << 31
            {
                place.offset = offset;
                *place.base = std::mem::replace(&mut both[0], Expr::Pages);
            }
            Expr::Load(access, place)
        }
        other => other,
    }
}

fn binary(op: Op, ty: Type, signed: bool, left: Expr, right: Expr) -> Expr {
    let zero = |expr: &Expr| matches!(expr, Expr::I32(0, None) | Expr::I64(0));
    match op {
        Op::Add | Op::Or | Op::Xor | Op::Shl | Op::Shr | Op::Sub if zero(&right) => return left,
        Op::Add | Op::Or | Op::Xor if zero(&left) => return right,
        Op::Eq if zero(&right) && matches!(ty, Type::I32 | Type::I64) => return not(left),
        _ => {}
    }
    // Constants go to the right, and less is taken away rather than much added.
    let constant = |expr: &Expr| matches!(expr, Expr::I32(..) | Expr::I64(_));
    let swaps = matches!(op, Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Eq | Op::Ne);
    let (left, right) =
        if swaps && constant(&left) && !constant(&right) { (right, left) } else { (left, right) };
    if op == Op::Add {
        match right {
            Expr::I32(by, None) if by >= 1 << 31 => {
                return binary(Op::Sub, ty, signed, left, Expr::I32(by.wrapping_neg(), None));
            }
            Expr::I64(by) if by >= 1 << 63 => {
                return binary(Op::Sub, ty, signed, left, Expr::I64(by.wrapping_neg()));
            }
            _ => {}
        }
    }
    Expr::Binary(op, ty, signed, Box::new([left, right]))
}

/// 1 if the expression is 0, else 0.
pub(super) fn not(expr: Expr) -> Expr {
    match expr {
        Expr::Binary(op, ty @ (Type::I32 | Type::I64), signed, both) => match op.opposite() {
            Some(opposite) => Expr::Binary(opposite, ty, signed, both),
            None => Expr::Not(Box::new(Expr::Binary(op, ty, signed, both))),
        },
        other => Expr::Not(Box::new(other)),
    }
}

/// A condition in its plainest form: only whether it is 0 counts.
pub(super) fn condition(expr: &mut Expr) {
    let plain = match expr {
        Expr::Not(inner) => match &mut **inner {
            Expr::Not(same) => std::mem::replace(&mut **same, Expr::Pages),
            _ => return,
        },
        Expr::Binary(Op::Ne, _, _, both) if matches!(both[1], Expr::I32(0, None) | Expr::I64(0)) => {
            std::mem::replace(&mut both[0], Expr::Pages)
        }
        _ => return,
    };
    *expr = plain;
    condition(expr);
}

/// The conditions of statements.
pub(super) fn conditions(list: &mut [Stmt]) {
    for stmt in list {
        if let Stmt::If(test, ..) | Stmt::DoWhile(_, test) = stmt {
            condition(test);
        }
        for body in stmt.bodies_mut() {
            conditions(body);
        }
    }
}
