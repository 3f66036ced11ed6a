//! Whole programs: control flow, memory, tables and the order of effects, against an interpreter.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use pretty_assertions::assert_eq;
use support::{Compiler, Interpreted, PLAIN, Program, compilers};

/// What every program here has: `$say` writes a number of 64 bits, `$get` reads a byte, or gives -1 at the end.
const FRAME: &str = r#"
    (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1 4)
    (func $say (param i64)
        (i32.store (i32.const 0) (i32.const 16)) (i32.store (i32.const 4) (i32.const 8))
        (i64.store (i32.const 16) (local.get 0))
        (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
    (func $say32 (param i32) (call $say (i64.extend_i32_u (local.get 0))))
    (func $get (result i32)
        (i32.store (i32.const 0) (i32.const 24)) (i32.store (i32.const 4) (i32.const 1))
        (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
        (if (result i32) (i32.load (i32.const 8)) (then (i32.load8_u (i32.const 24))) (else (i32.const -1))))
"#;

fn agree(name: &str, body: &str, input: &[u8], compiler: Compiler) -> (Vec<u8>, i32) {
    let wasm =
        wat::parse_str(format!("(module {FRAME} {body})")).unwrap_or_else(|error| panic!("{name}: {error}"));
    let expected = Interpreted::new(&wasm).run(input);
    let program = Program::build(&wasm, compiler);
    let found = program.run(input);
    assert_eq!(found, expected, "{name} under {}\n{}", compiler.join(" "), program.text);
    (expected.output, expected.status)
}

/// The numbers that a program says.
fn numbers(output: &[u8]) -> Vec<i64> {
    output.chunks(8).map(|chunk| i64::from_le_bytes(chunk.try_into().unwrap())).collect()
}

/// Name, program, input, and what it says where that is worth a second opinion.
const PROGRAMS: &[(&str, &str, &[u8], &[i64])] = &[
    (
        "br_table goes to each of its targets, and to the last one beyond them",
        r#"(func (export "_start") (local $c i32)
            (block $end (loop $next
                (local.set $c (call $get))
                (br_if $end (i32.eq (local.get $c) (i32.const -1)))
                (block $three (block $two (block $one (block $zero
                    (br_table $zero $one $one $two $three (local.get $c)))
                    (call $say (i64.const 0)) (br $next))
                    (call $say (i64.const 1)) (br $next))
                    (call $say (i64.const 2)) (br $next))
                (call $say (i64.const 3)) (br $next))))"#,
        &[0, 1, 2, 3, 4, 5, 255],
        &[0, 1, 1, 2, 3, 3, 3],
    ),
    (
        "br_table takes a value along, out of the function, too",
        r#"(func $pick (param i32) (result i32)
            (i32.add (i32.const 100) (block $outer (result i32)
                (i32.add (i32.const 10) (block $inner (result i32)
                    (i32.const 7) (local.get 0) (br_table $inner $outer 2))))))
        (func (export "_start") (local $c i32)
            (loop $next (local.set $c (call $get))
                (if (i32.ne (local.get $c) (i32.const -1))
                    (then (call $say32 (call $pick (local.get $c))) (br $next)))))"#,
        &[0, 1, 2, 3],
        &[117, 107, 7, 7],
    ),
    (
        "loops in loops, left and gone on with from inside",
        r#"(func (export "_start") (local $i i32) (local $j i32) (local $sum i32)
            (block $out (loop $outer
                (local.set $j (i32.const 0))
                (loop $inner
                    (local.set $j (i32.add (local.get $j) (i32.const 1)))
                    (br_if $inner (i32.and (local.get $j) (i32.const 1)))
                    (local.set $sum (i32.add (local.get $sum) (i32.mul (local.get $i) (local.get $j))))
                    (br_if $out (i32.gt_u (local.get $sum) (i32.const 1000)))
                    (br_if $inner (i32.lt_u (local.get $j) (i32.const 9))))
                (local.set $i (i32.add (local.get $i) (i32.const 1)))
                (br $outer)))
            (call $say32 (local.get $i)) (call $say32 (local.get $j)) (call $say32 (local.get $sum)))"#,
        &[],
        &[],
    ),
    (
        "blocks, loops and ifs take and give several values",
        r#"(func $two (param i32) (result i32 i64) (i32.mul (local.get 0) (i32.const 3)) (i64.extend_i32_s (local.get 0)))
        (func (export "_start") (local $a i32) (local $b i64) (local $n i32)
            (call $two (i32.const -5)) (local.set $b) (local.set $a)
            (call $say32 (local.get $a)) (call $say (local.get $b))
            (i32.const 1) (i64.const 10)
            (loop $again (param i32 i64) (result i32 i64)
                (local.set $b) (local.set $a)
                (local.set $n (i32.add (local.get $n) (i32.const 1)))
                (i32.add (local.get $a) (i32.const 1)) (i64.mul (local.get $b) (i64.const 2))
                (br_if $again (i32.lt_u (local.get $n) (i32.const 5))))
            (local.set $b) (local.set $a) (call $say32 (local.get $a)) (call $say (local.get $b))
            (i32.const 6) (i32.const 7)
            (if (param i32 i32) (result i32 i32) (local.get $n) (then (i32.add) (i32.const 1)) (else (drop) (i32.const 2)))
            (local.set $n) (call $say32) (call $say32 (local.get $n))
            (i32.const 8) (if (param i32) (result i32) (i32.eqz (local.get $n)) (then (drop) (i32.const 9)))
            (call $say32)
            (block (result i32 i32) (i32.const 1) (i32.const 2) (br 0)) (call $say32) (call $say32))"#,
        &[],
        &[0xffff_fff1, -5, 6, 320, 13, 1, 8, 2, 1],
    ),
    (
        "a loop's parameters change places",
        r#"(func (export "_start") (local $n i32) (local $a i32) (local $b i32)
            (i32.const 1) (i32.const 2)
            (loop $again (param i32 i32) (result i32)
                (local.set $a) (local.set $b)
                (call $say32 (local.get $a)) (call $say32 (local.get $b))
                (local.set $n (i32.add (local.get $n) (i32.const 1)))
                (local.get $a) (local.get $b) (br_if $again (i32.lt_u (local.get $n) (i32.const 3))) (drop))
            (call $say32))"#,
        &[],
        &[2, 1, 1, 2, 2, 1, 2],
    ),
    (
        "what waits on the stack is as it was when it was put there",
        r#"(global $g (mut i32) (i32.const 5))
        (func $bump (result i32) (global.set $g (i32.add (global.get $g) (i32.const 1)))
            (i32.store (i32.const 100) (i32.add (i32.load (i32.const 100)) (i32.const 10))) (global.get $g))
        (func (export "_start") (local $x i32)
            (call $say32 (i32.sub (global.get $g) (call $bump)))
            (call $say32 (i32.sub (call $bump) (global.get $g)))
            (call $say32 (i32.add (i32.load (i32.const 100)) (call $bump)))
            (call $say32 (i32.add (i32.mul (call $bump) (i32.const 100)) (call $bump)))
            (local.set $x (i32.const 3))
            (local.get $x) (local.set $x (i32.const 4)) (local.get $x) (i32.sub) (call $say32)
            (local.get $x) (local.tee $x (i32.const 9)) (i32.sub) (call $say32)
            (i32.load (i32.const 100)) (i32.store (i32.const 100) (i32.const 77)) (call $say32)
            (call $bump) (global.set $g (i32.const 1)) (call $say32)
            (i32.store (call $bump) (call $bump)) (call $say32 (i32.load (i32.const 2)))
            (i32.store8 (call $bump) (call $bump)) (call $say32 (i32.load8_u (i32.const 4)))
            (call $say32 (i32.load8_u (i32.add (call $bump) (i32.const 94))))
            (call $say32 (select (call $bump) (call $bump) (call $bump)))
            (call $say32 (select (call $bump) (i32.load (i32.const 100)) (i32.const 0))))"#,
        &[],
        &[],
    ),
    (
        "memory grows up to its limit, is zero where it is new, and keeps what it has",
        r#"(func (export "_start")
            (call $say32 (memory.size))
            (i64.store (i32.const 65528) (i64.const -2))
            (call $say32 (memory.grow (i32.const 2))) (call $say32 (memory.grow (i32.const 0)))
            (call $say32 (memory.grow (i32.const 2))) (call $say32 (memory.grow (i32.const -1)))
            (call $say (i64.load (i32.const 65528))) (call $say (i64.load (i32.const 131072)))
            (i64.store (i32.const 196600) (i64.const 6)) (call $say (i64.load (i32.const 196600)))
            (call $say32 (memory.size)) (call $say32 (memory.grow (i32.const 1))))"#,
        &[],
        &[1, 1, 3, 0xffff_ffff, 0xffff_ffff, -2, 0, 6, 3, 3],
    ),
    (
        "memory is copied where it overlaps, either way, and filled with a byte",
        r#"(data (i32.const 200) "abcdefghijkl\00\80\ff")
        (func (export "_start")
            (memory.copy (i32.const 203) (i32.const 200) (i32.const 8)) (call $say (i64.load (i32.const 203)))
            (memory.copy (i32.const 200) (i32.const 202) (i32.const 8)) (call $say (i64.load (i32.const 200)))
            (memory.fill (i32.const 201) (i32.const 0x1ff) (i32.const 3)) (call $say (i64.load (i32.const 200)))
            (memory.fill (i32.const 201) (i32.const 1) (i32.const 0)) (call $say (i64.load (i32.const 207))))"#,
        &[],
        &[],
    ),
    (
        "loads and stores of every width, at any address, with and without a sign",
        r#"(data (i32.const 301) "\81\82\83\84\f5\f6\f7\f8")
        (func (export "_start") (local $p i32) (local.set $p (i32.const 290))
            (call $say32 (i32.load8_s offset=11 (local.get $p))) (call $say32 (i32.load8_u offset=11 (local.get $p)))
            (call $say32 (i32.load16_s offset=11 (local.get $p))) (call $say32 (i32.load16_u offset=11 (local.get $p)))
            (call $say32 (i32.load offset=11 (local.get $p)))
            (call $say (i64.load8_s offset=11 (local.get $p))) (call $say (i64.load8_u offset=11 (local.get $p)))
            (call $say (i64.load16_s offset=11 (local.get $p))) (call $say (i64.load16_u offset=11 (local.get $p)))
            (call $say (i64.load32_s offset=15 (local.get $p))) (call $say (i64.load32_u offset=15 (local.get $p)))
            (call $say (i64.load offset=11 (local.get $p)))
            (call $say (i64.extend_i32_s (i32.load8_s offset=11 (local.get $p))))
            (call $say (i64.shl (i64.load8_u offset=11 (local.get $p)) (i64.const 40)))
            (call $say32 (i32.shl (i32.load8_u offset=11 (local.get $p)) (i32.const 24)))
            (call $say (i64.extend_i32_u (i32.sub (i32.load8_u (i32.const 1)) (i32.load8_u (i32.const 301)))))
            (i32.store8 (i32.const 401) (i32.const -2)) (i32.store16 (i32.const 403) (i32.const -3))
            (i64.store8 (i32.const 405) (i64.const 0x1234)) (i64.store16 (i32.const 407) (i64.const 0x123456))
            (i64.store32 (i32.const 409) (i64.const 0x123456789abc))
            (f32.store (i32.const 413) (f32.const 1.5)) (f64.store (i32.const 417) (f64.const -0.1))
            (call $say (i64.load (i32.const 401))) (call $say (i64.load (i32.const 409)))
            (call $say (i64.load (i32.const 417)))
            (call $say (i64.trunc_f64_s (f64.mul (f64.load (i32.const 417)) (f64.const -1e4))))
            (call $say32 (i32.trunc_f32_s (f32.mul (f32.load (i32.const 413)) (f32.const 3.25)))))"#,
        &[],
        &[],
    ),
    (
        "floating-point constants and globals are exact",
        r#"(global $f (mut f32) (f32.const 0.1)) (global $d (mut f64) (f64.const -5e-324))
        (func (export "_start")
            (call $say32 (i32.reinterpret_f32 (global.get $f))) (call $say (i64.reinterpret_f64 (global.get $d)))
            (global.set $f (f32.const -0x1p-149)) (global.set $d (f64.const 0x1.fffffffffffffp+1023))
            (call $say32 (i32.reinterpret_f32 (global.get $f))) (call $say (i64.reinterpret_f64 (global.get $d)))
            (call $say32 (i32.reinterpret_f32 (f32.neg (f32.const 0x1.fffffep+127))))
            (call $say (i64.reinterpret_f64 (f64.add (f64.const 0.1) (f64.const 0.2))))
            (call $say (i64.reinterpret_f64 (f64.const -0))) (call $say (i64.reinterpret_f64 (f64.neg (f64.const inf))))
            (call $say32 (i32.reinterpret_f32 (f32.sub (f32.const 16777216) (f32.const -inf))))
            (call $say32 (i32.reinterpret_f32 (f32.copysign (f32.const nan:0x200001) (f32.const -1)))))"#,
        &[],
        &[],
    ),
    (
        "comparisons are numbers, too",
        r#"(func (export "_start") (local $a i32) (local $b i64) (local.set $a (i32.const -7)) (local.set $b (i64.const -7))
            (call $say (i64.extend_i32_u (i32.sub (i32.lt_s (local.get $a) (i32.const 3)) (i32.const 2))))
            (call $say (i64.extend_i32_s (i32.sub (i32.eqz (local.get $a)) (i32.lt_u (i32.const 3) (local.get $a)))))
            (call $say32 (i32.shl (i32.ge_s (local.get $b (i32.const 1)) (drop) (i32.const 0)) (i32.const 31)))
            (call $say32 (i32.xor (i64.lt_s (local.get $b) (i64.const 0)) (i64.lt_u (local.get $b) (i64.const 0))))
            (call $say32 (i32.eq (i32.gt_s (local.get $a) (i32.const -8)) (i32.const 1)))
            (call $say32 (i32.and (i32.eqz (i32.eqz (local.get $a))) (i32.ne (local.get $a) (i32.const -8)))))"#,
        &[],
        &[],
    ),
];

