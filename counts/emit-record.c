/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inserted text that records data accesses: counts/runtime/records.h. A countdown before each part;
 * a copy of the part that records, in a subsection of the same section. Words are stored by moves,
 * which change no flags. A signal handler that records between them can lose its own words, never
 * those of the interrupted code. Registers that are live are saved on the stack below the red zone.
 */
#include "counts/plan.h"
#include "counts/runtime/format.h"
#include "x86-asm/parse.h"

#include <inttypes.h>
#include <string.h>

enum { RAX, RED_ZONE = 128, PUSHED = 8 };

/* Offsets in struct record_state. */
enum { POSITION = 8, LIMIT = 16 };

/* What is saved before a part. */
struct frame {
    bool flags; /* in RAX */
    bool save_rax, moved;
    struct count_scratch s;
};

static struct frame frame_of(uint32_t live)
{
    struct frame f = {.flags = live & (COUNT_FLAGS | COUNT_CARRY)};
    f.save_rax = f.flags && (live & UINT32_C(1) << RAX);
    f.s = count_find_scratch(live, 2, f.flags ? RAX : -1);
    f.moved = f.save_rax || f.s.save[0];
    return f;
}

static void put_move(FILE *to, bool away)
{
    fprintf(to, "\tleaq\t%s%d(%%rsp), %%rsp\n", away ? "-" : "", RED_ZONE);
}

static void open_frame(FILE *to, const struct frame *f)
{
    if (f->moved)
        put_move(to, true);
    if (f->save_rax)
        fputs("\tpushq\t%rax\n", to);
    if (f->s.save[0])
        fprintf(to, "\tpushq\t%%%s\n", count_register(f->s.r[0]));
    if (f->flags)
        fputs("\tlahf\n\tseto\t%al\n", to);
}

static void close_frame(FILE *to, const struct frame *f)
{
    if (f->flags)
        fputs("\taddb\t$127, %al\n\tsahf\n", to);
    if (f->s.save[0])
        fprintf(to, "\tpopq\t%%%s\n", count_register(f->s.r[0]));
    if (f->save_rax)
        fputs("\tpopq\t%rax\n", to);
    if (f->moved)
        put_move(to, false);
}

/* The second register is used by the copy only. */
static void save_second(FILE *to, const struct frame *f)
{
    if (f->s.save[1] && !f->moved)
        put_move(to, true);
    if (f->s.save[1])
        fprintf(to, "\tpushq\t%%%s\n", count_register(f->s.r[1]));
}

static void restore_second(FILE *to, const struct frame *f)
{
    if (f->s.save[1])
        fprintf(to, "\tpopq\t%%%s\n", count_register(f->s.r[1]));
    if (f->s.save[1] && !f->moved)
        put_move(to, false);
}

static void put_state(FILE *to, const char *reg)
{
    fprintf(to, "\tmovq\tmacs_record@gottpoff(%%rip), %%%s\n", reg);
}

void count_emit_check(FILE *to, const struct count_recording *r, uint32_t part)
{
    struct frame f = frame_of(r->parts.at[part].live);
    const char *first = count_register(f.s.r[0]);
    open_frame(to, &f);
    put_state(to, first);
    fprintf(to, "\tdecq\t%%fs:(%%%s)\n\tjs\t.Lmacs_copy_%" PRIu32 "\n", first, part);
    close_frame(to, &f);
    fprintf(to, ".Lmacs_part_%" PRIu32 ":\n", part);
}

/* ---- copies ---- */

/* The first register has the offset of the state. */
static void put_start(FILE *to, const struct frame *f, uint32_t part)
{
    const char *first = count_register(f->s.r[0]), *second = count_register(f->s.r[1]);
    fprintf(to, ".Lmacs_copy_%" PRIu32 ":\n", part);
    save_second(to, f);
    fprintf(to, "\tmovq\t%%fs:%d(%%%s), %%%s\n\tcmpq\t%%fs:%d(%%%s), %%%s\n", POSITION, first,
            second, LIMIT, first, second);
    fprintf(to, "\tjae\t.Lmacs_full_%" PRIu32 "\n\tmovq\t.Lmacs_record_unit(%%rip), %%%s\n", part,
            first);
    fprintf(to, "\tleaq\t%" PRIu32 "(%%%s), %%%s\n\tmovq\t%%%s, (%%%s)\n", part, first, first,
            first, second);
    fprintf(to, "\tleaq\t8(%%%s), %%%s\n", second, second);
    put_state(to, first);
    fprintf(to, "\tmovq\t%%%s, %%fs:%d(%%%s)\n", second, POSITION, first);
    restore_second(to, f);
    close_frame(to, f);
}

