/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal: a scanned file. */
#ifndef X86_ASM_FILE_H
#define X86_ASM_FILE_H

#include "base/pile.h"
#include "x86-asm/body.h"
#include "x86-asm/flow.h"
#include "x86-asm/x86-asm.h"

/* Source of loops; a loop's tag is an index of these. */
struct x86_loop_place {
    const char *function; /* NULL = unknown */
    const char *source;   /* NULL = unknown */
};

/* Data of a loop beside the finder's record. */
struct x86_loop_record {
    uint32_t unit;      /* number of its routine in the file, from 0 */
    uint32_t loop;      /* number of the loop in the routine's flow */
    uint32_t low, high; /* smallest and largest line of the input */
    uint32_t start;     /* line of the first instruction of a pass; 0 = an inner loop begins there */
    bool several_entries, too_deep;
};

/* Input lines of consecutive blocks whose innermost loop is the same. */
struct x86_line_range {
    uint32_t low, high; /* lines of the first and the last instruction */
    uint32_t loop;      /* of the finder */
};

/* A jump to a local label that its routine does not define. */
struct x86_outward_jump {
    const char *label; /* interned */
    uint32_t line;     /* of the input */
};

struct x86_file {
    struct scan scan;
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
    uint32_t n_units;     /* units read in this pass over the file */
    struct names labels;  /* labels of blocks that are defined in the finder */
    struct names outward; /* local labels that jumps name outside their routine */
    ARRAY(struct x86_outward_jump) outward_jumps; /* the first jump to each of them */
    struct names unknown;                         /* forms of instructions that caused a warning */
    struct pile places;                           /* struct x86_loop_place */
    struct pile found;                   /* struct x86_loop_record, by loop of the finder */
    ARRAY(struct x86_line_range) ranges; /* by line; empty unless ask->members */
    ARRAY(uint32_t) unit_lines;          /* line of each unit's first instruction; likewise */
    uint32_t from_line, to_line; /* region of interest, as far as its lines have been found */
    bool from_seen, to_seen;

    /* second pass */
    bool second;
    struct diag mute;            /* the first pass has printed all messages */
    struct x86_routine *routine; /* loops of the current unit */
};

/* Source lines of a loop: those of its own instructions, without lines of instructions that were
 * moved into it. */
struct x86_source {
    const char *file;        /* NULL = unknown */
    uint32_t line, end_line; /* 0 = unknown */
};
struct x86_source x86_source_of(const struct x86_flow *f, uint32_t loop);
/* The same of one file, one of those of the steps. */
struct x86_source x86_source_in(const struct x86_flow *f, uint32_t loop, const char *file);

struct x86_lines {
    uint32_t *at; /* in ascending order */
    uint32_t n;
};
/* Returns the source lines of floating-point operations and stores in the loop; if it has none, of
 * loads. The lines are within those of the loop. In a. */
struct x86_lines x86_work_lines(struct arena *a, const struct x86_flow *f, uint32_t loop,
                                const struct x86_source *of);

/* Relation between loops of the current unit that come from one source loop. */
struct x86_version {
    enum compiled_version version;
    const char *how; /* NULL = it is the only loop */
};
struct x86_routine {
    struct arena arena;
    uint32_t unit;                /* number of the unit in the file */
    uint32_t first, n;            /* its loops: first index and number in the finder */
    struct x86_unrolled *k;       /* of each loop; valid for innermost ones */
    struct x86_version *versions; /* of each loop; valid for innermost ones */
    struct x86_lines *lines;      /* source lines of their work */
};
/* Returns k and versions of the innermost loops of the unit that was read last. */
struct x86_routine *x86_routine_of(const struct x86_file *f);
void x86_routine_free(struct x86_routine *r);
/* Sets the versions. Requires k. */
void x86_find_versions(const struct x86_file *f, struct x86_routine *r);

/* Reads the file up to that unit. Returns false if there is none. */
bool x86_read_to(struct x86_file *f, uint32_t unit);

/* Fills l, in a, with the facts of loop i, except those of x86_loop_details. */
void x86_loop(const struct scan *s, struct arena *a, size_t i, struct compiled_loop *l);
/* Also fills body, elements, k and version. */
void x86_loop_details(struct scan *s, struct arena *a, size_t i, struct compiled_loop *l);

/* Reads the next unit and its flow. Returns false at the end of the file. */
bool x86_next_unit(struct x86_file *f);

/* Adds the unit's jumps to local labels that it does not define. */
void x86_collect_outward_jumps(struct x86_file *f);
/* Reports labels of these jumps that the file does not define; call it after the last unit. */
void x86_report_undefined(struct x86_file *f);

/* Adds the line ranges of the unit's blocks. in_finder: the finder's loop of each loop of the flow;
 * LOOP_NONE = it has none. */
void x86_collect_line_ranges(struct x86_file *f, const uint32_t *in_finder);
/* Sorts the line ranges; call it after the last unit. */
void x86_sort_line_ranges(struct x86_file *f);

/* Passes the loops of the unit to the loop finder. */
void x86_feed_unit(struct x86_file *f);

#endif
