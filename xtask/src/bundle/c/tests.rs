use super::*;
use pretty_assertions::assert_eq;

#[test]
fn a_function_belongs_to_the_crate_that_its_path_begins_with() {
    let functions = [
        ("euler::run", 30),
        ("<euler::Board as judge_io::Leaf>::read", 12),
        ("<&mut [core::fmt::Argument] as alloc::string::ToString>::to_string", 7),
        ("dlmalloc", 40),
    ];
    let functions = functions.map(|(path, bytes)| (path.to_owned(), bytes));
    let shares: Vec<(String, usize)> =
        by_crate(&functions).into_iter().map(|share| (share.name, share.bytes)).collect();
    let expected = [("euler", 42), ("dlmalloc", 40), ("core", 7)];
    assert_eq!(shares, expected.map(|(name, bytes)| (name.to_owned(), bytes)));
}
