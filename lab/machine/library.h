/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library that programs on the simulated KSR1 call: names, costs and calling convention are in
 * library.def. Assumption: what the host executes for a cell is exact, takes the clocks
 * stated there, and changes neither subcaches nor rings. */
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
    LIBRARY_COMPLEX8, /* for output only */
    LIBRARY_COMPLEX16,
};

/* The state of the library in one run: the current statement of each cell, contents of units. */
struct library;
/* argv: the arguments after the program's name; out: unit 6; in: unit 5. They must outlive it. */
struct library *library_new(unsigned cells, int argc, char *const *argv, FILE *in, FILE *out);
void library_free(struct library *l);
/* Emits what MKTRIP, MKPASS and the like counted on a cell, region by region, as marks for its chip
 * (measure/multikron/marks.def). */
void library_counts(const struct library *l, unsigned cell, void (*mark)(void *to, uint64_t mark),
                    void *to);
/* Returns the clocks of MKBEGIN and MKEND together: those inside the loop's own time, and those
 * that an outer loop sees. Returns false if they were not measured. */
bool library_overhead(const struct library *l, double *inside, double *pair);

/* The current call. */
struct host_call {
    /* set by the caller */
    struct library *library;
    unsigned cell, cells;
    uint64_t clock; /* of the cell, at the entry */
    uint64_t *ipu;  /* its registers %i0 ...: arguments from [2] on, result to [0] */
    void *memory;   /* for load and store, which return false for an invalid address */
    bool (*load)(void *memory, uint64_t address, void *to, size_t bytes);
    bool (*store)(void *memory, uint64_t address, const void *from, size_t bytes);
    /* set by the routine */
    uint64_t clocks; /* duration; preset to the value of library.def */
    bool waits;      /* the clocks are waiting for other cells */
    enum host_outcome {
        HOST_RETURNS,
        HOST_STOPS, /* the program ends with this status; all output is written */
        HOST_FAULTS /* with a message, which the caller locates at the call */
    } outcome;
    int status;
    char message[200];
};

struct host_routine {
    const char *symbol; /* of its constant block; its text is symbol$TXT */
    unsigned clocks;
    void (*run)(struct host_call *call);
};
/* Returns all routines, sorted by symbol. */
extern const struct host_routine host_routines[];
extern const size_t n_host_routines;
/* Returns the routine of that name; NULL = none. */
const struct host_routine *host_routine_named(const char *symbol, size_t n);
/* Runs a routine and sets clocks and outcome. */
void host_routine_run(const struct host_routine *r, struct host_call *call);

/* Names of lab/library/NAME.s, terminated by NULL. A file is linked if it defines a symbol that the
 * program uses and no other file defines. All cells except cell 0 start in cell_work, at
 * cell_work$TXT + 16, with %sp set, %i2 = the cell's number, %i3 = number of cells; without the
 * file that defines it they never start. The end of the program on cell 0 ends all cells. */
extern const char *const library_texts[];

#endif
