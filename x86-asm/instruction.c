/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "x86-asm/instruction.h"
#include "base/util.h"

#include <ctype.h>
#include <string.h>

/* ---- registers ---- */

struct uses {
    struct x86_use *at;
    int n;
};

static void add_use(struct uses *u, uint8_t reg, uint8_t input)
{
    for (int i = 0; i < u->n; i++)
        if (u->at[i].reg == reg && u->at[i].input == input)
            return;
    if (u->n < X86_USES)
        u->at[u->n++] = (struct x86_use){reg, input};
}

static bool is_register(const struct x86_operand *o)
{
    return !(o->kind & (X86_MEMORY | X86_IMMEDIATE | X86_TARGET)) && o->reg < X86_SEGMENT &&
           o->reg != X86_RIP;
}

static void use_address(struct uses *u, const struct x86_operand *o, uint8_t input)
{
    if (o->base != X86_NO_REGISTER && o->base != X86_RIP)
        add_use(u, o->base, input);
    if (o->index != X86_NO_REGISTER)
        add_use(u, o->index, input);
}

/* Returns true if a write to this general register leaves its upper part unchanged. */
static bool preserves_upper_part(const struct x86_operand *o)
{
    return (o->kind & X86_GENERAL) && o->bytes < 4;
}

/* Returns the input for which register operand `at` is read. */
static uint8_t operand_input(const struct x86_instruction *i, int at)
{
    if (i->opcode && i->opcode->access == FORM_GATHER && at == 0)
        return FLOW_MERGED;
    return i->opcode && (i->opcode->at[at].roles & X86_ADDEND) ? FLOW_ADDEND : FLOW_DATA;
}

static void use_operand(struct uses *u, const struct x86_instruction *i, int at)
{
    const struct x86_operand *o = &i->at[at];
    uint8_t roles = i->opcode ? i->opcode->at[at].roles : X86_READ;
    if (o->kind & X86_MEMORY) {
        bool accessed = (roles & (X86_READ | X86_WRITE)) != 0;
        use_address(u, o, accessed ? FLOW_ADDRESS : FLOW_DATA);
        return;
    }
    if (!is_register(o) || x86_idiom(i) != FORM_NONE)
        return;
    if (roles & X86_READ)
        add_use(u, o->reg, operand_input(i, at));
    else if ((roles & X86_WRITE) && (preserves_upper_part(o) ||
                                     (i->mask && !i->zeroing && (o->kind & X86_VECTOR_REGISTER))))
        add_use(u, o->reg, operand_input(i, at));
}

/* Returns true for RDX of a multiplication or division of bytes, whose upper half is in AH. */
static bool is_upper_half(const struct x86_instruction *i, uint8_t reg)
{
    return reg == X86_RDX && i->bytes == 1 &&
           (i->opcode->work == FORM_MUL_WIDE || i->opcode->work == FORM_DIV);
}

int x86_uses(const struct x86_instruction *i, struct x86_use found[X86_USES])
{
    struct uses u = {found, 0};
    const struct x86_opcode *o = i->opcode;
    if (o && o->work == FORM_NOP)
        return 0;
    for (int k = 0; k < i->n; k++)
        use_operand(&u, i, k);
    if (i->mask)
        add_use(&u, X86_MASK + i->mask, FLOW_DATA);
    for (int k = 0; o && k < o->n_implied; k++)
        if ((o->implied[k].roles & X86_READ) && !is_upper_half(i, o->implied[k].reg))
            add_use(&u, o->implied[k].reg, FLOW_DATA);
    if (o && o->string && i->rep)
        add_use(&u, X86_RCX, FLOW_DATA);
    return u.n;
}

static int add_def(uint8_t *regs, int n, uint8_t reg)
{
    for (int i = 0; i < n; i++)
        if (regs[i] == reg)
            return n;
    if (n < X86_DEFS)
        regs[n++] = reg;
    return n;
}

/* Returns true for gathers and scatters, which clear their mask. */
static bool clears_mask(const struct x86_opcode *o)
{
    return o->access == FORM_GATHER || o->access == FORM_SCATTER;
}

