pub mod check_samples;
