use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::main(tomek::run)
}
