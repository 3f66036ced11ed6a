//! What the documents show of `cgt` is what it prints.

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use std::{fs, path::Path};

/// Runs every `$ cgt …` of a document's console blocks in the root of the repository, and returns how many there are.
fn check(document: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join(document)).expect(document);
    let mut examples = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for example in block.split("$ ").filter_map(|example| example.strip_prefix("cgt ")) {
            let (command, expected) = example.split_once('\n').expect("a line for the command");
            let output = Command::new(env!("CARGO_BIN_EXE_cgt"))
                .args(command.split(' '))
                .current_dir(&root)
                .output()
                .expect("cgt runs");
            let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            assert_eq!(printed.trim_end(), expected.trim_end(), "{document}: cgt {command}");
            examples += 1;
        }
    }
    examples
}

#[test]
fn documents_show_what_is_printed() {
    assert!(check("README.md") > 0);
    assert!(check("docs/cgt.md") > 7);
}
