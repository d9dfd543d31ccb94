/* SPDX-License-Identifier: GPL-3.0-or-later */
/* IEEE numbers and their bits. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdint.h>

union ieee_double {
    double number;
    uint64_t bits;
};
union ieee_float {
    float number;
    uint32_t bits;
};

static inline double double_of(uint64_t bits) { return (union ieee_double){.bits = bits}.number; }
static inline uint64_t double_bits(double x) { return (union ieee_double){.number = x}.bits; }
static inline float float_of(uint32_t bits) { return (union ieee_float){.bits = bits}.number; }
static inline uint32_t float_bits(float x) { return (union ieee_float){.number = x}.bits; }

#endif
