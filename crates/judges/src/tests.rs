use crate::{Judge, Language, load, load::parse, text};
use pretty_assertions::assert_eq;
use semver::Version;
use std::path::Path;

const RUSTY: &str = r#"
name = "Example"
url = "https://example.org"
state = { value = "open", source = "front page", as_of = "2026-11" }
languages = { value = ["Rust"], source = "front page", as_of = "2026-11" }
platform = { value = "linux", source = "front page", as_of = "2026-11" }
source_limit = { value = { size = 10, unit = "characters" }, source = "front page", as_of = "2026-11" }
[rust]
editions = { value = ["2024", "2021"], source = "front page", as_of = "2026-11" }
version = { value = "1.80.0", source = "help page", as_of = "2026-11" }
compile = { value = ["rustc", "--edition={edition}", "{source}", "-o", "{binary}"], source = "help page", as_of = "2026-11" }
crates = { value = { rand = "0.8", smallvec = { version = "=1.15.1", features = ["union"] } }, source = "help page", as_of = "2026-11" }
[[problems.sums]]
id = "7"
"#;

fn all() -> Vec<Judge> {
    load().unwrap()
}

/// What `parse` says of `RUSTY` with `from` replaced by `to`.
fn fault(from: &str, to: &str) -> String {
    let text = RUSTY.replace(from, to);
    assert_ne!(text, RUSTY, "nothing was replaced");
    parse("example", &text).unwrap_err().to_string()
}

#[test]
fn every_file_is_right() {
    let keys: Vec<String> = all().into_iter().map(|judge| judge.key).collect();
    assert_eq!(
        keys,
        ["atcoder", "boj", "codeforces", "dmoj", "hdu", "kattis", "library-checker", "lqdoj", "poj", "uva"]
    );
}

#[test]
fn table_tells_where_each_problem_goes() {
    let text = text(&all());
    let problems = text.split_once("\n\n").unwrap().1;
    assert_eq!(
        problems,
        "\
problem   in Rust to                                          in C to
chess-sg  BOJ 16880 (closed)                                  -
dag-sg    -                                                   HDU 1524, POJ 2425
euler     -                                                   UVa 10536
tomek     BOJ 12335 and 12336 (closed), DMOJ gcj13qra, LQDOJ  -

? not verified; sources and dates: --format json
"
    );
}

#[test]
fn a_name_is_found_whatever_its_case_and_a_wrong_one_gets_a_hint() {
    let judges = all();
    let find = |name| {
        Judge::by_name(&judges, name).map(|judge| judge.key.clone()).map_err(|error| error.to_string())
    };
    assert_eq!(find("DMOJ").unwrap(), "dmoj");
    assert_eq!(find("Library Checker").unwrap(), "library-checker");
    assert_eq!(
        find("katis").unwrap_err(),
        "unknown judge `katis`; did you mean `kattis`? known judges: \
         atcoder, boj, codeforces, dmoj, hdu, kattis, library-checker, lqdoj, poj, uva"
    );
    assert!(find("spoj?!").unwrap_err().starts_with("unknown judge `spoj?!`; "));
}

#[test]
fn a_judge_without_rust_is_refused_with_the_places_to_go_instead() {
    let judges = all();
    let refusal = |name, problem| {
        let judge = Judge::by_name(&judges, name).unwrap();
        judge.rust(problem, &judges).unwrap_err().to_string()
    };
    assert_eq!(
        refusal("hdu", Some("tomek")),
        "HDU does not accept Rust; its languages are C, C++, Java, Pascal; \
         tomek can be sent in Rust to BOJ 12335 and 12336 (closed), DMOJ gcj13qra, LQDOJ"
    );
    assert_eq!(
        refusal("uva", Some("euler")),
        "UVa does not accept Rust; its languages are C, C++, Java, Pascal, Python 3; \
         euler can be sent in C to UVa 10536"
    );
    assert_eq!(
        refusal("poj", None),
        "POJ does not accept Rust; its languages are C, C++, Fortran, Java, Pascal"
    );
    let elsewhere =
        |name, problem, refused| Judge::by_name(&judges, name).unwrap().elsewhere(problem, refused, &judges);
    assert_eq!(
        elsewhere("dmoj", "tomek", Language::Rust),
        "tomek can be sent in Rust to BOJ 12335 and 12336 (closed), LQDOJ"
    );
    assert_eq!(elsewhere("dmoj", "euler", Language::Rust), "euler can be sent in C to UVa 10536");
    assert_eq!(elsewhere("poj", "dag-sg", Language::C), "dag-sg can be sent in C to HDU 1524");
    assert_eq!(elsewhere("boj", "chess-sg", Language::Rust), "no other known judge carries chess-sg");
}

