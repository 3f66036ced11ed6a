//! `cargo xtask package`.

use crate::{
    UsageError,
    cli::Package as Args,
    cmd::{bundle::prove, print},
    package,
    workspace::Workspace,
};
use anyhow::{Result, bail};
use onefile::cli::{ResolvedTarget, TargetOptions};
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
    for problem in workspace.problems(&args.problems)? {
        let fixtures = workspace.package(&problem)?;
        let own = folder.join(&problem);
        let solution = package::write(&fixtures, &workspace.fixtures(&problem), &own)?;
        prove(&target, &workspace, fixtures, &solution)?;
        let made = if args.zip { package::zip(&own)? } else { own };
        print(&format!("{}\n", made.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