/* The buffer is processed; then the part is recorded, or the burst has ended. Not through the PLT:
 * the dynamic linker changes R11 there. */
static void put_full(FILE *to, const struct frame *f, uint32_t part)
{
    fprintf(to, ".Lmacs_full_%" PRIu32 ":\n", part);
    put_move(to, true);
    fputs("\tcall\t*macs_record_full@GOTPCREL(%rip)\n", to);
    put_move(to, false);
    fprintf(to, "\tcmpq\t$0, %%fs:(%%%s)\n", count_register(f->s.r[0]));
    restore_second(to, f);
    fprintf(to, "\tjs\t.Lmacs_copy_%" PRIu32 "\n", part);
    close_frame(to, f);
    fprintf(to, "\tjmp\t.Lmacs_part_%" PRIu32 "\n", part);
}

/* Returns whether the address depends on the stack pointer. */
static bool is_on_stack(const char *address)
{
    return strstr(address, "(%rsp") != NULL;
}

static void put_access(FILE *to, const struct count_reference *f, uint32_t number, uint32_t live)
{
    struct count_scratch s = count_find_scratch(live, 2, -1);
    const char *first = count_register(s.r[0]), *second = count_register(s.r[1]);
    int moved = s.save[0] || s.save[1] ? RED_ZONE + PUSHED * (s.save[0] + s.save[1]) : 0;
    if (moved)
        put_move(to, true);
    for (int i = 0; i < 2; i++)
        if (s.save[i])
            fprintf(to, "\tpushq\t%%%s\n", count_register(s.r[i]));
    fputs("\tleaq\t", to);
    if (moved && is_on_stack(f->address))
        fprintf(to, "%d%s", moved, *f->address == '(' ? "" : "+");
    fprintf(to, "%s, %%%s\n", f->address, first);
    put_state(to, second);
    fprintf(to, "\tmovq\t%%fs:%d(%%%s), %%%s\n\tmovq\t%%%s, (%%%s)\n", POSITION, second, second,
            first, second);
    fprintf(to, "\tmovw\t$%" PRIu32 ", 6(%%%s)\n\tleaq\t8(%%%s), %%%s\n", number, second, second,
            first);
    put_state(to, second);
    fprintf(to, "\tmovq\t%%%s, %%fs:%d(%%%s)\n", first, POSITION, second);
    for (int i = 1; i >= 0; i--)
        if (s.save[i])
            fprintf(to, "\tpopq\t%%%s\n", count_register(s.r[i]));
    if (moved)
        put_move(to, false);
}

/* ---- masked accesses ---- */

/* Offsets in struct record_lanes (counts/runtime/records.h), and its bytes. */
enum { LANES_BASE = 8, LANES_IS = 16, LANES_INDEX = 24, LANES_MASK = 88, LANES_BYTES = 152 };

/* Returns the length of the operand before its index register: "8(%rdi" of "8(%rdi,%xmm1,8)". */
static int length_before_index(const char *address)
{
    const char *open = strchr(address, '('), *comma = open ? strchr(open, ',') : NULL;
    return (int)((comma ? comma : address + strlen(address)) - address);
}

/* Loads the address of an operand without its vector index into RAX. */
static void put_base(FILE *to, const struct count_reference *f, const struct count_lanes *l)
{
    int n = l->index_bytes ? length_before_index(f->address) : (int)strlen(f->address);
    bool only = l->index_bytes && n && f->address[n - 1] == '('; /* no base register */
    fputs("\tleaq\t", to);
    if (is_on_stack(f->address))
        fprintf(to, "%d%s", RED_ZONE + LANES_BYTES, *f->address == '(' ? "" : "+");
    if (only && n == 1)
        fputc('0', to);
    fprintf(to, "%.*s%s, %%rax\n", only ? n - 1 : n, f->address,
            l->index_bytes && !only ? ")" : "");
}

static void put_mask(FILE *to, const struct count_lanes *l)
{
    const char *move = l->mask_bytes ? "vmovdqu" : l->n > 16 ? "kmovq" : "kmovw";
    fprintf(to, "\t%s\t%%%s, %d(%%rsp)\n", move, l->mask, LANES_MASK);
}

