//! A Chess Game on a directed acyclic graph (HDU 1524, POJ 2425).
