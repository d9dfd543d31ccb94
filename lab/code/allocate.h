/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of register allocation share: liveness, colours, spills, frames.
 *
 * Convention (spec of the KSR1, calls; the rest chosen here):
 *   preserved by the callee: f16-f63, i12-i30, c15-c30, and %sp, %fp, %cp. %i1 is scratch of moves
 *   at calls and entries, %c9 of frames and calls, %c14 of calls; %i31 and %c31 stay alone. The
 *   frame, from low addresses (%sp) to high ones: arguments beyond the fourth of calls, saved
 *   registers, spilled ones; from %fp on what lower put there; the caller's frame, with the
 *   incoming arguments beyond the fourth at its start. A leaf has no %cp of its own: its block is
 * at %c10 all the time. main, which nothing comes back to, saves only the return address. */
#ifndef LAB_CODE_ALLOCATE_H
#define LAB_CODE_ALLOCATE_H

#include "base/arena.h"
#include "lab/code/code.h"

enum { UNITS = LAB_XIU }; /* units with registers to give */
enum { ARGUMENT_REGISTERS = 4, FIRST_ARGUMENT = 2, FRAME_ALIGN = 128 };
enum { SCRATCH_I = 1, SCRATCH_C = 9, BLOCK_C = 10, RETURN_C = 14 };

/* A register of an instruction. */
struct operand {
    lab_reg *reg;
    bool read, written;
};
enum { OPERANDS = LAB_SOURCES + 2 };
/* Those of one instruction; immediates and absent ones are left out. */
int inst_operands(struct lab_inst *i, struct operand at[OPERANDS]);

static inline bool is_virtual(lab_reg r)
{
    return lab_reg_number(r) >= LAB_VIRTUAL;
}
static inline uint32_t virtual_index(lab_reg r)
{
    return lab_reg_number(r) - LAB_VIRTUAL;
}

typedef uint64_t *bits;
static inline size_t bits_words(uint32_t n)
{
    return (n + 63) / 64;
}
static inline bool bits_has(const uint64_t *b, uint32_t i)
{
    return b[i / 64] >> i % 64 & 1;
}
static inline void bits_add(bits b, uint32_t i)
{
    b[i / 64] |= UINT64_C(1) << i % 64;
}
static inline void bits_drop(bits b, uint32_t i)
{
    b[i / 64] &= ~(UINT64_C(1) << i % 64);
}

struct virtual
{
    lab_reg reg;    /* itself: unit and number; 0 = not used */
    lab_reg real;   /* the register it got; 0 = none yet */
    int32_t slot;   /* 1 ... = spilled to -8*slot(%fp); -1 = made again; 0 = not spilled */
    bool temporary; /* made for a spill: lives for one instruction */
    const struct lab_inst *again; /* the one instruction that makes it, to be done again for each
                                     use instead of a load; NULL = none */
    double cost;                  /* of a spill: accesses, each weighted by 10 ** loop depth */
    uint64_t forbidden;           /* registers of its unit that it can't have */
    lab_reg wanted[3];            /* registers it is moved from or to */
};

struct allocation {
    struct arena *arena;
    struct ir_unit *unit;
    struct ir_procedure *p;
    const struct kfc_options *options;
    struct virtual *v; /* by virtual_index */
    uint32_t n, room;
    struct arena of_live;
    bits *live; /* by index of the block: virtuals live at its end; in of_live */
    uint64_t may[UNITS], preserved[UNITS], used[UNITS]; /* bits: registers of each unit */
    bool leaf, is_main;
    bool needs_block, needs_frame; /* %cp, %fp are used */
    int32_t slots;
    uint32_t first_label; /* number of its block 0 in labels */
};

/* Marks in inst's operands the virtual registers: fills v[].reg for new numbers. */
void allocation_note(struct allocation *s);
lab_reg allocation_temporary(struct allocation *s, enum lab_unit unit);

/* Virtuals live at the end of each block (live.c). Spilled ones never live. */
void allocation_live(struct allocation *s);
/* Steps backwards over a block, from its end: visit is called for each instruction with what is
 * live behind it. */
typedef void live_visit(struct allocation *s, const struct ir_inst *i, const uint64_t *live,
                        void *with);
void allocation_walk(struct allocation *s, size_t block, live_visit *visit, void *with);

/* Gives registers (color.c). Returns false where some virtuals must be spilled: they have slots
 * then, and allocation_spill is to be called before it is tried again. */
bool allocation_color(struct allocation *s);
/* Code for spilled registers: each use and definition by a short-lived register (spill.c). */
void allocation_spill(struct allocation *s);

/* The procedure in real registers (emit.c). */
void allocation_emit(struct allocation *s, struct lab_flow *f);

/* Code of a procedure under way. */
struct emitter {
    struct allocation *s;
    struct lab_flow *f;
    struct lab_flow_block *b; /* under way */
    uint32_t line;
    int64_t locals, below; /* bytes of the frame above and below %fp */
    lab_reg saved[LAB_FPU_REGISTERS + LAB_IPU_REGISTERS + LAB_CEU_REGISTERS];
    int n_saved; /* k-th at -8*(slots + 1 + k)(%fp) */
    bool framed;
};
/* A new block, of the loop of the one before it. */
void emit_block(struct emitter *e);
void emit(struct emitter *e, struct lab_inst i);
lab_reg real_of(const struct allocation *s, lab_reg r);
/* d = s, whatever their units: real registers. */
void emit_move(struct emitter *e, lab_reg d, lab_reg s);
void emit_load(struct emitter *e, lab_reg d, lab_reg base, int64_t offset);
void emit_store(struct emitter *e, lab_reg r, lab_reg base, int64_t offset);
/* A virtual register's value to or from a real one, wherever it is. c14 is scratch. */
void emit_take(struct emitter *e, lab_reg d, lab_reg v);
void emit_keep(struct emitter *e, lab_reg v, lab_reg s);

/* Frames (frame.c). */
void frame_plan(struct emitter *e);
void emit_prologue(struct emitter *e);
void emit_epilogue(struct emitter *e);
/* Calls and entries (calls.c). */
void emit_call(struct emitter *e, const struct ir_inst *i);
void emit_entry(struct emitter *e);
uint32_t stack_arguments(uint32_t n);
/* Its constant block: offset of the word that holds the address of symbol. */
int64_t allocation_address_word(struct allocation *s, const char *symbol);
void allocation_block(struct allocation *s);

#endif