#[test]
fn c_is_for_judges_that_take_no_rust() {
    let judges = all();
    let languages: Vec<_> = judges.iter().filter(|judge| judge.language() == Language::C).collect();
    let languages: Vec<&str> = languages.iter().map(|judge| judge.key.as_str()).collect();
    assert_eq!(languages, ["hdu", "poj", "uva"]);
    let dmoj = Judge::by_name(&judges, "dmoj").unwrap();
    assert_eq!(
        dmoj.c(Some("tomek"), &judges).unwrap_err().to_string(),
        "how DMOJ compiles C is not known here, but it takes Rust; \
         tomek can be sent in Rust to BOJ 12335 and 12336 (closed), DMOJ gcj13qra, LQDOJ"
    );
}

#[test]
fn size_is_counted_in_the_judges_unit() {
    let judge = parse("example", RUSTY).unwrap();
    assert_eq!(judge.check_size("한글 // x").unwrap().to_string(), "7 of 10 characters (70 %)");
    assert_eq!(
        judge.check_size("한글한글한글한글한글!!").unwrap_err().to_string(),
        "12 characters are 2 above the limit of 10 characters"
    );
    let bytes = parse("example", &RUSTY.replace("characters", "bytes")).unwrap();
    assert_eq!(
        bytes.check_size("한글한글").unwrap_err().to_string(),
        "12 bytes are 2 above the limit of 10 bytes"
    );
}

#[test]
fn an_older_compiler_is_refused() {
    let judge = parse("example", RUSTY).unwrap();
    let rust = judge.rust(None, &[]).unwrap();
    let check =
        |needed: &str| rust.check_rust_version(&judge.name, "nom 8.0.0", &Version::parse(needed).unwrap());
    assert!(check("1.80.0").is_ok());
    assert_eq!(
        check("1.80.1").unwrap_err().to_string(),
        "nom 8.0.0 needs rustc 1.80.1, but Example compiles with 1.80.0 (help page, 2026-11)"
    );
}

#[test]
fn given_crates_match_by_version() {
    let judge = parse("example", RUSTY).unwrap();
    let rust = judge.rust(None, &[]).unwrap();
    let provides = |name, version| rust.provides(name, &Version::parse(version).unwrap());
    assert!(provides("rand", "0.8.5"));
    assert!(!provides("rand", "0.9.2"));
    assert!(provides("smallvec", "1.15.1"));
    assert!(!provides("nom", "8.0.0"));
}

