/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/tables.h"
#include "base/util.h"
#include "hotspots/listing.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- references ---- */

static bool is_indirect_jump(const char *text)
{
    const char *jump = strstr(text, "jmp");
    return jump && jump[3 + strspn(jump + 3, "q \t")] == '*';
}

/* Returns the hexadecimal number that begins at `from`; 0 = there is none. */
static uint64_t number_from(const char *from)
{
    return from && isxdigit((unsigned char)*from) ? strtoull(from, NULL, 16) : 0;
}

/* Returns the hexadecimal number that ends before `end`. */
static uint64_t number_before(const char *text, const char *end)
{
    const char *from = end;
    while (from && from > text && isxdigit((unsigned char)from[-1]))
        from--;
    return number_from(from);
}

/* Returns the address in an instruction that may be that of a table, in objdump's AT&T syntax: of
 * "lea 0x2a79(%rip),%r8  # 3dc0 <t>", "jmp *0x402008(,%rax,8)", "mov $0x402008,%edx"; 0 = none. */
static uint64_t table_address(const char *text)
{
    const char *comment = strstr(text, "# "), *index = strstr(text, "(,%"),
               *constant = strstr(text, "$0x");
    return comment    ? (strncmp(text, "lea", 3) == 0 ? number_from(comment + 2) : 0)
           : index    ? number_before(text, index)
           : constant ? number_from(constant + 3)
                      : 0;
}

static int compare_uses(const void *one, const void *other)
{
    const struct table_reference *a = one, *b = other;
    return ORDER_BY_TWO(a, b, function, at);
}

static void sort_uses(struct jump_tables *t)
{
    array_sort_unique(&t->uses, compare_uses);
    for (size_t i = 0; i < t->uses.n; i++)
        *array_push(&t->ends) = t->uses.at[i].at;
    array_sort(&t->ends, compare_uint64);
    array_sort(&t->code, compare_uint64);
}

/* A function whose text is being read. */
struct table_user {
    uint64_t begin;
    size_t first; /* of its references */
    bool jumps;   /* indirectly */
};

static void end_function(struct jump_tables *t, const struct table_user *f)
{
    if (!f->jumps)
        t->uses.n = f->first;
}

static void read_instruction(struct jump_tables *t, struct table_user *f, uint64_t address,
                             const char *text)
{
    uint64_t table = table_address(text);
    *array_push(&t->code) = address;
    f->jumps |= is_indirect_jump(text);
    if (table)
        *array_push(&t->uses) = (struct table_reference){f->begin, table};
}

void tables_find(struct jump_tables *t, FILE *text)
{
    char *line = NULL;
    size_t room = 0;
    struct table_user f = {0};
    uint64_t address;
    while (getline(&line, &room, text) > 0) {
        const char *instruction = listing_instruction(line, &address);
        if (instruction) {
            read_instruction(t, &f, address, instruction);
        } else if (listing_function(line, &address)) {
            end_function(t, &f);
            f = (struct table_user){.begin = address, .first = t->uses.n};
        }
    }
    end_function(t, &f);
    free(line);
    sort_uses(t);
}

/* ---- tables ---- */

struct target_ranges {
    const struct jump_tables *t;
    const struct binary_function *f, *other;
};

static bool contains(const struct binary_function *f, uint64_t address)
{
    return f && address >= f->begin && address < f->end;
}

static bool is_target(const void *context, uint64_t address)
{
    const struct target_ranges *r = context;
    return (contains(r->f, address) || contains(r->other, address)) &&
           bsearch(&address, r->t->code.at, r->t->code.n, sizeof address, compare_uint64);
}

struct address_search {
    const uint64_t *at;
    uint64_t address;
};

static bool is_at_most(const void *context, size_t i)
{
    const struct address_search *s = context;
    return s->at[i] <= s->address;
}

/* Returns the next address that a function refers to; UINT64_MAX = none. */
static uint64_t next_reference(const struct jump_tables *t, uint64_t address)
{
    size_t i =
        partition_point(t->ends.n, is_at_most, &(struct address_search){t->ends.at, address});
    return i < t->ends.n ? t->ends.at[i] : UINT64_MAX;
}

static bool print_table(const struct target_ranges *r, struct binary *b, uint64_t at, FILE *to)
{
    struct arena a = {0};
    struct binary_table table = {at, next_reference(r->t, at), is_target, r};
    uint64_t *targets;
    size_t n = binary_jump_table(b, &table, &a, &targets);
    if (n)
        fprintf(to, "jump table %" PRIx64 ":", at);
    for (size_t i = 0; i < n; i++)
        fprintf(to, " %" PRIx64, targets[i]);
    if (n)
        fputc('\n', to);
    arena_free(&a);
    return n;
}

uint32_t tables_print(const struct jump_tables *t, struct binary *b,
                      const struct binary_function *f, const struct binary_function *other,
                      FILE *to)
{
    struct target_ranges r = {t, f, other};
    uint32_t n = 0;
    for (size_t i =
             FIRST_AT_LEAST_64(t->uses.at, t->uses.n, struct table_reference, function, f->begin);
         i < t->uses.n && t->uses.at[i].function == f->begin; i++)
        n += print_table(&r, b, t->uses.at[i].at, to);
    return n;
}

void tables_free(struct jump_tables *t)
{
    array_free(&t->code);
    array_free(&t->uses);
    array_free(&t->ends);
}
