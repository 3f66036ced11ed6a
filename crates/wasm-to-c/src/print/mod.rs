//! Printing: a file of C with what the program needs and nothing else.
//!
//! The text is what C99 and C++98 have in common, and what all compilers warn of is not in it.

mod body;
mod data;
mod expr;
mod operators;

use crate::{
    Translation,
    helpers::{self, Helper},
    ir::{Access, Expr, Function, Stmt, Type, walk, walk_exprs},
    module::Module,
    names,
    reach::Reach,
};
use body::Body;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

pub(crate) fn print(
    module: &Module<'_>,
    functions: &BTreeMap<u32, Function>,
    reach: &Reach,
    header: &str,
) -> Translation {
    let names = names::functions(&reach.functions, &module.names);
    let context = Context { module, names: &names };
    let needed = Needed::of(functions, reach);

    let mut text = comment(header);
    text.push_str(&includes(&needed));
    // What every function begins with.
    text.push_str("#define Z static\n");
    text.push_str("typedef uint32_t U;typedef int32_t S;typedef uint64_t Q;typedef int64_t R;\n");
    if needed.floats {
        text.push_str("typedef float F;typedef double D;\n");
    }
    let _ = writeln!(text, "static unsigned char*M;");
    if needed.pages {
        let _ = writeln!(text, "static U P={};", module.pages);
    }
    if needed.resizes {
        // What is left for the end of the memory to have an address of 32 bits.
        let _ = writeln!(text, "#define MOST {}u", module.most_pages.min((1 << 16) - 1));
    }
    for helper in helpers::ALL.iter().filter(|helper| needed.helpers.contains(helper.name)) {
        if !helper.text.is_empty() {
            text.push_str(helper.text);
            text.push('\n');
        }
    }
    for (number, global) in module.globals.iter().enumerate() {
        if needed.globals.contains(&(number as u32)) {
            let value = context.constant(global.value, global.bits);
            let _ = writeln!(text, "static {} {}={value};", c_type(global.value), global_name(number as u32));
        }
    }
    for (number, ty) in &needed.extras {
        let _ = writeln!(text, "static {} {};", c_type(*ty), extra_name(*number, *ty));
    }

    // A function that is called before it is printed is declared first.
    let mut printed = BTreeSet::new();
    let mut early = BTreeSet::new();
    let mut shares = Vec::new();
    let mut program = String::new();
    for &number in &reach.functions {
        let function = &functions[&number];
        printed.insert(number);
        walk_exprs(&function.body, &mut |expr| {
            if let Expr::Call(callee, _) = expr
                && !printed.contains(callee)
            {
                early.insert(*callee);
            }
        });
        let before = program.len();
        Body::print(&context, number, function, &mut program);
        let path = module.names.get(&number).unwrap_or(&names[&number]).clone();
        shares.push((path, program.len() - before));
    }
    let mut dispatchers = String::new();
    for (&ty, places) in &reach.tables {
        early.extend(places.iter().map(|&(_, function)| function));
        context.dispatch(ty, places, &mut dispatchers);
    }
    for number in early {
        let function = &functions[&number];
        let _ = writeln!(text, "{};", context.head(number, function, &vec![None; function.parameters.len()]));
    }
    text.push_str(&dispatchers);
    text.push_str(&program);
    context.main(reach, &needed, &mut text);
    shares.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Translation { text, shares }
}

/// The header as a comment, with nothing in it that could end it.
fn comment(header: &str) -> String {
    let lines = header.trim_end().replace("*/", "* /").replace("\n", "\n   ");
    // A backslash at the end of a line would join it with the next, in either language.
    format!("/* {} */\n", lines.replace('\\', "/"))
}

fn includes(needed: &Needed) -> String {
    let mut text = String::new();
    let mut include = |name: &str| {
        let _ = writeln!(text, "#include <{name}.h>");
    };
    let uses = |names: &[&str]| names.iter().any(|name| needed.helpers.contains(name));
    if uses(&["fd_write"]) {
        include("errno");
    }
    if uses(&["ceil", "floor", "sqrt", "truncd", "nearest"]) {
        include("math");
    }
    if uses(&["fd_write"]) {
        include("signal");
    }
    for name in ["stdint", "stdio", "stdlib", "string"] {
        include(name);
    }
    if uses(&["clock_get", "random_get"]) {
        include("time");
    }
    if uses(&["fd_write"]) {
        text.push_str("#ifdef EPIPE\n#define GONE (errno==EPIPE?64:29)\n#else\n#define GONE 29\n#endif\n");
    }
    text
}

/// What of C the functions need.
#[derive(Default)]
struct Needed {
    helpers: BTreeSet<&'static str>,
    globals: BTreeSet<u32>,
    extras: BTreeSet<(u32, Type)>,
    floats: bool,
    pages: bool,
    resizes: bool,
}

