//! Runs a module twice: in an interpreter, and as C that a compiler has built.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]
#![allow(dead_code, unreachable_pub, reason = "each test program takes what it needs")]

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use tempfile::TempDir;
use wasmi::{Caller, Engine, Linker, Module, Store};

/// How a program went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub output: Vec<u8>,
    /// 101 for a trap.
    pub status: i32,
}

#[derive(Default)]
struct Streams {
    input: Vec<u8>,
    read: usize,
    output: Vec<u8>,
}

/// A module in the interpreter.
pub struct Interpreted {
    module: Module,
    linker: Linker<Streams>,
}

impl Interpreted {
    pub fn new(wasm: &[u8]) -> Self {
        let engine = Engine::default();
        let mut linker = Linker::new(&engine);
        let wasi = "wasi_snapshot_preview1";
        linker.func_wrap(wasi, "fd_read", fd_read).unwrap();
        linker.func_wrap(wasi, "fd_write", fd_write).unwrap();
        Self { module: Module::new(&engine, wasm).unwrap(), linker }
    }

    /// Runs `_start`.
    pub fn run(&self, input: &[u8]) -> Run {
        let streams = Streams { input: input.to_vec(), ..Streams::default() };
        let mut store = Store::new(self.linker.engine(), streams);
        let instance = self.linker.instantiate_and_start(&mut store, &self.module);
        let start = instance.and_then(|instance| instance.get_typed_func::<(), ()>(&store, "_start"));
        let ended = start.and_then(|start| start.call(&mut store, ()));
        Run { output: store.into_data().output, status: if ended.is_ok() { 0 } else { 101 } }
    }
}

/// Start and length of the only buffer, whatever the program says of their number.
fn buffer(caller: &Caller<'_, Streams>, vector: i32) -> (usize, usize) {
    let memory = caller.get_export("memory").unwrap().into_memory().unwrap();
    let word = |at: usize| {
        let bytes = memory.data(caller)[at..at + 4].try_into().unwrap();
        u32::from_le_bytes(bytes) as usize
    };
    (word(vector as usize), word(vector as usize + 4))
}

fn fd_read(mut caller: Caller<'_, Streams>, _: i32, vector: i32, _: i32, count: i32) -> i32 {
    let (start, length) = buffer(&caller, vector);
    let memory = caller.get_export("memory").unwrap().into_memory().unwrap();
    let (bytes, streams) = memory.data_and_store_mut(&mut caller);
    let taken = length.min(streams.input.len() - streams.read);
    bytes[start..start + taken].copy_from_slice(&streams.input[streams.read..][..taken]);
    streams.read += taken;
    bytes[count as usize..][..4].copy_from_slice(&(taken as u32).to_le_bytes());
    0
}

fn fd_write(mut caller: Caller<'_, Streams>, _: i32, vector: i32, _: i32, count: i32) -> i32 {
    let (start, length) = buffer(&caller, vector);
    let memory = caller.get_export("memory").unwrap().into_memory().unwrap();
    let (bytes, streams) = memory.data_and_store_mut(&mut caller);
    streams.output.extend_from_slice(&bytes[start..start + length]);
    bytes[count as usize..][..4].copy_from_slice(&(length as u32).to_le_bytes());
    0
}

/// A compiler with its options. There is always `cc`: without it, Rust's own programs could not be linked.
pub type Compiler = &'static [&'static str];

pub const PLAIN: Compiler = &["cc", "-std=c99", "-O2"];

/// What the file must compile with, without a warning.
pub const STRICT: &[Compiler] = &[
    &["gcc", "-std=c99", "-O0", "-Wall", "-pedantic", "-Werror"],
    &["gcc", "-std=c99", "-O2", "-Wall", "-pedantic", "-Werror"],
    &["clang", "-std=c99", "-O2", "-Wall", "-pedantic", "-Werror"],
    &["g++", "-x", "c++", "-std=c++98", "-O2", "-Wall", "-pedantic", "-Werror"],
    &["g++", "-x", "c++", "-std=c++11", "-O2", "-Wall", "-pedantic", "-Werror"],
    &["gcc", "-std=c99", "-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"],
    // Floating point as WebAssembly has it: without the wider registers of old.
    &["gcc", "-m32", "-msse2", "-mfpmath=sse", "-std=c99", "-O2", "-Wall", "-pedantic", "-Werror"],
];

/// A module in C, built.
pub struct Program {
    _folder: TempDir,
    path: PathBuf,
    pub text: String,
}

impl Program {
    /// Translates and compiles; the compiler has to be there.
    pub fn build(wasm: &[u8], compiler: Compiler) -> Self {
        Self::build_with(wasm, compiler, &[])
    }

    /// The same without warnings, for programs that nobody would write.
    pub fn build_quietly(wasm: &[u8], compiler: Compiler) -> Self {
        Self::build_with(wasm, compiler, &["-w"])
    }

    fn build_with(wasm: &[u8], compiler: Compiler, more: &[&str]) -> Self {
        let text = wasm_to_c::translate(wasm, "A test").unwrap_or_else(|refusal| panic!("{refusal}")).text;
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("program.c");
        std::fs::write(&source, &text).unwrap();
        let path = folder.path().join("program");
        let built = Command::new(compiler[0])
            .args(&compiler[1..])
            .args(more)
            .arg(&source)
            .arg("-o")
            .arg(&path)
            .arg("-lm")
            .output();
        let built = built.unwrap_or_else(|error| panic!("{}: {error}", compiler[0]));
        let told = String::from_utf8_lossy(&built.stderr);
        assert!(built.status.success(), "{}: {told}\n{text}", compiler.join(" "));
        Self { _folder: folder, path, text }
    }

    pub fn run(&self, input: &[u8]) -> Run {
        let (output, status) = run(&self.path, input);
        Run { output, status }
    }
}

fn run(path: &Path, input: &[u8]) -> (Vec<u8>, i32) {
    let mut child = Command::new(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A program that traps does not read on.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.is_empty() || told == "panicked\n", "{told}");
    (output.stdout, output.status.code().unwrap_or(-1))
}

/// Which of the strict compilers are here; says which are not.
pub fn compilers() -> Vec<Compiler> {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("empty.c");
    std::fs::write(&source, "#include <stdio.h>\nint main(void){return 0;}\n").unwrap();
    let works = |compiler: &&Compiler| {
        let program = folder.path().join("empty");
        let built =
            Command::new(compiler[0]).args(&compiler[1..]).arg(&source).arg("-o").arg(program).output();
        let works = built.is_ok_and(|built| built.status.success());
        if !works {
            eprintln!("not here: {}", compiler.join(" "));
        }
        works
    };
    STRICT.iter().filter(works).copied().collect()
}
