/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "x86-asm/file.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* ---- the region of interest ---- */

static uint32_t line_of_label(const struct x86_file *f, const char *name)
{
    const struct x86_label *l = x86_unit_label(&f->unit, (struct x86_text){name, strlen(name)});
    return l && l->step != X86_NO_INDEX ? f->unit.steps.at[l->step].line : 0;
}

/* Sets the region's ends if their labels are in the unit just read. */
static void mark_region(struct x86_file *f)
{
    const struct loop_ask *ask = f->ask;
    uint32_t line;
    if (!f->from_seen && ask->from.label && (line = line_of_label(f, ask->from.label))) {
        f->from_seen = true;
        f->from_line = line;
    }
    if (!f->to_seen && ask->to.label && (line = line_of_label(f, ask->to.label))) {
        f->to_seen = true;
        f->to_line = line - 1;
    }
}

static void begin_region(struct x86_file *f)
{
    const struct loop_ask *ask = f->ask;
    f->from_seen = !ask->from.label;
    f->to_seen = !ask->to.label;
    f->from_line = ask->from.label ? UINT32_MAX : ask->from.line;
    f->to_line = ask->to.label || !ask->to.line ? UINT32_MAX : ask->to.line;
}

static void report_missing_label(struct x86_file *f, const struct loop_region_mark *m)
{
    struct where whole = {.file = f->path};
    if (m->label)
        diag_error(f->d, whole, "--region names the label '%s', which is not in this file",
                   m->label);
}

static void close_region(struct x86_file *f)
{
    const struct loop_region_mark *m[] = {&f->ask->from, &f->ask->to};
    for (int i = 0; i < 2; i++)
        if (m[i]->line && m[i]->line > source_line_count(&f->source))
            diag_error(f->d, (struct where){.file = f->path},
                       "--region names line %lu, but the file ends at line %lu",
                       (unsigned long)m[i]->line, (unsigned long)source_line_count(&f->source));
    if (!f->from_seen)
        report_missing_label(f, &f->ask->from);
    if (!f->to_seen)
        report_missing_label(f, &f->ask->to);
    if (f->from_seen && f->to_seen && f->from_line > f->to_line)
        diag_error(f->d, (struct where){.file = f->path},
                   "--region=FROM:TO contains no instruction; FROM must precede TO");
}

/* ---- units ---- */

bool x86_next_unit(struct x86_file *f)
{
    if (!x86_unit_read(&f->units, &f->unit))
        return false;
    f->n_units++;
    x86_flow_of(&f->unit, &f->flow);
    return true;
}

static void warn_split_routine(struct x86_file *f)
{
    diag_warning(
        f->d, (struct where){.file = f->path, .line = f->unit.steps.at[0].line},
        "more than %d instructions without a routine's label: the following ones are treated "
        "as another routine, and loops around both are not found",
        X86_UNIT_MOST);
}

static void feed(struct x86_file *f)
{
    begin_region(f);
    while (x86_next_unit(f)) {
        mark_region(f);
        if (f->unit.cut)
            warn_split_routine(f);
        if (f->ask->members)
            *array_push(&f->unit_lines) = f->unit.steps.n ? f->unit.steps.at[0].line : 0;
        x86_collect_outward_jumps(f);
        x86_feed_unit(f);
    }
    loops_finish(&f->scan.finder);
    x86_sort_line_ranges(f);
    x86_report_undefined(f);
    close_region(f);
}

/* ---- a file ---- */

static struct x86_file *file_new(const struct loop_ask *ask, const char *path, struct diag *d)
{
    struct x86_file *f = xmalloc(sizeof *f);
    *f = (struct x86_file){.scan.scanner = &x86_scanner,
                           .ask = ask,
                           .path = path,
                           .d = d,
                           .places.size = sizeof(struct x86_loop_place),
                           .found.size = sizeof(struct x86_loop_record)};
    f->mute.quiet = true;
    f->units = (struct x86_units){.reader = &f->reader, .origin = &f->origin};
    loops_open(&f->scan.finder);
    f->scan.finder.max_delay = 0; /* branches of x86 have no delay steps */
    return f;
}

