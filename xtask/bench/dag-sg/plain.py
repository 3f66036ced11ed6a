"""A line at a time; values in reverse topological order."""
import sys


def main():
    lines = (list(map(int, line.split())) for line in sys.stdin if line.strip())
    for first in lines:
        nodes = first[0]
        if nodes == 0:
            break
        options = [next(lines)[1:] for _ in range(nodes)]
        arcs_into = [0] * nodes
        for targets in options:
            for target in targets:
                arcs_into[target] += 1
        order = [node for node in range(nodes) if arcs_into[node] == 0]
        for node in order:
            for target in options[node]:
                arcs_into[target] -= 1
                if arcs_into[target] == 0:
                    order.append(target)
        values = [0] * nodes
        for node in reversed(order):
            seen = {values[target] for target in options[node]}
            while values[node] in seen:
                values[node] += 1
        for query in lines:
            if query[0] == 0:
                break
            total = 0
            for position in query[1:]:
                total ^= values[position]
            print("WIN" if total else "LOSE")


main()
