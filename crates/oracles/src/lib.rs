//! Slow, obviously right solutions of the problems, and seeded case generators.
