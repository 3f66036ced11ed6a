#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::solver(
    "euler",
    |input, output| euler::run(input, output),
    data
));

#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = fuzz::MEMORY;