/* Returns true for XCHG %ax,%ax: objdump's name of a NOP of two bytes. With 32 bits it clears the
 * upper half. */
static bool exchanges_itself(const struct x86_instruction *i)
{
    const struct x86_opcode *o = i->opcode;
    return o && o->work == FORM_XCHG && strcmp(o->name, "xchg") == 0 && i->n == 2 &&
           is_register(&i->at[0]) && is_register(&i->at[1]) && i->at[0].reg == i->at[1].reg &&
           i->at[0].high == i->at[1].high && i->bytes != 4;
}

int x86_defs(const struct x86_instruction *i, uint8_t reg[X86_DEFS])
{
    const struct x86_opcode *o = i->opcode;
    if (!o)
        return i->n && is_register(&i->at[0]) ? add_def(reg, 0, i->at[0].reg) : 0;
    if (exchanges_itself(i))
        return 0;
    int n = 0;
    for (int k = 0; k < i->n; k++)
        if ((o->at[k].roles & X86_WRITE) && is_register(&i->at[k]))
            n = add_def(reg, n, i->at[k].reg);
    for (int k = 0; k < o->n_implied; k++)
        if ((o->implied[k].roles & X86_WRITE) && !is_upper_half(i, o->implied[k].reg))
            n = add_def(reg, n, o->implied[k].reg);
    if (i->mask && clears_mask(o))
        n = add_def(reg, n, X86_MASK + i->mask);
    if (o->string && i->rep)
        n = add_def(reg, n, X86_RCX);
    return n;
}

bool x86_writes(const struct x86_instruction *i, uint8_t reg)
{
    uint8_t def[X86_DEFS];
    int n = x86_defs(i, def);
    for (int d = 0; d < n; d++)
        if (def[d] == reg)
            return true;
    return false;
}

/* An idiom's sources are all the same register; its destination as well, unless it is a separate
 * operand. */
enum form_base x86_idiom(const struct x86_instruction *i)
{
    const struct x86_opcode *o = i->opcode;
    if (exchanges_itself(i))
        return FORM_NOP;
    if (!o || !o->idiom || i->n < 2 || i->mask || i->lock)
        return FORM_NONE;
    const struct x86_operand *last = &i->at[i->n - 1], *before = &i->at[i->n - 2];
    if (!is_register(last) || !is_register(before) || last->reg != before->reg || last->high)
        return FORM_NONE;
    return preserves_upper_part(last) ? FORM_NONE : (enum form_base)o->idiom;
}

/* ---- memory and control ---- */

const struct x86_operand *x86_memory(const struct x86_instruction *i)
{
    for (int k = 0; k < i->n; k++)
        if ((i->at[k].kind & X86_MEMORY) &&
            (!i->opcode || (i->opcode->at[k].roles & (X86_READ | X86_WRITE))))
            return &i->at[k];
    return NULL;
}

/* Returns the roles of all named memory operands. */
static uint8_t memory_roles(const struct x86_instruction *i)
{
    uint8_t roles = 0;
    for (int k = 0; i->opcode && k < i->n; k++)
        if (i->at[k].kind & X86_MEMORY)
            roles |= i->opcode->at[k].roles;
    return roles;
}

bool x86_loads(const struct x86_instruction *i)
{
    return i->opcode && (i->opcode->loads || (memory_roles(i) & X86_READ));
}

bool x86_stores(const struct x86_instruction *i)
{
    return i->opcode && (i->opcode->stores || (memory_roles(i) & X86_WRITE));
}

static bool is_stop(const struct x86_instruction *i)
{
    return strncmp(i->opcode->name, "ud", 2) == 0 || strcmp(i->opcode->name, "hlt") == 0;
}

