/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reader of x86-64 assembly makes of a text, for tests:
 *     x86-parts FILE              each event, each instruction with registers and parts
 *     x86-parts --operands FILE   instructions with their operands alone, as both syntaxes and
 *                                 objdump must agree on them
 *     x86-parts --shapes FILE...  how often each shape of instruction comes, '?' where it is in
 *                                 no line of the table
 *     x86-parts --corpus FILE...  an instruction of each shape and widths, the commonest first
 *     x86-parts --unknown FILE    shapes, one a line, that no line of the table has
 *     x86-parts --table           each name of the table with the kinds of operands it takes
 *     x86-parts --time FILE...    million lines read a second */
#include "base/names.h"
#include "x86-asm/reader.h"
#include "x86-asm/x86-asm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *register_name(uint8_t reg, char *buf)
{
    static const char *const general[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi"};
    static const char *const last[] = {"flags", "carry", "status", "rip"};
    if (reg < 8)
        return general[reg];
    if (reg >= X86_FLAGS && reg <= X86_RIP)
        return last[reg - X86_FLAGS];
    const char *kind = reg < X86_VECTOR    ? "r"
                       : reg < X86_MASK    ? "v"
                       : reg < X86_ST      ? "k"
                       : reg < X86_MMX     ? "st"
                       : reg < X86_FLAGS   ? "mm"
                       : reg < X86_SYSTEM  ? "seg"
                       : reg == X86_SYSTEM ? "cr"
                                           : "?";
    static const uint8_t first[] = {X86_VECTOR, X86_MASK, X86_ST, X86_MMX, X86_SEGMENT, X86_SYSTEM};
    uint8_t from = 0;
    for (size_t k = 0; k < sizeof first; k++)
        from = reg >= first[k] ? first[k] : from;
    sprintf(buf, "%s%d", kind, reg - from);
    return buf;
}

static void print_memory(const struct x86_operand *o)
{
    char buf[16];
    printf("m%d[", o->bytes);
    if (o->segment)
        printf("%cs:", o->segment);
    if (o->base != X86_NO_REGISTER)
        printf("%s", register_name(o->base, buf));
    if (o->index != X86_NO_REGISTER)
        printf("+%s*%d", register_name(o->index, buf), o->scale);
    if (o->symbol.at)
        printf("+%.*s", (int)o->symbol.n, o->symbol.at);
    if (o->value)
        printf("%+" PRId64, o->value);
    printf("]%s", o->lost ? "?" : "");
    if (o->broadcast)
        printf("*%d", o->broadcast);
}

static void print_operand(const struct x86_operand *o)
{
    char buf[16];
    putchar(' ');
    if (o->kind & X86_MEMORY)
        print_memory(o);
    else if (o->kind & (X86_IMMEDIATE | X86_TARGET))
        printf("%s%.*s%s%" PRId64, o->kind & X86_TARGET ? "=" : "$", (int)o->symbol.n,
               o->symbol.at ? o->symbol.at : "", o->symbol.at ? "+" : "", o->value);
    else
        printf("%s%s:%d", register_name(o->reg, buf), o->high ? "h" : "", o->bytes);
}

static void print_operands(const struct x86_instruction *i)
{
    printf("%s%s", i->lock ? "lock " : "", i->rep ? "rep " : "");
    if (i->opcode)
        printf("%s", i->opcode->name);
    else
        printf("?%.*s", (int)i->mnemonic.n, i->mnemonic.at);
    for (int k = 0; k < i->n; k++)
        print_operand(&i->at[k]);
    if (i->mask)
        printf(" {k%d}%s", i->mask, i->zeroing ? "{z}" : "");
}

static void print_registers(const struct x86_instruction *i)
{
    struct x86_use use[X86_USES];
    uint8_t def[X86_DEFS];
    char buf[16];
    int n = x86_uses(i, use);
    printf(" |");
    for (int k = 0; k < n; k++)
        printf(" %s%s",
               use[k].input == FLOW_ADDRESS  ? "@"
               : use[k].input == FLOW_ADDEND ? "+"
                                             : "",
               register_name(use[k].reg, buf));
    printf(" |");
    n = x86_defs(i, def);
    for (int k = 0; k < n; k++)
        printf(" %s", register_name(def[k], buf));
}

static void print_parts(struct arena *a, const struct x86_instruction *i)
{
    struct instruction f;
    x86_to_facts(i, &f);
    printf(" |");
    if (f.unmodelled)
        printf(" unmodelled");
    if (f.load.base)
        printf(" %s %s %d", op_class_name(f.load_class), form_name(a, f.load), f.load_bytes);
    if (f.work.base)
        printf(" %s %s", f.class < OP_CLASSES ? op_class_name(f.class) : "none",
               form_name(a, f.work));
    if (f.store.base)
        printf(" %s %s %d", op_class_name(f.store_class), form_name(a, f.store), f.store_bytes);
    printf(" x%d%s%s\n", f.elements, f.indexed ? " indexed" : "",
           f.destructive ? " destructive" : "");
}

static void print_event(struct arena *a, struct x86_reader *r, enum x86_event e)
{
    static struct x86_instruction before;
    static uint32_t before_line;
    if (e == X86_LABEL)
        printf("%.*s:%s\n", (int)r->label.n, r->label.at, r->function ? " function" : "");
    if (e == X86_SOURCE)
        printf("(%.*s line %u)\n", (int)r->rest.n, r->rest.at, (unsigned)r->source_line);
    if (e == X86_DIRECTIVE)
        printf("%.*s %.*s\n", (int)r->directive.n, r->directive.at, (int)r->rest.n, r->rest.at);
    if (e == X86_INSTRUCTION) {
        if (before_line && x86_fuses(&before, &r->instruction))
            printf("(fused)\n");
        print_operands(&r->instruction);
        print_registers(&r->instruction);
        print_parts(a, &r->instruction);
        before = r->instruction;
    }
    before_line = e == X86_INSTRUCTION ? r->line : 0;
}

/* ---- shapes ---- */

struct shape {
    const char *text;
    const char *line; /* the first of it */
    long n;
    bool modelled;
};
struct shapes {
    struct arena a;
    struct names names;
    struct shape *at;
    size_t n;
    size_t slots[1 << 16];
};

static struct shape *shape_of(struct shapes *s, const char *text)
{
    const char *name = name_of(&s->names, text, strlen(text));
    size_t i = hash_bytes(text, strlen(text)) % (1 << 16);
    for (; s->slots[i]; i = (i + 1) % (1 << 16))
        if (s->at[s->slots[i] - 1].text == name)
            return &s->at[s->slots[i] - 1];
    struct shape *new = ARENA_PUSH(&s->a, s->at, s->n);
    *new = (struct shape){.text = name};
    s->slots[i] = s->n;
    return new;
}

/* The shape with the bytes of its operands, and what it is masked by. */
static const char *exact_shape(struct arena *a, const struct x86_instruction *i)
{
    const char *text = x86_shape(a, i);
    for (int k = 0; k < i->n; k++)
        text = arena_printf(a, "%s%c%d%s", text, k ? ',' : ' ', i->at[k].bytes,
                            i->at[k].broadcast ? "*" : "");
    return arena_printf(a, "%s%s%s%s%s", text, i->mask ? " mask" : "", i->zeroing ? " z" : "",
                        i->lock ? " lock" : "", i->rep ? " rep" : "");
}

static void count_shape(struct shapes *s, const struct x86_instruction *i, bool exact)
{
    struct arena a = {0};
    struct shape *found = shape_of(s, exact ? exact_shape(&a, i) : x86_shape(&a, i));
    if (found->n++ == 0)
        found->line = arena_strndup(&s->a, i->text.at, i->text.n);
    found->modelled = i->opcode;
    arena_free(&a);
}

static int by_count(const void *a, const void *b)
{
    const struct shape *x = a, *y = b;
    return x->n != y->n ? (x->n < y->n) - (x->n > y->n) : strcmp(x->text, y->text);
}

enum mode { PARTS, OPERANDS, SHAPES, UNKNOWN, TIME, CORPUS };

static void print_shapes(struct shapes *s, enum mode mode)
{
    if (s->n)
        qsort(s->at, s->n, sizeof *s->at, by_count);
    for (size_t k = 0; k < s->n; k++)
        if (mode == CORPUS)
            printf("%s # %ld\n", s->at[k].line, s->at[k].n);
        else if (mode == UNKNOWN && !s->at[k].modelled)
            printf("%s\n", s->at[k].text);
        else if (mode != UNKNOWN)
            printf("%8ld %s%s\n", s->at[k].n, s->at[k].modelled ? "" : "? ", s->at[k].text);
}

/* ---- commands ---- */

static void read_one(enum mode mode, const struct x86_isa *isa, const char *path,
                     struct shapes *shapes, long *lines, struct diag *d)
{
    struct source s;
    struct x86_reader r;
    struct arena a = {0};
    if (!source_read(&s, path, d))
        return;
    x86_reader_open(&r, isa, &s, d);
    for (enum x86_event e; (e = x86_next(&r)) != X86_END;) {
        if (mode == PARTS) {
            print_event(&a, &r, e);
        } else if (e == X86_INSTRUCTION && mode == OPERANDS) {
            print_operands(&r.instruction);
            putchar('\n');
        } else if (e == X86_INSTRUCTION && shapes && mode != TIME) {
            count_shape(shapes, &r.instruction, mode == CORPUS);
        }
    }
    *lines += r.line;
    x86_reader_close(&r);
    source_free(&s);
    arena_free(&a);
}

static void print_table(const struct x86_isa *isa, char **names, int n)
{
    for (int k = 0; k < n; k++) {
        struct x86_word w = x86_find(isa, names[k], strlen(names[k]));
        for (const struct x86_reading *r = w.readings; r; r = r->next) {
            printf("%s %s", names[k], r->opcode->name);
            for (int p = 0; p < r->opcode->n; p++)
                printf(" %x/%x/%d", (unsigned)r->opcode->at[p].roles,
                       (unsigned)r->opcode->at[p].kinds, r->opcode->at[p].bytes);
            printf(" bytes %d\n", r->bytes);
        }
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    static struct shapes shapes;
    static const char *const modes[] = {"",          "--operands", "--shapes",
                                        "--unknown", "--time",     "--corpus"};
    struct arena a = {0};
    struct diag d = {0};
    double began = now();
    const struct x86_isa *isa = x86_isa_new(&a);
    double made = now();
    enum mode mode = PARTS;
    long lines = 0;
    if (argc > 1 && strcmp(argv[1], "--table") == 0)
        print_table(isa, argv + 2, argc - 2);
    for (int k = 1; k < argc; k++) {
        enum mode m = CORPUS;
        while (m > PARTS && strcmp(argv[k], modes[m]) != 0)
            m--;
        if (m != PARTS)
            mode = m;
        else if (strncmp(argv[k], "--", 2) != 0 && strcmp(argv[1], "--table") != 0)
            read_one(mode, isa, argv[k], &shapes, &lines, &d);
    }
    print_shapes(&shapes, mode);
    if (mode == TIME)
        printf("table %.2f ms; %.2f million lines in %.3f s: %.1f million a second\n",
               1e3 * (made - began), 1e-6 * (double)lines, now() - made,
               1e-6 * (double)lines / (now() - made));
    names_free(&shapes.names);
    arena_free(&shapes.a);
    arena_free(&a);
    diag_close(&d);
    return diag_exit_status(&d);
}
