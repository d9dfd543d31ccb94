/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal: which blocks of an assembly text are counted, and where the counters are inserted. */
#ifndef COUNTS_PLAN_H
#define COUNTS_PLAN_H

#include "base/name-index.h"
#include "base/names.h"
#include "counts/counts.h"
#include "x86-asm/flow.h"
#include "x86-asm/x86-asm.h"

/* ---- text.c ---- */

/* Properties of lines. */
enum {
    COUNT_LINE_INLINE = 1, /* inline assembly */
};
struct count_text {
    struct source *source;
    uint8_t *flags; /* of lines, from 1 */
    uint32_t lines;
    struct names names;         /* names that code and data refer to, */
    struct name_index mentions; /* and how often */
    ARRAY(const char *) early;  /* functions that the dynamic linker calls before TLS exists */
    bool intel;                 /* the text has an .intel_syntax directive */
    bool compiled;              /* it names the compiler that wrote it */
};
/* Examines the lines; memory in a and t. */
void count_text_read(struct arena *a, struct source *s, struct count_text *t);
void count_text_free(struct count_text *t);
/* Returns how often code and data outside of debugging sections name the label. */
uint32_t count_text_mentions(const struct count_text *t, const char *name);

/* ---- segments.c ---- */

/* A basic block of a unit: consecutive steps. */
struct count_segment {
    uint32_t first, last; /* steps */
    uint32_t last_block;  /* of the flow: the block that contains its last step */
    uint32_t site;        /* step before which a counter is inserted; X86_NO_INDEX = none */
    bool after;           /* the counter is inserted after the site, which is its only step */
    uint32_t site_block;  /* of the flow: the block of the site */
    const char *label;    /* that begins it; NULL = none */
    uint32_t loop;        /* innermost loop of the flow; X86_NO_INDEX */
    uint32_t depth;       /* number of loops around it */
    const char *why;      /* why there is no site; NULL = there is one */
    bool chosen;          /* its count is wanted */
    bool entered;   /* control can enter it from outside of the unit, or from an unknown jump */
    bool leaves;    /* control can leave it before its end: calls, inline assembly */
    bool early;     /* its function runs before thread-local storage exists */
    uint32_t block; /* index in the map; COUNT_NONE */
};
struct count_segments {
    struct count_segment *at;
    uint32_t n;
    uint32_t *of_step; /* segment of each step */
};
/* Divides the flow's unit into segments; in a. */
void count_segments_of(struct arena *a, const struct count_text *t, const struct x86_flow *f,
                       const struct count_ask *ask, struct count_segments *s);

/* ---- derive.c ---- */

/* Decides which chosen segments need no counter, and adds the sums that compute their counts to the
 * map. needs[segment] is set to true if the segment needs a counter. Requires the segments' blocks.
 */
void count_derive(struct arena *a, const struct x86_flow *f, const struct count_segments *s,
                  struct count_map *m, bool *needs);

/* Returns the segments that end with a conditional branch whose edges follow neither from counts of
 * segments nor from those of the other branches that it returns, in a; *n of them. Only branches in
 * loops, and at their entries and exits. Requires the segments' blocks. */
const uint32_t *count_choose_branches(struct arena *a, const struct count_text *t,
                                      const struct x86_flow *f, const struct count_segments *s,
                                      uint32_t *n);

/* ---- source-loops.c ---- */

/* Adds the source loops of the flow's unit, outer ones before inner ones, to the map; in a.
 * Requires the segments' blocks. */
void count_find_source_loops(struct arena *a, const struct x86_flow *f,
                             const struct count_segments *s, struct count_map *m);

/* ---- live.c ---- */

/* Registers whose values can be used after a point of the code, as bits: general registers by their
 * number, then the flags. */
enum { COUNT_FLAGS = 1 << 16, COUNT_CARRY = 1 << 17, COUNT_ALL = (1 << 18) - 1 };

