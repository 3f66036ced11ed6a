//! Writes what is made rather than typed below `fixtures/`.
//!
//! `cargo run --package oracles --example fixtures` lays out the last sample of every problem in other white space, as
//! `data/secret/layout/*.in`, and writes the oracle's answer beside every input below `data/secret/`.
//!
//! With a folder as argument it writes the inputs and answers that `generated.toml` asks for to
//! `FOLDER/<problem>/*.in` and `*.ans` instead, and leaves `fixtures/` alone.

use oracles::{problems, white_space::Layout, Problem};
use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    for problem in problems() {
        let package = fixtures.join(problem.name());
        match env::args_os().nth(1) {
            None => store(problem, &package)?,
            Some(folder) => generate(problem, &package, &Path::new(&folder).join(problem.name()))?,
        }
    }
    Ok(())
}

fn store(problem: &dyn Problem, package: &Path) -> Result<()> {
    let mut samples = inputs_below(&package.join("data/sample"))?;
    samples.sort();
    let sample = fs::read_to_string(samples.last().ok_or("expected a sample")?)?;
    let layouts = package.join("data/secret/layout");
    fs::create_dir_all(&layouts)?;
    // Some layouts of some samples are the same text; one file of it is enough.
    let mut seen = vec![sample.clone()];
    for layout in Layout::ALL {
        let input = layout.apply(&sample);
        if !seen.contains(&input) {
            fs::write(layouts.join(layout.name()).with_extension("in"), &input)?;
            seen.push(input);
        }
    }
    for path in inputs_below(&package.join("data/secret"))? {
        let answer = problem.answer(&fs::read_to_string(&path)?);
        fs::write(
            path.with_extension("ans"),
            answer.map_err(|error| format!("{}: {error}", path.display()))?,
        )?;
    }
    Ok(())
}

fn inputs_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            inputs.extend(inputs_below(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "in") {
            inputs.push(path);
        }
    }
    Ok(inputs)
}

fn generate(problem: &dyn Problem, package: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let list: toml::Table = fs::read_to_string(package.join("generated.toml"))?.parse()?;
    for case in list["case"].as_array().ok_or("expected a list of cases")? {
        let text = |key: &str| case[key].as_str().ok_or(format!("expected `{key}` to be text"));
        let number = |key: &str| case[key].as_integer().ok_or(format!("expected `{key}` to be a number"));
        let kind = problem.kind(text("kind")?).ok_or(format!("no kind is called {}", case["kind"]))?;
        let (cases, size) = (usize::try_from(number("cases")?)?, usize::try_from(number("size")?)?);
        let input = problem.input(kind, cases, size, u64::try_from(number("seed")?)?);
        let path = folder.join(text("name")?);
        fs::write(path.with_extension("ans"), problem.answer(&input)?)?;
        fs::write(path.with_extension("in"), input)?;
    }
    Ok(())
}
