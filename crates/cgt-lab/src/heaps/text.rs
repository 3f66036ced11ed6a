//! A report as text.

use super::{Growth, Period, Report};
use std::fmt::Write as _;

/// Values shown at most.
const SHOWN: usize = 400;

/// Columns of the table if the period is no better number.
const COLUMNS: usize = 20;

/// Heaps in the picture.
const BARS: usize = 100;

impl Report {
    /// The report for a reader.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}: {}\n\n", self.game, self.headline());
        // Two periods behind what comes before show that it repeats.
        let telling = self.period.as_ref().map_or(SHOWN / 2, |period| period.preperiod + 2 * period.period);
        let shown = &self.values[..self.values.len().min(telling.min(SHOWN))];
        text += &sparkline(&shown[..shown.len().min(BARS)]);
        text += "\n\n";
        text += &self.table(shown);
        if let Some(period) = &self.period {
            text += "\n";
            text += &self.proof(period);
        }
        text
    }

    fn headline(&self) -> String {
        match (&self.period, &self.looks) {
            (Some(Period { preperiod, period, .. }), _) => {
                format!("period {period} from heap {preperiod} on, proved")
            }
            (None, Some(Growth { preperiod, period, saltus })) => format!(
                "no proof of a period up to heap {}; so far heap n + {period} has the value of heap n and {saltus} more from heap {preperiod} on",
                self.greatest_heap()
            ),
            (None, None) => format!("no period up to heap {}", self.greatest_heap()),
        }
    }

    fn greatest_heap(&self) -> usize {
        self.values.len() - 1
    }

    fn table(&self, shown: &[u32]) -> String {
        let columns = self.period.as_ref().map_or(COLUMNS, |period| match period.period {
            // A small period several times in a row, a long one in rows of the usual length.
            short @ 1..=COLUMNS => COLUMNS / short * short,
            long => (COLUMNS / 2..=COLUMNS).rev().find(|columns| long % columns == 0).unwrap_or(COLUMNS),
        });
        let widest = shown.iter().max().map_or(1, |value| value.to_string().len());
        let width = widest.max((columns - 1).to_string().len());
        let label = shown.len().to_string().len().max("heap".len());
        let mut text = format!("{:>label$} ", "heap");
        (0..columns.min(shown.len()))
            .for_each(|column| _ = write!(text, " {:>width$}", format!("+{column}").trim_start_matches("+")));
        text.push('\n');
        for (row, values) in shown.chunks(columns).enumerate() {
            _ = write!(text, "{:>label$} ", row * columns);
            values.iter().for_each(|value| _ = write!(text, " {value:>width$}"));
            text.push('\n');
        }
        if shown.len() < self.values.len()
            && self.period.as_ref().is_none_or(|p| p.preperiod + p.period > shown.len())
        {
            _ = writeln!(text, "… up to heap {}; all values with --format json", self.greatest_heap());
        }
        text
    }

    fn proof(&self, proved: &Period) -> String {
        let Period { preperiod, period, exceptions, most_taken, most_heaps, heaps_checked } = proved;
        let mut text = String::new();
        if !exceptions.is_empty() {
            let heaps: Vec<String> = exceptions.iter().take(30).map(|(heap, _)| heap.to_string()).collect();
            let more = if exceptions.len() > heaps.len() { ", …" } else { "" };
            _ = writeln!(text, "{} exceptional heaps: {}{more}", exceptions.len(), heaps.join(", "));
        }
        let from = (*preperiod).max(1);
        let heaps = (*most_heaps).max(1);
        let until = heaps_checked - period;
        _ = write!(
            text,
            "proof: a move takes at most {most_taken} and leaves at most {heaps} heap{}, so g(n + {period}) = g(n) for all n ≥ {from} if it \
             holds\n       for {from} ≤ n < {until} (Guy and Smith 1956). Checked by the mex over all moves of the {heaps_checked} heaps that this takes.\n",
            if heaps == 1 { "" } else { "s" },
        );
        text
    }
}

/// A bar for each value.
fn sparkline(values: &[u32]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let greatest = values.iter().copied().max().unwrap_or(0).max(7);
    // Without remainder for values up to 7: those are bars of their own height.
    values.iter().map(|value| BARS[(value * 7).div_ceil(greatest) as usize]).collect()
}
