//! The compiler, edition, language and size limit that a bundle is made for.

use crate::{
    Bundle, Request, c,
    cargo::{Program, installed},
    cli::{UsageError, spinner::Spinner},
    compile::{self, Compiler},
    emit::{MinifyScope, header::About},
    shake,
};
use anyhow::{Context as _, Result, bail};
use judges::{CProfile, Judge, Language, Refusal, RustProfile, Usage};
use std::{ffi::OsString, path::Path, path::PathBuf};

/// The use of the judge's own version of rustc.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ToolchainChoice {
    /// Use it if rustup has it.
    #[default]
    Auto,
    /// Refuse to bundle without it.
    Required,
    /// Use the default compiler.
    Off,
}

/// The options that say what a bundle has to compile with.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub struct TargetOptions {
    /// Target judge; sets compiler flags, edition, provided crates and size limit
    #[arg(long, value_name = "NAME")]
    pub judge: Option<String>,
    /// Language of the bundle; Rust by default, C for a judge without Rust. C is translated from a
    /// `wasm32-wasip1` build and supports only standard input, output and error
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub lang: Option<Language>,
    /// Edition of the bundle; by default the judge's, otherwise the program's
    #[arg(long, value_parser = ["2015", "2018", "2021", "2024"])]
    pub edition: Option<String>,
    /// Compiler that verifies the bundle, such as an older one
    #[arg(long, value_name = "FILE")]
    pub rustc: Option<PathBuf>,
    /// Use of the judge's own version of rustc, if rustup has it
    #[arg(long, value_enum, default_value_t)]
    pub toolchain: ToolchainChoice,
    /// Minify the bundle, or only its libraries
    #[arg(
        long,
        value_enum,
        value_name = "SCOPE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all"
    )]
    pub minify: Option<MinifyScope>,
}

/// [`TargetOptions`] that fit together, with the profile of the judge that they name.
#[derive(Debug)]
pub struct ResolvedTarget<'a> {
    options: &'a TargetOptions,
    judges: &'a [Judge],
    judge: Option<&'a Judge>,
    language: Language,
    rustc: Option<OsString>,
    /// The reason to doubt the verification.
    note: Option<String>,
}