enum x86_control x86_control(const struct x86_instruction *i)
{
    switch (i->opcode ? i->opcode->work : FORM_NONE) {
    case FORM_BRANCH:
        return X86_BRANCHES;
    case FORM_JUMP:
        return X86_JUMPS;
    case FORM_JUMP_INDIRECT:
        return X86_JUMPS_INDIRECT;
    case FORM_CALL:
        return X86_CALLS;
    case FORM_RETURN:
        return X86_RETURNS;
    case FORM_SYSTEM:
        return is_stop(i) ? X86_STOPS : X86_CONTINUES;
    default:
        return X86_CONTINUES;
    }
}

/* ---- fusion ---- */

enum { FUSE_NONE, FUSE_NO_CARRY, FUSE_COMPARE, FUSE_ALL };

/* Returns the conditions with which the instruction fuses. */
static int fuses_with(const char *name)
{
    static const struct {
        const char *name;
        int with;
    } fusing[] = {{"test", FUSE_ALL},    {"and", FUSE_ALL},     {"cmp", FUSE_COMPARE},
                  {"add", FUSE_COMPARE}, {"sub", FUSE_COMPARE}, {"inc", FUSE_NO_CARRY},
                  {"dec", FUSE_NO_CARRY}};
    for (size_t k = 0; k < COUNT_OF(fusing); k++)
        if (strcmp(fusing[k].name, name) == 0)
            return fusing[k].with;
    return FUSE_NONE;
}

/* The weakest fusion class that fuses with a condition, by its number. */
static const uint8_t fusing_condition[X86_CONDITIONS] = {
    FUSE_ALL,      FUSE_ALL,      FUSE_COMPARE,  FUSE_COMPARE, FUSE_NO_CARRY, FUSE_NO_CARRY,
    FUSE_COMPARE,  FUSE_COMPARE,  FUSE_ALL,      FUSE_ALL,     FUSE_ALL,      FUSE_ALL,
    FUSE_NO_CARRY, FUSE_NO_CARRY, FUSE_NO_CARRY, FUSE_NO_CARRY};

bool x86_fuses(const struct x86_instruction *i, const struct x86_instruction *branch)
{
    if (!i->opcode || (i->opcode->work != FORM_ALU && i->opcode->work != FORM_ALU_IMM) ||
        x86_control(branch) != X86_BRANCHES || !branch->opcode->condition || i->lock)
        return false;
    int with = fuses_with(i->opcode->name);
    if (with == FUSE_NONE || with < fusing_condition[branch->opcode->condition - 1])
        return false;
    bool immediate = i->n > 1 && (i->at[1].kind & X86_IMMEDIATE);
    return !x86_stores(i) && !(immediate && x86_memory(i));
}

/* ---- facts ---- */

static const struct {
    int bytes;
    uint8_t general, vector;
} widths[] = {{1, WIDTH_8, WIDTH_NONE},   {2, WIDTH_16, WIDTH_NONE},   {4, WIDTH_32, WIDTH_NONE},
              {8, WIDTH_64, WIDTH_NONE},  {16, WIDTH_NONE, WIDTH_XMM}, {32, WIDTH_NONE, WIDTH_YMM},
              {64, WIDTH_NONE, WIDTH_ZMM}};

static uint8_t width_of_bytes(int bytes, bool vector)
{
    for (size_t i = 0; i < COUNT_OF(widths); i++)
        if (widths[i].bytes == bytes)
            return vector ? widths[i].vector : widths[i].general;
    return WIDTH_NONE;
}

static uint8_t width_of(const struct x86_instruction *i)
{
    if (i->opcode->scalar)
        return WIDTH_SCALAR;
    return i->vector_bytes ? width_of_bytes(i->vector_bytes, true)
                           : width_of_bytes(i->bytes, false);
}

static struct instruction_form form_with(uint8_t base, const struct x86_instruction *i)
{
    bool x87 = i->opcode->floating && !i->vector_bytes && !i->opcode->scalar;
    if (x87)
        return (struct instruction_form){base, 0, WIDTH_NONE};
    uint8_t element = i->vector_bytes || i->opcode->floating ? i->opcode->element : 0;
    if (base == FORM_EXTEND_ZERO)
        element = i->at[1].bytes;
    return (struct instruction_form){base, element, width_of(i)};
}

