//! What each number instruction is as an expression.

use crate::{
    helpers::{self as h, Helper},
    ir::{
        Access, Expr,
        Operator::{self as Op},
        Signed,
        Type::{self, F32, F64, I32, I64},
    },
};
use wasmparser::{MemArg, Operator as O};

/// An instruction that takes its operands from the stack and leaves a value.
pub(super) struct Plain {
    pub(super) operands: usize,
    pub(super) result: Type,
    make: Make,
}

#[derive(Clone, Copy)]
enum Make {
    Constant(Type, u64),
    /// With the type of the operands, and whether they are signed.
    Binary(Op, Type, bool),
    /// The second operand counts modulo the width.
    Shift(Op, Type, bool),
    /// An operator where the second operand is a constant that is safe, else the helper.
    Divide(Op, Type, bool, &'static Helper),
    Cast(Option<Signed>),
    Not,
    Helper(&'static Helper),
    /// A helper for `double`, with operands and result converted.
    Wide(&'static Helper),
}

impl Plain {
    pub(super) fn make(&self, mut operands: Vec<Expr>) -> Expr {
        let result = self.result;
        let binary = |op, ty, signed, operands: Vec<Expr>| match <[Expr; 2]>::try_from(operands) {
            Ok(both) => Expr::Binary(op, ty, signed, Box::new(both)),
            Err(_) => Expr::Pages,
        };
        let one = |operands: Vec<Expr>| Box::new(operands.into_iter().next().unwrap_or(Expr::Pages));
        match self.make {
            Make::Constant(ty, bits) => constant(ty, bits),
            Make::Binary(op, ty, signed) => binary(op, ty, signed, operands),
            Make::Shift(op, ty, signed) => {
                let mask = if ty == I32 { 31 } else { 63 };
                let count = match operands.pop() {
                    Some(Expr::I32(count, _)) => constant(ty, u64::from(count) & mask),
                    Some(Expr::I64(count)) => constant(ty, count & mask),
                    count => {
                        binary(Op::And, ty, false, count.into_iter().chain([constant(ty, mask)]).collect())
                    }
                };
                operands.push(count);
                binary(op, ty, signed, operands)
            }
            Make::Divide(op, ty, signed, helper) => {
                let safe = match operands.last() {
                    Some(Expr::I32(by, _)) => *by != 0 && !(signed && *by == u32::MAX),
                    Some(Expr::I64(by)) => *by != 0 && !(signed && *by == u64::MAX),
                    _ => false,
                };
                if safe { binary(op, ty, signed, operands) } else { Expr::Helper(helper, operands) }
            }
            Make::Cast(via) => Expr::Cast(result, via, one(operands)),
            Make::Not => Expr::Not(one(operands)),
            Make::Helper(helper) => Expr::Helper(helper, operands),
            Make::Wide(helper) => {
                let wide = operands.into_iter().map(|operand| Expr::Cast(F64, None, Box::new(operand)));
                Expr::Cast(result, None, Box::new(Expr::Helper(helper, wide.collect())))
            }
        }
    }
}

/// A constant by its bits.
pub(super) fn constant(ty: Type, bits: u64) -> Expr {
    match ty {
        I32 => Expr::I32(bits as u32, None),
        I64 => Expr::I64(bits),
        F32 => Expr::F32(bits as u32),
        F64 => Expr::F64(bits),
    }
}

pub(super) fn plain(operator: &O<'_>) -> Option<Plain> {
    let plain = |operands, result, make| Some(Plain { operands, result, make });
    let constant = |ty, bits| plain(0, ty, Make::Constant(ty, bits));
    let arithmetic = |op, ty| plain(2, ty, Make::Binary(op, ty, false));
    let compare = |op, ty, signed| plain(2, I32, Make::Binary(op, ty, signed));
    let shift = |op, ty, signed| plain(2, ty, Make::Shift(op, ty, signed));
    let divide = |op, ty, signed, helper| plain(2, ty, Make::Divide(op, ty, signed, helper));
    let cast = |result, via| plain(1, result, Make::Cast(via));
    let unary = |result, helper| plain(1, result, Make::Helper(helper));
    let both = |result, helper| plain(2, result, Make::Helper(helper));
    let wide = |operands, helper| plain(operands, F32, Make::Wide(helper));
    const U: bool = false;
    const S: bool = true;
    match operator {
        O::I64Const { value } => constant(I64, *value as u64),
        O::F32Const { value } => constant(F32, u64::from(value.bits())),
        O::F64Const { value } => constant(F64, value.bits()),

        O::I32Eqz | O::I64Eqz => plain(1, I32, Make::Not),
        O::I32Eq => compare(Op::Eq, I32, U),
        O::I32Ne => compare(Op::Ne, I32, U),
        O::I32LtS => compare(Op::Lt, I32, S),
        O::I32LtU => compare(Op::Lt, I32, U),
        O::I32GtS => compare(Op::Gt, I32, S),
        O::I32GtU => compare(Op::Gt, I32, U),
        O::I32LeS => compare(Op::Le, I32, S),
        O::I32LeU => compare(Op::Le, I32, U),
        O::I32GeS => compare(Op::Ge, I32, S),
        O::I32GeU => compare(Op::Ge, I32, U),
        O::I64Eq => compare(Op::Eq, I64, U),
        O::I64Ne => compare(Op::Ne, I64, U),
        O::I64LtS => compare(Op::Lt, I64, S),
        O::I64LtU => compare(Op::Lt, I64, U),
        O::I64GtS => compare(Op::Gt, I64, S),
        O::I64GtU => compare(Op::Gt, I64, U),
        O::I64LeS => compare(Op::Le, I64, S),
        O::I64LeU => compare(Op::Le, I64, U),
        O::I64GeS => compare(Op::Ge, I64, S),
        O::I64GeU => compare(Op::Ge, I64, U),
        O::F32Eq => compare(Op::Eq, F32, U),
        O::F32Ne => compare(Op::Ne, F32, U),
        O::F32Lt => compare(Op::Lt, F32, U),
        O::F32Gt => compare(Op::Gt, F32, U),
        O::F32Le => compare(Op::Le, F32, U),
        O::F32Ge => compare(Op::Ge, F32, U),
        O::F64Eq => compare(Op::Eq, F64, U),
        O::F64Ne => compare(Op::Ne, F64, U),
        O::F64Lt => compare(Op::Lt, F64, U),
        O::F64Gt => compare(Op::Gt, F64, U),
        O::F64Le => compare(Op::Le, F64, U),
        O::F64Ge => compare(Op::Ge, F64, U),

        O::I32Clz => unary(I32, &h::CLZ32),
        O::I32Ctz => unary(I32, &h::CTZ32),
        O::I32Popcnt => unary(I32, &h::POPCNT32),
        O::I32Add => arithmetic(Op::Add, I32),
        O::I32Sub => arithmetic(Op::Sub, I32),
        O::I32Mul => arithmetic(Op::Mul, I32),
        O::I32DivS => divide(Op::Div, I32, S, &h::DIV_S32),
        O::I32DivU => divide(Op::Div, I32, U, &h::DIV_U32),
        O::I32RemS => divide(Op::Rem, I32, S, &h::REM_S32),
        O::I32RemU => divide(Op::Rem, I32, U, &h::REM_U32),
        O::I32And => arithmetic(Op::And, I32),
        O::I32Or => arithmetic(Op::Or, I32),
        O::I32Xor => arithmetic(Op::Xor, I32),
        O::I32Shl => shift(Op::Shl, I32, U),
        O::I32ShrS => shift(Op::Shr, I32, S),
        O::I32ShrU => shift(Op::Shr, I32, U),
        O::I32Rotl => both(I32, &h::ROTL32),
        O::I32Rotr => both(I32, &h::ROTR32),
        O::I64Clz => unary(I64, &h::CLZ64),
        O::I64Ctz => unary(I64, &h::CTZ64),
        O::I64Popcnt => unary(I64, &h::POPCNT64),
        O::I64Add => arithmetic(Op::Add, I64),
        O::I64Sub => arithmetic(Op::Sub, I64),
        O::I64Mul => arithmetic(Op::Mul, I64),
        O::I64DivS => divide(Op::Div, I64, S, &h::DIV_S64),
        O::I64DivU => divide(Op::Div, I64, U, &h::DIV_U64),
        O::I64RemS => divide(Op::Rem, I64, S, &h::REM_S64),
        O::I64RemU => divide(Op::Rem, I64, U, &h::REM_U64),
        O::I64And => arithmetic(Op::And, I64),
        O::I64Or => arithmetic(Op::Or, I64),
        O::I64Xor => arithmetic(Op::Xor, I64),
        O::I64Shl => shift(Op::Shl, I64, U),
        O::I64ShrS => shift(Op::Shr, I64, S),
        O::I64ShrU => shift(Op::Shr, I64, U),
        O::I64Rotl => both(I64, &h::ROTL64),
        O::I64Rotr => both(I64, &h::ROTR64),

        O::F32Abs => unary(F32, &h::ABS_F32),
        O::F32Neg => unary(F32, &h::NEG_F32),
        O::F32Ceil => wide(1, &h::CEIL),
        O::F32Floor => wide(1, &h::FLOOR),
        O::F32Trunc => wide(1, &h::TRUNC),
        O::F32Nearest => wide(1, &h::NEAREST),
        O::F32Sqrt => wide(1, &h::SQRT),
        O::F32Add => arithmetic(Op::Add, F32),
        O::F32Sub => arithmetic(Op::Sub, F32),
        O::F32Mul => arithmetic(Op::Mul, F32),
        O::F32Div => arithmetic(Op::Div, F32),
        O::F32Min => wide(2, &h::MIN_F64),
        O::F32Max => wide(2, &h::MAX_F64),
        O::F32Copysign => both(F32, &h::COPYSIGN_F32),
        O::F64Abs => unary(F64, &h::ABS_F64),
        O::F64Neg => unary(F64, &h::NEG_F64),
        O::F64Ceil => unary(F64, &h::CEIL),
        O::F64Floor => unary(F64, &h::FLOOR),
        O::F64Trunc => unary(F64, &h::TRUNC),
        O::F64Nearest => unary(F64, &h::NEAREST),
        O::F64Sqrt => unary(F64, &h::SQRT),
        O::F64Add => arithmetic(Op::Add, F64),
        O::F64Sub => arithmetic(Op::Sub, F64),
        O::F64Mul => arithmetic(Op::Mul, F64),
        O::F64Div => arithmetic(Op::Div, F64),
        O::F64Min => both(F64, &h::MIN_F64),
        O::F64Max => both(F64, &h::MAX_F64),
        O::F64Copysign => both(F64, &h::COPYSIGN_F64),

        O::I32WrapI64 => cast(I32, None),
        O::I64ExtendI32S => cast(I64, Some(Signed::Bits32)),
        O::I64ExtendI32U => cast(I64, None),
        O::I32Extend8S => cast(I32, Some(Signed::Bits8)),
        O::I32Extend16S => cast(I32, Some(Signed::Bits16)),
        O::I64Extend8S => cast(I64, Some(Signed::Bits8)),
        O::I64Extend16S => cast(I64, Some(Signed::Bits16)),
        O::I64Extend32S => cast(I64, Some(Signed::Bits32)),
        O::I32TruncF32S | O::I32TruncF64S => unary(I32, &h::TO_S32),
        O::I32TruncF32U | O::I32TruncF64U => unary(I32, &h::TO_U32),
        O::I64TruncF32S | O::I64TruncF64S => unary(I64, &h::TO_S64),
        O::I64TruncF32U | O::I64TruncF64U => unary(I64, &h::TO_U64),
        O::I32TruncSatF32S | O::I32TruncSatF64S => unary(I32, &h::SAT_S32),
        O::I32TruncSatF32U | O::I32TruncSatF64U => unary(I32, &h::SAT_U32),
        O::I64TruncSatF32S | O::I64TruncSatF64S => unary(I64, &h::SAT_S64),
        O::I64TruncSatF32U | O::I64TruncSatF64U => unary(I64, &h::SAT_U64),
        O::F32ConvertI32S => cast(F32, Some(Signed::Bits32)),
        O::F32ConvertI32U | O::F32ConvertI64U | O::F32DemoteF64 => cast(F32, None),
        O::F32ConvertI64S => cast(F32, Some(Signed::Bits64)),
        O::F64ConvertI32S => cast(F64, Some(Signed::Bits32)),
        O::F64ConvertI32U | O::F64ConvertI64U | O::F64PromoteF32 => cast(F64, None),
        O::F64ConvertI64S => cast(F64, Some(Signed::Bits64)),
        O::I32ReinterpretF32 => unary(I32, &h::BITS_F32),
        O::I64ReinterpretF64 => unary(I64, &h::BITS_F64),
        O::F32ReinterpretI32 => unary(F32, &h::FROM_BITS_F32),
        O::F64ReinterpretI64 => unary(F64, &h::FROM_BITS_F64),
        _ => None,
    }
}

/// What a load or store does, and whether it is a store.
pub(super) fn access(operator: &O<'_>) -> Option<(Access, MemArg, bool)> {
    let make = |value, bytes, signed, memarg: &MemArg, is_store| {
        Some((Access { value, bytes, signed }, *memarg, is_store))
    };
    match operator {
        O::I32Load { memarg } => make(I32, 4, false, memarg, false),
        O::I64Load { memarg } => make(I64, 8, false, memarg, false),
        O::F32Load { memarg } => make(F32, 4, false, memarg, false),
        O::F64Load { memarg } => make(F64, 8, false, memarg, false),
        O::I32Load8S { memarg } => make(I32, 1, true, memarg, false),
        O::I32Load8U { memarg } => make(I32, 1, false, memarg, false),
        O::I32Load16S { memarg } => make(I32, 2, true, memarg, false),
        O::I32Load16U { memarg } => make(I32, 2, false, memarg, false),
        O::I64Load8S { memarg } => make(I64, 1, true, memarg, false),
        O::I64Load8U { memarg } => make(I64, 1, false, memarg, false),
        O::I64Load16S { memarg } => make(I64, 2, true, memarg, false),
        O::I64Load16U { memarg } => make(I64, 2, false, memarg, false),
        O::I64Load32S { memarg } => make(I64, 4, true, memarg, false),
        O::I64Load32U { memarg } => make(I64, 4, false, memarg, false),
        O::I32Store { memarg } => make(I32, 4, false, memarg, true),
        O::I64Store { memarg } => make(I64, 8, false, memarg, true),
        O::F32Store { memarg } => make(F32, 4, false, memarg, true),
        O::F64Store { memarg } => make(F64, 8, false, memarg, true),
        O::I32Store8 { memarg } => make(I32, 1, false, memarg, true),
        O::I32Store16 { memarg } => make(I32, 2, false, memarg, true),
        O::I64Store8 { memarg } => make(I64, 1, false, memarg, true),
        O::I64Store16 { memarg } => make(I64, 2, false, memarg, true),
        O::I64Store32 { memarg } => make(I64, 4, false, memarg, true),
        _ => None,
    }
}
