//! Runs a bundle beside the cargo build on the same inputs.

use crate::cargo::child;
use crate::{
    cargo::{self, Program},
    cli::samples::Sample,
};
use anyhow::{Context as _, Result, bail};
use std::{
    fs::{self, File},
    io::Read as _,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The time after which a run is stopped.
const LIMIT: Duration = Duration::from_secs(60);
/// The time between two looks at a running program.
const PAUSE: Duration = Duration::from_millis(2);

/// The result of comparing a bundle with the cargo build.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    /// The number of inputs on which both printed the same.
    pub(super) inputs: usize,
    /// The inputs on which both printed something else than the answer.
    pub(super) wrong_answers: Vec<PathBuf>,
}

/// Builds the program with cargo and runs it and its bundle on every sample.
///
/// # Errors
/// If the program does not build, a run does not end, or the bundle prints something else or ends
/// with another status than the cargo build.
pub(super) fn compare(program: &Program, bundle: &Path, samples: &[Sample]) -> Result<Comparison> {
    let built = build(program)?;
    let mut comparison = Comparison::default();
    for sample in samples {
        let expected = run(&built, &sample.input).context("the cargo build")?;
        let found = run(bundle, &sample.input).context("the bundle")?;
        let name = sample.input.display();
        if expected.output != found.output {
            let at = first_difference(&expected.output, &found.output);
            bail!("{name}: the bundle does not print what the cargo build prints, from {at} on");
        }
        let equal = expected.status.success() == found.status.success()
            && (expected.status.code() == found.status.code()
                || expected.status.code().is_none()
                || found.status.code().is_none());
        if !equal {
            bail!("{name}: the bundle ends with {}, the cargo build with {}", found.status, expected.status);
        }
        comparison.inputs += 1;
        if let Some(answer) = &sample.answer {
            let wanted = fs::read(answer).with_context(|| format!("cannot read {}", answer.display()))?;
            if words(&wanted) != words(&expected.output) {
                comparison.wrong_answers.push(sample.input.clone());
            }
        }
    }
    Ok(comparison)
}

/// Builds the program as the user does and returns its executable.
fn build(program: &Program) -> Result<PathBuf> {
    let metadata = cargo::metadata(&program.manifest)?;
    let package = cargo::find_package(&metadata.packages, program)?;
    let mut command = cargo::command(program, &metadata, package, "build")?;
    let output = child::output(&mut command)?;
    if !output.success {
        bail!("`{}` does not build", program.target.name());
    }
    let messages = cargo_metadata::Message::parse_stream(&output.stdout[..]).filter_map(Result::ok);
    let mut executables = messages.filter_map(|message| match message {
        cargo_metadata::Message::CompilerArtifact(artifact)
            if artifact.target.name == program.target.name()
                && artifact.target.kind.contains(&program.target.kind()) =>
        {
            artifact.executable
        }
        _ => None,
    });
    let executable = executables.next().context("cargo reported no executable")?;
    Ok(executable.into_std_path_buf())
}

/// The standard output and the status of a run.
struct Run {
    output: Vec<u8>,
    status: ExitStatus,
}

fn run(program: &Path, input: &Path) -> Result<Run> {
    let name = || input.display().to_string();
    let stdin = File::open(input).with_context(|| format!("cannot read {}", name()))?;
    let mut child = Command::new(program)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let mut stdout = child.stdout.take().context("no standard output")?;
    let reader = thread::spawn(move || {
        let mut output = Vec::new();
        stdout.read_to_end(&mut output).map(|_| output)
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            bail!("{}: stopped after {} s", name(), LIMIT.as_secs());
        }
        thread::sleep(PAUSE);
    };
    let output = reader.join().map_err(|_| anyhow::anyhow!("the reader of the output panicked"))??;
    Ok(Run { output, status })
}

/// Returns the position of the first difference, as `line 3, byte 20`.
fn first_difference(a: &[u8], b: &[u8]) -> String {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let line = a[..same].iter().filter(|&&byte| byte == b'\n').count() + 1;
    format!("line {line}, byte {}", same + 1)
}

/// Returns the words of an output, without the white space between them.
fn words(text: &[u8]) -> Vec<&[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect()
}
