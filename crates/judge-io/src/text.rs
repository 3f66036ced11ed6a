//! Numbers in texts. `core::fmt` would do as well, but makes a good part of a small program.

/// `number` in decimal.
pub(super) fn decimal(number: u64) -> String {
    let mut digits = if number > 9 { decimal(number / 10) } else { String::new() };
    digits.push(char::from(b'0' + (number % 10) as u8));
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn numbers_look_as_the_standard_library_writes_them() {
        let around = |power: u32| 10_u64.pow(power) - 1..=10_u64.pow(power) + 1;
        for number in (0..20).flat_map(around).chain([u64::MAX]) {
            assert_eq!(decimal(number), number.to_string());
        }
    }
}
