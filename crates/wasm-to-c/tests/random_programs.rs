//! Random programs of everything that has an order: branches, loops, calls, memory, and values that wait on the stack.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use rand::{RngExt as _, SeedableRng as _, seq::IndexedRandom as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{fmt::Write as _, path::Path};
use support::{Compiler, Interpreted, PLAIN, Program, compilers};

const FUNCTIONS: usize = 6;

/// Local variables of a function: parameters 0 to 2, then its own.
const LOCALS: [&str; 7] = ["i32", "i32", "i64", "i32", "i64", "i32", "i64"];

struct Writer {
    random: Xoshiro256PlusPlus,
    text: String,
    /// Functions that may be called: those before this one.
    function: usize,
    /// Labels around, innermost last; those of loops are true.
    labels: usize,
}

impl Writer {
    fn one_of(&mut self, words: &[&'static str]) -> &'static str {
        words.choose(&mut self.random).copied().unwrap()
    }

    fn local(&mut self, ty: &str) -> usize {
        let of_type: Vec<usize> = (0..LOCALS.len()).filter(|&local| LOCALS[local] == ty).collect();
        *of_type.choose(&mut self.random).unwrap()
    }

    fn program(&mut self) {
        self.text.push_str(
            r#"(module (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
            (memory (export "memory") 1) (global $fuel (mut i32) (i32.const 300)) (global $g (mut i64) (i64.const 1))
            (type $f (func (param i32 i32 i64) (result i32)))
            (func $say (param i64)
                (i32.store (i32.const 0) (i32.const 16)) (i32.store (i32.const 4) (i32.const 8))
                (i64.store (i32.const 16) (local.get 0))
                (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
            "#,
        );
        for function in 0..FUNCTIONS {
            self.function = function;
            self.labels = 0;
            let _ = write!(self.text, "(func $f{function} (type $f) (local i32 i64 i32 i64) ");
            self.statements(4);
            for (local, ty) in LOCALS.iter().enumerate() {
                let widen = if *ty == "i32" { "(i64.extend_i32_s " } else { "(i64.add (i64.const 0) " };
                let _ = write!(self.text, "(call $say {widen}(local.get {local}))) ");
            }
            self.expr("i32", 3);
            self.text.push_str(")\n");
        }
        let _ = write!(self.text, "(table {FUNCTIONS} funcref) (elem (i32.const 0) func");
        for function in 0..FUNCTIONS {
            let _ = write!(self.text, " $f{function}");
        }
        self.text.push_str(r#") (func (export "_start") (local $i i32)"#);
        for function in 0..FUNCTIONS {
            let _ = write!(
                self.text,
                "(global.set $fuel (i32.const 300)) (call $say (i64.extend_i32_u
                    (call $f{function} (i32.const 7) (i32.const -9) (i64.const 0x123456789)))) "
            );
        }
        self.text.push_str(
            "(loop $next (call $say (i64.load (local.get $i)))
            (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (i32.const 4304))))
            (call $say (global.get $g))))",
        );
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..self.random.random_range(1..5) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let ty = self.one_of(&["i32", "i64"]);
        match self.random.random_range(0..if depth > 0 { 16 } else { 7 }) {
            0 | 1 => {
                let local = self.local(ty);
                let _ = write!(self.text, "(local.set {local} ");
                self.expr(ty, depth);
                self.text.push_str(") ");
            }
            2 => {
                self.text.push_str("(global.set $g ");
                self.expr("i64", depth);
                self.text.push_str(") ");
            }
            3 | 4 => {
                let store = match ty {
                    "i32" => self.one_of(&["i32.store", "i32.store8", "i32.store16"]),
                    _ => self.one_of(&["i64.store", "i64.store8", "i64.store16", "i64.store32"]),
                };
                let _ = write!(self.text, "({store} offset={} ", self.random.random_range(64..80));
                self.address(depth);
                self.expr(ty, depth);
                self.text.push_str(") ");
            }
            5 => {
                self.text.push_str("(call $say ");
                self.expr("i64", depth);
                self.text.push_str(") ");
            }
            6 => {
                self.text.push_str("(drop ");
                self.expr(ty, depth);
                self.text.push_str(") ");
            }
            7 | 8 => {
                self.text.push_str("(if ");
                self.expr("i32", depth - 1);
                self.labels += 1;
                self.text.push_str("(then ");
                self.statements(depth - 1);
                if self.random.random() {
                    self.text.push_str(") (else ");
                    self.statements(depth - 1);
                }
                self.labels -= 1;
                self.text.push_str(")) ");
            }
            9 | 10 => {
                self.text.push_str("(block ");
                self.labels += 1;
                self.statements(depth - 1);
                self.labels -= 1;
                self.text.push_str(") ");
            }
            11 => {
                // Every round costs, so that every program ends.
                self.text.push_str(
                    "(loop (global.set $fuel (i32.sub (global.get $fuel) (i32.const 1)))
                    (if (i32.lt_s (global.get $fuel) (i32.const 0)) (then (return (i32.const -1)))) ",
                );
                self.labels += 1;
                self.statements(depth - 1);
                self.labels -= 1;
                self.text.push_str(") ");
            }
            12 | 13 if self.labels > 0 => {
                let label = self.random.random_range(0..self.labels);
                let _ = write!(self.text, "(br_if {label} ");
                self.expr("i32", depth - 1);
                self.text.push_str(") ");
            }
            14 if self.labels > 0 => {
                self.text.push_str("(br_table");
                for _ in 0..self.random.random_range(1..5) {
                    let _ = write!(self.text, " {}", self.random.random_range(0..self.labels));
                }
                self.text.push_str(" (i32.and (i32.const 7) ");
                self.expr("i32", depth - 1);
                self.text.push_str(")) ");
            }
            15 if self.random.random_range(0..4) == 0 => {
                self.text.push_str("(return ");
                self.expr("i32", depth - 1);
                self.text.push_str(") ");
            }
            _ => self.text.push_str("(nop) "),
        }
    }

    /// Somewhere in the first pages, behind what `$say` uses.
    fn address(&mut self, depth: usize) {
        self.text.push_str("(i32.and (i32.const 0xfc7) ");
        self.expr("i32", depth.saturating_sub(1));
        self.text.push_str(") ");
    }

    fn expr(&mut self, ty: &'static str, depth: usize) {
        let kind = self.random.random_range(0..if depth > 0 { 17 } else { 3 });
        match (kind, ty) {
            (0, _) => {
                let value: i64 = match self.random.random_range(0..4) {
                    0 => self.random.random_range(-3..4),
                    1 => self.random.random_range(0..300),
                    2 => i64::from(self.random.random::<i32>()),
                    _ if ty == "i64" => self.random.random(),
                    _ => i64::from(i32::MIN),
                };
                let _ = write!(self.text, "({ty}.const {value}) ");
            }
            (1 | 2, _) => {
                let local = self.local(ty);
                let _ = write!(self.text, "(local.get {local}) ");
            }
            (3..=6, _) => {
                let op = self.one_of(&[
                    "add", "sub", "mul", "and", "or", "xor", "shl", "shr_s", "shr_u", "rotl", "rotr", "add",
                    "sub",
                ]);
                let _ = write!(self.text, "({ty}.{op} ");
                self.expr(ty, depth - 1);
                self.expr(ty, depth - 1);
                self.text.push_str(") ");
            }
            (7 | 8, "i32") => {
                let of = self.one_of(&["i32", "i64"]);
                let op = self
                    .one_of(&["eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u"]);
                let _ = write!(self.text, "({of}.{op} ");
                self.expr(of, depth - 1);
                self.expr(of, depth - 1);
                self.text.push_str(") ");
            }
            (7 | 8, _) => {
                let op = self.one_of(&["i64.extend_i32_s", "i64.extend_i32_u"]);
                let _ = write!(self.text, "({op} ");
                self.expr("i32", depth - 1);
                self.text.push_str(") ");
            }
            (9, "i32") => {
                let (op, of) =
                    *[("i32.eqz", "i32"), ("i64.eqz", "i64"), ("i32.wrap_i64", "i64"), ("i32.popcnt", "i32")]
                        .choose(&mut self.random)
                        .unwrap();
                let _ = write!(self.text, "({op} ");
                self.expr(of, depth - 1);
                self.text.push_str(") ");
            }
            (9, _) => self.text.push_str("(global.get $g) "),
            (10 | 11, _) => {
                let load = match ty {
                    "i32" => self.one_of(&[
                        "i32.load",
                        "i32.load8_u",
                        "i32.load8_s",
                        "i32.load16_u",
                        "i32.load16_s",
                    ]),
                    _ => self.one_of(&[
                        "i64.load",
                        "i64.load8_u",
                        "i64.load16_s",
                        "i64.load32_u",
                        "i64.load32_s",
                    ]),
                };
                let _ = write!(self.text, "({load} offset={} ", self.random.random_range(64..80));
                self.address(depth);
                self.text.push_str(") ");
            }
            (12, _) => {
                let local = self.local(ty);
                let _ = write!(self.text, "(local.tee {local} ");
                self.expr(ty, depth - 1);
                self.text.push_str(") ");
            }
            (13, _) => {
                self.text.push_str("(select ");
                self.expr(ty, depth - 1);
                self.expr(ty, depth - 1);
                self.expr("i32", depth - 1);
                self.text.push_str(") ");
            }
            (14, _) => {
                let _ = write!(self.text, "(if (result {ty}) ");
                self.expr("i32", depth - 1);
                self.labels += 1;
                self.text.push_str("(then ");
                self.expr(ty, depth - 1);
                self.text.push_str(") (else ");
                self.expr(ty, depth - 1);
                self.labels -= 1;
                self.text.push_str(")) ");
            }
            (15, _) => {
                // A block that is left with a value, or not.
                let _ = write!(self.text, "(block (result {ty}) ");
                self.expr(ty, depth - 1);
                self.text.push_str("(br_if 0 ");
                self.expr("i32", depth - 1);
                self.text.push_str(") (drop) ");
                self.expr(ty, depth - 1);
                self.text.push_str(") ");
            }
            _ if self.function > 0 => {
                let callee = self.random.random_range(0..self.function);
                let indirect = self.random.random();
                if ty == "i64" {
                    self.text.push_str("(i64.extend_i32_u ");
                }
                if indirect {
                    self.text.push_str("(call_indirect (type $f) ");
                } else {
                    let _ = write!(self.text, "(call $f{callee} ");
                }
                self.expr("i32", depth - 1);
                self.expr("i32", depth - 1);
                self.expr("i64", depth - 1);
                if indirect {
                    let _ = write!(self.text, "(i32.const {callee})");
                }
                self.text.push_str(") ");
                if ty == "i64" {
                    self.text.push_str(") ");
                }
            }
            _ => {
                let _ = write!(self.text, "({ty}.const 5) ");
            }
        }
    }
}

