//! Prints the time of each stage for libraries of growing size.
//!
//! Run it with `cargo test -p onefile --test scaling -- --ignored`. It has no test harness, because
//! cargo calls this program in place of rustc while a program is bundled.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use onefile::{
    Request,
    cargo::{Program, Target, record},
    compile::Compiler,
    emit::header::About,
    progress::{Progress, Stage},
    shake,
};
use std::{
    env,
    fmt::Write as _,
    fs,
    path::Path,
    process::ExitCode,
    sync::Mutex,
    time::{Duration, Instant},
};

/// The sizes of the libraries, in kilobytes.
const SIZES: [usize; 6] = [10, 50, 200, 1000, 2000, 5000];

/// The longest time for a library of the last size.
const LIMIT: Duration = Duration::from_secs(60);

/// Records when each stage begins.
#[derive(Debug, Default)]
struct Clock(Mutex<Vec<(Stage, Instant)>>);

impl Progress for Clock {
    fn begin(&self, stage: Stage, _krate: &str) {
        self.0.lock().unwrap().push((stage, Instant::now()));
    }
}

/// Returns a library of about `size` bytes: modules with types, impls, macros and functions that call each other.
fn library(size: usize) -> String {
    let mut text = "pub mod m0 { pub fn helper_0(x: u32) -> u32 { x } }\n".to_owned();
    let mut module = 1;
    while text.len() < size {
        let next = module - 1;
        write!(
            text,
            "pub mod m{module} {{
    use crate::m{next}::*;
    macro_rules! make_{module} {{ ($name:ident) => {{ pub fn $name() -> u32 {{ {module} }} }} }}
    make_{module}!(made_{module});
    #[derive(Debug, Clone, PartialEq)]
    pub struct S{module}(pub u32);
    pub trait T{module} {{ fn value_{module}(&self) -> u32; }}
    impl T{module} for S{module} {{ fn value_{module}(&self) -> u32 {{ self.0 + made_{module}() }} }}
    impl S{module} {{ pub fn unused(&self) -> u32 {{ helper_{next}(self.0) }} }}
    pub fn helper_{module}(x: u32) -> u32 {{ S{module}(x).value_{module}().wrapping_mul(3) ^ x }}
    pub fn lonely_{module}(x: u32) -> Option<u32> {{ x.checked_add(helper_{next}(x)) }}
}}
"
        )
        .unwrap();
        module += 1;
    }
    text
}

/// Writes a package whose program calls one function in ten of its library.
fn write_package(folder: &Path, library: &str) {
    let manifest = "[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
                    [dependencies]\nl = { path = \"l\" }\n";
    let inner = "[package]\nname = \"l\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    let modules = library.matches("pub mod ").count();
    let calls: Vec<String> =
        (0..modules).step_by(10).map(|module| format!("x ^= l::m{module}::helper_{module}(x);")).collect();
    let program = format!("fn main() {{ let mut x = 1;\n{}\nprintln!(\"{{x}}\"); }}\n", calls.join("\n"));
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::create_dir_all(folder.join("l/src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/main.rs"), program).unwrap();
    fs::write(folder.join("l/Cargo.toml"), inner).unwrap();
    fs::write(folder.join("l/src/lib.rs"), library).unwrap();
}

/// Bundles a library of about `size` bytes and prints a row of the table.
fn measure(size: usize) {
    let package = tempfile::tempdir().unwrap();
    let library = library(size);
    write_package(package.path(), &library);
    let scratch = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let request = Request {
        program: Program::new(package.path().join("Cargo.toml"), Target::Bin("p".to_owned())),
        compiler: Compiler { judge: None, rustc: None },
        edition: None,
        minify: None,
        about: About { problem: Vec::new(), command: String::new(), fixtures: None },
        progress: &clock,
        shaking_budget: shake::BUDGET,
    };
    let start = Instant::now();
    let bundle = onefile::bundle(&request, scratch.path());
    let end = Instant::now();
    let begun = clock.0.into_inner().unwrap();
    let ends = begun.iter().skip(1).map(|(_, at)| *at).chain([end]);
    let stages: Vec<String> = begun
        .iter()
        .zip(ends)
        .map(|((stage, from), to)| format!("{stage} {:.2}", (to - *from).as_secs_f64()))
        .collect();
    let outcome = bundle.map_or_else(
        |error| format!("refused: {}", error.to_string().replace("\n", " ")),
        |bundle| format!("{} bytes", bundle.text.len()),
    );
    let total = end - start;
    println!("{:>8} bytes: {:6.2} s ({}); {outcome}", library.len(), total.as_secs_f64(), stages.join(", "));
    assert!(total < LIMIT, "{size} bytes took {total:?}");
}

fn main() -> ExitCode {
    if let Some(code) = record::run_if_wrapper() {
        return code;
    }
    if env::args().any(|argument| argument == "--ignored") {
        SIZES.into_iter().for_each(|size| measure(size * 1000));
    }
    ExitCode::SUCCESS
}