/* Returns true if a displacement or constant fits in one byte of the instruction. */
static bool is_small(const struct x86_operand *o)
{
    return !o->symbol.at && o->value >= -128 && o->value < 128;
}

static uint8_t address_base(const struct x86_operand *o)
{
    bool base = o->base != X86_NO_REGISTER, index = o->index != X86_NO_REGISTER;
    bool scaled = index && o->scale > 1, displaced = o->value != 0 || o->symbol.at;
    if (base && index && displaced)
        return scaled ? FORM_LEA_SLOW : FORM_LEA_THREE;
    if (scaled)
        return FORM_LEA_SCALED;
    bool one = base != index && o->base != X86_RIP;
    return one && is_small(o) ? FORM_LEA_DISP : FORM_LEA;
}

static uint8_t add_base(const struct x86_instruction *i)
{
    return i->n < 2 || is_small(&i->at[1]) ? FORM_ALU_IMM : FORM_ALU;
}

/* Returns the register kind of a move whose operands are both vector registers or both x87
 * registers. */
static uint8_t work_base(const struct x86_instruction *i)
{
    const struct x86_opcode *o = i->opcode;
    enum form_base idiom = x86_idiom(i);
    if (idiom != FORM_NONE)
        return (uint8_t)idiom;
    if (i->lock || (o->work == FORM_XCHG && x86_memory(i)))
        return FORM_LOCK;
    if (o->part && preserves_upper_part(&i->at[0]))
        return FORM_MOVE_PART;
    if (o->work == FORM_LEA)
        return address_base(&i->at[1]);
    if (o->work == FORM_ALU_IMM)
        return add_base(i);
    bool masked = i->mask && i->vector_bytes;
    if (masked && o->work == FORM_NONE && x86_loads(i) && o->access != FORM_GATHER)
        return FORM_BLEND;
    if (masked && o->work == FORM_VMOVE)
        return FORM_BLEND;
    return o->work;
}

static uint8_t load_base(const struct x86_instruction *i)
{
    const struct x86_operand *m = x86_memory(i);
    if (i->opcode->access != FORM_NONE)
        return i->opcode->access;
    if (m && m->broadcast)
        return FORM_LOAD_BROADCAST;
    return i->mask && i->opcode->work == FORM_NONE ? FORM_LOAD_MASKED : FORM_LOAD;
}

static uint8_t store_base(const struct x86_instruction *i)
{
    if (i->opcode->access != FORM_NONE)
        return i->opcode->access;
    return i->mask ? FORM_STORE_MASKED : FORM_STORE;
}

int x86_index_element(const struct x86_opcode *o)
{
    return !clears_mask(o) ? 0 : strstr(o->name, "er")[2] == 'q' ? 8 : 4;
}

/* Returns the number of elements that a gather or scatter accesses: those of its data, limited by
 * the number of its indices. */
static int gathered_elements(const struct x86_instruction *i, const struct x86_operand *m)
{
    int data = 0;
    for (int k = 0; k < i->n; k++)
        if (i->at[k].kind & X86_VECTOR_REGISTER)
            data = i->at[k].bytes;
    int elements = data / (i->opcode->element ? i->opcode->element : 1);
    int indices = m->index_bytes / x86_index_element(i->opcode);
    return elements < indices || !indices ? elements : indices;
}

int x86_elements(const struct x86_instruction *i)
{
    const struct x86_opcode *o = i->opcode;
    const struct x86_operand *m = x86_memory(i);
    if (m && clears_mask(o))
        return gathered_elements(i, m);
    if (o->scalar || !o->element || !i->vector_bytes || i->bytes)
        return 1;
    int n = i->vector_bytes / o->element;
    return n > 0 ? n : 1;
}