impl Needed {
    fn of(functions: &BTreeMap<u32, Function>, reach: &Reach) -> Self {
        let mut needed = Self::default();
        needed.helper(&helpers::TRAP);
        for number in &reach.functions {
            let function = &functions[number];
            needed.floats |= function.locals.iter().any(|ty| matches!(ty, Type::F32 | Type::F64));
            for (at, &ty) in (0..).zip(function.results.iter().skip(1)) {
                needed.extras.insert((at, ty));
            }
            walk(&function.body, &mut |stmt| match stmt {
                Stmt::Store(access, ..) => needed.access(*access, true),
                Stmt::SetGlobal(global, _) => {
                    needed.globals.insert(*global);
                }
                _ => {}
            });
            walk_exprs(&function.body, &mut |expr| match expr {
                Expr::Load(access, _) => needed.access(*access, false),
                Expr::Global(global) => {
                    needed.globals.insert(*global);
                }
                Expr::Extra(at, ty) => {
                    needed.extras.insert((*at, *ty));
                }
                Expr::Helper(helper, _) => needed.helper(helper),
                Expr::Pages => needed.pages = true,
                Expr::F32(bits) => {
                    needed.floats = true;
                    if !f32::from_bits(*bits).is_finite() {
                        needed.helper(&helpers::FROM_BITS_F32);
                    }
                }
                Expr::F64(bits) => {
                    needed.floats = true;
                    if !f64::from_bits(*bits).is_finite() {
                        needed.helper(&helpers::FROM_BITS_F64);
                    }
                }
                Expr::Cast(Type::F32 | Type::F64, ..) => needed.floats = true,
                _ => {}
            });
        }
        needed.resizes = needed.helpers.contains("room");
        needed.pages |= needed.resizes;
        needed
    }

    fn helper(&mut self, helper: &'static Helper) {
        if self.helpers.insert(helper.name) {
            for other in helper.needs {
                self.helper(other);
            }
        }
        self.floats |= helper.text.contains("F ") || helper.text.contains("D ") || helper.text.is_empty();
    }

    fn access(&mut self, access: Access, is_store: bool) {
        if let Some(helper) = access_helper(access, is_store) {
            self.helper(helper);
        }
    }
}

/// The helper that loads or stores; a byte needs none.
fn access_helper(access: Access, is_store: bool) -> Option<&'static Helper> {
    Some(match (access.value, access.bytes, is_store) {
        (_, 1, _) => return None,
        (_, 2, false) => &helpers::LOAD16,
        (_, 2, true) => &helpers::STORE16,
        (Type::F32, _, false) => &helpers::LOAD_F32,
        (Type::F32, _, true) => &helpers::STORE_F32,
        (Type::F64, _, false) => &helpers::LOAD_F64,
        (Type::F64, _, true) => &helpers::STORE_F64,
        (_, 4, false) => &helpers::LOAD32,
        (_, 4, true) => &helpers::STORE32,
        (_, _, false) => &helpers::LOAD64,
        (_, _, true) => &helpers::STORE64,
    })
}

fn c_type(ty: Type) -> &'static str {
    match ty {
        Type::I32 => "U",
        Type::I64 => "Q",
        Type::F32 => "F",
        Type::F64 => "D",
    }
}

fn global_name(number: u32) -> String {
    format!("G{number}")
}

fn extra_name(number: u32, ty: Type) -> String {
    format!("X{}{number}", c_type(ty))
}

/// What printing needs to know of the whole program.
struct Context<'m> {
    module: &'m Module<'m>,
    names: &'m BTreeMap<u32, String>,
}

impl Context<'_> {
    /// The head of a function, with the names of parameters where there are any.
    fn head(&self, number: u32, function: &Function, named: &[Option<String>]) -> String {
        let result = function.results.first().map_or("void", |&ty| c_type(ty));
        let types = function.parameters.iter().map(|&local| c_type(function.locals[local as usize]));
        let parameters: Vec<String> = types
            .zip(named)
            .map(|(ty, name)| name.as_ref().map_or(ty.to_owned(), |name| format!("{ty} {name}")))
            .collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(",") };
        format!("Z {result} {}({parameters})", self.names[&number])
    }

    /// The function that calls what stands in a place of the table.
    fn dispatch(&self, ty: u32, places: &[(u32, u32)], text: &mut String) {
        let signature = &self.module.types[ty as usize];
        let result = signature.results.first().map_or("void", |&ty| c_type(ty));
        let count = signature.parameters.len();
        let types = signature.parameters.iter().chain([&Type::I32]);
        let named: Vec<String> =
            types.enumerate().map(|(at, &ty)| format!("{} {}", c_type(ty), names::short(at))).collect();
        let _ =
            write!(text, "static {result} call{ty}({}){{switch({}){{", named.join(","), names::short(count));
        let arguments: Vec<String> = (0..count).map(names::short).collect();
        for (place, function) in places {
            let call = format!("{}({})", self.names[function], arguments.join(","));
            let _ = match result {
                "void" => write!(text, "case {place}:{call};return;"),
                _ => write!(text, "case {place}:return {call};"),
            };
        }
        text.push_str("}T();");
        if result != "void" {
            text.push_str("return 0;");
        }
        text.push_str("}\n");
    }

    fn main(&self, reach: &Reach, needed: &Needed, text: &mut String) {
        let pages = if needed.pages { "P".to_owned() } else { self.module.pages.max(1).to_string() };
        let _ = writeln!(text, "int main(void){{M=(unsigned char*)calloc({pages},65536);if(!M)T();");
        if needed.helpers.contains("fd_write") {
            text.push_str("#ifdef SIGPIPE\nsignal(SIGPIPE,SIG_IGN);\n#endif\n");
        }
        data::print(&self.module.segments, &reach.data, text);
        for entry in &self.module.entries {
            let _ = write!(text, "{}();", self.names[entry]);
        }
        text.push_str("return 0;}\n");
    }
}
