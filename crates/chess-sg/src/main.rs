use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::main(|input, output| chess_sg::run(input, output))
}
