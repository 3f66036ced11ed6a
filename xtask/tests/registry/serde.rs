---
[dependencies]
serde = { version = "1", features = ["derive"] }
---
use serde::{Deserialize, Serialize, de, ser};
use std::{fmt, io::Read as _};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
struct Number(u32);

#[derive(Debug, Serialize)]
enum Kind {
    Plain,
    #[serde(rename = "wrapped")]
    Wrapped(u32),
}

/// Reads a number from a word and nothing else.
struct Word<'a>(&'a str);

#[derive(Debug)]
struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Fault {
        Fault(message.to_string())
    }
}

impl ser::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Fault {
        Fault(message.to_string())
    }
}

impl<'de> de::Deserializer<'de> for Word<'_> {
    type Error = Fault;

    fn deserialize_any<V: de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_u32(self.0.parse().map_err(<Fault as de::Error>::custom)?)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for word in text.split_whitespace().chain(["x"]) {
        println!("{:?}", Number::deserialize(Word(word)));
    }
    println!("{:?} {:?}", Kind::Plain, Kind::Wrapped(1));
}
