//! The process that runs procedural macros: `rust-analyzer-proc-macro-srv`, which every toolchain has.
//!
//! Requests and answers are lines of JSON on its standard streams. Spans are sent in full, so that
//! an answer shows for each token whether it is the caller's or resolves at the macro's definition.

use crate::{
    cargo::toolchain::rustc,
    expand::flat::{self, FlatTree, Token},
};
use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// The first version of the protocol with literals in parts.
const MIN_VERSION: u64 = 5;
/// The last version that is known to speak it.
const MAX_VERSION: u64 = 9;

/// The kind of a procedural macro.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Kind {
    /// `#[derive(Name)]`.
    #[serde(alias = "CustomDerive")]
    Derive,
    /// `#[name]`.
    #[serde(alias = "Attr")]
    Attribute,
    /// `name!(…)`.
    #[serde(alias = "Bang", alias = "FuncLike")]
    Function,
}

/// One expansion to ask for.
#[derive(Debug)]
pub(super) struct Call<'a> {
    pub(super) library: &'a Path,
    pub(super) name: &'a str,
    pub(super) body: &'a [Token],
    pub(super) attribute: Option<&'a [Token]>,
    pub(super) variables: Vec<(String, String)>,
    pub(super) folder: &'a Path,
}

/// A running server.
#[derive(Debug)]
pub(super) struct Server {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Server {
    /// Starts the server of the toolchain that cargo uses; a `sealed` one sees no variables of this
    /// process.
    ///
    /// # Errors
    /// If the toolchain has no server, or one of an unknown version.
    pub(super) fn start(sealed: bool) -> Result<Server> {
        let path = program()?;
        let mut command = Command::new(&path);
        if sealed {
            command.env_clear();
        }
        command.env("RUST_ANALYZER_INTERNALS_DO_NOT_USE", "this is unstable");
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot run {}", path.display()))?;
        let stdin = child.stdin.take().context("no standard input")?;
        let stdout = BufReader::new(child.stdout.take().context("no standard output")?);
        let mut server = Server { child, stdin, stdout };
        let answer = server.ask(&json!({ "ApiVersionCheck": {} }))?;
        let version = answer["ApiVersionCheck"].as_u64().unwrap_or(0);
        ensure!(
            (MIN_VERSION..=MAX_VERSION).contains(&version),
            "the toolchain's procedural macro server speaks version {version} of its protocol; \
             {MIN_VERSION} to {MAX_VERSION} are supported"
        );
        server.ask(&json!({ "SetConfig": { "span_mode": "RustAnalyzer" } }))?;
        Ok(server)
    }

    /// Returns the macros of a library.
    ///
    /// # Errors
    /// If the library cannot be loaded.
    pub(super) fn list(&mut self, library: &Path) -> Result<Vec<(String, Kind)>> {
        let answer = self.ask(&json!({ "ListMacros": { "dylib_path": library } }))?;
        let cannot = || format!("cannot load the procedural macros of {}", library.display());
        match serde_json::from_value(answer["ListMacros"].clone()).with_context(cannot)? {
            Ok(macros) => Ok(macros),
            Err::<_, String>(error) => bail!("{}: {error}", cannot()),
        }
    }

    /// Runs a macro and returns its output, or the message of its panic.
    ///
    /// # Errors
    /// If the server ends or answers in an unknown way.
    pub(super) fn expand(&mut self, call: &Call) -> Result<Result<Vec<Token>, String>> {
        let mut spans = flat::Spans::default();
        let body = FlatTree::new(call.body, &mut spans);
        let attribute = call.attribute.map(|tokens| FlatTree::new(tokens, &mut spans));
        let (def_site, call_site, mixed_site) = spans.sites();
        let answer = self.ask(&json!({ "ExpandMacro": {
            "lib": call.library,
            "env": call.variables,
            "current_dir": call.folder,
            "macro_body": body,
            "macro_name": call.name,
            "attributes": attribute,
            "has_global_spans": {
                "serialize": true,
                "def_site": def_site,
                "call_site": call_site,
                "mixed_site": mixed_site,
            },
            "span_data_table": spans.table(),
        } }))?;
        #[derive(Deserialize)]
        struct Expansion {
            tree: FlatTree,
            span_data_table: Vec<u32>,
        }
        let answer = answer["ExpandMacroExtended"].clone();
        match serde_json::from_value(answer).context("an unknown answer of the macro server")? {
            Ok(Expansion { tree, span_data_table }) => Ok(Ok(tree.tokens(&span_data_table)?)),
            Err::<_, String>(message) => Ok(Err(message)),
        }
    }

    fn ask(&mut self, request: &Value) -> Result<Value> {
        let ended = "the procedural macro server has ended";
        writeln!(self.stdin, "{request}").context(ended)?;
        self.stdin.flush().context(ended)?;
        loop {
            let mut line = String::new();
            if self.stdout.read_line(&mut line).context(ended)? == 0 {
                bail!(ended);
            }
            if !line.trim().is_empty() {
                return serde_json::from_str(&line).context("an unknown answer of the macro server");
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the path of the toolchain's server.
fn program() -> Result<PathBuf> {
    let output = rustc().args(["--print", "sysroot"]).output().context("cannot run rustc")?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim_end());
    let name = format!("rust-analyzer-proc-macro-srv{}", std::env::consts::EXE_SUFFIX);
    let path = sysroot.join("libexec").join(name);
    ensure!(
        path.is_file(),
        "procedural macros cannot be expanded: the toolchain has no {}; toolchains of rustup have it",
        path.display()
    );
    Ok(path)
}
