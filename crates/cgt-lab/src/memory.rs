//! How much memory there is, and how much this process has had.

use nix::sys::resource::{UsageWho, getrusage};
use sysinfo::System;

/// Bytes that can be taken before the machine, or the group of processes to which this one is confined, runs out; `None` if the
/// system does not tell.
pub fn available() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory();
    let of_machine = system.available_memory();
    let of_group = system.cgroup_limits().map(|limits| limits.free_memory);
    Some(of_group.map_or(of_machine, |free| free.min(of_machine))).filter(|&bytes| bytes > 0)
}

/// Bytes that this process has held at its peak; 0 if the system does not tell.
pub fn peak() -> u64 {
    let kibibytes = getrusage(UsageWho::RUSAGE_SELF).map_or(0, |usage| usage.max_rss());
    u64::try_from(kibibytes).map_or(0, |kibibytes| kibibytes * 1024)
}

/// `8.07 GiB`.
pub fn told(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (bytes.max(1).ilog2() / 10) as usize;
    if power == 0 {
        return format!("{bytes} B");
    }
    let amount = bytes as f64 / (1_u64 << (10 * power)) as f64;
    let decimals = if amount < 10.0 { 2 } else { usize::from(amount < 100.0) };
    format!("{amount:.decimals$} {}", units[power])
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn bytes_are_told_with_three_digits() {
        let told = [0, 1023, 1024, 8_665_000_000, 40 << 20, 137 << 30, u64::MAX].map(told);
        assert_eq!(told, ["0 B", "1023 B", "1.00 KiB", "8.07 GiB", "40.0 MiB", "137 GiB", "16.0 EiB"]);
    }

    #[test]
    fn what_was_touched_counts() {
        let before = peak();
        let bytes = vec![1_u8; 64 << 20];
        assert!(std::hint::black_box(&bytes).iter().all(|&byte| byte == 1));
        assert!(peak() >= before.max(64 << 20));
        assert!(available().is_none_or(|bytes| bytes > 1 << 20));
    }
}