/* Returns the form of a load or store; elements and width are those of the data. */
static struct instruction_form access_form(const struct x86_instruction *i, uint8_t base, int bytes)
{
    const struct x86_opcode *o = i->opcode;
    struct instruction_form f = form_with(base, i);
    if (!i->vector_bytes || clears_mask(o) || base == FORM_LOAD_BROADCAST)
        return f;
    f.width = o->scalar || bytes < 16 ? WIDTH_SCALAR : width_of_bytes(bytes, true);
    return f;
}

static int access_bytes(const struct x86_instruction *i, int8_t implied, int elements)
{
    const struct x86_operand *m = x86_memory(i);
    if (m && clears_mask(i->opcode))
        return elements * i->opcode->element;
    if (m)
        return m->bytes;
    return implied < 0 ? i->bytes : implied;
}

static bool is_destructive(const struct x86_instruction *i)
{
    enum { BOTH = X86_READ | X86_WRITE };
    int sources = 0;
    for (int k = 1; k < i->n; k++)
        sources += !(i->at[k].kind & X86_IMMEDIATE);
    return i->n >= 1 && sources <= 1 && (i->opcode->at[0].roles & BOTH) == BOTH &&
           is_register(&i->at[0]);
}

static void access_facts(const struct x86_instruction *i, struct instruction *f)
{
    bool floating = i->opcode->floating_access;
    if (x86_loads(i)) {
        f->load_bytes = access_bytes(i, i->opcode->loads, f->elements);
        f->load = access_form(i, load_base(i), f->load_bytes);
        f->load_class = floating ? OP_LFL : OP_LI;
    }
    if (x86_stores(i)) {
        f->store_bytes = access_bytes(i, i->opcode->stores, f->elements);
        f->store = access_form(i, store_base(i), f->store_bytes);
        f->store_class = floating ? OP_SFL : OP_SI;
    }
}

static bool has_index(const struct x86_instruction *i)
{
    const struct x86_operand *m = x86_memory(i);
    return m && m->index != X86_NO_REGISTER;
}

void x86_to_facts(const struct x86_instruction *i, struct instruction *f)
{
    *f = (struct instruction){.area = -1,
                              .class = OP_CLASSES,
                              .load_class = OP_CLASSES,
                              .store_class = OP_CLASSES,
                              .elements = 1};
    f->unmodelled = !i->opcode;
    if (!i->opcode)
        return;
    f->elements = x86_elements(i);
    access_facts(i, f);
    uint8_t work = work_base(i);
    if (work != FORM_NONE)
        f->work = form_with(work, i);
    f->class = i->opcode->class;
    if (work == FORM_ZERO || work == FORM_ONES || (work == FORM_BLEND && f->class == OP_CLASSES))
        f->class = OP_LEFT;
    if (work == FORM_NONE)
        f->class = x86_loads(i) ? f->load_class : f->store_class;
    f->indexed = has_index(i);
    f->destructive = work != FORM_ZERO && is_destructive(i);
}

/* ---- shape ---- */

static char kind_letter(const struct x86_operand *o)
{
    static const struct {
        uint16_t kind;
        char letter;
    } letters[] = {{X86_TARGET, 'l'},        {X86_MEMORY, 'm'},   {X86_VECTOR_REGISTER, 'v'},
                   {X86_MASK_REGISTER, 'k'}, {X86_X87, 's'},      {X86_MMX_REGISTER, 'y'},
                   {X86_GENERAL, 'r'},       {X86_IMMEDIATE, 'i'}};
    for (size_t k = 0; k < COUNT_OF(letters); k++)
        if (o->kind & letters[k].kind)
            return letters[k].letter;
    return 'o';
}

const char *x86_shape(struct arena *a, const struct x86_instruction *i)
{
    char *text = arena_alloc(a, i->mnemonic.n + 2 * X86_OPERANDS + 2);
    char *p = text;
    for (size_t k = 0; k < i->mnemonic.n; k++)
        *p++ = (char)tolower((unsigned char)i->mnemonic.at[k]);
    for (int k = 0; k < i->n; k++) {
        *p++ = k ? ',' : ' ';
        *p++ = kind_letter(&i->at[k]);
    }
    return text;
}
