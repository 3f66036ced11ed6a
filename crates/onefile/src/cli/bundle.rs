//! `cargo onefile` without a subcommand: bundles the selected programs.

use crate::interrupt::ScratchFolder;
use crate::{
    Bundle,
    cargo::Target,
    cli::{
        ResolvedTarget, UsageError,
        arguments::{self, Format, Selection},
        clipboard,
        compare::{self, Comparison},
        print, report,
        report::Report,
        report_line, samples,
        selection::{self, Selected},
    },
    emit::header::About,
    write::{self, Overwrite},
};
use anyhow::{Context as _, Result, bail};
use serde_json::json;
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

/// Bundles the selected programs, each to its place.
///
/// # Errors
/// If the command line is wrong, or the report cannot be printed.
pub(super) fn run(options: &arguments::Bundle) -> Result<ExitCode> {
    let judges = judges::load()?;
    let target = ResolvedTarget::new(&options.target, &judges)?;
    if options.format == Format::Json && options.output.is_none() && !options.copy {
        bail!(UsageError("`--format json` requires `--output` or `--copy`".to_owned()));
    }
    let programs = selection::programs(&options.selection)?;
    if programs.len() > 1 {
        let folder = options.output.as_ref().filter(|output| !output.is_file());
        if folder.is_none() || options.copy {
            bail!(UsageError("several programs require a folder as `--output`, and no `--copy`".to_owned()));
        }
    }
    let mut reports = Vec::new();
    let mut status = ExitCode::SUCCESS;
    for selected in &programs {
        let name = selected.program.target.name();
        let output = output_path(options, &target, name, programs.len());
        match one(options, &target, selected, output) {
            Ok(report) => reports.push(report),
            // One program that is refused does not keep the others from being bundled.
            Err(error) if programs.len() > 1 || options.format == Format::Json => {
                if error.is::<UsageError>() {
                    return Err(error);
                }
                report_line(&format!("error: {error:#}"));
                reports.push(report::refusal(name, &error));
                status = ExitCode::FAILURE;
            }
            Err(error) => return Err(error),
        }
    }
    if options.format == Format::Json {
        print(&(serde_json::to_string_pretty(&json!({ "programs": reports }))? + "\n"))?;
    }
    Ok(status)
}

/// Bundles one program, compares it with the cargo build if asked to, and writes it.
fn one(
    options: &arguments::Bundle,
    target: &ResolvedTarget,
    selected: &Selected,
    output: Option<PathBuf>,
) -> Result<serde_json::Value> {
    let name = selected.program.target.name();
    let samples = match &options.check {
        Some(paths) => Some(samples::find(paths, &selected.package_folder, name)?),
        None => None,
    };
    if let Some(path) = &output {
        write::check_file(path, Overwrite::forced_if(options.force))?;
    }
    let start = Instant::now();
    let folder = ScratchFolder::new()?;
    let about = About {
        command: target.command("cargo onefile", &words(&options.selection, &selected.program.target)),
        ..About::default()
    };
    let bundle = target.bundle(selected.program.clone(), about, None, folder.path())?;
    let usage = target.usage(&bundle, None)?;
    let comparison = match &samples {
        Some(samples) => Some(
            compare::compare(&selected.program, &bundle.executable, samples)
                .with_context(|| format!("the bundle of `{name}` is not verified"))?,
        ),
        None => None,
    };
    deliver(options, &bundle, output.as_deref())?;
    let comparison: Option<&Comparison> = comparison.as_ref();
    let (judge, time) = (target.judge(), start.elapsed());
    let report = Report { program: name, bundle: &bundle, judge, usage, time, comparison, output };
    if options.format == Format::Text {
        for line in report.text() {
            report_line(&line);
        }
    }
    Ok(report.json())
}

/// Writes a bundle to the file, the clipboard or standard output.
fn deliver(options: &arguments::Bundle, bundle: &Bundle, output: Option<&Path>) -> Result<()> {
    if let Some(path) = output {
        write::file(&bundle.text, path, Overwrite::forced_if(options.force))?;
    }
    if options.copy {
        clipboard::copy(&bundle.text)?;
    } else if output.is_none() {
        print(&bundle.text)?;
    }
    Ok(())
}

/// Returns the file to write: `--output` itself, or a file in it if that is a folder.
fn output_path(
    options: &arguments::Bundle,
    target: &ResolvedTarget,
    name: &str,
    programs: usize,
) -> Option<PathBuf> {
    let output = options.output.as_ref()?;
    let is_folder =
        programs > 1 || output.is_dir() || output.to_string_lossy().ends_with(std::path::is_separator);
    let file = || output.join(format!("{name}.{}", target.language().extension()));
    Some(if is_folder { file() } else { output.clone() })
}

/// Returns the options that select this program, for the header.
fn words(selection: &Selection, target: &Target) -> String {
    let mut words = Vec::new();
    if let Some(package) = &selection.package {
        words.push(format!("--package {package}"));
    }
    words.push(match target {
        Target::Bin(name) => format!("--bin {name}"),
        Target::Example(name) => format!("--example {name}"),
    });
    words.extend(selection.features.options());
    words.join(" ")
}
