"""A line at a time; who wins is found by recursion and remembered."""
import sys
from functools import cache

MOVES = [1 << i for i in range(16)]
for line in range(4):
    for length in (2, 3):
        for square in (
            lambda i: 4 * line + i,
            lambda i: 4 * line + 3 - i,
            lambda i: 4 * i + line,
            lambda i: 4 * (3 - i) + line,
        ):
            MOVES.append(sum(1 << square(i) for i in range(length)))


@cache
def wins(covered):
    if covered == 0xFFFF:
        return True
    return any(not covered & move and not wins(covered | move) for move in MOVES)


def main():
    lines = (line for line in map(str.strip, sys.stdin) if line)
    for _ in range(int(next(lines))):
        board = "".join(next(lines) for _ in range(4))
        covered = int(board[::-1].replace("X", "1").replace(".", "0"), 2)
        print("WINNING" if wins(covered) else "LOSING")


main()