static struct scan *scan_text(struct x86_file *f)
{
    const struct x86_isa *isa = f->ask->x86 ? f->ask->x86 : x86_isa_new(&f->arena);
    x86_reader_open(&f->reader, isa, &f->source, f->d);
    feed(f);
    return &f->scan;
}

static struct scan *scan(const struct loop_ask *ask, struct infile *in, struct diag *d)
{
    struct x86_file *f = file_new(ask, in->path, d);
    if (source_read_infile(&f->source, in, d))
        return scan_text(f);
    loops_free(&f->scan.finder);
    free(f);
    return NULL;
}

static struct scan *scan_bytes(const struct loop_ask *ask, const char *path, const char *bytes,
                               size_t n, struct diag *d)
{
    struct x86_file *f = file_new(ask, path, d);
    source_from_bytes(&f->source, path, bytes, n);
    return scan_text(f);
}

static void free_file(struct scan *s)
{
    struct x86_file *f = (struct x86_file *)s;
    struct names *names[] = {&f->labels, &f->outward, &f->unknown};
    struct pile *piles[] = {&f->places, &f->found};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        names_free(names[i]);
    for (size_t i = 0; i < COUNT_OF(piles); i++)
        pile_free(piles[i]);
    array_release_all(f->outward_jumps.at, f->ranges.at, f->unit_lines.at);
    x86_reader_close(&f->reader);
    source_free(&f->source);
    x86_origin_free(&f->origin);
    x86_units_free(&f->units);
    x86_unit_free(&f->unit);
    x86_flow_free(&f->flow);
    x86_routine_free(f->routine);
    loops_free(&f->scan.finder);
    arena_free(&f->arena);
    free(f);
}

static void add_notes(const struct x86_loop_record *found, struct arena *a, struct compiled_loop *l)
{
    if (found->several_entries)
        note(a, &l->notes, "control enters the loop in several places");
    if (found->too_deep)
        note(a, &l->notes,
             "the loop is nested more than %d deep: its inner loops were not analysed",
             X86_NEST_DEPTH);
}

void x86_loop(const struct scan *s, struct arena *a, size_t i, struct compiled_loop *l)
{
    const struct x86_file *f = (const struct x86_file *)s;
    const struct x86_loop_place *p = pile_at(&f->places, loops_at(&f->scan.finder, i)->tag);
    const struct x86_loop_record *found = pile_at(&f->found, i);
    loops_facts(a, &f->scan.finder, i, l);
    l->file = f->path;
    l->source = p->source;
    l->function = p->function;
    l->asm_line = found->low;
    l->asm_end_line = found->high;
    l->k = missing("k was not requested");
    l->recurrence.missing = "the loop's recurrence was not requested";
    add_notes(found, a, l);
}

uint32_t x86_loop_start(const struct scan *s, size_t i)
{
    const struct x86_loop_record *r = pile_at(&((const struct x86_file *)s)->found, i);
    return r->start;
}

static bool looks_like(const char *text, size_t n)
{
    static const char *const marks[] = {
        "%rsp",  "%rax",   "%rdi",     "%rsi",          "%rcx", "%rdx", "%eax", "%xmm0",
        "%ymm0", "x86-64", "WORD PTR", ".intel_syntax", "%RAX", "%RSP", "%RDI", "%XMM0"};
    for (size_t i = 0; i < n; i++)
        for (size_t m = 0; (text[i] == '%' || text[i] == 'x' || text[i] == 'W' || text[i] == '.') &&
                           m < COUNT_OF(marks);
             m++)
            if (n - i >= strlen(marks[m]) && memcmp(text + i, marks[m], strlen(marks[m])) == 0)
                return true;
    return false;
}

const struct scanner x86_scanner = {"x86-64",         scan,      scan_bytes, x86_loop,
                                    x86_loop_details, free_file, looks_like};
