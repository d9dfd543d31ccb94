/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of x86-asm/: a scanned file. */
#ifndef X86_ASM_FILE_H
#define X86_ASM_FILE_H

#include "base/pile.h"
#include "x86-asm/body.h"
#include "x86-asm/flow.h"
#include "x86-asm/x86-asm.h"

/* Where loops come from; a loop's tag is the index of one. */
struct x86_from {
    const char *function; /* NULL = unknown */
    const char *source;   /* likewise */
};

/* What is kept of a loop beside the finder's record. */
struct x86_found {
    uint32_t unit;      /* number of its routine in the file, from 0 */
    uint32_t loop;      /* number in the routine's flow */
    uint32_t low, high; /* least and greatest line of the input */
    bool several_entries, too_deep;
};

struct x86_file {
    const struct loop_ask *ask;
    const char *path;
    struct diag *d;
    struct source source;
    struct arena arena; /* the table of instructions */
    struct x86_reader reader;
    struct x86_origin origin;
    struct x86_units units;
    struct x86_unit unit;
    struct x86_flow flow;
    uint32_t n_units; /* that were read in this pass over the file */
    struct loop_finder finder;
    struct names labels;         /* of blocks that the finder knows */
    struct names unknown;        /* forms of instructions that were warned of */
    struct pile places;          /* struct x86_from */
    struct pile found;           /* struct x86_found, by loop of the finder */
    uint32_t from_line, to_line; /* region of interest, as far as it is known */
    bool from_seen, to_seen;

    /* second pass */
    bool second;
    struct diag mute;            /* everything was said in the first */
    struct x86_routine *routine; /* what is known of the loops of the unit at hand */
};

/* The source lines of a loop: those that instructions of its own belong to, but for strays that
 * were moved in. */
struct x86_source {
    const char *file;        /* NULL = unknown */
    uint32_t line, end_line; /* 0 = unknown */
};
struct x86_source x86_source_of(const struct x86_flow *f, uint32_t loop);

struct x86_lines {
    uint32_t *at; /* ascending */
    uint32_t n;
};
/* The source lines of floating-point work and stores in the loop, or where it has none, of loads;
 * within those of the loop. In a. */
struct x86_lines x86_work_lines(struct arena *a, const struct x86_flow *f, uint32_t loop,
                                const struct x86_source *of);

/* What loops of the unit at hand are to each other. */
struct x86_version {
    enum compiled_version version;
    const char *how; /* NULL = it is the only one */
};
struct x86_routine {
    struct arena arena;
    uint32_t unit;                /* number in the file */
    uint32_t first, n;            /* its loops: numbers in the finder */
    struct x86_unrolled *k;       /* of each; of innermost ones */
    struct x86_version *versions; /* likewise */
    struct x86_lines *lines;      /* source lines that their work is of */
};
/* k and versions of the innermost loops of the unit that was read last. */
struct x86_routine *x86_routine_of(const struct x86_file *f);
void x86_routine_free(struct x86_routine *r);
/* Sets the versions; k is known. */
void x86_find_versions(const struct x86_file *f, struct x86_routine *r);

/* The next unit with its flow; false at the end of the file. */
bool x86_next_unit(struct x86_file *f);

/* Tells the finder the loops of the unit. */
void x86_feed_unit(struct x86_file *f);

#endif
