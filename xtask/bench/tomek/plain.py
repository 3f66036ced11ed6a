"""A line at a time; counts the letters on each of the ten lines."""
import sys

LINES = [slice(4 * i, 4 * i + 4) for i in range(4)] + [slice(i, 16, 4) for i in range(4)]
LINES += [slice(0, 16, 5), slice(3, 13, 3)]


def has_line(board, player):
    for squares in LINES:
        line = board[squares]
        if line.count(player) + line.count("T") == 4 and line.count(player) >= 3:
            return True
    return False


def main():
    lines = (line for line in map(str.strip, sys.stdin) if line)
    for case in range(1, int(next(lines)) + 1):
        board = "".join(next(lines) for _ in range(4))
        if has_line(board, "X"):
            answer = "X won"
        elif has_line(board, "O"):
            answer = "O won"
        elif "." in board:
            answer = "Game has not completed"
        else:
            answer = "Draw"
        print(f"Case #{case}: {answer}")


main()
