//! Small workspaces, each with a trap for the bundler: built by cargo, bundled, compiled by plain rustc, compared.
//!
//! The cases stand in `bundle/*.txt`. `=== name` starts one, `--- path` a file of it; `--- path +` adds to the file so
//! far, `crlf` and `bom` behind the path change how it is written. Manifests that a case does not give are made: each
//! folder is a package of edition 2021 (`edition FOLDER YEAR` before the first file says otherwise), and `p`, whose
//! binary is bundled, depends on all others. Lines that start with `!` tell more: another target (`!bin NAME`,
//! `!example NAME`) or manifest, that the bundler must refuse and say a word (`!refused WORD`), that it may refuse rather
//! than make the same program (`!may refuse`), that a word is gone from the bundle (`!absent WORD`), that both programs
//! are built for release (`!profile release`).
//!
//! `cargo test` runs a sample; all of them: `cargo test -p xtask --test bundle_cases -- --ignored`. The variable
//! `BUNDLE_CASES` picks those whose name contains its value.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;

use std::{
    collections::BTreeSet,
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::Mutex,
    thread,
};
use support::{compile_and_run, finish, lay_out};

/// What every program finds on its standard input.
const INPUT: &str = "in\nput\n";

#[derive(Debug, Default)]
struct Case {
    name: String,
    files: Vec<(String, Vec<u8>)>,
    /// Folder and edition.
    editions: Vec<(String, String)>,
    /// `--bin` or `--example`, and a name.
    target: Option<(String, String)>,
    manifest: Option<String>,
    refused: Option<String>,
    may_refuse: bool,
    /// Cargo's release profile and `-O`, instead of its dev profile and no optimization.
    release: bool,
    absent: Vec<String>,
}

#[test]
fn a_sample_of_the_cases_agrees() {
    run(every_case().into_iter().step_by(17).collect());
}

#[test]
#[ignore = "takes a minute or more"]
fn all_cases_agree() {
    let wanted = env::var("BUNDLE_CASES").unwrap_or_default();
    run(every_case().into_iter().filter(|case| case.name.contains(&wanted)).collect());
}

fn every_case() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bundle");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    let cases: Vec<Case> = paths.iter().flat_map(|path| parse(&fs::read_to_string(path).unwrap())).collect();
    let names: BTreeSet<&String> = cases.iter().map(|case| &case.name).collect();
    assert_eq!(names.len(), cases.len(), "two cases share a name");
    cases
}

fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for block in text.split("\n=== ").skip(1) {
        let (name, rest) = block.split_once('\n').unwrap();
        let mut case = Case { name: name.to_owned(), ..Case::default() };
        let mut file: Option<(String, String, Vec<String>)> = None;
        for line in rest.lines() {
            if let Some(header) = line.strip_prefix("--- ") {
                case.add(file.take());
                let mut words = header.split(' ').map(str::to_owned);
                file = Some((words.next().unwrap(), String::new(), words.collect()));
            } else if let Some(directive) = line.strip_prefix('!') {
                case.direct(directive);
            } else if let Some((_, text, _)) = &mut file {
                text.push_str(line);
                text.push('\n');
            } else if let [word, folder, year] = line.split(' ').collect::<Vec<_>>()[..] {
                assert_eq!(word, "edition", "{name}");
                case.editions.push((folder.to_owned(), year.to_owned()));
            }
        }
        case.add(file);
        cases.push(case);
    }
    cases
}

impl Case {
    fn add(&mut self, file: Option<(String, String, Vec<String>)>) {
        let Some((path, text, flags)) = file else { return };
        // The blank line before the next case is no part of the file.
        let mut text = text.trim_end().to_owned() + "\n";
        let has = |flag: &str| flags.iter().any(|known| known == flag);
        if has("crlf") {
            text = text.replace('\n', "\r\n");
        }
        if has("bom") {
            text.insert(0, '\u{feff}');
        }
        if has("+")
            && let Some((_, known)) = self.files.iter_mut().find(|(known, _)| *known == path)
        {
            known.extend(text.into_bytes());
            return;
        }
        if has("+") {
            let folder = path.split('/').next().unwrap();
            text = format!("{}{text}", self.package(folder));
        }
        self.files.push((path, text.into_bytes()));
    }

    fn direct(&mut self, directive: &str) {
        let (word, rest) = directive.split_once(' ').unwrap();
        match word {
            "bin" | "example" => self.target = Some((word.to_owned(), rest.to_owned())),
            "manifest" => self.manifest = Some(rest.to_owned()),
            "refused" => self.refused = Some(rest.to_owned()),
            "may" => self.may_refuse = true,
            "profile" => self.release = rest == "release",
            "absent" => self.absent.push(rest.to_owned()),
            _ => panic!("{}: unknown line `!{directive}`", self.name),
        }
    }

    fn package(&self, folder: &str) -> String {
        format!(
            "[package]\nname = \"{folder}\"\nversion = \"0.1.0\"\nedition = \"{}\"\n",
            self.edition(folder)
        )
    }

    fn edition(&self, folder: &str) -> &str {
        self.editions.iter().find(|(known, _)| known == folder).map_or("2021", |(_, year)| year)
    }

