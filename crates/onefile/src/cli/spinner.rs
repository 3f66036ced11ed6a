//! Shows the current stage on a terminal.

use crate::progress::{Progress, Stage};
use indicatif::ProgressBar;
use std::time::Duration;

/// A spinner on standard error that is removed when it is dropped; nothing where that is no terminal.
#[derive(Debug)]
pub(crate) struct Spinner(ProgressBar);

impl Spinner {
    pub(crate) fn new() -> Spinner {
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(100));
        Spinner(bar)
    }
}

impl Progress for Spinner {
    fn begin(&self, stage: Stage, krate: &str) {
        self.0.set_message(format!("{krate}: {stage}"));
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
