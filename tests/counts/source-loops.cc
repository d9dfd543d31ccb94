// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of C++ whose numbers are derived by hand: those of a template are numbers of its instances, together.
#include <cstdio>
#include <vector>

template <class T> T total(const std::vector<T> &v)
{
    T s = 0;
    for (const T &x : v) // LOOP 2 5, LOOP 1 7
        s += x;
    return s;
}

struct cell {
    int at[4];
    int sum() const
    {
        int s = 0;
        for (int i = 0; i < 4; i++) // LOOP 3 12
            s += at[i];
        return s;
    }
};

int main()
{
    std::vector<int> i(5, 2);
    std::vector<double> d(7, 0.5);
    std::vector<int> none;
    cell c = {{1, 2, 3, 4}};
    double s = 0;
    for (int k = 0; k < 3; k++) // LOOP 1 3
        try {
            s += c.sum();
            if (k == 1)
                throw k;
        } catch (int x) {
            s += x;
        }
    s += total(i) + total(d) + total(none);
    std::printf("%g\n", s);
    return 0;
}
