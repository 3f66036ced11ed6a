//! `cargo xtask package`.

use crate::{
    UsageError,
    cli::{self, Package as Args},
    cmd::{
        bundle::{Aim, prove},
        print,
    },
    package,
    workspace::Workspace,
};
use anyhow::{Result, bail};
use std::process::ExitCode;

/// The folder for packages, below cargo's target folder.
const FOLDER: &str = "package";

pub fn run(args: &Args) -> Result<ExitCode> {
    if args.problems.is_empty() && !args.all {
        bail!(UsageError("name a problem, or say --all".to_owned()));
    }
    let workspace = Workspace::find()?;
    let (judges, options) = (judges::load()?, cli::Aim::default());
    let aim = Aim::new(&options, &judges)?;
    let folder = args.output.clone().unwrap_or_else(|| workspace.target(FOLDER));
    for problem in workspace.problems(&args.problems)? {
        let fixtures = workspace.package(&problem)?;
        let own = folder.join(&problem);
        let solution = package::write(&fixtures, &workspace.fixtures(&problem), &own)?;
        prove(&aim, &workspace, fixtures, &solution)?;
        let made = if args.zip { package::zip(&own)? } else { own };
        print(&format!("{}\n", made.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
