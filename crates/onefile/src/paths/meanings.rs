//! The meanings of a name in a macro body, in the crates that expand the macro.

use super::Walk;

/// What a name at the start of a path means where a macro is expanded.
#[derive(PartialEq, Eq, Clone)]
enum Meaning {
    Crate(String),
    Local,
}

impl Walk<'_> {
    /// The path that a crate's name in a macro body stands for where the macro is expanded.
    pub(super) fn meaning(
        &mut self,
        word: &str,
        name: &str,
        expanders: &[usize],
        global: bool,
    ) -> Option<String> {
        let mut meanings: Vec<Meaning> = Vec::new();
        for &krate in expanders {
            let Some(there) = self.world.mount_of(krate, word) else {
                if krate == self.krate {
                    if let Some(path) = self.extern_path(word) {
                        meanings.push(Meaning::Crate(path));
                    }
                } else if self.world.models[krate]
                    .modules
                    .iter()
                    .any(|module| module.scope.shadows_crate(word))
                {
                    meanings.push(Meaning::Local);
                }
                continue;
            };
            let there = Meaning::Crate(there);
            if global {
                meanings.push(there);
                continue;
            }
            let named = self.expansions.modules.get(&(krate, name.to_owned()));
            let all: Vec<usize> = match named {
                Some(modules) => modules.iter().copied().collect(),
                None => (0..self.world.models[krate].modules.len()).collect(),
            };
            for module in all {
                let shadowed = self.world.models[krate].modules[module].scope.shadows_crate(word)
                    || self.world.glob_brings(krate, module, word);
                meanings.push(if shadowed { Meaning::Local } else { there.clone() });
            }
        }
        meanings.dedup();
        if meanings.len() > 1 {
            self.reasons.push(format!(
                "macro `{name}` names `{word}`, which has not one meaning everywhere the macro is used"
            ));
        }
        match meanings.into_iter().next()? {
            Meaning::Local => None,
            Meaning::Crate(path) => Some(path),
        }
    }
}