fn check(seed: u64, compiler: Compiler) {
    let random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut writer = Writer { random, text: String::new(), function: 0, labels: 0 };
    writer.program();
    let wasm = wat::parse_str(&writer.text).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let expected = Interpreted::new(&wasm).run(&[]);
    let program = Program::build_quietly(&wasm, compiler);
    let found = program.run(&[]);
    if found != expected {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("random-{seed}"));
        std::fs::write(kept.with_extension("wat"), &writer.text).unwrap();
        std::fs::write(kept.with_extension("c"), &program.text).unwrap();
        let same = found.output.iter().zip(&expected.output).take_while(|(one, other)| one == other).count();
        panic!(
            "seed {seed} under {}: status {} instead of {}, and another output from number {} of {} on; kept as {}.*",
            compiler.join(" "),
            found.status,
            expected.status,
            same / 8,
            expected.output.len() / 8,
            kept.display()
        );
    }
}

#[test]
fn random_programs_do_in_c_what_they_do_in_the_interpreter() {
    for seed in 1..=10 {
        check(seed, PLAIN);
    }
}

#[test]
#[ignore = "compiles more than a hundred programs: minutes"]
fn many_random_programs_under_every_compiler() {
    let compilers = compilers();
    for seed in 1000..1140 {
        check(seed, compilers[seed as usize % compilers.len()]);
    }
}
