//! Every number instruction on every pair of edge values and on random ones, against an interpreter.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write as _;
use support::{Compiler, Interpreted, PLAIN, Program, Run, compilers};

/// Name, types of the operands, type of the result.
struct Instruction {
    name: String,
    operands: Vec<&'static str>,
    result: &'static str,
}

fn instructions() -> Vec<Instruction> {
    let mut all = Vec::new();
    let mut add = |name: String, operands: Vec<&'static str>, result| {
        all.push(Instruction { name, operands, result });
    };
    for ty in ["i32", "i64"] {
        for name in ["clz", "ctz", "popcnt", "extend8_s", "extend16_s"] {
            add(format!("{ty}.{name}"), vec![ty], ty);
        }
        add(format!("{ty}.eqz"), vec![ty], "i32");
        for name in [
            "add", "sub", "mul", "div_s", "div_u", "rem_s", "rem_u", "and", "or", "xor", "shl", "shr_s",
            "shr_u", "rotl", "rotr",
        ] {
            add(format!("{ty}.{name}"), vec![ty; 2], ty);
        }
        for name in ["eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u"] {
            add(format!("{ty}.{name}"), vec![ty; 2], "i32");
        }
        for from in ["f32", "f64"] {
            for sign in ["s", "u"] {
                add(format!("{ty}.trunc_{from}_{sign}"), vec![from], ty);
                add(format!("{ty}.trunc_sat_{from}_{sign}"), vec![from], ty);
                add(format!("{from}.convert_{ty}_{sign}"), vec![ty], from);
            }
        }
    }
    for ty in ["f32", "f64"] {
        for name in ["abs", "neg", "ceil", "floor", "trunc", "nearest", "sqrt"] {
            add(format!("{ty}.{name}"), vec![ty], ty);
        }
        for name in ["add", "sub", "mul", "div", "min", "max", "copysign"] {
            add(format!("{ty}.{name}"), vec![ty; 2], ty);
        }
        for name in ["eq", "ne", "lt", "gt", "le", "ge"] {
            add(format!("{ty}.{name}"), vec![ty; 2], "i32");
        }
    }
    for (name, from, to) in [
        ("i32.wrap_i64", "i64", "i32"),
        ("i64.extend_i32_s", "i32", "i64"),
        ("i64.extend_i32_u", "i32", "i64"),
        ("i64.extend32_s", "i64", "i64"),
        ("f32.demote_f64", "f64", "f32"),
        ("f64.promote_f32", "f32", "f64"),
        ("i32.reinterpret_f32", "f32", "i32"),
        ("i64.reinterpret_f64", "f64", "i64"),
        ("f32.reinterpret_i32", "i32", "f32"),
        ("f64.reinterpret_i64", "i64", "f64"),
    ] {
        add(name.to_owned(), vec![from], to);
    }
    all
}

/// What makes 64 bits a value of the type, and a value of the type 64 bits.
fn from_bits(ty: &str) -> &'static str {
    match ty {
        "i32" => "i32.wrap_i64",
        "f32" => "i32.wrap_i64 f32.reinterpret_i32",
        "f64" => "f64.reinterpret_i64",
        _ => "",
    }
}

fn to_bits(ty: &str) -> &'static str {
    match ty {
        "i32" => "i64.extend_i32_u",
        "f32" => "i32.reinterpret_f32 i64.extend_i32_u",
        "f64" => "i64.reinterpret_f64",
        _ => "",
    }
}

/// Reads records of instruction, operand and operand, each of 64 bits, and writes the result of each.
fn module(instructions: &[Instruction]) -> Vec<u8> {
    let mut text = String::from(
        r#"(module
        (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
        (memory (export "memory") 1)
        (type $op (func (param i64 i64) (result i64)))
        (func (export "_start")
            (i32.store (i32.const 0) (i32.const 64)) (i32.store (i32.const 4) (i32.const 24))
            (i32.store (i32.const 8) (i32.const 64)) (i32.store (i32.const 12) (i32.const 8))
            (block $end (loop $next
                (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 16)))
                (br_if $end (i32.ne (i32.load (i32.const 16)) (i32.const 24)))
                (i64.store (i32.const 64) (call_indirect (type $op)
                    (i64.load (i32.const 72)) (i64.load (i32.const 80)) (i32.load (i32.const 64))))
                (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 16)))
                (br $next))))
        "#,
    );
    for Instruction { name, operands, result } in instructions {
        let mut body = String::new();
        for (at, ty) in operands.iter().enumerate() {
            let _ = write!(body, "local.get {at} {} ", from_bits(ty));
        }
        let _ = writeln!(text, "(func (type $op) {body}{name} {})", to_bits(result));
    }
    let functions: Vec<String> = (3..3 + instructions.len()).map(|function| function.to_string()).collect();
    let count = instructions.len();
    let _ = writeln!(text, "(table {count} funcref) (elem (i32.const 0) func {}))", functions.join(" "));
    wat::parse_str(&text).unwrap()
}

