/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types and functions that the parts of register allocation share: liveness, coloring, spilling
 * and frames.
 *
 * Calling convention (from the KSR1's specification where it covers calls; the rest is chosen
 * here):
 *
 * The callee preserves f16-f63, i12-i30, c15-c30, %sp, %fp and %cp. %i1 is a scratch register
 * for moves at calls and entries, %c9 for frames and calls, %c14 for calls. %i31 and %c31 are
 * never allocated. A frame holds, from low addresses (%sp) to high ones: the arguments of its
 * calls after the fourth, saved registers, spilled registers; then, from %fp on, the objects
 * that lowering has placed there; then the caller's frame, which starts with the incoming
 * arguments after the fourth. A leaf procedure does not set %cp: its constant block stays at
 * %c10. main saves only the return address, because it has no caller that needs its registers. */
#ifndef LAB_CODE_ALLOCATE_H
#define LAB_CODE_ALLOCATE_H

#include "base/arena.h"
#include "lab/code/code.h"

enum { UNITS = LAB_XIU }; /* units that have allocatable registers */
enum { ARGUMENT_REGISTERS = 4, FIRST_ARGUMENT = 2, FRAME_ALIGN = 128 };
enum { SCRATCH_I = 1, SCRATCH_C = 9, BLOCK_C = 10, RETURN_C = 14 };

/* A register operand of an instruction. */
struct operand {
    lab_reg *reg;
    bool read, written;
};
enum { OPERANDS = LAB_SOURCES + 2 };
/* Lists the register operands of an instruction in at and returns their number. Immediates and
 * absent operands are left out. */
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
    lab_reg reg;    /* this register: unit and number; 0 = not used */
    lab_reg real;   /* the real register assigned to it; 0 = none yet */
    int32_t slot;   /* 1 ... = spilled to -8*slot(%fp); -1 = rematerialized; 0 = not spilled */
    bool temporary; /* created by spilling: live within one instruction */
    /* the only instruction that defines it, if that can be repeated before each use instead of a
     * load; NULL = none */
    const struct lab_inst *remat;
    /* of spilling: number of accesses, each weighted by 10 ** loop depth */
    double cost;
    uint64_t forbidden;   /* registers of its unit that it must not get */
    lab_reg preferred[3]; /* registers that it is moved from or to */
};

struct allocation {
    struct arena *arena;
    struct ir_unit *unit;
    struct ir_procedure *p;
    const struct kfc_options *options;
    struct virtual *v; /* by virtual_index */
    uint32_t n, room;
    struct arena live_arena;
    bits *live; /* by index of the block: virtual registers live at its end; allocated in live_arena
                 */
    uint64_t allocatable[UNITS], preserved[UNITS],
        used[UNITS]; /* bit masks of registers, for each unit */
    bool leaf, is_main;
    bool needs_block, needs_frame; /* whether %cp and %fp are used */
    int32_t slots;
    uint32_t first_label; /* label number of block 0 */
};

/* Collects the virtual registers, their costs and their definitions from the procedure's
 * instructions. */
void allocation_collect(struct allocation *s);

/* Computes the virtual registers that are live at the end of each block (live.c). Spilled ones
 * are never live. */
void allocation_live(struct allocation *s);
/* Walks backwards over a block from its end. Calls visit for each instruction with the registers
 * that are live after it. */
typedef void live_visit(struct allocation *s, const struct ir_inst *i, const uint64_t *live,
                        void *with);
void allocation_walk(struct allocation *s, size_t block, live_visit *visit, void *with);

/* Assigns real registers (color.c). Returns false if some virtual registers must be spilled.
 * These have slots then, and the caller must call allocation_spill before it tries again. */
bool allocation_color(struct allocation *s);
/* Makes room for n virtual registers (spill.c). */
void allocation_grow(struct allocation *s, uint32_t n);
/* Inserts the code for spilled registers: each use and definition gets a temporary register
 * (spill.c). */
void allocation_spill(struct allocation *s);

/* Emits the procedure with real registers (emit-procedure.c). */
void allocation_emit(struct allocation *s, struct lab_flow *f);

/* The state of code emission for one procedure. */
struct emitter {
    struct allocation *s;
    struct lab_flow *f;
    struct lab_flow_block *b; /* the block that instructions are appended to */
    uint32_t line;
    int64_t locals, below; /* bytes of the frame above and below %fp */
    lab_reg saved[LAB_FPU_REGISTERS + LAB_IPU_REGISTERS + LAB_CEU_REGISTERS];
    int n_saved; /* the k-th is saved at -8*(slots + 1 + k)(%fp) */
    bool framed;
};
/* Starts a new block in the same loop as the previous one. */
void emit_block(struct emitter *e);
void emit(struct emitter *e, struct lab_inst i);
lab_reg real_of(const struct allocation *s, lab_reg r);
/* Emits d = s. Both are real registers, of any units. */
void emit_move(struct emitter *e, lab_reg d, lab_reg s);
void emit_load(struct emitter *e, lab_reg d, lab_reg base, int64_t offset);
void emit_store(struct emitter *e, lab_reg r, lab_reg base, int64_t offset);
/* Emit moves of a virtual register's value to (d) and from (s) a real register, whether the
 * value is in a register or spilled. %c14 may be overwritten. */
void emit_read_virtual(struct emitter *e, lab_reg d, lab_reg v);
void emit_write_virtual(struct emitter *e, lab_reg v, lab_reg s);

/* Frames (frame.c). */
void frame_plan(struct emitter *e);
void emit_prologue(struct emitter *e);
void emit_epilogue(struct emitter *e);
/* Calls and entries (calls.c). */
void emit_call(struct emitter *e, const struct ir_inst *i);
void emit_entry(struct emitter *e);
uint32_t stack_arguments(uint32_t n);
/* Returns the offset in the procedure's constant block of the word that holds the address of
 * symbol. */
int64_t allocation_address_word(struct allocation *s, const char *symbol);
void allocation_block(struct allocation *s);

#endif
