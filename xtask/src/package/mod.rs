//! A problem package for a judge: the fixture package with its generated cases and a solution that was proved.
//!
//! The folder is laid out as the format says (<https://icpc.io/problem-package-format/spec/2025-09.html>); what only this
//! workspace understands is left out.

use crate::fixtures::{GENERATED, Package, RECIPES};
use anyhow::{Context, Result, ensure};
use onefile::write::{self, MARKER};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};
use zip::{ZipWriter, write::SimpleFileOptions};

/// The test group for what no game leads to; its settings hold for generated cases too, which need not be reachable.
const UNREACHABLE: &str = "data/secret/unreachable/test_group.yaml";

/// Fills an empty folder with the package. Returns the path for the accepted solution, which is not written.
///
/// # Errors
/// If the package cannot be read, holds a symbolic link, or cannot be written; or if the folder is in it.
pub fn fill(package: &Package, source: &Path, folder: &Path) -> Result<PathBuf> {
    let real = |path: &Path| path.canonicalize().with_context(|| format!("cannot read {}", path.display()));
    ensure!(
        !real(folder)?.starts_with(real(source)?),
        "cannot write a package into its own fixtures, {}",
        source.display()
    );
    copy(source, folder)?;
    let generated = folder.join("data/secret").join(GENERATED);
    for case in &package.cases {
        let Some(name) = case.name.strip_prefix(&format!("{GENERATED}/")) else { continue };
        let files = case.files()?;
        fs::create_dir_all(&generated).with_context(|| format!("cannot make {}", generated.display()))?;
        for (file, ending) in [(&files.input, "in"), (&files.answer, "ans")] {
            copy_file(file, &generated.join(name).with_extension(ending))?;
        }
    }
    let settings = folder.join(UNREACHABLE);
    if generated.is_dir() && settings.is_file() {
        copy_file(&settings, &generated.join("test_group.yaml"))?;
    }
    Ok(folder.join("submissions/accepted").join(format!("{}.rs", package.problem)))
}

/// Copies what is in a folder, without the recipes of generated cases.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for path in files_of(from)? {
        let name = path.file_name().unwrap_or_default();
        ensure!(!path.is_symlink(), "{} is a symbolic link", path.display());
        if path.is_dir() {
            copy(&path, &to.join(name))?;
        } else if name != RECIPES {
            copy_file(&path, &to.join(name))?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Packs a package's folder into an archive, under the folder's name.
///
/// # Errors
/// If a file cannot be read or the archive cannot be written.
pub fn zip(folder: &Path, path: &Path) -> Result<()> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    write::stream(path, |file| {
        let mut archive = ZipWriter::new(file);
        pack(folder, &name, &mut archive)?;
        archive.finish()?;
        Ok(())
    })
}

fn pack(folder: &Path, name: &str, archive: &mut ZipWriter<&mut File>) -> Result<()> {
    // The same bytes for the same package, whenever it is packed: without the times of files.
    let options = SimpleFileOptions::default();
    archive.add_directory(name, options)?;
    for path in files_of(folder)?.into_iter().filter(|path| !path.ends_with(MARKER)) {
        let name = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            pack(&path, &name, archive)?;
        } else {
            archive.start_file(name, options)?;
            let mut file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
            io::copy(&mut file, archive)?;
        }
    }
    Ok(())
}

/// The paths in a folder, sorted.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let context = || format!("cannot read {}", folder.display());
    let entries = fs::read_dir(folder).with_context(context)?;
    let mut paths =
        entries.map(|entry| Ok(entry.with_context(context)?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::{fill, zip};
    use crate::fixtures::{Package, Store};
    use onefile::write::{NewFolder, Overwrite};
    use pretty_assertions::assert_eq;
    use std::{fs, fs::File};

    #[test]
    fn a_package_has_its_generated_cases_as_files_and_packs_into_one() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("fixtures/tomek");
        let put = |path: &str, text: &str| {
            let path = source.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        put("problem.yaml", "name: Tomek\nlimits: {time_limit: 1}\n");
        put("generated.toml", "[[case]]\nname = 'few'\nkind = 'played'\ncases = 3\nsize = 16\nseed = 1\n");
        put("data/sample/1.in", "0\n");
        put("data/sample/1.ans", "");
        put("data/secret/unreachable/test_group.yaml", "input_validator_args: [any_board]\n");
        put("submissions/wrong_answer/none.rs", "fn main() {}\n");
        let store = Store { folder: folder.path().join("made"), version: 0 };
        let package = Package::load(&source, &store).unwrap();

        let target = folder.path().join("out/tomek");
        for _ in 0..2 {
            let made = NewFolder::new(&target, Overwrite::Results).unwrap();
            let solution = fill(&package, &source, &made.path()).unwrap();
            assert_eq!(solution, made.path().join("submissions/accepted/tomek.rs"));
            made.finish().unwrap();
        }
        let boards = fs::read_to_string(target.join("data/secret/generated/few.in")).unwrap();
        assert!(boards.starts_with("3\n"), "{boards}");

        let packed = folder.path().join("out/tomek.zip");
        zip(&target, &packed).unwrap();
        let mut archive = ::zip::ZipArchive::new(File::open(packed).unwrap()).unwrap();
        let files: Vec<String> = (0..archive.len())
            .map(|place| archive.by_index(place).unwrap().name().unwrap().into_owned())
            .filter(|name| !name.ends_with('/'))
            .collect();
        let expected = [
            "tomek/data/sample/1.ans",
            "tomek/data/sample/1.in",
            "tomek/data/secret/generated/few.ans",
            "tomek/data/secret/generated/few.in",
            "tomek/data/secret/generated/test_group.yaml",
            "tomek/data/secret/unreachable/test_group.yaml",
            "tomek/problem.yaml",
            "tomek/submissions/wrong_answer/none.rs",
        ];
        assert_eq!(files, expected);
        let packed = std::io::read_to_string(archive.by_name("tomek/data/secret/generated/few.in").unwrap());
        assert_eq!(packed.unwrap(), boards);
    }
}
