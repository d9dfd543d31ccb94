// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdexcept>
#include <vector>

template <class T> __attribute__((noinline)) T sum(const std::vector<T> &v)
{
    T s{};
    for (auto x : v)
        s += x;
    return s;
}
