"""A line at a time; the nim sum of a formula for each piece."""
import sys


def value(x, y, kind):
    least = min(x, y)
    if kind == "R":
        return x ^ y
    if kind == "B":
        return least
    if kind == "K":
        return (x + y) % 2 + 2 * (least % 2)
    if kind == "N":
        return least % 3 - (abs(x - y) < least % 3)
    return 3 * ((x // 3) ^ (y // 3)) + (x + y) % 3


def main():
    total = 0
    for _ in range(int(sys.stdin.readline())):
        x, y, kind = sys.stdin.readline().split()
        total ^= value(int(x), int(y), kind)
    print("koosaga" if total else "cubelover")


main()
