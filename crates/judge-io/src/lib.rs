//! Chunked input, nom 8 leaves with places, and buffered answers for judge programs.
