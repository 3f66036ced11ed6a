//! The command as people type it, in small workspaces of their own.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use std::{fs, path::Path};
use tempfile::TempDir;

/// A workspace with one solver, `double`, for lines with a number each. It prints the number twice, and does as
/// it is told for a line that is no number.
struct Workspace {
    folder: TempDir,
}

const SOLVER: &str = r#"
fn main() {
    for line in std::io::stdin().lines().map(Result::unwrap) {
        match line.as_str() {
            "panic" => panic!("told\x1b[2J to panic"),
            "blank" => println!("4 "),
            "sleep" => std::thread::sleep(std::time::Duration::from_secs(60)),
            "pages" => drop(std::hint::black_box(vec![1_u8; 40 << 20])),
            "stray" => unsafe { std::ptr::null_mut::<u8>().wrapping_add(1).write_volatile(1) },
            "print" => (0..1 << 18).for_each(|_| println!("again")),
            number => println!("{}", 2 * number.parse::<i32>().unwrap()),
        }
    }
}
"#;

impl Workspace {
    fn new() -> Self {
        let workspace = Self { folder: TempDir::new().unwrap() };
        workspace.write("Cargo.toml", "[workspace]\nmembers = ['double']\nresolver = '2'\n");
        workspace.write("double/Cargo.toml", "[package]\nname = 'double'\nedition = '2021'\n");
        workspace.write("double/src/main.rs", SOLVER);
        let limits = "limits: {time_limit: 0.2, memory: 32, output: 1}";
        workspace.write("fixtures/double/problem.yaml", &format!("name: {{en: Double}}\n{limits}\n"));
        workspace.write("fixtures/README.md", "");
        workspace.case("sample/1", "1\n21\n", "2\n42\n");
        workspace
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn case(&self, name: &str, input: &str, answer: &str) {
        self.write(&format!("fixtures/double/data/{name}.in"), input);
        self.write(&format!("fixtures/double/data/{name}.ans"), answer);
    }

    /// Calls the command in a folder of the workspace.
    fn call(&self, folder: &str, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command
            .current_dir(self.folder.path().join(folder))
            .arg("check-samples")
            .args(args.split_whitespace());
        command.env_remove("CARGO_TARGET_DIR").env_remove("RUST_BACKTRACE");
        command
    }

    /// The exit status, standard output and the last line of standard error, with paths of the workspace shortened.
    fn run(&self, folder: &str, args: &str) -> (i32, String, String) {
        let output = self.call(folder, args).output().unwrap();
        let plain = |bytes| String::from_utf8(bytes).unwrap().replace(&root(&self.folder), "…");
        let errors = plain(output.stderr);
        let last =
            errors.lines().skip_while(|line| !line.starts_with("error")).collect::<Vec<_>>().join("\n");
        (output.status.code().unwrap(), plain(output.stdout), last)
    }

    fn json(&self, args: &str) -> (i32, serde_json::Value) {
        let (status, output, errors) = self.run("", &format!("{args} --format json"));
        (status, serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output}{errors}")))
    }
}

fn root(folder: &TempDir) -> String {
    folder.path().canonicalize().unwrap().display().to_string()
}

/// `case verdict: reason` for each case of a report.
fn verdicts(report: &serde_json::Value) -> Vec<String> {
    let cases = report["problems"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|problem| problem["cases"].as_array().unwrap());
    let text = |value: &serde_json::Value| value.as_str().map_or(String::new(), |text| format!(": {text}"));
    cases
        .map(|case| {
            format!(
                "{} {}{}",
                case["case"].as_str().unwrap(),
                case["verdict"].as_str().unwrap(),
                text(&case["reason"])
            )
        })
        .collect()
}

#[test]
fn every_verdict_in_every_format() {
    let workspace = Workspace::new();
    workspace.case("secret/crash", "2\npanic\n", "4\n");
    workspace.case("secret/wait", "sleep\n", "4\n");
    workspace.case("secret/hoard", "pages\n", "");
    workspace.case("secret/flood", "print\n", "");
    workspace.case("secret/stray", "stray\n", "");
    workspace.case("secret/trap", "1\nblank\n3\n", "2\n4\n6\n");
    workspace.case("secret/open", "4\n", "8");

    let (status, report) = workspace.json("");
    let shown: Vec<_> =
        verdicts(&report).iter().map(|case| case.split(": ").next().unwrap().to_owned()).collect();
    let expected = [
        "sample/1 AC",
        "secret/crash RE",
        "secret/flood OLE",
        "secret/hoard MLE",
        "secret/open AC",
        "secret/stray RE",
        "secret/trap WA",
        "secret/wait TLE",
    ];
    assert_eq!(shown, expected);
    assert_eq!((status, report["accepted"].as_bool()), (1, Some(false)));
    assert_eq!(
        report["verdicts"],
        serde_json::json!({"AC": 2, "WA": 1, "TLE": 1, "MLE": 1, "OLE": 1, "RE": 2})
    );
    let cases = &report["problems"][0]["cases"];
    assert_eq!(cases[5]["reason"], "ended by SIGSEGV");
    assert_eq!(cases[6]["difference"]["column"], 2);
    assert_eq!(cases[1]["exit_status"], 101);
    assert!(cases[3]["memory_bytes"].as_u64().unwrap() > 32 << 20);

    let saved = workspace.folder.path().join("target/check-samples/double/secret/trap.out");
    assert_eq!(fs::read_to_string(saved).unwrap(), "2\n4 \n6\n");

    let (status, xml, _) = workspace.run("", "--no-build --format junit");
    assert_eq!(status, 1);
    for part in [
        r#"<testsuite name="double" tests="8" "#,
        r#"failures="6""#,
        r#"<failure message="line 2, column 2: expected `4`, found `4·`" type="WA">"#,
    ] {
        assert!(xml.contains(part), "{xml}");
    }

    let (status, text, _) = workspace.run("double/src", "--no-build --case *{1,trap,crash}");
    assert_eq!(status, 1);
    let told = &text[text.find("\ndouble").unwrap()..text.rfind("\n  problem").unwrap()];
    let pid = told.split_once("main' (").and_then(|(_, rest)| rest.split_once(')')).unwrap().0;
    assert_eq!(
        told.replace(pid, "1"),
        r"
double secret/crash: RE, exit status 101
  stderr: 
  stderr: thread 'main' (1) panicked at double/src/main.rs:5:24:
  stderr: told\u{1b}[2J to panic
  stderr: note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
  input:  …/fixtures/double/data/secret/crash.in
  answer: …/fixtures/double/data/secret/crash.ans
  output: …/target/check-samples/double/secret/crash.out

double secret/trap: WA, line 2, column 2: expected `4`, found `4·`
    1 | 2
  - 2 | 4
  + 2 | 4·
      |  ^
    3 | 6
  input:  …/fixtures/double/data/secret/trap.in
  answer: …/fixtures/double/data/secret/trap.ans
  output: …/target/check-samples/double/secret/trap.out
"
    );
    assert!(text.trim_end().ends_with(": 1 AC, 1 WA, 1 RE"), "{text}");
}

#[test]
fn flags_choose_what_is_run() {
    let workspace = Workspace::new();
    workspace.case("secret/2", "2\n", "4\n");
    workspace.case("secret/slow", "sleep\n", "");
    let (status, report) = workspace.json("double double --case sample/* --jobs 1");
    assert_eq!((status, verdicts(&report)), (0, vec!["sample/1 AC".to_owned()]));
    let (status, report) = workspace.json("--case *slow --no-build --timeout-factor 0.01");
    assert_eq!(status, 1);
    assert_eq!(report["problems"][0]["time_limit_seconds"], 0.002);
}

#[test]
fn bundles_are_run_in_place_of_the_build() {
    let workspace = Workspace::new();
    workspace.case("secret/crash", "panic\n", "4\n");
    let (status, report) = workspace.json("--bundled --edition 2024");
    let shown: Vec<_> =
        verdicts(&report).iter().map(|case| case.split(':').next().unwrap().to_owned()).collect();
    assert_eq!((status, shown), (1, vec!["sample/1 AC".to_owned(), "secret/crash RE".to_owned()]));
    // A place in the message tells that it is the bundle which ran.
    assert!(
        report["problems"][0]["cases"][1]["stderr"].as_str().unwrap().contains("at bundle.rs:"),
        "{report}"
    );
    assert!(!workspace.folder.path().join("target/release/double").exists());
    let (status, report) = workspace.json("--bundled --judge kattis --minify --case sample/*");
    assert_eq!((status, verdicts(&report)), (0, vec!["sample/1 AC".to_owned()]));

    workspace.write("double/src/main.rs", "fn main() { println!(\"2\\n42\"); }");
    let (status, report) = workspace.json("--bundled --case sample/*");
    assert_eq!((status, verdicts(&report)), (0, vec!["sample/1 AC".to_owned()]));
    workspace.write("double/src/main.rs", "fn main() { println!(\"{}\", line!()); }");
    let (status, report) = workspace.json("--bundled --case sample/*");
    assert_eq!(status, 1);
    assert_eq!(verdicts(&report), ["sample/1 WA: line 1, column 1: expected `2`, found `1`"]);
}

#[test]
fn a_moved_workspace_works() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run("", "").0, 0);
    let elsewhere = TempDir::new().unwrap();
    let folder = elsewhere.path().join("moved here");
    fs::rename(workspace.folder.path(), &folder).unwrap();
    fs::create_dir(workspace.folder.path()).unwrap();
    let mut command = workspace.call("", "--no-build --format json");
    let output = command.current_dir(folder.join("fixtures")).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(Path::new(&folder).join("target/check-samples/double/sample/1.out").is_file());
}

