//! `Case #x: `, counted up in place: dividing a number into digits for every board would show.

use judge_io::Text;

/// The part of an answer before its verdict.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label {
    case: u64,
    text: Text<32>,
}

impl Default for Label {
    fn default() -> Self {
        Self { case: 0, text: Text::new("Case #0: ") }
    }
}

impl Label {
    /// Moves on to the next case, the first time to case 1.
    #[inline]
    pub(crate) fn next(&mut self) -> &Text<32> {
        self.case += 1;
        if !self.count_up() {
            self.text = Text::new(&format!("Case #{}: ", self.case));
        }
        &self.text
    }

    /// Adds one to the digits; false if there is one more of them now.
    fn count_up(&mut self) -> bool {
        let text = self.text.as_mut_bytes();
        let digits = text.len() - ": ".len();
        for digit in text["Case #".len()..digits].iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return true;
            }
            *digit = b'0';
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Label;

    #[test]
    fn counts_like_the_formatter() {
        let mut label = Label::default();
        for case in 1..=100_001 {
            let text = label.next();
            assert_eq!(text.as_bytes(), format!("Case #{case}: ").as_bytes());
        }
    }
}
