fn main() {
    let path = std::env::args().nth(1).unwrap();
    let made = wasm_to_c::translate(&std::fs::read(path).unwrap(), "test").unwrap();
    print!("{}", made.text);
    for (name, bytes) in made.shares { eprintln!("{bytes:6} {name}"); }
}
