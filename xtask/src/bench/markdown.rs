//! The report for `docs/performance.md`.

use super::{
    Report,
    text::{HEAD, LINEAR, cells, linear, machine, title},
};
use anyhow::{Context, Result, bail};
use onefile::write::{self, Overwrite};
use std::{fmt::Write as _, fs, path::Path};

/// The lines of a page between which a report stands.
const BEGIN: &str = "<!-- figures: made by `cargo xtask bench`, do not edit -->";
const END: &str = "<!-- end of figures -->";

/// The report as Markdown, headings on the third level.
pub fn markdown(report: &Report) -> String {
    let mut text = format!("{}\n", machine(report));
    for row in &report.rows {
        let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
        rows.extend(row.measured.iter().map(|measured| cells(row, measured).to_vec()));
        let _ = write!(text, "\n### {}\n\n{}", title(row, report.runs), table(&rows));
    }
    if !report.linear.is_empty() {
        let _ = write!(text, "\n### {LINEAR}\n\n{}", table(&linear(report)));
    }
    for missing in &report.missing {
        let _ = write!(text, "\n{missing}\n");
    }
    text
}

fn table(rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        text += &line(row);
        if number == 0 {
            let rule = (0..row.len()).map(|column| if column == 0 { "---|" } else { "--:|" });
            let _ = writeln!(text, "|{}", rule.collect::<String>());
        }
    }
    text
}

/// Puts a text between the marked lines of a page, in the place of what stands there.
///
/// # Errors
///
/// If the page cannot be read or written, or has no such lines.
pub fn put_into_page(page: &Path, figures: &str) -> Result<()> {
    let text = fs::read_to_string(page).with_context(|| format!("cannot read {}", page.display()))?;
    let Some((before, rest)) = text.split_once(BEGIN) else {
        bail!("{} has no line `{BEGIN}`", page.display());
    };
    let Some((_, after)) = rest.split_once(END) else { bail!("{} has no line `{END}`", page.display()) };
    let text = format!("{before}{BEGIN}\n\n{figures}\n{END}{after}");
    // The page is tracked, and only what this command wrote is replaced in it.
    write::file(&text, page, Overwrite::Forced)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn figures_take_the_place_of_older_ones() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("page.md");
        fs::write(&page, format!("before\n{BEGIN}\nold\n{END}\nafter\n")).unwrap();
        for _ in 0..2 {
            put_into_page(&page, "new\n").unwrap();
            let expected = format!("before\n{BEGIN}\n\nnew\n\n{END}\nafter\n");
            assert_eq!(fs::read_to_string(&page).unwrap(), expected);
        }
        fs::write(&page, "no marks").unwrap();
        assert!(
            put_into_page(&page, "new").unwrap_err().to_string().ends_with(&format!("has no line `{BEGIN}`"))
        );
    }
}