/* Calls macs_record_lanes() with the mask and the indices. It changes no register. */
static void put_lanes(FILE *to, const struct count_reference *f, uint32_t number,
                      const struct count_lanes *l)
{
    fprintf(to, "\tleaq\t-%d(%%rsp), %%rsp\n\tmovq\t%%rax, (%%rsp)\n", RED_ZONE + LANES_BYTES);
    put_base(to, f, l);
    fprintf(to, "\tmovq\t%%rax, %d(%%rsp)\n\tmovq\t(%%rsp), %%rax\n", LANES_BASE);
    fprintf(to, "\tmovl\t$%u, %d(%%rsp)\n\tmovl\t$%u, %d(%%rsp)\n",
            number | (unsigned)l->n << 16 | (unsigned)l->scale << 24, LANES_IS,
            l->index_bytes | (unsigned)l->mask_bytes << 8, LANES_IS + 4);
    if (l->index_bytes)
        fprintf(to, "\t%s\t%%%s, %d(%%rsp)\n", l->mask_bytes ? "vmovdqu" : "vmovdqu64", l->index,
                LANES_INDEX);
    put_mask(to, l);
    fprintf(to, "\tcall\t*macs_record_lanes@GOTPCREL(%%rip)\n\tleaq\t%d(%%rsp), %%rsp\n",
            RED_ZONE + LANES_BYTES);
}

/* ---- parts ---- */

static bool is_instruction(const char *line, size_t n)
{
    while (n && x86_is_blank(*line))
        line++, n--;
    return n && *line != '.' && *line != '#' && *line != '/' && line[n - 1] != ':';
}

/* Records a reference; those of a gather or scatter with the first one of them. */
static void put_reference(FILE *to, const struct count_reference *f, uint32_t number,
                          const struct count_reference_site *s)
{
    if (s->lanes.n)
        put_lanes(to, f, number, &s->lanes);
    else
        put_access(to, f, number, s->live);
}

static void put_lines(FILE *to, struct source *s, const struct count_map *m,
                      const struct count_recording *r, uint32_t part)
{
    const struct count_part *p = &m->parts[part];
    uint32_t next = p->first;
    for (uint32_t line = r->parts.at[part].first; line <= r->parts.at[part].last; line++) {
        size_t n;
        const char *text = source_line(s, line, &n);
        for (uint32_t from = next; next < p->first + p->n && m->references[next].line == line;
             next++)
            if (next == from)
                put_reference(to, &m->references[next], next - p->first, &r->references.at[next]);
        if (is_instruction(text, n))
            fprintf(to, "%.*s\n", (int)n, text);
    }
}

void count_emit_copy(FILE *to, struct source *s, const struct count_map *m,
                     const struct count_recording *r, uint32_t part)
{
    struct frame f = frame_of(r->parts.at[part].live);
    fprintf(to, ".Lmacs_after_%" PRIu32 ":\n\t.subsection\t7\n", part);
    put_start(to, &f, part);
    put_lines(to, s, m, r, part);
    fprintf(to, "\tjmp\t.Lmacs_after_%" PRIu32 "\n", part);
    put_full(to, &f, part);
    fputs("\t.subsection\t0\n", to);
}

/* ---- the unit ---- */

void count_emit_record_end(FILE *to, const struct count_map *m)
{
    fprintf(to,
            "\t.section\t.data.macs_record,\"aw\",@progbits\n\t.balign\t8\n.Lmacs_record_unit:\n"
            "\t.quad\t0\n\t.quad\t0x%016" PRIx64 "\n\t.quad\t.Lmacs_record_name\n"
            "\t.quad\t.Lmacs_record_parts\n\t.quad\t.Lmacs_record_bytes\n\t.long\t%zu\n"
            "\t.long\t%zu\n.Lmacs_record_parts:\n",
            m->identity, m->n_parts, m->n_references);
    for (size_t i = 0; i < m->n_parts; i++)
        fprintf(to, "\t.long\t%" PRIu32 "\n", m->parts[i].first);
    fprintf(to, "\t.long\t%zu\n.Lmacs_record_bytes:\n", m->n_references);
    for (size_t i = 0; i < m->n_references; i++)
        fprintf(to, "\t.short\t%" PRIu32 "\n",
                m->references[i].bytes + (m->references[i].stores ? RECORD_STORES : 0));
    fputs(".Lmacs_record_name:\n", to);
    count_put_string(to, m->file);
    fputs("\t.section\t.text.macs_record,\"ax\",@progbits\n.Lmacs_record_start:\n"
          "\tleaq\t.Lmacs_record_unit(%rip), %rdi\n\tjmp\tmacs_record_register@PLT\n"
          "\t.section\t.init_array.00000,\"aw\",@init_array\n\t.balign\t8\n"
          "\t.quad\t.Lmacs_record_start\n",
          to);
}
