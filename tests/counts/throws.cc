// SPDX-License-Identifier: GPL-3.0-or-later
// Exceptions, landing pads, destructors, templates in comdat sections (throws-too.cc has the same ones).
#include "throws.h"

#include <cstdio>
#include <map>
#include <string>

int shared_in_other_file(int n);

struct guard {
    int &n;
    explicit guard(int &x) : n(x) { ++n; }
    ~guard() { --n; }
};

static int descend(int k, int &n)
{
    guard g(n);
    if (k == 0)
        throw std::runtime_error("deep");
    if (k % 7 == 3)
        throw k;
    return descend(k - 1, n) + 1;
}

static int rethrow(int k)
{
    int n = 0;
    try {
        return descend(k, n);
    } catch (int) {
        if (k & 1)
            throw;
        return k;
    }
}

int main()
{
    int n = 0, caught = 0, numbers = 0;
    for (int i = 0; i < 2000; i++)
        try {
            caught += i % 3 ? rethrow(i % 11) : descend(i % 11, n);
        } catch (const std::exception &) {
            caught++;
        } catch (int k) {
            numbers += k;
        }
    std::map<std::string, int> m;
    for (int i = 0; i < 3000; i++)
        m["k" + std::to_string(i % 77)] += i;
    try {
        std::vector<int>(3).at(9) = 1;
    } catch (const std::out_of_range &) {
        std::puts("out of range");
    }
    std::vector<double> w(500, 0.25);
    std::printf("%d %d %d %g %zu %d\n", n, caught, numbers, sum(w), m.size(), shared_in_other_file(40));
}
