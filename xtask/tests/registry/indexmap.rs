---
[dependencies]
indexmap = "2"
---
use indexmap::{indexmap, map::Entry, IndexMap, IndexSet};

fn main() {
    let mut map: IndexMap<String, usize> = IndexMap::new();
    for word in "b a c a b a".split(' ') { *map.entry(word.to_string()).or_default() += 1; }
    println!("{map:?} {:?} {:?}", map.get_index(1), map.get_index_of("c"));
    map.sort_by(|_, a, _, b| b.cmp(a));
    println!("{:?} {:?}", map.keys().collect::<Vec<_>>(), map.first());
    map.shift_remove("a");
    map.insert("z".into(), 9);
    if let Entry::Occupied(mut e) = map.entry("z".into()) { *e.get_mut() += 1; println!("{}", e.index()); }
    map.swap_indices(0, 2);
    println!("{:?}", map.swap_remove_index(0));
    println!("{map:?} {:?}", map.get("c"));
    let mut set: IndexSet<i32> = [5, 3, 5, 1].into_iter().collect();
    println!("{:?}", set.insert_full(3));
    println!("{:?} {:?}", set, set.union(&IndexSet::from([9, 1])).collect::<Vec<_>>());
    set.sort();
    println!("{:?}", set.get_index(0));
    println!("{:?}", set.pop());
    let lit = indexmap! { "x" => 1, "y" => 2 };
    println!("{lit:?} {}", lit.values().sum::<i32>());
}
