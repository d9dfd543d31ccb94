/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a loop by name, and its ladder in other units. One table for JSON, CSV and
 * conditions. */
#ifndef GAPS_NUMBERS_H
#define GAPS_NUMBERS_H

#include "gaps/gaps.h"

/* What the rungs of a ladder, and the gaps between them, are given in. */
enum gap_unit {
    GAP_CPL,     /* clock cycles per iteration of the source loop */
    GAP_CPF,     /* clock cycles per essential floating-point operation: CPL / TNF (eq. 4.1) */
    GAP_SECONDS, /* of one processor, for all iterations of all threads: CPL * iterations / clock */
    GAP_MFLOPS,  /* essential 10^6 flops per second of one processor: TNF * clock / CPL / 10^6;
                    bounds  then are upper limits, and differences of them are no gaps */
    GAP_UNITS
};
/* cpl, cpf, seconds, mflops; and what stands over a table. */
extern const char *const gap_unit_names[GAP_UNITS];
extern const char *const gap_unit_titles[GAP_UNITS];

/* cpl, a rung of loop l, in unit u. Missing with the reason where there are no flops, no clock or
 * no iterations. */
struct quantity gap_in_unit(const struct gap_loop *l, struct quantity cpl, enum gap_unit u);

enum gap_number_kind {
    NUMBER_OTHER,   /* is what it is in any unit */
    NUMBER_THREADS, /* likewise; it is in no field of its own */
    NUMBER_RUNG,    /* CPL in the row */
    NUMBER_GAP,     /* likewise, a difference of rungs: it has no MFLOPS */
};
struct gap_number {
    const char *key;   /* of JSON and CSV */
    const char *group; /* the JSON object it is in; NULL = the loop itself */
    enum gap_number_kind kind;
    enum gap_unit unit; /* in which JSON gives it */
    bool of_threads;    /* each thread has its own */
    size_t at;          /* place of a struct quantity in struct gap_loop */
};
/* In the order of JSON and CSV; those of a group stand together. */
extern const struct gap_number gap_numbers[];
extern const size_t gap_n_numbers;

/* Number n of loop l; rungs and gaps in unit u, else in the number's own. */
struct quantity gap_number_in(const struct gap_number *n, const struct gap_loop *l,
                              enum gap_unit u);
struct quantity gap_number(const struct gap_number *n, const struct gap_loop *l);

/* The bits of facts/doubts.h of a struct quantity at that place of struct gap_loop. */
unsigned gap_doubts_at(size_t at);
/* Likewise of a number. */
unsigned gap_doubts(const struct gap_number *n);

/* A thread of loop l as a row by itself: of its numbers those are set that each thread has. */
struct gap_loop gap_thread_row(const struct gap_loop *l, const struct gap_thread *t);

#endif