#[test]
fn compile_command_is_the_judges_own() {
    let show = |judge: &Judge| {
        let rust = judge.rust(None, &[]).unwrap();
        let command = rust.compile_command(None, Path::new("a b.rs"), Path::new("a.out"), rust.edition());
        format!("{command:?}")
    };
    assert_eq!(show(&parse("example", RUSTY).unwrap()), r#""rustc" "--edition=2024" "a b.rs" "-o" "a.out""#);
    let judges = all();
    assert_eq!(
        show(Judge::by_name(&judges, "kattis").unwrap()),
        r#""rustc" "-C" "opt-level=3" "-C" "target-cpu=native" "--crate-type" "bin" "--edition" "2021" "a b.rs" "-o" "a.out""#
    );
    assert_eq!(
        show(Judge::by_name(&judges, "lqdoj").unwrap()),
        r#""rustc" "--crate-type" "bin" "--edition" "2021" "-C" "opt-level=3" "-C" "strip=symbols" "a b.rs" "-o" "a.out""#
    );
}

#[test]
fn c_is_compiled_by_the_judges_own_words() {
    let judges = all();
    let show = |name| {
        let c = Judge::by_name(&judges, name).unwrap().c(None, &judges).unwrap();
        format!("{:?}", c.compile_command(Path::new("a b.c"), Path::new("a.out")))
    };
    assert_eq!(show("uva"), r#""gcc" "-O2" "-pipe" "-ansi" "-DONLINE_JUDGE" "a b.c" "-o" "a.out" "-lm""#);
    assert_eq!(show("poj"), r#""gcc" "-std=c99" "-O2" "a b.c" "-o" "a.out" "-lm""#);
}

#[test]
fn a_project_names_only_the_crates_used() {
    let judge = parse("example", RUSTY).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let rust = judge.rust(None, &[]).unwrap();
    let project = rust
        .cargo_project("fn main() {}", "2024", &[("smallvec", &Version::new(1, 15, 1))], folder.path())
        .unwrap();
    assert_eq!(
        std::fs::read_to_string(folder.path().join("Cargo.toml")).unwrap(),
        r#"[package]
name = "submission"
version = "1.0.0"
edition = "2024"

[workspace]

[dependencies]
smallvec = { version = "=1.15.1", features = ["union"] }
"#
    );
    assert_eq!(project.binary, folder.path().join("target/release/submission"));
}

#[test]
fn faults_name_file_and_line() {
    assert_eq!(
        fault("url =", "link ="),
        "profiles/example.toml:3: unknown field `link`, expected one of `name`, `url`, `state`, `languages`, \
         `platform`, `source_limit`, `rust`, `c`, `problems`"
    );
    assert_eq!(
        fault("\"open\"", "\"ajar\""),
        "profiles/example.toml:4: unknown variant `ajar`, expected `open` or `closed`"
    );
    assert_eq!(
        fault("size = 10", "size = -1"),
        "profiles/example.toml:7: invalid value: integer `-1`, expected usize"
    );
    assert_eq!(
        fault("size = 10", "size = 0"),
        "profiles/example.toml:7: a source limit of 0 takes no program"
    );
    assert_eq!(fault("\"Rust\"]", "\"C\"]"), "profiles/example.toml:5: `rust` is given, but not listed here");
    assert_eq!(
        fault("value = [\"2024\", \"2021\"]", "value = [\"2023\"]"),
        "profiles/example.toml:8: expected an edition, found `2023`"
    );
    assert_eq!(
        fault("\"{source}\", ", ""),
        "profiles/example.toml:8: the compile command has no word `{source}`; give the same for one file as `here`"
    );
    assert_eq!(
        fault(
            "open\", source = \"front page\", as_of = \"2026-11\"",
            "open\", source = \"front page\", as_of = \"lately\""
        ),
        "profiles/example.toml:4: expected state's `as_of` as YYYY-MM, found `lately`"
    );
    assert_eq!(
        fault("rand = \"0.8\"", "rand = 8"),
        "profiles/example.toml:12: expected a version, or a table of `version` and `features`"
    );
    assert_eq!(
        fault("name = \"Example\"", "name ="),
        "profiles/example.toml:2: string values must be quoted, expected literal string"
    );
}

#[test]
fn faults_of_c_name_file_and_line() {
    let c = r#"[c]
choice = { value = "GCC", source = "submit page", as_of = "2026-11" }
compile = { value = ["gcc", "{source}", "-o", "{binary}"], source = "help page", as_of = "2026-11" }
"#;
    let (head, _) = RUSTY.split_once("[rust]").unwrap();
    let judge = |language: &str, c: &str| {
        let text = format!("{}{c}", head.replace("\"Rust\"]", &format!("\"{language}\"]")));
        parse("example", &text).map(|judge| judge.language()).map_err(|error| error.to_string())
    };
    assert_eq!(judge("C", c), Ok(Language::C));
    assert_eq!(judge("C++", c), Ok(Language::C));
    let fault = |language, c: &str| judge(language, c).unwrap_err();
    assert_eq!(
        fault("Java", c),
        "profiles/example.toml:5: `c` is given, but neither C nor C++ is listed here"
    );
    assert_eq!(
        fault("C", ""),
        "profiles/example.toml:5: with no `rust` table and no `c` table, nothing can be sent"
    );
    assert_eq!(
        fault("C", &c.replace("\"{source}\", ", "")),
        "profiles/example.toml:8: the compile command has no word `{source}`; give the same for one file as `here`"
    );
    assert_eq!(
        fault("C", &c.replace("\"submit page\"", "\"\"")),
        "profiles/example.toml:8: choice names no source"
    );
}