#[test]
fn programs_do_in_c_what_they_do_in_the_interpreter() {
    for &(name, body, input, expected) in PROGRAMS {
        // A program with a mistake of its own would prove nothing.
        let (output, status) = agree(name, body, input, PLAIN);
        assert_eq!(status, 0, "{name}");
        assert!(!output.is_empty(), "{name}");
        if !expected.is_empty() {
            assert_eq!(numbers(&output), expected, "{name}");
        }
    }
}

#[test]
fn a_function_may_have_more_variables_than_there_are_letters() {
    let locals = 200;
    let mut body = format!(r#"(func (export "_start") (local{})"#, " i32".repeat(locals));
    for local in 0..locals {
        body += &format!("(local.set {local} (i32.load16_u (i32.add (call $get) (i32.const {local}))))");
    }
    for local in 0..locals {
        body += &format!(
            "(i32.store16 (i32.const {}) (local.get {local})) (call $say32 (local.get {local}))",
            64 + local
        );
    }
    let (output, status) = agree("many variables", &(body + ")"), &[7; 300], PLAIN);
    assert_eq!((output.len(), status), (8 * locals, 0));
}

/// Programs that end in a trap, behind a first number.
const TRAPS: &[(&str, &str)] = &[
    ("unreachable", "(unreachable)"),
    ("a place in the table that is empty", "(call_indirect (type $op) (i32.const 1))"),
    ("a place beyond the table", "(call_indirect (type $op) (i32.const -1))"),
    ("a function of another type", "(call_indirect (type $op) (i32.const 2))"),
    ("division by zero", "(call $say32 (i32.div_u (i32.const 1) (i32.load (i32.const 500))))"),
    ("a quotient that nothing reads", "(drop (i64.rem_s (i64.const 1) (i64.load (i32.const 500))))"),
    (
        "an arm that is not taken",
        "(call $say32 (select (i32.const 1) (i32.div_u (i32.const 1) (i32.load (i32.const 500))) (i32.const 1)))",
    ),
    (
        "a call in an arm of an if",
        "(if (i32.eqz (i32.load (i32.const 500))) (then (call $stop)) (else (call $say32 (i32.const 2))))",
    ),
];

fn trap_program(act: &str) -> String {
    format!(
        r#"(type $op (func)) (table 3 funcref) (elem (i32.const 0) func $fine) (elem (i32.const 2) func $say)
        (func $fine (call $say (i64.const 1))) (func $stop (unreachable))
        (func (export "_start") (call_indirect (type $op) (i32.const 0)) {act} (call $say (i64.const 2)))"#
    )
}

#[test]
fn traps_end_the_program_with_101_and_keep_what_was_said() {
    for (name, act) in TRAPS {
        let (output, status) = agree(name, &trap_program(act), &[], PLAIN);
        assert_eq!((numbers(&output), status), (vec![1], 101), "{name}");
    }
}

#[test]
fn what_is_not_covered_is_refused_by_name() {
    let refusal = |text: &str| {
        let wasm = wat::parse_str(text).unwrap();
        wasm_to_c::translate(&wasm, "").map(|made| made.text).unwrap_err().to_string()
    };
    let cases = [
        (r#"(module (func (export "run")))"#, "the module has no `_start`"),
        (
            r#"(module (import "env" "clock" (func $c)) (func (export "_start") (call $c)))"#,
            "`clock` of `env`",
        ),
        (r#"(module (memory 1) (func (export "_start") (drop (v128.load (i32.const 0)))))"#, "SIMD"),
        (
            r#"(module (import "env" "memory" (memory 1)) (func (export "_start")))"#,
            "`memory` of `env` is not a function",
        ),
        (r#"(module (memory 1) (data "x") (func (export "_start") (data.drop 0)))"#, "not active"),
        (r#"(module (table 1 funcref) (func (export "_start") (drop (table.size))))"#, "TableSize"),
    ];
    for (text, part) in cases {
        let told = refusal(text);
        assert!(told.contains(part), "{told}");
    }
    let told =
        wasm_to_c::translate(b"\0asm\x01\0\0\0\x07", "").map(|made| made.text).unwrap_err().to_string();
    assert!(told.contains("the module"), "{told}");
    // What is not called is no hindrance.
    let unused = r#"(module (import "env" "clock" (func)) (func (export "_start")))"#;
    assert!(wasm_to_c::translate(&wat::parse_str(unused).unwrap(), "").is_ok());
}

#[test]
fn a_header_cannot_end_its_comment_nor_go_on_behind_it() {
    let wasm = wat::parse_str(r#"(module (func (export "_start")))"#).unwrap();
    let made = wasm_to_c::translate(&wasm, "A */ B\nC \\\nD ??/\n").unwrap().text;
    let comment = &made[..made.find("#include").unwrap()];
    assert_eq!(comment.matches("*/").count(), 1, "{comment}");
    assert!(!comment.contains('\\'), "{comment}");
}

#[test]
fn the_same_module_gives_the_same_text() {
    let text = format!("(module {FRAME} {})", PROGRAMS[0].1);
    let wasm = wat::parse_str(text).unwrap();
    let texts: Vec<String> = (0..3).map(|_| wasm_to_c::translate(&wasm, "x").unwrap().text).collect();
    assert!(texts.iter().all(|text| *text == texts[0]));
}

#[test]
#[ignore = "runs every compiler that is there: a minute"]
fn programs_under_every_compiler() {
    for compiler in compilers() {
        for (name, body, input, _) in PROGRAMS {
            agree(name, body, input, compiler);
        }
        for (name, act) in TRAPS {
            agree(name, &trap_program(act), &[], compiler);
        }
    }
}
