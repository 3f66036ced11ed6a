//! A line at a time with `read_line`; values in reverse topological order.

use std::io::{self, BufRead, BufWriter, Write};

/// The numbers of the next line that is not blank; none at the end of input.
fn read_numbers(input: &mut impl BufRead, line: &mut String) -> Option<Vec<usize>> {
    loop {
        line.clear();
        if input.read_line(line).unwrap() == 0 {
            return None;
        }
        if !line.trim().is_empty() {
            return Some(line.split_whitespace().map(|word| word.parse().unwrap()).collect());
        }
    }
}

fn main() {
    let mut input = io::stdin().lock();
    let mut output = BufWriter::new(io::stdout().lock());
    let mut line = String::new();
    while let Some(first) = read_numbers(&mut input, &mut line) {
        let nodes = first[0];
        if nodes == 0 {
            break;
        }
        let mut options = Vec::with_capacity(nodes);
        let mut arcs_into = vec![0; nodes];
        for _ in 0..nodes {
            let numbers = read_numbers(&mut input, &mut line).unwrap();
            numbers[1..].iter().for_each(|&target| arcs_into[target] += 1);
            options.push(numbers);
        }
        let mut order: Vec<usize> = (0..nodes).filter(|&node| arcs_into[node] == 0).collect();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for &target in &options[node][1..] {
                arcs_into[target] -= 1;
                if arcs_into[target] == 0 {
                    order.push(target);
                }
            }
        }
        let mut values = vec![0; nodes];
        let mut seen_by = vec![usize::MAX; nodes + 1];
        for &node in order.iter().rev() {
            for &target in &options[node][1..] {
                seen_by[values[target]] = node;
            }
            while seen_by[values[node]] == node {
                values[node] += 1;
            }
        }
        while let Some(query) = read_numbers(&mut input, &mut line) {
            if query[0] == 0 {
                break;
            }
            let sum = query[1..].iter().fold(0, |sum, &position| sum ^ values[position]);
            writeln!(output, "{}", if sum == 0 { "LOSE" } else { "WIN" }).unwrap();
        }
    }
}
