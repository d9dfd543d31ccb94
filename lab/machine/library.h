/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library that programs on the simulated KSR1 call: names, costs and calling convention are in
 * library.def. Assumed: what the host does for a cell is exact, takes the clocks that are stated
 * there, and leaves subcaches and rings as they were. */
#ifndef LAB_MACHINE_LIBRARY_H
#define LAB_MACHINE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Types of items for f_put_array and f_get. */
enum library_type {
    LIBRARY_INTEGER4 = 1,
    LIBRARY_LOGICAL4,
    LIBRARY_REAL4,
    LIBRARY_REAL8,
    LIBRARY_INTEGER8,
    LIBRARY_COMPLEX8, /* written, not read */
    LIBRARY_COMPLEX16,
};

/* State of the library in one run: the statement that each cell is in, what stands in units. */
struct library;
/* argv: the arguments behind the program's name; out: unit 6; in: unit 5. They outlast it. */
struct library *library_new(unsigned cells, int argc, char *const *argv, FILE *in, FILE *out);
void library_free(struct library *l);
/* What MKTRIP, MKPASS and the like counted on a cell, as marks for its chip (multikron/marks.def),
 * region by region. */
void library_counts(const struct library *l, unsigned cell, void (*mark)(void *to, uint64_t mark),
                    void *to);
/* Clocks that MKBEGIN and MKEND take together: within the loop's own time, and as a loop around it
 * sees them. False: nobody learned that. */
bool library_overhead(const struct library *l, double *inside, double *pair);

/* A call under way. */
struct host_call {
    /* by the caller */
    struct library *library;
    unsigned cell, cells;
    uint64_t clock; /* of the cell, at the entry */
    uint64_t *ipu;  /* its registers %i0 ...: arguments from [2] on, result to [0] */
    void *memory;   /* for these two: false = an address that is none */
    bool (*load)(void *memory, uint64_t address, void *to, size_t bytes);
    bool (*store)(void *memory, uint64_t address, const void *from, size_t bytes);
    /* by the routine */
    uint64_t clocks; /* that it took; what library.def states is set before the call */
    bool waits;      /* these are of waiting for other cells */
    enum host_outcome {
        HOST_RETURNS,
        HOST_STOPS, /* the program ends with this status; all that was printed has left */
        HOST_FAULTS /* located at the call by the caller: message */
    } outcome;
    int status;
    char message[200];
};

struct host_routine {
    const char *symbol; /* of its constant block; its text is symbol$TXT */
    unsigned clocks;
    void (*run)(struct host_call *call);
};
/* All of them, sorted by symbol. */
extern const struct host_routine host_routines[];
extern const size_t n_host_routines;
/* NULL = there is none of that name. */
const struct host_routine *host_routine_named(const char *symbol, size_t n);
/* Sets clocks and outcome, and runs it. */
void host_routine_run(const struct host_routine *r, struct host_call *call);

/* Names of lab/library/NAME.s, NULL behind the last: a file is taken where it defines a symbol that
 * the program uses and nobody else defines. One that defines cell_work is what cells but 0 start
 * in: at cell_work$TXT + 16, with %sp set, %i2 = the cell's number, %i3 = cells. Where it was not
 * taken, they never start. The program's end on cell 0 ends them all. */
extern const char *const library_texts[];

#endif
