#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::solver(
    "chess-sg",
    |input, output| chess_sg::run(input, output),
    data
));

#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = fuzz::MEMORY;
