---
[dependencies]
bitflags = "2"
---
use bitflags::{bitflags, Flags};

bitflags! {
    /// Walls of a cell.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct Walls: u8 {
        /// Up.
        const NORTH = 1;
        const EAST = 1 << 1;
        const SOUTH = 1 << 2;
        const WEST = 1 << 3;
        const ALONG = Self::NORTH.bits() | Self::SOUTH.bits();
    }
}
bitflags! { struct Other: u32 { const A = 0b1; const _ = !0; } }

fn main() {
    let mut w = Walls::NORTH | Walls::EAST;
    println!("{w:?} {} {:?}", w.bits(), w.contains(Walls::EAST));
    w.insert(Walls::SOUTH);
    w.toggle(Walls::EAST);
    w.set(Walls::WEST, true);
    println!("{w:?} {:?} {} {:?}", w.complement(), w.intersects(Walls::ALONG), w == (Walls::ALONG | Walls::WEST));
    println!("{:?} {:?}", Walls::from_bits(0b10000), Walls::from_bits_truncate(0b11111).is_all());
    println!("{:?}", w.iter_names().map(|(n, f)| (n, f.bits())).collect::<Vec<_>>());
    println!("{:?} {:?}", Walls::from_name("WEST"), Walls::all().iter().count());
    println!("{:?} {:?} {:?}", bitflags::parser::from_str::<Walls>("NORTH | EAST").map(|w| w.bits()).ok(), !w & Walls::all(), w - Walls::NORTH);
    println!("{} {}", Other::from_bits_retain(6).bits(), <Walls as Flags>::FLAGS.len());
    let all: Walls = [Walls::NORTH, Walls::WEST].into_iter().collect();
    println!("{all:?} {:?}", Walls::empty());
}
