//! Converts each crate to the edition of the bundle while it is read.

use crate::{
    edition,
    edition::{Advice, Edition},
    graph::{Graph, Unit},
    syntax::text::Text,
};
use anyhow::{Context as _, Result, bail};
use std::{cell::RefCell, collections::BTreeMap, fs, path::Path};

/// The conversions of all crates of a bundle.
#[derive(Debug)]
pub struct Converter {
    to: Edition,
    /// The advice for each crate of an older edition, by the path of its root.
    advice: BTreeMap<std::path::PathBuf, Advice>,
    /// The positions at which values are dropped in another order.
    drop_order: RefCell<Vec<String>>,
}

impl Converter {
    /// Runs rustc's edition lints on every crate of an older edition.
    ///
    /// # Errors
    /// If a crate does not compile or cannot be converted.
    pub fn new(graph: &Graph, to: Edition) -> Result<Converter> {
        let mut converter = Converter { to, advice: BTreeMap::new(), drop_order: RefCell::default() };
        for unit in &graph.units {
            let from = unit.edition;
            if from >= to {
                continue;
            }
            let advice = edition::advise(&unit.call.arguments, &unit.call.folder, &unit.variables, to)
                .with_context(|| format!("cannot convert `{}` from edition {from} to {to}", unit.name))?;
            if let Some((file, refusal)) = advice.refusals.first() {
                let file = file.strip_prefix(unit.package_folder()).unwrap_or(file);
                bail!(
                    "cannot convert `{}` from edition {from} to {to}: {}: {refusal}",
                    unit.name,
                    file.display()
                );
            }
            converter.drop_order.borrow_mut().extend(
                advice.drop_order.iter().map(|place| format!("`{}`, line {}", unit.name, place.line)),
            );
            converter.advice.insert(unit.root.clone(), advice);
        }
        Ok(converter)
    }

    /// Returns the edition of the text that [`file`](Self::file) returns.
    pub fn edition(&self, unit: &Unit) -> Edition {
        if self.advice.contains_key(&unit.root) { self.to } else { unit.edition }
    }

    /// Returns the text of one file in the edition of the bundle.
    ///
    /// # Errors
    /// If the text cannot be written in that edition.
    pub fn file(&self, unit: &Unit, path: &Path, text: &Text) -> Result<Text> {
        let from = unit.edition;
        let edits = if from == self.to {
            return Ok(text.clone());
        } else if let Some(advice) = self.advice.get(&unit.root) {
            advice.changes_in(path, &fs::read_to_string(path)?)
        } else {
            match edition::downgrade::convert(text.as_str())? {
                Ok(edits) => edits,
                Err(refusals) => {
                    let first = refusals.first().map(ToString::to_string).unwrap_or_default();
                    bail!("cannot convert edition {from} to {}: {first}", self.to);
                }
            }
        };
        Ok(text.edited(edits))
    }

    /// Checks that no observable value is dropped in another order.
    ///
    /// # Errors
    /// If the edition changes an order of drops and the program could observe it.
    pub fn check_drops(&self, bundle: &str) -> Result<()> {
        let places = self.drop_order.borrow();
        if let (Some(place), Some(what)) = (places.first(), edition::observable_drop(bundle)) {
            bail!(
                "edition {} drops values in another order ({place}), which the program can observe: it has {what}",
                self.to
            );
        }
        Ok(())
    }
}
