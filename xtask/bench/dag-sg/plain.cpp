// Values in reverse topological order. Read by scanf, or with -DGETCHAR by getchar.
#include <cstdio>
#include <vector>

// False at the end of input.
static bool read_number(int &number) {
#ifdef GETCHAR
    int c = getchar();
    while (c == ' ' || c == '\n') c = getchar();
    if (c == EOF) return false;
    for (number = 0; '0' <= c && c <= '9'; c = getchar()) number = number * 10 + (c - '0');
    return true;
#else
    return scanf("%d", &number) == 1;
#endif
}

int main() {
    int nodes;
    while (read_number(nodes) && nodes > 0) {
        std::vector<std::vector<int>> options(nodes);
        std::vector<int> arcs_into(nodes);
        for (auto &targets : options) {
            int degree = 0;
            read_number(degree);
            targets.resize(degree);
            for (int &target : targets) {
                read_number(target);
                arcs_into[target]++;
            }
        }
        std::vector<int> order;
        for (int i = 0; i < nodes; i++)
            if (arcs_into[i] == 0) order.push_back(i);
        for (size_t i = 0; i < order.size(); i++)
            for (int target : options[order[i]])
                if (--arcs_into[target] == 0) order.push_back(target);

        std::vector<int> value(nodes), seen_by(nodes + 1, -1);
        for (size_t i = order.size(); i-- > 0;) {
            int node = order[i];
            for (int target : options[node]) seen_by[value[target]] = node;
            while (seen_by[value[node]] == node) value[node]++;
        }
        int count;
        while (read_number(count) && count > 0) {
            int sum = 0;
            while (count--) {
                int position = 0;
                read_number(position);
                sum ^= value[position];
            }
            puts(sum ? "WIN" : "LOSE");
        }
    }
}
