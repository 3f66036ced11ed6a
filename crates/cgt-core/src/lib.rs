//! Combinatorial game theory for contest solutions: mex, nimbers, Grundy values, bitboards.
