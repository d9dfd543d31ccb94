// SPDX-License-Identifier: GPL-3.0-or-later
// templates SHAPE: two shapes that C does not have, each 3/4 and 1/4 of the CPU time.
#include "tests/shapes/work.h"

#include <cstring>

template <int STEP> static inline double advance(double x)
{
    for (int i = 0; i < 100000; i++)
        x = x * 0.999 + STEP;
    return x;
}

// Both instances are inlined into one function.
static double inlined()
{
    volatile double x = 1;
    for (double end = thread_seconds() + 1.2; thread_seconds() < end;)
        x = advance<1>(x);
    for (double end = thread_seconds() + 0.4; thread_seconds() < end;)
        x = advance<2>(x);
    return x;
}

// The loop of the handler is in the cold part of the function.
__attribute__((noinline)) static double thrower(double x)
{
    try {
        if (x > 0)
            throw x;
    } catch (double y) {
        for (int i = 0; i < 100000; i++)
            x = x * 0.999 + y;
    }
    return x;
}

static double exceptions()
{
    volatile double x = 1;
    for (double end = thread_seconds() + 1.2; thread_seconds() < end;)
        x = thrower(1);
    for (double end = thread_seconds() + 0.4; thread_seconds() < end;)
        x = advance<2>(x);
    return x;
}

int main(int argc, char **argv)
{
    if (argc == 2 && std::strcmp(argv[1], "inlined") == 0)
        return inlined() < 0;
    if (argc == 2 && std::strcmp(argv[1], "exceptions") == 0)
        return exceptions() < 0;
    return 2;
}
