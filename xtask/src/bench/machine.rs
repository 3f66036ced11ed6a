//! The machine that figures come from, without anything that names it.

use super::programs;
use serde::{Deserialize, Serialize};
use std::{ffi::OsString, fs, path::Path, process::Command};

/// What a reader has to know to judge a figure. What could not be found out is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    pub processor: String,
    pub cores: usize,
    /// Of one core, such as `L1 data 32K, L2 512K`.
    pub caches: String,
    pub memory: String,
    pub kernel: String,
    /// The first lines of what compilers and tools say about their versions.
    pub versions: Vec<String>,
    /// Processes that wanted a core in the last minute, on average, when it began.
    pub load: String,
}

impl Machine {
    /// This one.
    pub fn here() -> Self {
        let value_of = |path: &str, key: &str| {
            let text = read(path);
            let line = text.lines().find(|line| line.starts_with(key)).unwrap_or_default();
            line.split_once(':').map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
        };
        let tools: [OsString; 5] =
            [programs::rustc(), "g++".into(), "python3".into(), "wc".into(), "valgrind".into()];
        Self {
            processor: value_of("/proc/cpuinfo", "model name"),
            cores: std::thread::available_parallelism().map_or(1, Into::into),
            caches: caches(Path::new("/sys/devices/system/cpu/cpu0/cache")),
            memory: in_gib(&value_of("/proc/meminfo", "MemTotal")),
            kernel: read("/proc/sys/kernel/osrelease").trim().to_owned(),
            versions: tools.into_iter().filter_map(version).collect(),
            load: read("/proc/loadavg").split(' ').next().unwrap_or_default().to_owned(),
        }
    }
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// `16384000 kB` in a shorter form.
fn in_gib(kib: &str) -> String {
    let kib: Option<f64> = kib.split(' ').next().and_then(|number| number.parse().ok());
    kib.map(|kib| format!("{:.1} GiB", kib / f64::from(1 << 20))).unwrap_or_default()
}

fn version(tool: OsString) -> Option<String> {
    let told = Command::new(tool).arg("--version").output().ok().filter(|told| told.status.success())?;
    String::from_utf8(told.stdout).ok()?.lines().next().map(str::to_owned)
}

fn caches(folder: &Path) -> String {
    let mut entries: Vec<_> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let caches = entries.iter().filter_map(|entry| {
        let [level, kind, size] =
            ["level", "type", "size"].map(|name| read(entry.join(name)).trim().to_owned());
        let kind = if kind == "Unified" { String::new() } else { format!(" {}", kind.to_lowercase()) };
        (!size.is_empty()).then(|| format!("L{level}{kind} {size}"))
    });
    caches.collect::<Vec<_>>().join(", ")
}
