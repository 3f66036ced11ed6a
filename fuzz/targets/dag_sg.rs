#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::solver(
    "dag-sg",
    |input, output| dag_sg::run(input, output),
    data
));

#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = fuzz::MEMORY;
