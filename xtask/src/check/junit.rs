//! The report for services that collect test results.

use super::{ProblemReport, Report, text::reason};
use crate::runner::Verdict;
use quick_junit::{NonSuccessKind, SerializeError, TestCase, TestCaseStatus, TestSuite};

/// The report as JUnit XML, a suite a problem.
///
/// # Errors
///
/// If the XML cannot be written.
pub fn junit(report: &Report) -> Result<String, SerializeError> {
    let mut xml = quick_junit::Report::new("check-samples");
    xml.set_time(report.wall).add_test_suites(report.problems.iter().map(suite));
    xml.to_string()
}

fn suite(problem: &ProblemReport) -> TestSuite {
    let mut suite = TestSuite::new(problem.problem.as_str());
    for case in &problem.cases {
        let mut status = TestCaseStatus::success();
        if case.verdict != Verdict::Accepted {
            status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(case.verdict.letters()).set_message(reason(problem, case));
            if let Some(difference) = &case.difference {
                status.set_description(difference.excerpt.as_str());
            }
        }
        let mut test = TestCase::new(case.name.as_str(), status);
        test.set_classname(problem.problem.as_str()).set_time(case.outcome.wall);
        test.add_property(("memory_bytes", case.outcome.memory.to_string().as_str()));
        if !case.outcome.stderr.is_empty() {
            test.set_system_err(case.outcome.stderr.as_str());
        }
        suite.add_test_case(test);
    }
    suite.set_time(problem.cases.iter().map(|case| case.outcome.wall).sum());
    suite
}
