//! Reading: a module's bytes become its parts, and what the linker tells of them.

use crate::{
    Refusal,
    ir::{Reference, Type},
};
use std::{collections::BTreeMap, ops::Range};
use wasmparser::{
    ConstExpr, DataKind, ElementItems, ElementKind, ExternalKind, FunctionBody, KnownCustom, Linking, Name,
    Operator, Parser, Payload, RelocationType, SymbolInfo, TypeRef, ValType, Validator, WasmFeatures,
};

/// The bytes of a page of memory.
pub(crate) const PAGE: u32 = 1 << 16;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Signature {
    pub(crate) parameters: Vec<Type>,
    pub(crate) results: Vec<Type>,
}

#[derive(Debug)]
pub(crate) struct Import {
    pub(crate) module: String,
    pub(crate) name: String,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Global {
    pub(crate) value: Type,
    pub(crate) mutable: bool,
    /// Its first value, by its bits.
    pub(crate) bits: u64,
}

#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) address: u32,
    pub(crate) bytes: Vec<u8>,
}

/// A module's parts.
#[derive(Debug, Default)]
pub(crate) struct Module<'w> {
    pub(crate) types: Vec<Signature>,
    /// The imported functions; their indices come before those of the module's own.
    pub(crate) imports: Vec<Import>,
    /// The type of every function, imported ones first.
    pub(crate) function_types: Vec<u32>,
    pub(crate) bodies: Vec<FunctionBody<'w>>,
    pub(crate) globals: Vec<Global>,
    pub(crate) table: BTreeMap<u32, u32>,
    pub(crate) pages: u32,
    pub(crate) most_pages: u32,
    pub(crate) segments: Vec<Segment>,
    /// What runs: the module's start function if it has one, then `_start`.
    pub(crate) entries: Vec<u32>,
    /// Rust paths of functions.
    pub(crate) names: BTreeMap<u32, String>,
    /// Where the linker left its notes, otherwise everything counts as used.
    pub(crate) links: Option<Links>,
}

/// What the linker says of constants in code and data.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// By the place in the file.
    pub(crate) code: BTreeMap<u64, Reference>,
    /// By the address.
    pub(crate) data: BTreeMap<u32, Reference>,
    /// The addresses of each data symbol.
    pub(crate) symbols: BTreeMap<u32, Range<u32>>,
}

