//! What holds for every problem, every kind of case and every layout.

use oracles::{problems, white_space::Layout, Case, Kind, Problem};
use pretty_assertions::assert_eq;

/// Runs a check on small cases of every kind; what is printed last is the case that failed.
fn each_case(size_max: usize, seeds: u64, check: impl Fn(&dyn Problem, &Kind, Case)) {
    for problem in problems() {
        for kind in problem.kinds() {
            for (size, seed) in (1..=size_max).flat_map(|size| (0..seeds).map(move |seed| (size, seed))) {
                eprintln!("{} {} size {size} seed {seed}", problem.name(), kind.name);
                check(problem, kind, kind.case(size, seed));
            }
        }
    }
}

#[test]
fn cases_are_well_formed_and_answers_as_known() {
    each_case(20, 50, |problem, _, case| {
        let input = problem.join(&[case.text]);
        let answer = problem.answer(&input).unwrap();
        assert_eq!(case.known.unwrap_or_else(|| answer.clone()), answer, "{input}");
    });
}

#[test]
fn a_case_is_the_same_every_time() {
    for problem in problems() {
        for kind in problem.kinds() {
            assert_eq!(kind.case(9, 7), kind.case(9, 7));
        }
    }
}

#[test]
fn splitting_and_joining_changes_nothing() {
    for problem in problems() {
        for kind in problem.kinds() {
            let input = problem.input(kind, 10, 12, 3);
            assert_eq!(problem.join(&problem.split(&input).unwrap()), input, "{}", kind.name);
        }
    }
}

#[test]
fn layouts_change_no_answer() {
    let layouts = Layout::ALL.into_iter().chain((0..20).map(Layout::Random));
    for (layout, problem) in layouts.flat_map(|layout| problems().map(|problem| (layout, problem))) {
        for kind in problem.kinds() {
            let input = problem.input(kind, 5, 8, 1);
            let other = layout.apply(&input);
            assert_eq!(
                problem.answer(&other),
                problem.answer(&input),
                "{layout:?} of {} {}",
                problem.name(),
                kind.name
            );
        }
    }
}

#[test]
fn other_forms_change_no_answer() {
    for problem in problems() {
        for kind in problem.kinds() {
            let input = problem.input(kind, 5, 8, 2);
            let forms = problem.other_forms(&input);
            assert_eq!(forms.len(), problem.other_forms(&problem.join(&[])).len());
            for form in forms {
                assert!(form != input);
                assert_eq!(problem.answer(&form), problem.answer(&input), "{}: {form}", problem.name());
            }
        }
    }
}

#[test]
fn shrinking_comes_to_an_end() {
    each_case(6, 4, |problem, _, case| {
        // The last candidate is the least daring one, so this is the longest way down.
        let mut text = case.text;
        for step in 0.. {
            assert!(step < 10_000, "still {text}");
            let Some(next) = problem.shrink(&text).last() else { break };
            assert!(problem.answer(&problem.join(std::slice::from_ref(&next))).is_ok(), "{next}");
            assert!(next != text);
            text = next;
        }
    });
}

/// A made-up mistake is boiled down to next to nothing.
#[test]
fn shrinking_finds_the_smallest_case() {
    let check = |name: &str, kind: &str, size, fails: fn(&str) -> bool, expected: &str| {
        let problem = oracles::problem(name).unwrap();
        let kind = problem.kind(kind).unwrap();
        let mut text = (0..).map(|seed| kind.case(size, seed).text).find(|text| fails(text)).unwrap();
        while let Some(smaller) = problem.shrink(&text).find(|text| fails(text)) {
            text = smaller;
        }
        assert_eq!(text, expected);
    };
    check("euler", "random", 16, |text| text.ends_with("..\n"), "XXXX\nXXXX\nXXXX\nXX..\n");
    check("tomek", "unreachable", 16, |text| text.ends_with("XO\n"), "....\n....\n....\n..XO\n");
    check("chess-sg", "balanced", 100, |text| text.contains(" N"), "0 0 N\n");
    check("dag-sg", "lonely", 30, |text| text.contains(" 0 0\n"), "1\n0\n2 0 0\n0\n");
}
