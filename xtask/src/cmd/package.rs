//! `cargo xtask package`.

use crate::{
    UsageError,
    cli::Package as Args,
    cmd::{
        bundle::{Output, prove},
        print,
    },
    package,
    workspace::Workspace,
};
use anyhow::{Result, bail};
use onefile::{
    cli::{ResolvedTarget, TargetOptions},
    write::{self, NewFolder, Overwrite},
};
use std::process::ExitCode;

/// The folder for packages, below cargo's target folder.
const FOLDER: &str = "package";

pub fn run(args: &Args) -> Result<ExitCode> {
    if args.problems.is_empty() && !args.all {
        bail!(UsageError("no problem given; name one or pass `--all`".to_owned()));
    }
    let workspace = Workspace::find()?;
    let (judges, options) = (judges::load()?, TargetOptions::default());
    let target = ResolvedTarget::new(&options, &judges)?;
    let folder = args.output.clone().unwrap_or_else(|| workspace.target(FOLDER));
    let overwrite = Overwrite::forced_if(args.force);
    for problem in workspace.problems(&args.problems)? {
        let fixtures = workspace.package(&problem)?;
        let own = folder.join(&problem);
        let archive = args.zip.then(|| folder.join(format!("{problem}.zip")));
        if let Some(archive) = &archive {
            write::check_file(archive, overwrite)?;
        }
        let made = NewFolder::new(&own, overwrite)?;
        let solution = package::fill(&fixtures, &workspace.fixtures(&problem), &made.path())?;
        prove(&target, &workspace, fixtures, Output { path: &solution, overwrite: Overwrite::Results })?;
        if let Some(archive) = &archive {
            package::zip(&made.path(), archive)?;
        }
        made.finish()?;
        print(&format!("{}\n", archive.unwrap_or(own).display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
