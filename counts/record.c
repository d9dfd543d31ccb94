/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the parts of blocks that are recorded: consecutive instructions that can be copied, because
 * each of them has a line of its own, and control continues after it. */
#include "base/util.h"
#include "counts/plan.h"
#include "counts/runtime/format.h"
#include "x86-asm/parse.h"

#include <string.h>

enum { LANES_MOST = 16 }; /* elements of a gather or scatter */

struct part_finder {
    struct arena *a;
    const struct count_text *text;
    const struct x86_unit *unit;
    const struct count_liveness *live;
    struct count_map *map;
    struct count_recording *to;
    const struct count_segment *segment;
    bool open; /* the last part of the map can continue */
};

/* A part of a line. */
struct piece {
    const char *at;
    size_t n;
};

static const struct x86_step *step_at(const struct part_finder *f, uint32_t i)
{
    return &f->unit->steps.at[i];
}

static struct piece line_at(const struct part_finder *f, uint32_t line)
{
    struct piece p;
    p.at = source_line(f->text->source, line, &p.n);
    while (p.n && x86_is_blank(*p.at))
        p.at++, p.n--;
    return p;
}

static bool contains(struct piece p, const char *text)
{
    return p.n && memmem(p.at, p.n, text, strlen(text));
}

static bool begins_with(struct piece p, const char *text)
{
    size_t n = strlen(text);
    return p.n >= n && memcmp(p.at, text, n) == 0;
}

/* ---- which instructions are copied ---- */

/* Returns whether the line has no effect on the code: labels, comments, line information. */
static bool is_harmless(struct piece p)
{
    static const char *const begins[] = {".loc", ".cfi_", "#", "/"};
    for (size_t i = 0; i < COUNT_OF(begins); i++)
        if (begins_with(p, begins[i]))
            return true;
    return p.n == 0 || (p.at[p.n - 1] == ':' && !memchr(p.at, ' ', p.n));
}

