pub mod check_samples;
pub mod judges;