/* Registers that no other function uses, according to the ABI and to all functions of the file. */
struct count_spare {
    uint32_t at_return; /* no caller reads them after a return */
    uint32_t at_call;   /* no function reads them at its start, and no caller after the call */
};
/* Initially, those of the System V ABI. */
struct count_spare count_spare_of_abi(void);
/* Removes from *spare the registers for which the flow's unit does not keep to the ABI: gcc
 * -fipa-ra keeps values across calls of local functions in registers that these do not write.
 * Returns whether it removed any; all units must then be examined again. */
bool count_restrict_spare(const struct count_text *t, const struct x86_flow *f,
                          struct count_spare *spare);

struct count_liveness {
    const struct count_text *text;
    const struct x86_flow *flow;
    struct count_spare spare;
    const bool *addressed; /* of a block: an indirect jump can lead to it */
    uint32_t *in, *out;    /* of each block: live at its start and at its end */
    uint32_t after_calls;  /* live after a call */
};
/* Analyses the flow's unit; in a. Of the spare registers, only those that the unit changes are
 * spare at its returns: see find_changed() in live.c. */
void count_find_live(struct arena *a, const struct count_text *t, const struct x86_flow *f,
                     const struct count_spare *spare, struct count_liveness *l);
/* Returns the registers that are live before a step of a block. */
uint32_t count_live_before(const struct count_liveness *l, uint32_t block, uint32_t step);

/* ---- emit.c ---- */

/* An insertion before a line of the text. */
struct count_insertion {
    uint32_t line;
    uint32_t number; /* of the counter, or of the block or branch */
    uint32_t live;   /* registers that it may not change */
    bool branch;     /* it is the label of a branch */
};
/* Writes one counter's instructions. */
void count_emit_counter(FILE *to, const struct count_text *t, const struct count_insertion *i);
void count_emit_label(FILE *to, const struct count_map *m, const struct count_insertion *i);
/* Writes the unit's data and its constructor. */
void count_emit_end(FILE *to, const struct count_text *t, const struct count_map *m);

/* Registers of inserted code. */
struct count_scratch {
    int r[2];     /* numbers; they differ */
    bool save[2]; /* its value is live */
};
/* Chooses n registers, none of which is `except` (-1 = any). */
struct count_scratch count_find_scratch(uint32_t live, int n, int except);
/* Returns the name of such a register, without %. */
const char *count_register(int r);
void count_put_string(FILE *to, const char *text);

/* ---- record.c ---- */

/* A part of the map, and where it is in the text. */
struct count_part_site {
    uint32_t first, last; /* lines of its first and last instruction */
    uint32_t live;        /* before it */
};
/* Accesses of elements that a mask selects. */
struct count_lanes {
    uint8_t n;           /* elements; 0 = no mask, and no index register */
    uint8_t index_bytes; /* of an index: each element is a reference of its own, in this order;
                            0 = the elements follow each other, and are one reference */
    uint8_t scale;
    uint8_t mask_bytes;     /* of an element of a vector mask; 0 = the mask is in a mask register */
    char index[8], mask[8]; /* registers */
};
struct count_reference_site {
    uint32_t live; /* before it */
    struct count_lanes lanes;
};
struct count_recording {
    ARRAY(struct count_part_site) parts;           /* of the map */
    ARRAY(struct count_reference_site) references; /* of the map */
};
/* Adds the parts, the references, and what is not recorded of the chosen segments in loops to the
 * map; in a. Requires the segments' blocks. */
void count_find_parts(struct arena *a, const struct count_text *t, const struct count_segments *s,
                      const struct count_liveness *live, struct count_map *m,
                      struct count_recording *r);

/* ---- emit-record.c ---- */

/* Writes the code before a part. */
void count_emit_check(FILE *to, const struct count_recording *r, uint32_t part);
/* Writes the label after a part, and its copy in another subsection. */
void count_emit_copy(FILE *to, struct source *s, const struct count_map *m,
                     const struct count_recording *r, uint32_t part);
/* Writes the unit's data and its constructor. */
void count_emit_record_end(FILE *to, const struct count_map *m);

/* ---- insert.c ---- */

/* Returns whether the instruction at a line is inline assembly. */
static inline bool count_is_inline(const struct count_text *t, uint32_t line)
{
    return t->flags[line] & COUNT_LINE_INLINE;
}

#endif