impl<'w> Module<'w> {
    /// Reads a module.
    ///
    /// # Errors
    /// It is malformed, or has what the translator does not cover.
    pub(crate) fn read(wasm: &'w [u8]) -> Result<Self, Refusal> {
        let covered =
            WasmFeatures::WASM2.difference(WasmFeatures::SIMD).union(WasmFeatures::CALL_INDIRECT_OVERLONG);
        Validator::new_with_features(covered)
            .validate_all(wasm)
            .map_err(|error| Refusal(format!("the module is not one that is covered: {error}")))?;

        let mut module = Self::default();
        let mut notes = Notes::default();
        let mut section = 0_u32;
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload.map_err(malformed)?;
            notes.section(&payload, &mut section);
            module.take(payload, &mut notes)?;
        }
        if module.entries.is_empty() {
            return Err(Refusal("the module has no `_start`: it is a library, not a program".to_owned()));
        }
        module.links = notes.links(&module)?;
        Ok(module)
    }

    /// The type of a function.
    pub(crate) fn signature(&self, function: u32) -> &Signature {
        &self.types[self.function_types[function as usize] as usize]
    }

    fn take(&mut self, payload: Payload<'w>, notes: &mut Notes) -> Result<(), Refusal> {
        match payload {
            Payload::TypeSection(types) => {
                for function in types.into_iter_err_on_gc_types() {
                    let function = function.map_err(malformed)?;
                    let all =
                        |types: &[ValType]| types.iter().map(|&ty| number(ty)).collect::<Result<_, _>>();
                    let (parameters, results) = (all(function.params())?, all(function.results())?);
                    self.types.push(Signature { parameters, results });
                }
            }
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let import = import.map_err(malformed)?;
                    let TypeRef::Func(ty) = import.ty else {
                        return Err(Refusal(format!(
                            "the import `{}` of `{}` is not a function",
                            import.name, import.module
                        )));
                    };
                    self.function_types.push(ty);
                    self.imports
                        .push(Import { module: import.module.to_owned(), name: import.name.to_owned() });
                }
            }
            Payload::FunctionSection(functions) => {
                for ty in functions {
                    self.function_types.push(ty.map_err(malformed)?);
                }
            }
            Payload::TableSection(tables) if tables.count() > 1 => {
                return Err(Refusal("more than one table".to_owned()));
            }
            Payload::MemorySection(memories) => {
                for memory in memories {
                    let memory = memory.map_err(malformed)?;
                    let pages = |count: u64| u32::try_from(count.min(1 << 16)).unwrap_or_default();
                    self.pages = pages(memory.initial);
                    self.most_pages = pages(memory.maximum.unwrap_or(1 << 16));
                }
            }
            Payload::GlobalSection(globals) => {
                for global in globals {
                    let global = global.map_err(malformed)?;
                    let bits = self.constant(&global.init_expr)?;
                    let value = number(global.ty.content_type)?;
                    let finite = match value {
                        Type::F32 => f32::from_bits(bits as u32).is_finite(),
                        Type::F64 => f64::from_bits(bits).is_finite(),
                        Type::I32 | Type::I64 => true,
                    };
                    if !finite {
                        return Err(Refusal(
                            "a global that is infinite or no number at the start".to_owned(),
                        ));
                    }
                    self.globals.push(Global { value, mutable: global.ty.mutable, bits });
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export.map_err(malformed)?;
                    if export.name == "_start" && export.kind == ExternalKind::Func {
                        self.entries.push(export.index);
                    }
                }
            }
            Payload::StartSection { func, .. } => self.entries.insert(0, func),
            Payload::ElementSection(elements) => {
                for element in elements {
                    let element = element.map_err(malformed)?;
                    let ElementKind::Active { offset_expr, .. } = element.kind else {
                        return Err(Refusal("an element segment that is not active".to_owned()));
                    };
                    let ElementItems::Functions(functions) = element.items else {
                        return Err(Refusal("an element segment of expressions".to_owned()));
                    };
                    let mut place = self.constant(&offset_expr)? as u32;
                    for function in functions {
                        self.table.insert(place, function.map_err(malformed)?);
                        place = place.wrapping_add(1);
                    }
                }
            }
            Payload::DataSection(segments) => {
                for segment in segments {
                    let segment = segment.map_err(malformed)?;
                    let DataKind::Active { offset_expr, .. } = segment.kind else {
                        return Err(Refusal("a data segment that is not active".to_owned()));
                    };
                    let address = self.constant(&offset_expr)? as u32;
                    let end = u64::from(address) + segment.data.len() as u64;
                    if end > u64::from(self.pages) * u64::from(PAGE) {
                        return Err(Refusal("a data segment reaches beyond the memory".to_owned()));
                    }
                    notes.data_files.push(segment.range.end - segment.data.len() as u64);
                    self.segments.push(Segment { address, bytes: segment.data.to_vec() });
                }
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body),
            Payload::CustomSection(custom) => match custom.as_known() {
                KnownCustom::Name(names) => {
                    for name in names {
                        // Names are no part of what a module does: one that cannot be read is as good as none.
                        let Ok(Name::Function(functions)) = name else { continue };
                        for naming in functions.into_iter().flatten() {
                            self.names.insert(naming.index, demangled(naming.name));
                        }
                    }
                }
                KnownCustom::Linking(linking) => {
                    for part in linking.subsections() {
                        if let Linking::SymbolTable(symbols) = part.map_err(malformed)? {
                            for symbol in symbols {
                                notes.symbols.push(Symbol::new(&symbol.map_err(malformed)?));
                            }
                        }
                    }
                }
                KnownCustom::Reloc(relocations) => {
                    let target = relocations.section_index();
                    for entry in relocations.entries() {
                        let entry = entry.map_err(malformed)?;
                        notes.relocations.push((target, entry.ty, u64::from(entry.offset), entry.index));
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    /// The value of a constant expression, by its bits.
    fn constant(&self, expr: &ConstExpr<'_>) -> Result<u64, Refusal> {
        let mut reader = expr.get_operators_reader();
        Ok(match reader.read().map_err(malformed)? {
            Operator::I32Const { value } => u64::from(value as u32),
            Operator::I64Const { value } => value as u64,
            Operator::F32Const { value } => u64::from(value.bits()),
            Operator::F64Const { value } => value.bits(),
            Operator::GlobalGet { global_index } => self.globals[global_index as usize].bits,
            other => return Err(Refusal(format!("the constant expression {other:?}"))),
        })
    }
}

/// What the linker notes, as it is met in the file.
#[derive(Default)]
struct Notes {
    /// Index and start of the sections of code and data.
    code: Option<(u32, u64)>,
    data: Option<(u32, u64)>,
    /// Where the bytes of each data segment are in the file.
    data_files: Vec<u64>,
    symbols: Vec<Symbol>,
    relocations: Vec<(u32, RelocationType, u64, u32)>,
}

#[derive(Debug, Clone, Copy)]
enum Symbol {
    Function(u32),
    /// Segment, offset in it, size.
    Data(u32, u32, u32),
    Other,
}

impl Symbol {
    fn new(info: &SymbolInfo<'_>) -> Self {
        match info {
            SymbolInfo::Func { index, .. } => Self::Function(*index),
            SymbolInfo::Data { symbol: Some(data), .. } => Self::Data(data.index, data.offset, data.size),
            _ => Self::Other,
        }
    }
}

impl Notes {
    /// Sections are counted as the linker counts them, each once.
    fn section(&mut self, payload: &Payload<'_>, section: &mut u32) {
        match payload {
            Payload::CodeSectionStart { unchecked_range, .. } => {
                self.code = Some((*section, unchecked_range.start));
            }
            Payload::DataSection(reader) => self.data = Some((*section, reader.range().start)),
            Payload::CodeSectionEntry(_) | Payload::Version { .. } | Payload::End(_) => return,
            _ => {}
        }
        *section += 1;
    }

    fn links(&self, module: &Module<'_>) -> Result<Option<Links>, Refusal> {
        let Some((code, code_start)) = self.code else { return Ok(None) };
        // The notes are all there or none: without those on code, no constant of it is known for an address.
        if self.symbols.is_empty() || !self.relocations.iter().any(|&(target, ..)| target == code) {
            return Ok(None);
        }
        let mut links = Links::default();
        for (index, symbol) in (0..).zip(&self.symbols) {
            if let Symbol::Data(segment, offset, size) = *symbol
                && let Some(segment) = module.segments.get(segment as usize)
            {
                let start = segment.address + offset;
                links.symbols.insert(index, start..start + size);
            }
        }
        for &(target, ty, offset, symbol) in &self.relocations {
            use RelocationType as R;
            let Some(&to) = self.symbols.get(symbol as usize) else { continue };
            let reference = match (ty, to) {
                (R::TableIndexSleb | R::TableIndexI32 | R::TableIndexRelSleb, Symbol::Function(function)) => {
                    Reference::Function(function)
                }
                (
                    R::MemoryAddrLeb | R::MemoryAddrSleb | R::MemoryAddrI32 | R::MemoryAddrRelSleb,
                    Symbol::Data(..),
                ) => Reference::Data(symbol),
                _ => continue,
            };
            if target == code {
                links.code.insert(code_start + offset, reference);
            } else if let Some((data, start)) = self.data
                && target == data
            {
                let file = start + offset;
                let places = self.data_files.iter().zip(&module.segments);
                let address = places.filter_map(|(&bytes, segment)| {
                    let inside = u32::try_from(file.checked_sub(bytes)?).ok()?;
                    ((inside as usize) < segment.bytes.len()).then(|| segment.address + inside)
                });
                let Some(address) = address.max() else {
                    return Err(Refusal("the linker's notes name a place that is not there".to_owned()));
                };
                links.data.insert(address, reference);
            }
        }
        Ok(Some(links))
    }
}

pub(crate) fn number(ty: ValType) -> Result<Type, Refusal> {
    Ok(match ty {
        ValType::I32 => Type::I32,
        ValType::I64 => Type::I64,
        ValType::F32 => Type::F32,
        ValType::F64 => Type::F64,
        other => return Err(Refusal(format!("values of the type {other}"))),
    })
}

pub(crate) fn malformed(error: wasmparser::Error) -> Refusal {
    Refusal(format!("the module is malformed: {error}"))
}

/// The path without hashes; what is not mangled stays.
fn demangled(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}
