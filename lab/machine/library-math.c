/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mathematical functions, executed by the host's C library. Assumption: results do not depend on
 * the stated clocks. */
#include "lab/machine/library-parts.h"

#include <math.h>

#define LIBRARY_DOUBLE(symbol, clocks)                                                             \
    void library_##symbol(struct host_call *c)                                                     \
    {                                                                                              \
        c->ipu[0] = double_bits(symbol(double_of(host_argument(c, 0))));                           \
    }
#define LIBRARY_DOUBLE2(symbol, clocks)                                                            \
    void library_##symbol(struct host_call *c)                                                     \
    {                                                                                              \
        c->ipu[0] =                                                                                \
            double_bits(symbol(double_of(host_argument(c, 0)), double_of(host_argument(c, 1))));   \
    }
#define LIBRARY_SINGLE(symbol, clocks)                                                             \
    void library_##symbol(struct host_call *c)                                                     \
    {                                                                                              \
        c->ipu[0] = double_bits(symbol((float)double_of(host_argument(c, 0))));                    \
    }
#define LIBRARY_SINGLE2(symbol, clocks)                                                            \
    void library_##symbol(struct host_call *c)                                                     \
    {                                                                                              \
        c->ipu[0] = double_bits(                                                                   \
            symbol((float)double_of(host_argument(c, 0)), (float)double_of(host_argument(c, 1)))); \
    }
#define LIBRARY_HOST(symbol, clocks)
#define LIBRARY_TEXT(file)
#include "lab/machine/library.def"

/* Defines a function that computes x**n by repeated squaring, rounding each product to the type. */
#define POWER_FUNCTION(name, type)                                                                 \
    static type name(type x, int32_t n)                                                            \
    {                                                                                              \
        uint32_t left = n < 0 ? 0u - (uint32_t)n : (uint32_t)n;                                    \
        type y = left % 2 != 0 ? x : 1;                                                            \
        while (left >>= 1) {                                                                       \
            x *= x;                                                                                \
            if (left % 2 != 0)                                                                     \
                y *= x;                                                                            \
        }                                                                                          \
        return n < 0 ? 1 / y : y;                                                                  \
    }
POWER_FUNCTION(power_double, double)
POWER_FUNCTION(power_single, float)

void library_power_di(struct host_call *c)
{
    double x = double_of(host_argument(c, 0));
    c->ipu[0] = double_bits(power_double(x, (int32_t)host_argument(c, 1)));
}

void library_power_si(struct host_call *c)
{
    float x = (float)double_of(host_argument(c, 0));
    c->ipu[0] = double_bits(power_single(x, (int32_t)host_argument(c, 1)));
}

/* x**n of 4-byte integers wraps around; n < 0 gives 0 except for 1 and -1. */
void library_power_ii(struct host_call *c)
{
    int32_t x = (int32_t)host_argument(c, 0), n = (int32_t)host_argument(c, 1);
    if (n < 0 && x == 0) {
        host_fault(c, "0 to the power of %d is a division by 0", n);
        return;
    }
    uint32_t y = 1, b = (uint32_t)x;
    if (n < 0)
        y = x == 1 ? 1u : x == -1 ? (n % 2 != 0 ? UINT32_MAX : 1u) : 0u;
    for (; n > 0; n >>= 1, b *= b)
        if (n % 2 != 0)
            y *= b;
    c->ipu[0] = (uint64_t)(int64_t)(int32_t)y;
}
