//! Rook, Bishop, King, Knight, Palace game (BOJ 16880).
