use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::main(dag_sg::run)
}
