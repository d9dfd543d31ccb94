// SPDX-License-Identifier: GPL-3.0-or-later
#include "throws.h"

int shared_in_other_file(int n);
int shared_in_other_file(int n)
{
    std::vector<double> w(static_cast<std::size_t>(n), 2.0);
    return static_cast<int>(sum(w));
}
