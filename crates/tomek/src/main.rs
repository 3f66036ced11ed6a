use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::main(|input, output| tomek::run(input, output))
}