impl<'a> ResolvedTarget<'a> {
    /// Looks the judge up and checks that the options fit together.
    ///
    /// # Errors
    /// If the judge is unknown, does not compile the edition, or an option is not for the language;
    /// the error is a [`UsageError`].
    pub fn new(options: &'a TargetOptions, judges: &'a [Judge]) -> Result<ResolvedTarget<'a>> {
        let judge = options.judge.as_ref().map(|name| Judge::by_name(judges, name)).transpose();
        let judge = judge.map_err(|refusal| UsageError(refusal.to_string()))?;
        let language = options.lang.or(judge.map(Judge::language)).unwrap_or(Language::Rust);
        let for_rust = [
            ("--edition", options.edition.is_some()),
            ("--rustc", options.rustc.is_some()),
            ("--minify", options.minify.is_some()),
        ];
        if let (Language::C, Some((option, _))) = (language, for_rust.iter().find(|(_, set)| *set)) {
            let why = match judge.filter(|_| options.lang.is_none()) {
                Some(judge) => format!("; {} does not accept Rust, its bundles are in C", judge.name),
                None => ", not in C".to_owned(),
            };
            bail!(UsageError(format!("`{option}` is for bundles in Rust{why}")));
        }
        if let (Some(judge), Some(edition)) = (judge, &options.edition)
            && let Some(rust) = &judge.rust
            && !rust.editions.value.contains(edition)
        {
            let known = rust.editions.value.join(", ");
            bail!(UsageError(format!(
                "{} does not compile edition {edition}; it compiles {known}",
                judge.name
            )));
        }
        let mut target = ResolvedTarget { options, judges, judge, language, rustc: None, note: None };
        match &options.rustc {
            Some(rustc) => target.rustc = Some(compile::named(rustc)?),
            None => target.choose_toolchain()?,
        }
        Ok(target)
    }

    /// Chooses the judge's own version of rustc, as far as rustup has it.
    fn choose_toolchain(&mut self) -> Result<()> {
        let rust = self.judge.and_then(|judge| judge.rust.as_ref());
        let Some(version) = rust.and_then(|rust| rust.version.as_ref()) else { return Ok(()) };
        if self.options.toolchain == ToolchainChoice::Off || self.language != Language::Rust {
            return Ok(());
        }
        let version = &version.value;
        let judge = self.judge.map_or("", |judge| &judge.name);
        match installed::rustc_of(version) {
            Some(rustc) => self.rustc = Some(rustc.into()),
            None if compile::default_version().is_ok_and(|default| default == *version) => {}
            None => {
                let missing = format!(
                    "{judge} compiles with rustc {version}, which is not installed; `{}` installs it",
                    installed::install_command(version)
                );
                if self.options.toolchain == ToolchainChoice::Required {
                    bail!(missing);
                }
                self.note = Some(missing);
            }
        }
        Ok(())
    }

    /// Returns the language of the bundles.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns the judge, if one is named.
    pub fn judge(&self) -> Option<&'a Judge> {
        self.judge
    }

    /// Bundles a program and compiles the bundle in `folder`, an empty one. `problem` is the name of
    /// the problem that the program solves, if it is known.
    ///
    /// # Errors
    /// If the program cannot be bundled.
    pub fn bundle(
        &self,
        program: Program,
        about: About,
        problem: Option<&str>,
        folder: &Path,
    ) -> Result<Bundle> {
        let name = program.target.name().to_owned();
        let bundle = match self.language {
            Language::Rust => {
                let profile = self.judge.map(|judge| judge.rust(problem, self.judges)).transpose()?;
                self.rust(program, about, profile, folder)
            }
            Language::C => {
                let profile = self.judge.map(|judge| judge.c(problem, self.judges)).transpose()?;
                self.c(program, about, profile, folder)
            }
        };
        let bundle = bundle.map_err(|error| match error.downcast::<Refusal>() {
            Ok(refusal) => anyhow::anyhow!("{refusal}{}", self.elsewhere(problem)),
            Err(error) => error,
        });
        let mut bundle = bundle.with_context(|| format!("cannot bundle `{name}`"))?;
        bundle.notes.extend(self.note.clone());
        Ok(bundle)
    }

    fn rust(
        &self,
        program: Program,
        about: About,
        profile: Option<&RustProfile>,
        folder: &Path,
    ) -> Result<Bundle> {
        let compiler = Compiler { judge: self.judge.zip(profile), rustc: self.rustc.as_deref() };
        let edition = self.options.edition.as_deref().map(str::parse).transpose()?;
        let minify = self.options.minify;
        let progress = Spinner::new();
        let request = Request {
            program,
            compiler,
            edition,
            minify,
            about,
            progress: &progress,
            shaking_budget: shake::BUDGET,
        };
        crate::bundle(&request, folder)
    }

    fn c(&self, program: Program, about: About, profile: Option<&CProfile>, folder: &Path) -> Result<Bundle> {
        let compiler = c::compile::Compiler { judge: self.judge.zip(profile) };
        c::bundle(&c::Request { program, compiler, about }, folder)
    }

    /// Measures a bundle against the judge's source limit; `None` without a judge.
    ///
    /// # Errors
    /// If the bundle is above the limit; the message lists its largest parts.
    pub fn usage(&self, bundle: &Bundle, problem: Option<&str>) -> Result<Option<Usage>> {
        match self.judge.map(|judge| judge.check_size(&bundle.text)).transpose() {
            Ok(usage) => Ok(usage),
            Err(too_large) => {
                let can_shrink =
                    bundle.language == Language::Rust && self.options.minify != Some(MinifyScope::All);
                let minify = if can_shrink { "; `--minify` may help" } else { "" };
                let elsewhere = self.elsewhere(problem);
                bail!("the bundle is too large: {too_large}{minify}{elsewhere}; {}", bundle.heaviest())
            }
        }
    }

    /// Returns the end of a refusal: the other judges that accept the problem.
    fn elsewhere(&self, problem: Option<&str>) -> String {
        let (Some(judge), Some(problem)) = (self.judge, problem) else { return String::new() };
        format!("; {}", judge.elsewhere(problem, self.language, self.judges))
    }

    /// Returns the command that makes the bundle, without paths of this machine.
    pub fn command(&self, start: &str, program: &str) -> String {
        let language = self.options.lang.map(|language| language.name().to_lowercase());
        let mut words = vec![start, program];
        words.retain(|word| !word.is_empty());
        if let Some(judge) = &self.options.judge {
            words.extend(["--judge", judge]);
        }
        if let Some(language) = &language {
            words.extend(["--lang", language]);
        }
        if let Some(edition) = &self.options.edition {
            words.extend(["--edition", edition]);
        }
        words.extend(match self.options.minify {
            None => None,
            Some(MinifyScope::All) => Some("--minify"),
            Some(MinifyScope::Libraries) => Some("--minify=libraries"),
        });
        words.join(" ")
    }
}
