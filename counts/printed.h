/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the outputs of two builds of a program, in which rounding errors can differ. */
#ifndef COUNTS_PRINTED_H
#define COUNTS_PRINTED_H

#include <stdbool.h>
#include <stddef.h>

/* Numbers agree if their difference is at most this part of the larger magnitude: about 80 times
 * the rounding error of single precision. */
#define PRINTED_TOLERANCE 1e-5
/* Numbers below this magnitude in both outputs agree: they can be rounding errors themselves, such
 * as the residuals of a verification. */
#define PRINTED_LEAST 1e-10

/* How the numbers of two outputs differ. */
struct printed_difference {
    size_t n;       /* numbers with different values, without those of n_small */
    double most;    /* of n: greatest difference, relative to the larger magnitude */
    size_t n_small; /* numbers with different values below PRINTED_LEAST */
    size_t line;    /* of the first one of both kinds, from 1; 0 = no number differs */
};

/* Returns whether two outputs are equal except for low-order digits of numbers. Texts and integers
 * must be equal, NaN and infinities at the same places. A number that has a decimal point or an
 * exponent in one of the outputs may differ as above, and be printed in another format or width:
 * blanks before it are ignored. Exponents can have the letters E, D and Q, or, in Fortran, three
 * digits without a letter. */
bool printed_agree(const char *a, size_t n, const char *b, size_t m, struct printed_difference *to);

#endif
