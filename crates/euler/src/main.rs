use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::main(|input, output| euler::run(input, output))
}
