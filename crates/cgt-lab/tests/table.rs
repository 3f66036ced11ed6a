//! `cgt table` from the outside.

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use std::{collections::HashMap, fs};

fn cgt(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cgt"));
    command.arg("table").args(words);
    command
}

fn run(words: &[&str]) -> (String, String) {
    let output = cgt(words).output().expect("cgt runs");
    assert!(output.status.success(), "{words:?}: {output:?}");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn csv_holds_the_values_that_the_oracle_finds() {
    for letter in ['R', 'B', 'K', 'N', 'P'] {
        let (csv, findings) = run(&[&letter.to_string(), "--size", "12", "--format", "csv"]);
        let values: Vec<Vec<u64>> = csv
            .lines()
            .map(|line| line.split(',').map(|value| value.parse().expect("a number")).collect())
            .collect();
        let expected = oracles::chess_sg::table(letter, 12);
        let found: Vec<u64> = (0..12).flat_map(|x| values.iter().map(move |row| row[x])).collect();
        assert_eq!(found, expected, "{letter}");
        assert_eq!(
            findings.contains("pattern, proved for all squares"),
            ['K', 'N'].contains(&letter),
            "{letter}: {findings}"
        );
    }
}

#[test]
fn findings_name_formula_and_proof() {
    let (_, king) = run(&["K", "--format", "csv"]);
    assert!(king.contains("formula: (x + y) mod 2 + 2 (min(x, y) mod 2) (proved for all squares)"), "{king}");
    let (_, pawn) = run(&["(-1,0)", "(0,-2)", "--format", "csv"]);
    assert!(pawn.contains("x ≥ y: ") && pawn.contains("checked on the "), "{pawn}");
    let (_, rook) = run(&["R", "--format", "csv"]);
    assert!(rook.contains("no pattern is proved"), "{rook}");
    assert!(rook.contains("formula: x xor y (fits 100x100 squares, not proved)"), "{rook}");
    assert!(rook.contains("row 2: g(x + 4) = g(x) + 4 from x = 0 on"), "{rook}");
}

/// The colour of each number is the same everywhere, and white for 0 only.
#[test]
fn svg_shows_every_value_once() {
    for format in ["svg", "html"] {
        let (svg, _) = run(&["N", "--size", "9", "--format", format]);
        let mut fills: Vec<&str> = Vec::new();
        let mut colours: HashMap<&str, &str> = HashMap::new();
        for line in svg.lines() {
            let attribute =
                |name: &str| line.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
            if line.starts_with("<rect x=") {
                fills.push(attribute("fill").expect("a colour"));
            } else if line.contains("text-anchor=\"middle\" fill=\"#") && !line.contains("#555") {
                let value = line.split('>').nth(1).and_then(|rest| rest.split('<').next()).expect("a value");
                let fill = fills.last().expect("a square before its number");
                assert_eq!(colours.entry(value).or_insert(fill), fill, "{format}: {value}");
            }
        }
        assert_eq!((fills.len(), colours.len()), (81, 3), "{format}");
        assert_eq!(colours["0"], "#ffffff");
        assert!(!svg.contains("http://") || svg.matches("http").count() == 1, "only the name of the format");
        assert!(svg.contains("min(x, y) mod 3 (proved for all squares)"));
        assert!(svg.contains("|x - y| &lt; r"), "what was found is escaped");
    }
}

#[test]
fn png_has_the_colours_and_the_findings() {
    let folder = std::env::temp_dir().join(format!("cgt table {}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("king.png");
    cgt(&["K", "--size", "8", "--format", "png", "--output"]).arg(&path).assert().success();
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(&path).expect("a file")));
    let mut reader = decoder.read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut pixels).expect("a picture");
    assert_eq!((info.width, info.height), (512, 512));
    let text: String = reader.info().utf8_text.iter().filter_map(|chunk| chunk.get_text().ok()).collect();
    assert!(text.contains("Grundy values of K") && text.contains("checked on the 18 squares"), "{text}");
    let pixel = |x: usize, y: usize| &pixels[3 * (512 * y + x)..][..3];
    let mut colours: HashMap<u64, &[u8]> = HashMap::new();
    for y in 0..512 {
        for x in 0..512 {
            let value = oracles::chess_sg::value('K', x as u64 / 64, y as u64 / 64);
            assert_eq!(*colours.entry(value).or_insert(pixel(x, y)), pixel(x, y), "{x}, {y}");
        }
    }
    assert_eq!((colours.len(), colours[&0]), (4, &[255, 255, 255][..]));
    fs::remove_dir_all(folder).expect("the folder can go");
}

#[test]
fn faults_have_a_place() {
    for (words, status, complaint) in [
        (
            &["KQ"][..],
            2,
            "error: \"KQ\", character 2: expected R, B, K, N, P, rider or a step like (-1,-2), found \"Q\"\n",
        ),
        (&["K", "--size", "0"], 2, "expected a number from 1 to 4096"),
        (
            &["K", "--format", "csv", "--output", "/no such folder/x"],
            1,
            "error: cannot write /no such folder/x",
        ),
    ] {
        let output = cgt(words).output().expect("cgt runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{told}");
        assert!(told.contains(complaint), "{told}");
    }
}
