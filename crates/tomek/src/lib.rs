//! Tic-Tac-Toe-Tomek (Code Jam 2013).
