// Counts the letters on each of the ten lines. Read by scanf, or with -DGETCHAR by getchar.
#include <cstdio>
#include <cstring>

static char board[4][5];

static void read_board() {
#ifdef GETCHAR
    for (int i = 0; i < 16;) {
        int c = getchar();
        if (c == EOF) break;
        if (c == 'X' || c == 'O' || c == 'T' || c == '.') {
            board[i / 4][i % 4] = c;
            i++;
        }
    }
#else
    for (int r = 0; r < 4; r++)
        if (scanf("%4s", board[r]) != 1) break;
#endif
}

static bool has_line(char player) {
    auto is_full = [&](int r, int c, int dr, int dc) {
        int own = 0, joker = 0;
        for (int i = 0; i < 4; i++) {
            char square = board[r + i * dr][c + i * dc];
            own += square == player;
            joker += square == 'T';
        }
        return own == 4 || (own == 3 && joker == 1);
    };
    for (int i = 0; i < 4; i++)
        if (is_full(i, 0, 0, 1) || is_full(0, i, 1, 0)) return true;
    return is_full(0, 0, 1, 1) || is_full(0, 3, 1, -1);
}

static bool has_free_square() {
    for (int r = 0; r < 4; r++)
        if (memchr(board[r], '.', 4)) return true;
    return false;
}

int main() {
    int boards;
    if (scanf("%d", &boards) != 1) return 1;
    for (int i = 1; i <= boards; i++) {
        read_board();
        const char *answer = has_line('X')       ? "X won"
                             : has_line('O')     ? "O won"
                             : has_free_square() ? "Game has not completed"
                                                 : "Draw";
        printf("Case #%d: %s\n", i, answer);
    }
}