fn record(instruction: usize, left: u64, right: u64) -> Vec<u8> {
    [instruction as u64, left, right].iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Bits that are special to one type or another.
fn edges() -> Vec<u64> {
    let mut edges: Vec<u64> = vec![0, 1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256];
    edges.extend([0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000]);
    edges.extend([u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, 0xffff_ffff_8000_0000]);
    let floats = [
        0.0,
        -0.0,
        0.5,
        -0.5,
        0.49999999999999994,
        1.0,
        -1.0,
        1.5,
        2.5,
        -2.5,
        3.5,
        1e-320,
        1e300,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        -f64::NAN,
        -0.99999,
        2147483647.0,
        2147483648.0,
        2147483647.5,
        -2147483648.0,
        -2147483648.5,
        -2147483649.0,
        4294967295.0,
        4294967295.5,
        4294967296.0,
        9223372036854775807.0,
        9223372036854774784.0,
        -9223372036854775808.0,
        -9223372036854777856.0,
        18446744073709551615.0,
        18446744073709549568.0,
        4503599627370495.5,
        4503599627370497.5,
        16777217.0,
        0.1,
    ];
    edges.extend(floats.iter().map(|float: &f64| float.to_bits()));
    edges.extend(floats.iter().map(|&float| u64::from((float as f32).to_bits())));
    edges
}

fn is_nan(ty: &str, bits: u64) -> bool {
    match ty {
        "f32" => f32::from_bits(bits as u32).is_nan(),
        "f64" => f64::from_bits(bits).is_nan(),
        _ => false,
    }
}

/// Which bits of a NaN come out is left open, but for these.
fn keeps_nan(name: &str) -> bool {
    ["abs", "neg", "copysign", "reinterpret"].iter().any(|part| name.contains(part))
}

fn check(compiler: Compiler, seed: u64) {
    let instructions = instructions();
    let wasm = module(&instructions);
    let (interpreted, program) = (Interpreted::new(&wasm), Program::build(&wasm, compiler));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let edges = edges();
    let mut trapping = Vec::new();
    let mut calm = Vec::new();
    for (number, instruction) in instructions.iter().enumerate() {
        let mut pairs: Vec<(u64, u64)> = match instruction.operands.len() {
            1 => edges.iter().map(|&edge| (edge, 0)).collect(),
            _ => edges.iter().flat_map(|&left| edges.iter().map(move |&right| (left, right))).collect(),
        };
        pairs.extend((0..500).map(|_| (random.next_u64() >> random.random_range(0..64), random.next_u64())));
        // Division and conversion trap; each trap ends a program.
        let can_trap = instruction.name.contains("div_")
            || instruction.name.contains("rem_")
            || instruction.name.contains("trunc_f");
        let records = pairs.into_iter().map(|(left, right)| record(number, left, right));
        if can_trap { trapping.extend(records) } else { calm.extend(records) }
    }
    let traps: Vec<bool> = trapping.iter().map(|record| interpreted.run(record).status == 101).collect();
    let trapped: Vec<&Vec<u8>> =
        trapping.iter().zip(&traps).filter(|(_, traps)| **traps).map(|(record, _)| record).collect();
    calm.extend(trapping.iter().zip(&traps).filter(|(_, traps)| !**traps).map(|(record, _)| record.clone()));

    let input = calm.concat();
    let (expected, found) = (interpreted.run(&input), program.run(&input));
    assert_eq!((expected.status, expected.output.len()), (0, calm.len() * 8));
    assert_eq!((found.status, found.output.len()), (0, calm.len() * 8), "seed {seed}");
    for (at, record) in calm.iter().enumerate() {
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes[..8].try_into().unwrap());
        let result = |run: &Run| word(&run.output[at * 8..]);
        let (expected, found) = (result(&expected), result(&found));
        let Instruction { name, result, .. } = &instructions[word(record) as usize];
        let both_nan = is_nan(result, expected) && is_nan(result, found) && !keeps_nan(name);
        let (left, right) = (word(&record[8..]), word(&record[16..]));
        assert!(
            expected == found || both_nan,
            "{name} of {left:#x} and {right:#x} is {expected:#x}, in C {found:#x} (seed {seed}, {})",
            compiler.join(" ")
        );
    }

    // A process each: some of every instruction, in turn.
    assert!(trapped.len() > 100);
    for record in trapped.iter().step_by(trapped.len() / 100) {
        assert_eq!(program.run(record).status, 101, "{record:?}");
    }
}

#[test]
fn every_instruction_does_in_c_what_it_does_in_the_interpreter() {
    check(PLAIN, 20261130);
}

#[test]
#[ignore = "runs every compiler that is there: a minute"]
fn every_instruction_under_every_compiler() {
    for (seed, compiler) in (1..).zip(compilers()) {
        check(compiler, seed);
    }
}
