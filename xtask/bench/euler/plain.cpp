// Who wins is found by recursion and remembered. Read by scanf, or with -DGETCHAR by getchar.
#include <cstdio>
#include <vector>

static std::vector<int> moves;
static signed char known[1 << 16]; // 0: not yet, 1: wins, -1: loses

static bool wins(int covered) {
    if (covered == 0xFFFF) return true;
    if (known[covered] == 0) {
        known[covered] = -1;
        for (int move : moves)
            if (!(covered & move) && !wins(covered | move)) {
                known[covered] = 1;
                break;
            }
    }
    return known[covered] == 1;
}

static int read_board() {
    int covered = 0;
#ifdef GETCHAR
    for (int i = 0; i < 16;) {
        int c = getchar();
        if (c == EOF) break;
        if (c == 'X') covered |= 1 << i;
        if (c == 'X' || c == '.') i++;
    }
#else
    for (int r = 0; r < 4; r++) {
        char row[5] = "";
        if (scanf("%4s", row) != 1) break;
        for (int c = 0; c < 4; c++)
            if (row[c] == 'X') covered |= 1 << (4 * r + c);
    }
#endif
    return covered;
}

int main() {
    for (int i = 0; i < 16; i++) moves.push_back(1 << i);
    for (int line = 0; line < 4; line++)
        for (int length = 2; length <= 3; length++) {
            int from_left = 0, from_right = 0, from_top = 0, from_bottom = 0;
            for (int i = 0; i < length; i++) {
                from_left |= 1 << (4 * line + i);
                from_right |= 1 << (4 * line + 3 - i);
                from_top |= 1 << (4 * i + line);
                from_bottom |= 1 << (4 * (3 - i) + line);
            }
            moves.insert(moves.end(), {from_left, from_right, from_top, from_bottom});
        }
    int boards;
    if (scanf("%d", &boards) != 1) return 1;
    while (boards--) puts(wins(read_board()) ? "WINNING" : "LOSING");
}
