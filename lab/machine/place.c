/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places the data of a program and initializes them. */
#include "lab/machine/linking.h"

#include <inttypes.h>
#include <string.h>

static uint64_t align_up(uint64_t at, uint64_t to)
{
    return (at + to - 1) & ~(to - 1);
}

static uint64_t datum_align(const struct lab_datum *d)
{
    return d->bytes ? d->bytes : 1;
}

uint64_t linking_block_bytes(const struct lab_block *b)
{
    uint64_t at = 0;
    for (size_t i = 0; i < b->data.n; i++)
        at = align_up(at, datum_align(&b->data.at[i])) +
             b->data.at[i].repeat * datum_align(&b->data.at[i]);
    return at;
}

/* ---- addresses ---- */

static uint64_t block_align(const struct lab_block *b)
{
    uint64_t own = b->data.n ? datum_align(&b->data.at[0]) : 1;
    if (b->common && own < LAB_SUBPAGE)
        own = LAB_SUBPAGE;
    return b->align > own ? b->align : own;
}

/* Returns the definition that all others share: the first one of that COMMON block. */
static struct program_symbol *common_of(struct program *p, uint32_t file, const char *name)
{
    const struct program_symbol *own = program_find(p, file, name);
    for (size_t i = 0; i < p->symbols.n; i++)
        if (p->symbols.at[i].common && p->symbols.at[i].name == own->name)
            return &p->symbols.at[i];
    return NULL;
}

static struct program_symbol *symbol_of(struct program *p, uint32_t file, const char *name)
{
    return &p->symbols.at[program_find(p, file, name) - p->symbols.at];
}

static uint64_t longest_common(const struct program *p, const char *name)
{
    uint64_t longest = 0;
    for (size_t i = 0; i < p->symbols.n; i++)
        if (p->symbols.at[i].common && p->symbols.at[i].name == name &&
            p->symbols.at[i].bytes > longest)
            longest = p->symbols.at[i].bytes;
    return longest;
}

static void place_common(struct program *p, uint32_t file, const struct lab_block *b, uint64_t *at)
{
    struct program_symbol *first = common_of(p, file, b->name), *own = symbol_of(p, file, b->name);
    if (!first->address) {
        first->address = align_up(*at, block_align(b));
        first->bytes = longest_common(p, first->name);
        *at = first->address + first->bytes;
    }
    own->address = first->address;
    own->bytes = first->bytes;
}

static void place_file(struct program *p, uint32_t file, uint64_t *at)
{
    struct program_file *f = p->files.at[file];
    for (size_t i = 0; i < f->text.blocks.n; i++) {
        const struct lab_block *b = &f->text.blocks.at[i];
        if (b->common && b->name) {
            place_common(p, file, b, at);
            f->blocks[i] = symbol_of(p, file, b->name)->address;
            continue;
        }
        f->blocks[i] = *at = align_up(*at, block_align(b));
        *at += linking_block_bytes(b);
        if (b->name)
            symbol_of(p, file, b->name)->address = f->blocks[i];
    }
}

void linking_place(struct program *p)
{
    uint64_t at = LAB_DATA;
    for (uint32_t i = 0; i < p->files.n; i++) {
        place_file(p, i, &at);
        at = align_up(at, LAB_SUBPAGE);
    }
    p->data_end = at;
}

/* ---- references to names ---- */

static void check_name(struct program *p, uint32_t file, const char *name, bool code, uint32_t line)
{
    const struct program_symbol *s = name ? program_find(p, file, name) : NULL;
    struct where w = {.file = p->files.at[file]->text.path, .line = line};
    if (name && !s)
        diag_error(p->d, w, "'%s' is undefined: neither these files nor the library define it",
                   name);
    else if (name && code && !s->text)
        diag_error(p->d, w, "'%s' is data, not code", name);
}

void linking_check(struct program *p)
{
    for (uint32_t file = 0; file < p->files.n; file++) {
        const struct lab_text *t = &p->files.at[file]->text;
        for (size_t i = 0; i < t->pairs.n; i++) {
            const struct lab_pair *pair = &t->pairs.at[i];
            check_name(p, file, pair->right.target, true, pair->text_line);
            check_name(p, file, pair->left.symbol, false, pair->text_line);
            check_name(p, file, pair->right.symbol, false, pair->text_line);
        }
        for (size_t i = 0; i < t->blocks.n; i++)
            for (size_t k = 0; k < t->blocks.at[i].data.n; k++)
                check_name(p, file, t->blocks.at[i].data.at[k].symbol, false, 0);
    }
    if (program_pair_address(p->pairs) > LAB_DATA)
        diag_error(p->d, (struct where){.file = p->files.at[0]->text.path},
                   "%" PRIu32 " pairs exceed the address space for code", p->pairs);
    if (p->data_end > LAB_STACKS)
        diag_error(p->d, (struct where){.file = p->files.at[0]->text.path},
                   "%" PRIu64 " bytes of data exceed the limit of %" PRIu64, p->data_end - LAB_DATA,
                   LAB_STACKS - LAB_DATA);
}

/* ---- contents ---- */

static void put_value(uint8_t *to, uint32_t bytes, uint64_t value)
{
    uint32_t half = (uint32_t)value;
    uint8_t byte = (uint8_t)value;
    if (bytes == 8)
        memcpy(to, &value, 8);
    else if (bytes == 4)
        memcpy(to, &half, 4);
    else
        *to = byte;
}

static uint64_t load_datum(const struct program *p, uint32_t file, const struct lab_datum *d,
                           struct memory *m, uint64_t at)
{
    uint64_t value = d->bits;
    at = align_up(at, datum_align(d));
    if (d->symbol)
        value += program_find(p, file, d->symbol)->address;
    for (uint64_t i = 0; d->bytes && value && i < d->repeat; i++)
        put_value(m->bytes + at + i * d->bytes, d->bytes, value);
    return at + d->repeat * datum_align(d);
}

void program_load(const struct program *p, struct memory *m, unsigned cells, uint64_t stack)
{
    memory_add_valid_pages(m, LAB_DATA, p->data_end);
    memory_add_valid_pages(m, LAB_STACKS - cells * stack, LAB_STACKS);
    for (uint32_t file = 0; file < p->files.n; file++) {
        const struct program_file *f = p->files.at[file];
        for (size_t i = 0; i < f->text.blocks.n; i++) {
            const struct lab_block *b = &f->text.blocks.at[i];
            uint64_t at = f->blocks[i];
            for (size_t k = 0; k < b->data.n; k++)
                at = load_datum(p, file, &b->data.at[k], m, at);
        }
    }
}