#[test]
fn wrong_usage_ends_with_2() {
    let workspace = Workspace::new();
    let check = |args: &str, expected: &str| {
        let (status, output, errors) = workspace.run("", args);
        let first = errors.lines().next().unwrap_or_default();
        assert_eq!((status, output.as_str(), first), (2, "", expected), "{args}");
    };
    check("triple", "error: unknown problem `triple`; there are: double");
    check("--case nothing/*", "error: no case matches `nothing/*`");
    check(
        "--case [",
        "error: invalid value '[' for '--case <GLOB>': error parsing glob '[': unclosed character class; missing ']'",
    );
    check("--jobs 0", "error: invalid value '0' for '--jobs <N>': number would be zero for non-zero type");
    check(
        "--timeout-factor 0",
        "error: invalid value '0' for '--timeout-factor <FACTOR>': expected a number from 0.001 to 1000",
    );
    check("--judge kattis", "error: --judge, --lang, --edition, --rustc and --minify require --bundled");
    check(
        "--bundled --judge katis",
        "error: unknown judge `katis`; did you mean `kattis`? known judges: \
         atcoder, boj, codeforces, dmoj, hdu, kattis, library-checker, lqdoj, poj, uva",
    );
    check(
        "--bundled --judge kattis --edition 2024",
        "error: Kattis does not compile edition 2024; it compiles 2021",
    );
    check("--fromat json", "error: unexpected argument '--fromat' found");
}

