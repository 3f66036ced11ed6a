//! A program that does what the first line of its input says, for tests of limits; built by plain rustc.

use std::{
    io::{self, BufRead, Write},
    os::unix::process::CommandExt,
    process::{self, Child, Command, Stdio},
    thread::sleep,
    time::Duration,
};

extern "C" {
    fn signal(number: i32, handler: usize) -> usize;
    fn kill(process: i32, number: i32) -> i32;
}

const SIGKILL: i32 = 9;
const SIGTERM: i32 = 15;
const IGNORE: usize = 1;

fn main() {
    let mut order = String::new();
    io::stdin().lock().read_line(&mut order).unwrap();
    let words: Vec<&str> = order.split_whitespace().collect();
    let number = |place: usize| words[place].parse::<u64>().unwrap();
    match words[0] {
        "echo" => println!("{}", words[1..].join(" ")),
        // Wall time without processor time.
        "sleep" => sleep(Duration::from_millis(number(1))),
        "spin" => loop {
            std::hint::black_box(0);
        },
        // Prints its number and stays.
        "ignore-sigterm" => {
            unsafe { signal(SIGTERM, IGNORE) };
            println!("{}", process::id());
            sleep(Duration::from_secs(600));
        }
        // Touches every page of so many MiB, then tells the peak that the system has noted for it.
        "allocate" => {
            drop(std::hint::black_box(vec![1_u8; number(1) as usize * 1024 * 1024]));
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
            println!("{}", peak.trim().trim_end_matches(" kB"));
        }
        // Takes more and more, quickly.
        "devour" => {
            let mut held = Vec::new();
            loop {
                held.push(std::hint::black_box(vec![1_u8; 1 << 20]));
            }
        }
        // Asks for so many MiB at once and touches none.
        "reserve" => drop(std::hint::black_box(Vec::<u8>::with_capacity(number(1) as usize * 1024 * 1024))),
        "print-for-ever" => loop {
            println!("and so on and so on and so on");
        },
        "complain-for-ever" => loop {
            eprintln!("and so on and so on and so on");
        },
        "print" => io::stdout().write_all(&vec![b'x'; number(1) as usize]).unwrap(),
        // Leaves a child that does as the rest says, in the same process group or in one of its own, and prints its number.
        "leave-child" | "leave-runaway" => {
            println!("{}", start(&words[1..], words[0] == "leave-runaway").id());
        }
        // Leaves a grandchild that does as the rest says, whose parent has ended, then waits for so many milliseconds.
        "leave-grandchild" => {
            let child = [&["leave-runaway"], &words[2..]].concat();
            start(&child, false).wait().unwrap();
            sleep(Duration::from_millis(number(1)));
        }
        "kill-parent" => {
            unsafe { kill(std::os::unix::process::parent_id() as i32, SIGKILL) };
            sleep(Duration::from_millis(200));
        }
        "print-both" => {
            let text = vec![b'x'; number(1) as usize];
            io::stdout().write_all(&text).unwrap();
            io::stderr().write_all(&text).unwrap();
        }
        "surroundings" => {
            let names = |folder| {
                let entries = std::fs::read_dir(folder).unwrap();
                let mut names: Vec<_> =
                    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
                names.sort();
                names
            };
            let limits = std::fs::read_to_string("/proc/self/limits").unwrap();
            let core = limits.lines().find_map(|line| line.strip_prefix("Max core file size")).unwrap();
            println!(
                "{} files, {} variables, descriptors {}, core limit {}",
                names(".").len(),
                std::env::vars_os().count(),
                names("/proc/self/fd").join(" "),
                core.split_whitespace().next().unwrap(),
            );
        }
        "exit" => {
            eprintln!("error: as told");
            process::exit(number(1) as i32);
        }
        "abort" => process::abort(),
        "stray" => unsafe { std::ptr::null_mut::<u8>().wrapping_add(1).write_volatile(1) },
        "panic" => panic!("as told"),
        other => panic!("unknown order {other}"),
    }
}

/// Another one of this program, told what to do.
fn start(order: &[&str], own_group: bool) -> Child {
    let mut command = Command::new("/proc/self/exe");
    command.stdin(Stdio::piped());
    if own_group {
        command.process_group(0);
    }
    let mut child = command.spawn().unwrap();
    writeln!(child.stdin.take().unwrap(), "{}", order.join(" ")).unwrap();
    child
}
