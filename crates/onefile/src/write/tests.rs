//! What is replaced and what is not, in folders of their own.

use super::*;
use pretty_assertions::assert_eq;
use tempfile::tempdir;

fn git(folder: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
    let output = git.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A repository with the tracked file `src/kept.rs`.
fn repository() -> TempDir {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("src/kept.rs"), "kept").unwrap();
    git(folder.path(), &["init", "--quiet"]);
    git(folder.path(), &["add", "src/kept.rs"]);
    folder
}

/// The paths below a folder with the texts of files, but for `.git`.
fn listing(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with(".git") {
            found.extend(listing(&path));
        } else if path.is_file() {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap_or_default()));
        }
    }
    found.sort();
    found
}

fn error(result: Result<()>, folder: &Path) -> String {
    let folder = format!("{}/", folder.display());
    result.map_or_else(|error| format!("{error:#}").replace(&folder, ""), |()| "ok".to_owned())
}

fn replace(target: &Path, overwrite: Overwrite, text: &str) -> Result<()> {
    let new = NewFolder::new(target, overwrite)?;
    fs::write(new.path().join("file"), text)?;
    new.finish()
}

#[test]
fn a_tracked_file_is_replaced_only_if_forced() {
    let folder = repository();
    let path = folder.path().join("src/kept.rs");
    let refusal = "refusing to replace src/kept.rs: git tracks it; pass `--force` to replace it";
    assert_eq!(error(file("new", &path, Overwrite::Results), folder.path()), refusal);
    assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
    assert_eq!(error(file("new", &path, Overwrite::Forced), folder.path()), "ok");
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
}

#[test]
fn files_beside_tracked_ones_are_replaced() {
    let folder = repository();
    for name in ["with blank", "src/*.rs", "-n", "new/folder/file"] {
        let path = folder.path().join(name);
        for text in ["one", "two"] {
            file(text, &path, Overwrite::Results).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text, "{name}");
        }
    }
    assert_eq!(listing(folder.path()).len(), 5, "no temporary file is left");
}

#[test]
fn a_folder_and_a_path_without_a_name_are_no_files() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("dir")).unwrap();
    let told = |name: &str| error(file("", &folder.path().join(name), Overwrite::Forced), folder.path());
    assert_eq!(told("dir"), "cannot write dir: it is a folder");
    assert_eq!(told("dir/.."), "cannot write dir/..: it names no file");
}

#[cfg(unix)]
#[test]
fn links_are_followed_to_the_file_that_may_be_tracked() {
    use std::os::unix::fs::symlink;
    let folder = repository();
    let [link, dangling] = ["link", "dangling"].map(|name| folder.path().join(name));
    symlink("src/kept.rs", &link).unwrap();
    symlink("nowhere", &dangling).unwrap();
    let told = error(file("new", &link, Overwrite::Results), folder.path());
    assert_eq!(told, "refusing to replace link: git tracks it; pass `--force` to replace it");
    file("new", &link, Overwrite::Forced).unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("src/kept.rs")).unwrap(), "new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let told = error(file("new", &dangling, Overwrite::Results), folder.path());
    assert!(told.starts_with("cannot write dangling: No such file"), "{told}");
}

#[cfg(unix)]
#[test]
fn names_need_not_be_utf_8_and_devices_are_written_to() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = repository();
    let path = folder.path().join(OsStr::from_bytes(b"\xff.rs"));
    file("one", &path, Overwrite::Results).unwrap();
    file("two", &path, Overwrite::Results).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    file("text", Path::new("/dev/null"), Overwrite::Results).unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn a_failure_keeps_the_previous_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    file("kept", &path, Overwrite::Results).unwrap();
    let failed = stream(&path, |file| {
        file.write_all(b"half")?;
        bail!("no more")
    });
    assert_eq!(error(failed, folder.path()), "cannot write file: no more");
    assert_eq!(listing(folder.path()), [(path.display().to_string(), "kept".to_owned())]);
}

#[test]
fn a_folder_is_replaced_if_an_earlier_run_wrote_it() {
    let folder = tempdir().unwrap();
    let target = folder.path().join("with blank/package");
    for text in ["one", "two"] {
        replace(&target, Overwrite::Results, text).unwrap();
        assert_eq!(fs::read_to_string(target.join("file")).unwrap(), text);
    }
    assert_eq!(listing(folder.path()).len(), 2, "the file and the marker");
    drop(NewFolder::new(&target, Overwrite::Results).unwrap());
    assert_eq!(listing(folder.path()).len(), 2, "an unfinished folder is removed");
    assert_eq!(fs::read_to_string(target.join("file")).unwrap(), "two");
}

#[test]
fn a_folder_of_others_is_replaced_only_if_forced() {
    let folder = tempdir().unwrap();
    let target = folder.path().join("package");
    fs::create_dir(&target).unwrap();
    replace(&target, Overwrite::Results, "into an empty one").unwrap();
    for marker in ["", "Written by me.\n"] {
        fs::write(target.join(MARKER), marker).unwrap();
        let told = error(replace(&target, Overwrite::Results, "new"), folder.path());
        assert_eq!(
            told,
            "refusing to replace package: no earlier run wrote it (it has no `.written-by-xtask`); \
             pass `--force` to replace it"
        );
    }
    replace(&target, Overwrite::Forced, "forced").unwrap();
    assert_eq!(fs::read_to_string(target.join("file")).unwrap(), "forced");
}

#[test]
fn folders_that_people_work_in_are_never_replaced() {
    let folder = repository();
    let before = listing(folder.path());
    let refused = |name: &str, reason: &str| {
        for overwrite in [Overwrite::Results, Overwrite::Forced] {
            let told = error(replace(&folder.path().join(name), overwrite, "new"), folder.path());
            assert_eq!(told, format!("refusing to replace {name}: {reason}"));
        }
    };
    refused("src", "git tracks files in it");
    refused("src/..", "it names no folder of its own");
    refused("src/kept.rs", "it is not a folder");
    assert_eq!(listing(folder.path()), before);
    for (name, inner) in [("a", "Cargo.toml"), ("b", "deep/er/cargo.toml"), ("c", "x/.git")] {
        let path = folder.path().join(name).join(inner);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "").unwrap();
        fs::write(folder.path().join(name).join(MARKER), format!("{MARKER_LINE}\n")).unwrap();
        refused(name, &format!("it holds {name}/{inner}"));
        assert!(path.exists());
    }
}

#[cfg(unix)]
#[test]
fn a_linked_folder_is_not_replaced() {
    let folder = tempdir().unwrap();
    replace(&folder.path().join("real"), Overwrite::Results, "kept").unwrap();
    std::os::unix::fs::symlink("real", folder.path().join("link")).unwrap();
    let told = error(replace(&folder.path().join("link"), Overwrite::Forced, "new"), folder.path());
    assert_eq!(told, "refusing to replace link: it is a symbolic link");
    assert_eq!(fs::read_to_string(folder.path().join("real/file")).unwrap(), "kept");
}

#[test]
fn a_lock_is_held_by_one_at_a_time() {
    let folder = tempdir().unwrap();
    let held = lock(folder.path()).unwrap();
    let second = File::open(folder.path().join(".lock")).unwrap();
    assert!(matches!(second.try_lock(), Err(TryLockError::WouldBlock)));
    drop(held);
    second.try_lock().unwrap();
}