#[test]
fn what_is_not_in_order_ends_with_1() {
    let workspace = Workspace::new();
    let check = |args: &str, expected: &str| {
        let (status, output, errors) = workspace.run("", args);
        assert_eq!((status, output.as_str(), errors.as_str()), (1, "", expected), "{args}");
    };
    check("--no-build", "error: …/target/release/double is missing: build it first, or leave out --no-build");

    workspace.write("fixtures/double/data/secret/half.in", "");
    check("", "error: …/fixtures/double/data/secret/half.in has no answer `.ans`");
    fs::remove_dir_all(workspace.folder.path().join("fixtures/double/data/secret")).unwrap();

    check(
        "--bundled --judge uva --lang rust",
        "error: UVa does not accept Rust; its languages are C, C++, Java, Pascal, Python 3; \
         no known judge carries double",
    );
    check(
        "--bundled --rustc double/src",
        "error: cannot bundle `double`: cannot run …/double/src: Permission denied (os error 13)",
    );

    workspace.write("double/src/main.rs", "fn main() { nothing }");
    let (status, _, errors) = workspace.run("", "");
    assert_eq!(status, 1);
    assert!(errors.contains("cannot find value `nothing`"), "{errors}");
    assert_eq!(errors.lines().last(), Some("error: cargo could not build double"));

    fs::rename(
        workspace.folder.path().join("fixtures/double"),
        workspace.folder.path().join("fixtures/triple"),
    )
    .unwrap();
    check("", "error: …/fixtures/triple has no solver: no package `triple` in the workspace");
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run("", "").0, 0);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.current_dir(workspace.folder.path()).args(["check-samples", "--no-build"]);
    let mut child =
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn help_has_examples() {
    let workspace = Workspace::new();
    let (status, output, _) = workspace.run("", "--help");
    assert_eq!(status, 0);
    assert!(output.contains("cargo xtask check-samples euler tomek --case 'sample/*'"), "{output}");
    assert!(!output.contains("__launch"), "{output}");
}
