use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::main(|input, output| dag_sg::run(input, output))
}
