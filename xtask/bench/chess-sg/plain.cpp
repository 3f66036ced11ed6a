// The nim sum of a formula for each piece. Read by scanf, or with -DGETCHAR by getchar.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

static long long read_number() {
    long long number = 0;
#ifdef GETCHAR
    int c = getchar();
    while (c == ' ' || c == '\n') c = getchar();
    for (; '0' <= c && c <= '9'; c = getchar()) number = number * 10 + (c - '0');
#else
    if (scanf("%lld", &number) != 1) exit(1);
#endif
    return number;
}

static char read_letter() {
#ifdef GETCHAR
    int c = getchar();
    while (c == ' ' || c == '\n') c = getchar();
    return c;
#else
    char c = 0;
    if (scanf(" %c", &c) != 1) exit(1);
    return c;
#endif
}

static long long value(long long x, long long y, char kind) {
    long long least = std::min(x, y);
    switch (kind) {
    case 'R': return x ^ y;
    case 'B': return least;
    case 'K': return (x + y) % 2 + 2 * (least % 2);
    case 'N': return std::abs(x - y) < least % 3 ? least % 3 - 1 : least % 3;
    default: return 3 * ((x / 3) ^ (y / 3)) + (x + y) % 3;
    }
}

int main() {
    long long sum = 0;
    for (long long pieces = read_number(); pieces > 0; pieces--) {
        long long x = read_number(), y = read_number();
        sum ^= value(x, y, read_letter());
    }
    puts(sum ? "koosaga" : "cubelover");
}
