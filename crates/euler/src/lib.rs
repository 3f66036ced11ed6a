//! Game of Euler (UVa 10536).
