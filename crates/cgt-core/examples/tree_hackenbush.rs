//! A tree game (HDU 3094): cut an edge of a tree with root 1, and what hangs by it falls. Input: test cases;
//! each: the number of nodes and the edges. Colon principle: a node is worth the sum over its children of their
//! value plus one (Winning Ways, chapter 7).

pub(crate) fn answer(input: &str) -> String {
    let mut numbers = input.split_ascii_whitespace().map(|number| number.parse::<usize>().expect("a number"));
    let mut next = || numbers.next().expect("another number");
    let mut answers = String::new();
    for _ in 0..next() {
        let nodes = next();
        let mut neighbours = vec![Vec::new(); nodes + 1];
        for _ in 1..nodes {
            let (a, b) = (next(), next());
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        // Parents come before their children, so that the way back meets children first.
        let mut order = vec![(1, 0)];
        let mut at = 0;
        while let Some(&(node, parent)) = order.get(at) {
            order.extend(
                neighbours[node].iter().filter(|&&child| child != parent).map(|&child| (child, node)),
            );
            at += 1;
        }
        let mut values = vec![0_usize; nodes + 1];
        order.iter().rev().for_each(|&(node, parent)| values[parent] ^= values[node] + 1);
        answers += if values[1] == 0 { "Bob\n" } else { "Alice\n" };
    }
    answers
}

fn main() {
    print!("{}", answer(&std::io::read_to_string(std::io::stdin()).expect("readable input")));
}
