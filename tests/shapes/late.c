/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library that the shape "library" loads. */
#include "tests/shapes/work.h"

SPIN(late_loop, 0.5)

void late(double seconds);
void late(double seconds)
{
    late_loop(seconds);
}