    /// The files with the manifests that were not given.
    fn complete(&self) -> Vec<(String, Vec<u8>)> {
        let mut files = self.files.clone();
        if self.manifest.is_some() || files.iter().any(|(path, _)| path == "Cargo.toml") {
            return files;
        }
        let folders: BTreeSet<String> =
            files.iter().map(|(path, _)| path.split('/').next().unwrap().to_owned()).collect();
        let folders: BTreeSet<String> =
            folders.into_iter().filter(|folder| !folder.starts_with('.')).collect();
        for folder in &folders {
            let manifest = format!("{folder}/Cargo.toml");
            if files.iter().any(|(path, _)| *path == manifest) {
                continue;
            }
            let mut text = self.package(folder);
            if folder == "p" {
                text.push_str("[dependencies]\n");
                for other in folders.iter().filter(|other| *other != "p") {
                    writeln!(text, "{other} = {{ path = \"../{other}\" }}").unwrap();
                }
            }
            files.push((manifest, text.into_bytes()));
        }
        let root = format!("[workspace]\nresolver = \"2\"\nmembers = {folders:?}\n");
        files.push(("Cargo.toml".to_owned(), root.replace('{', "[").replace('}', "]").into_bytes()));
        files
    }

    /// What is wrong, if anything.
    fn verdict(&self, place: &Path) -> Result<(), String> {
        let (folder, target_folder) = (place.join("workspace"), place.join("target"));
        lay_out(&folder, &self.complete());
        let manifest = folder.join(self.manifest.as_deref().unwrap_or("Cargo.toml"));
        let (kind, target) = self.target.clone().unwrap_or_else(|| ("bin".to_owned(), "p".to_owned()));
        let bundle = place.join("bundle.rs");
        let _ = fs::remove_file(&bundle);

        let mut tool = Command::new(env!("CARGO_BIN_EXE_xtask"));
        tool.args(["bundle", "--manifest-path"]).arg(&manifest).arg(format!("--{kind}")).arg(&target);
        tool.arg("--output").arg(&bundle).env("CARGO_TARGET_DIR", &target_folder).current_dir(&folder);
        let output = finish(&mut tool, "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if said.contains("panicked at") {
            return Err(format!("the bundler panicked: {said}"));
        }
        if let Some(word) = &self.refused {
            return match output.status.code() {
                Some(1) if said.contains(word.as_str()) && !bundle.exists() => Ok(()),
                code => {
                    Err(format!("expected a refusal that says `{word}`, found exit status {code:?}: {said}"))
                }
            };
        }
        if !output.status.success() {
            let clean = self.may_refuse && output.status.code() == Some(1) && !bundle.exists();
            return if clean { Ok(()) } else { Err(format!("the bundler failed: {said}")) };
        }

        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(["run", "--quiet"])
            .args(self.release.then_some("--release"))
            .arg("--manifest-path")
            .arg(&manifest)
            .arg(format!("--{kind}"))
            .arg(&target)
            .current_dir(&folder);
        let expected = finish(cargo.env("CARGO_TARGET_DIR", &target_folder), INPUT);
        if !expected.status.success() {
            return Err(format!("the case does not run: {}", String::from_utf8_lossy(&expected.stderr)));
        }
        let text = fs::read_to_string(&bundle).map_err(|error| error.to_string())?;
        for word in &self.absent {
            if text.contains(word.as_str()) {
                return Err(format!("`{word}` is still in the bundle"));
            }
        }
        if text.contains(&*place.to_string_lossy()) {
            return Err("the bundle names a folder of this machine".to_owned());
        }
        self.same(&bundle, &expected)?;
        let minified = place.join("minified.rs");
        let short = support::minify(&text, self.edition("p"), place)?;
        fs::write(&minified, short).unwrap();
        self.same(&minified, &expected).map_err(|error| format!("minified: {error}"))
    }

    /// Compiles a bundle as it stands, and compares what it does.
    fn same(&self, source: &Path, expected: &Output) -> Result<(), String> {
        let mut flags = vec!["--edition", self.edition("p")];
        flags.extend(self.release.then_some("-O"));
        let found = compile_and_run(source, &flags, INPUT)?;
        if found.status.code() != expected.status.code() || found.stdout != expected.stdout {
            return Err(format!(
                "expected {:?} {}, found {:?} {}",
                String::from_utf8_lossy(&expected.stdout),
                expected.status,
                String::from_utf8_lossy(&found.stdout),
                found.status
            ));
        }
        Ok(())
    }
}

/// Runs the cases and panics with all that went wrong.
fn run(cases: Vec<Case>) {
    let workers = thread::available_parallelism().map_or(2, usize::from);
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for worker in 0..workers {
            let (cases, wrong) = (&cases, &wrong);
            scope.spawn(move || {
                for case in cases.iter().skip(worker).step_by(workers) {
                    // Cargo tells packages of one name apart by their place in the workspace, which is the same in
                    // most cases: they must not share a target folder.
                    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bundle-cases").join(&case.name);
                    if let Err(why) = case.verdict(&folder) {
                        wrong.lock().unwrap().push(format!("{}: {why}", case.name));
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    println!("{} of {} cases agree", cases.len() - wrong.len(), cases.len());
    assert!(
        wrong.is_empty(),
        "{} of {} cases went wrong:\n\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n\n")
    );
}