/* Returns whether the linker can replace several instructions by others. */
static bool is_sequence(struct piece p)
{
    static const char *const names[] = {"@tlsgd", "@tlsld",   "@tlsdesc", "@tlscall", "@TLSGD",
                                        "@TLSLD", "@TLSDESC", "@TLSCALL", "data16",   "rex64"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (contains(p, names[i]))
            return true;
    return false;
}

/* Returns whether the instruction has a line of its own. */
static bool has_line(const struct part_finder *f, uint32_t step)
{
    const struct x86_step *s = step_at(f, step);
    bool before = step && s[-1].line == s->line;
    bool after = step + 1 < f->unit->steps.n && s[1].line == s->line;
    struct piece p = line_at(f, s->line);
    struct piece name = {p.at, p.n < s->is.text.n ? p.n : s->is.text.n};
    return !before && !after && !(s->label && s->label_line == s->line) && s->is.text.n &&
           name.n == s->is.text.n && memcmp(name.at, s->is.text.at, name.n) == 0;
}

static bool is_copied(const struct part_finder *f, uint32_t step)
{
    const struct x86_step *s = step_at(f, step);
    bool marker = s->is.mnemonic.n == 7 && memcmp(s->is.mnemonic.at, "endbr64", 7) == 0;
    return s->is.opcode && !marker && !count_is_inline(f->text, s->line) &&
           x86_control(&s->is) == X86_CONTINUES && has_line(f, step) &&
           !is_sequence(line_at(f, s->line));
}

/* Returns whether only lines without effect are between the step and the one before it. */
static bool follows(const struct part_finder *f, uint32_t step)
{
    for (uint32_t line = step_at(f, step - 1)->line + 1; line < step_at(f, step)->line; line++)
        if (!is_harmless(line_at(f, line)) || count_is_inline(f->text, line))
            return false;
    return step_at(f, step - 1)->line < step_at(f, step)->line;
}

/* ---- references ---- */

/* Returns the memory operand as written, without a suffix in braces: the operand with a
 * parenthesis, or the one that is neither a register nor a constant. */
static struct piece find_operand(struct piece p)
{
    struct piece found = {NULL, 0};
    while (p.n && !x86_is_blank(*p.at))
        p.at++, p.n--;
    for (size_t i = 0, from = 0, depth = 0; i <= p.n; i++) {
        if (i < p.n && (p.at[i] == '(' || p.at[i] == ')'))
            depth += p.at[i] == '(' ? 1 : (size_t)-1;
        if (i < p.n && (p.at[i] != ',' || depth))
            continue;
        struct piece o = {p.at + from, i - from};
        from = i + 1;
        while (o.n && x86_is_blank(*o.at))
            o.at++, o.n--;
        if (o.n && *o.at != '%' && *o.at != '$')
            found = o;
    }
    const char *brace = found.n ? memchr(found.at, '{', found.n) : NULL;
    found.n = brace ? (size_t)(brace - found.at) : found.n;
    while (found.n && x86_is_blank(found.at[found.n - 1]))
        found.n--;
    return found;
}

static bool is_indexed_by_vector(const struct x86_operand *o)
{
    return o->index != X86_NO_REGISTER && o->index >= X86_VECTOR;
}

/* Returns why the accesses of the instruction are not recorded; NULL = they are. */
static const char *find_reason(const struct x86_instruction *i, const struct x86_operand *o)
{
    if (x86_control(i) == X86_CALLS)
        return "it is a call: accesses of the function are recorded in its chosen loops only";
    if (i->opcode->string)
        return "it is a string instruction";
    if (!o)
        return "it accesses the stack without naming it";
    if (o->segment)
        return "its address has a segment";
    if (o->lost || o->symbol.n > 200)
        return "its address cannot be read";
    if (o->symbol.n && memchr(o->symbol.at, '@', o->symbol.n))
        return "the linker replaces its address";
    if (is_indexed_by_vector(o) && contains((struct piece){i->text.at, i->text.n}, "(%e"))
        return "its address has 32 bits";
    return x86_control(i) == X86_CONTINUES ? NULL : "it loads the target of a jump";
}

static void add_unrecorded(struct part_finder *f, uint32_t step, const char *why)
{
    *ARENA_PUSH(f->a, f->map->unrecorded, f->map->n_unrecorded) =
        (struct count_unrecorded){f->segment->block, step_at(f, step)->line, why};
}

/* Returns the block of the flow that contains the step. */
static uint32_t block_of(const struct part_finder *f, uint32_t step)
{
    const struct x86_blocks *b = &f->live->flow->blocks;
    uint32_t block = f->segment->last_block;
    while (b->at[block].first > step)
        block--;
    return block;
}

/* ---- masks ---- */

static void name_vector(char *name, uint8_t reg, uint8_t bytes)
{
    snprintf(name, 8, "%cmm%d", bytes == 64 ? 'z' : bytes == 32 ? 'y' : 'x', reg - X86_VECTOR);
}

/* Returns the operand with a vector mask: the register before the memory of a store, that after the
 * destination of a load, and the last one of a gather. NULL = none. */
static const struct x86_operand *vector_mask(const struct x86_instruction *i)
{
    const struct x86_operand *m = x86_memory(i);
    bool gather = m && is_indexed_by_vector(m);
    if (i->mask || i->n != 3 ||
        !(gather || i->opcode->access == FORM_LOAD_MASKED ||
          i->opcode->access == FORM_STORE_MASKED))
        return NULL;
    return &i->at[gather ? 2 : 1];
}

static struct count_lanes lanes_of(const struct x86_instruction *i, const struct x86_operand *o)
{
    struct count_lanes l = {.scale = o->scale};
    const struct x86_operand *mask = vector_mask(i);
    if (!i->opcode->element || (!mask && !i->mask))
        return l;
    l.n = (uint8_t)x86_elements(i);
    l.index_bytes = (uint8_t)x86_index_element(i->opcode);
    l.mask_bytes = mask ? i->opcode->element : 0;
    if (l.index_bytes)
        name_vector(l.index, o->index, o->index_bytes);
    if (mask)
        name_vector(l.mask, mask->reg, mask->bytes);
    else
        snprintf(l.mask, sizeof l.mask, "k%d", i->mask);
    return l;
}

static void push_reference(struct part_finder *f, const struct count_reference *r,
                           const struct count_reference_site *site)
{
    *ARENA_PUSH(f->a, f->map->references, f->map->n_references) = *r;
    *array_push(&f->to->references) = *site;
    f->map->parts[f->map->n_parts - 1].n++;
}

static void add_reference(struct part_finder *f, uint32_t step, const struct x86_operand *o)
{
    const struct x86_step *s = step_at(f, step);
    struct piece text = find_operand((struct piece){s->is.text.at, s->is.text.n});
    if (!text.n) {
        add_unrecorded(f, step, "its address cannot be read");
        return;
    }
    struct count_reference_site site = {count_live_before(f->live, block_of(f, step), step),
                                        lanes_of(&s->is, o)};
    bool each = site.lanes.index_bytes != 0;
    uint32_t bytes = o->bytes ? o->bytes : s->is.bytes ? s->is.bytes : 1;
    struct count_reference r = {.part = (uint32_t)f->map->n_parts - 1,
                                .line = s->line,
                                .step = step - f->segment->first,
                                .bytes = each ? s->is.opcode->element : bytes,
                                .loads = x86_loads(&s->is),
                                .stores = x86_stores(&s->is),
                                .address = arena_strndup(f->a, text.at, text.n)};
    for (int i = 0; i < (each ? site.lanes.n : 1); i++)
        push_reference(f, &r, &site);
}

static void add_accesses(struct part_finder *f, uint32_t step)
{
    const struct x86_instruction *i = &step_at(f, step)->is;
    const struct x86_operand *o = x86_memory(i);
    if (!x86_loads(i) && !x86_stores(i))
        return;
    const char *why = find_reason(i, o);
    if (!why && !f->open)
        why = "its line has another form";
    if (why)
        add_unrecorded(f, step, why);
    else
        add_reference(f, step, o);
}

/* ---- parts ---- */

static void begin_part(struct part_finder *f, uint32_t step)
{
    const struct x86_step *s = step_at(f, step);
    *ARENA_PUSH(f->a, f->map->parts, f->map->n_parts) = (struct count_part){
        .block = f->segment->block, .line = s->line, .first = (uint32_t)f->map->n_references};
    *array_push(&f->to->parts) = (struct count_part_site){
        s->line, s->line, count_live_before(f->live, block_of(f, step), step)};
    f->open = true;
}

static void add_step(struct part_finder *f, uint32_t step)
{
    const struct count_part *last = f->map->n_parts ? &f->map->parts[f->map->n_parts - 1] : NULL;
    bool copied = is_copied(f, step);
    f->open &= copied && step > f->segment->first && follows(f, step);
    f->open &= last && last->n + LANES_MOST <= RECORD_PART_REFERENCES;
    if (copied && !f->open)
        begin_part(f, step);
    if (copied)
        f->to->parts.at[f->to->parts.n - 1].last = step_at(f, step)->line;
    if (step_at(f, step)->is.opcode)
        add_accesses(f, step);
    else
        add_unrecorded(f, step, "the instruction is unknown");
}

void count_find_parts(struct arena *a, const struct count_text *t, const struct count_segments *s,
                      const struct count_liveness *live, struct count_map *m,
                      struct count_recording *r)
{
    struct part_finder f = {
        .a = a, .text = t, .unit = live->flow->unit, .live = live, .map = m, .to = r};
    for (uint32_t i = 0; i < s->n; i++) {
        f.segment = &s->at[i];
        f.open = false;
        if (!f.segment->chosen || f.segment->loop == X86_NO_INDEX || f.segment->early)
            continue;
        for (uint32_t k = f.segment->first; k <= f.segment->last; k++)
            add_step(&f, k);
    }
}
