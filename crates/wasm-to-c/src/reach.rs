//! What a program needs: functions that can be called, and data that can be looked at.

use crate::{
    Refusal,
    ir::{Expr, Function, Place, Reference, Stmt, walk, walk_exprs},
    known::Known,
    module::Module,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// What is needed, and nothing else.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// The functions to translate, each behind those that it calls where that is possible.
    pub(crate) functions: Vec<u32>,
    /// The places in the table that can be called, by type.
    pub(crate) tables: BTreeMap<u32, Vec<(u32, u32)>>,
    /// Addresses of data.
    pub(crate) data: Vec<Range<u32>>,
}

/// Finds what the program needs from its entries on.
///
/// # Errors
/// It needs an import that is not there.
pub(crate) fn reach(
    module: &Module<'_>,
    known: &[Known],
    functions: &BTreeMap<u32, Function>,
    same: &BTreeMap<u32, u32>,
) -> Result<Reach, Refusal> {
    let printed = |function: u32| same.get(&function).copied().unwrap_or(function);
    let mut search = Search { module, known, functions, reached: BTreeSet::new(), found: Found::default() };
    for &entry in &module.entries {
        search.visit(entry)?;
    }
    let mut reach = Reach::default();
    loop {
        // A function in the table is called if it is put to use by name, and by a call of its type.
        let callable: Vec<(u32, u32, u32)> = module
            .table
            .iter()
            .map(|(&place, &function)| (place, function, module.function_types[function as usize]))
            .filter(|&(_, function, ty)| search.found.is_callable(module, function, ty))
            .collect();
        let before = search.reached.len() + search.found.symbols.len() + search.found.types.len();
        for &(_, function, _) in &callable {
            if matches!(known[function as usize], Known::Own) {
                search.visit(printed(function))?;
            }
        }
        search.data();
        if before == search.reached.len() + search.found.symbols.len() + search.found.types.len() {
            for ty in std::mem::take(&mut search.found.types) {
                // What traps is left to the end of the dispatcher, which traps.
                let own = |function: u32| matches!(known[function as usize], Known::Own);
                let places = callable.iter().filter(|&&(_, function, of)| {
                    own(function) && module.types[of as usize] == module.types[ty as usize]
                });
                let places = places.map(|&(place, function, _)| (place, printed(function)));
                reach.tables.insert(ty, places.collect());
            }
            break;
        }
    }
    reach.data = match &module.links {
        None => module
            .segments
            .iter()
            .map(|segment| segment.address..segment.address + segment.bytes.len() as u32)
            .collect(),
        Some(links) => {
            search.found.symbols.iter().filter_map(|symbol| links.symbols.get(symbol).cloned()).collect()
        }
    };
    reach.functions = search.found.order;
    Ok(reach)
}

struct Search<'m> {
    module: &'m Module<'m>,
    known: &'m [Known],
    functions: &'m BTreeMap<u32, Function>,
    reached: BTreeSet<u32>,
    found: Found,
}

#[derive(Default)]
struct Found {
    order: Vec<u32>,
    types: BTreeSet<u32>,
    /// Functions whose places in the table are constants somewhere.
    placed: BTreeSet<u32>,
    symbols: BTreeSet<u32>,
    /// Symbols whose contents have been looked at.
    searched: BTreeSet<u32>,
}

impl Found {
    fn is_callable(&self, module: &Module<'_>, function: u32, ty: u32) -> bool {
        let named = module.links.is_none() || self.placed.contains(&function);
        named && self.types.iter().any(|&called| module.types[called as usize] == module.types[ty as usize])
    }

    fn refer(&mut self, reference: Option<Reference>) {
        match reference {
            Some(Reference::Function(function)) => {
                self.placed.insert(function);
            }
            Some(Reference::Data(symbol)) => {
                self.symbols.insert(symbol);
            }
            None => {}
        }
    }
}

impl Search<'_> {
    fn visit(&mut self, function: u32) -> Result<(), Refusal> {
        if !self.reached.insert(function) {
            return Ok(());
        }
        let Some(own) = self.functions.get(&function) else {
            let import = &self.module.imports[function as usize];
            let (name, module) = (&import.name, &import.module);
            return Err(Refusal(format!(
                "the program needs `{name}` of `{module}`, which is not there in C"
            )));
        };
        let mut calls = Vec::new();
        let refer = |place: &Place, found: &mut Found| found.refer(place.reference);
        walk(&own.body, &mut |stmt| {
            if let Stmt::Store(_, place, _) = stmt {
                refer(place, &mut self.found);
            }
        });
        walk_exprs(&own.body, &mut |expr| match expr {
            Expr::Call(callee, _) => calls.push(*callee),
            Expr::Indirect(ty, _) => {
                self.found.types.insert(*ty);
            }
            Expr::I32(_, reference) => self.found.refer(*reference),
            Expr::Load(_, place) => self.found.refer(place.reference),
            _ => {}
        });
        for callee in calls {
            if matches!(self.known[callee as usize], Known::Own) {
                self.visit(callee)?;
            }
        }
        self.found.order.push(function);
        Ok(())
    }

    /// What data refers to is needed, too.
    fn data(&mut self) {
        let Some(links) = &self.module.links else { return };
        loop {
            let fresh: Vec<u32> = self.found.symbols.difference(&self.found.searched).copied().collect();
            if fresh.is_empty() {
                return;
            }
            for symbol in fresh {
                self.found.searched.insert(symbol);
                if let Some(range) = links.symbols.get(&symbol) {
                    for &reference in links.data.range(range.clone()).map(|(_, reference)| reference) {
                        self.found.refer(Some(reference));
                    }
                }
            }
        }
    }
}
