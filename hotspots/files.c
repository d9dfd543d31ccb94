/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/files.h"
#include "base/file.h"
#include "base/shown.h"
#include "base/util.h"
#include "measure/sampling/identity.h"
#include "x86-asm/x86-asm.h"

#include <stdlib.h>
#include <string.h>

/* ---- opening ---- */

const char *find_other_identity(const struct binary *b, const struct profile_object *o)
{
    static const char *const texts[] = {
        [IDENTITY_SAME] = NULL,
        [IDENTITY_OTHER] = "is another file than the executed one: it was replaced, or the program "
                           "ran in a container",
        [IDENTITY_CHANGED] = "was changed after it was started",
        [IDENTITY_UNKNOWN] = "can't be compared with the executed file",
    };
    size_t n;
    const uint8_t *id = binary_build_id(b, &n);
    return texts[identity_compare(o, binary_descriptor(b), id, n)];
}

/* Returns the path as text of one line. */
static const char *shown_path(struct arena *a, const char *path)
{
    char *text = arena_strdup(a, path);
    shown_in_place(text, strlen(text), false);
    return text;
}

void hot_file_open(struct hot_file *f, struct arena *a, const struct profile_object *o,
                   struct diag *d)
{
    static const char is[] = "is ";
    const char *why, *path = shown_path(a, o->path);
    *f = (struct hot_file){.object = o, .library = library_of(o->path)};
    f->binary = binary_try(o->path, &why);
    if (f->binary)
        why = find_other_identity(f->binary, o);
    else if (strncmp(why, is, strlen(is)) != 0)
        why = arena_printf(a, "can't be read: %s", why);
    if (!why && !binary_is_x86_64(f->binary))
        why = "is not x86-64 code";
    if (!why)
        return;
    f->why = arena_printf(a, "%s %s", path, why);
    diag_warning(d, (struct where){0}, "%s; its functions and loops are unknown", f->why);
    binary_close(f->binary);
    f->binary = NULL;
}

void hot_file_without(struct hot_file *f, struct arena *a, const struct profile_object *o)
{
    *f = (struct hot_file){.object = o};
    if (o->kind == OBJECT_ANONYMOUS)
        f->generated = generated_read(a, "/tmp", o->pid);
    f->jitted = ARENA_ARRAY(a, struct row_samples, f->generated.n + 1);
    memset(f->jitted, 0, (f->generated.n + 1) * sizeof *f->jitted);
}

/* ---- functions ---- */

static const struct binary_function *function_at(const struct hot_file *f, uint64_t at)
{
    uint64_t address;
    return f->binary && binary_address(f->binary, at, &address)
               ? binary_function_at(f->binary, address)
               : NULL;
}

static void want_function(struct hot_file *f, const struct binary_function *b)
{
    if (!b || (f->functions.n && f->functions.at[f->functions.n - 1] == b))
        return;
    *array_push(&f->functions) = b;
    const struct binary_function *other = binary_other_part(f->binary, b);
    if (other)
        *array_push(&f->functions) = other;
}

void hot_file_want(struct hot_file *f, uint64_t at)
{
    want_function(f, function_at(f, at));
}

void hot_file_want_address(struct hot_file *f, uint64_t address)
{
    want_function(f, f->binary ? binary_function_at(f->binary, address) : NULL);
}

static int compare_functions(const void *one, const void *other)
{
    const struct binary_function *a = *(const struct binary_function *const *)one,
                                 *b = *(const struct binary_function *const *)other;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

static void sort_functions(struct hot_file *f)
{
    size_t n = 0;
    if (f->functions.n)
        qsort(f->functions.at, f->functions.n, sizeof(struct binary_function *), compare_functions);
    for (size_t i = 0; i < f->functions.n; i++)
        if (i == 0 || f->functions.at[i] != f->functions.at[n - 1])
            f->functions.at[n++] = f->functions.at[i];
    f->functions.n = n;
}

/* ---- loops ---- */

static void scan_listing(struct hot_file *f, struct arena *a, const struct machine *m,
                         const struct x86_isa *isa, struct diag *d)
{
    if (!listing_create(&f->listing, f->binary, f->functions.at, f->functions.n, d)) {
        f->why = "it can't be disassembled";
        return;
    }
    f->ask = (struct loop_ask){.machine = m, .x86 = isa, .details = true, .members = true};
    diag_init(&f->mute, "");
    f->mute.quiet = true;
    const char *path = arena_printf(a, "/dev/fd/%d", fileno(f->listing.file));
    if (infile_open(&f->text, path, true, d))
        f->scan = x86_scanner.scan(&f->ask, &f->text, &f->mute);
}

void hot_file_scan(struct hot_file *f, struct arena *a, const struct machine *m,
                   const struct x86_isa *isa, struct diag *d)
{
    f->text.fd = f->text.copy = -1;
    sort_functions(f);
    f->code = ARENA_ARRAY(a, struct row_samples, f->functions.n + 1);
    memset(f->code, 0, (f->functions.n + 1) * sizeof *f->code);
    if (f->binary && !f->library && f->functions.n)
        scan_listing(f, a, m, isa, d);
    size_t n = f->scan ? loops_n(scan_loops(f->scan)) : 0;
    f->loops = ARENA_ARRAY(a, struct row_samples, n + 1);
    memset(f->loops, 0, (n + 1) * sizeof *f->loops);
}

/* ---- places ---- */

struct function_search {
    const struct hot_file *f;
    const struct binary_function *b;
};

static bool is_before_function(const void *context, size_t i)
{
    const struct function_search *s = context;
    return s->f->functions.at[i]->begin < s->b->begin;
}

static size_t function_index(const struct hot_file *f, const struct binary_function *b)
{
    struct function_search search = {f, b};
    size_t i = partition_point(f->functions.n, is_before_function, &search);
    return i < f->functions.n && f->functions.at[i] == b ? i : SIZE_MAX;
}

struct hot_place hot_file_place(const struct hot_file *f, uint64_t at)
{
    struct hot_place to = {LOOP_NONE, SIZE_MAX};
    const struct binary_function *b = function_at(f, at);
    uint64_t address;
    if (f->generated.n)
        to.function = generated_find(&f->generated, at);
    if (!b)
        return to;
    to.function = function_index(f, b);
    binary_address(f->binary, at, &address);
    uint32_t line = f->scan ? listing_line(&f->listing, address) : 0;
    if (line)
        to.loop = x86_loop_at_line(f->scan, line);
    return to;
}

struct row_samples *hot_file_samples(struct hot_file *f, struct hot_place at)
{
    return at.loop != LOOP_NONE      ? &f->loops[at.loop]
           : at.function == SIZE_MAX ? &f->other
           : f->generated.n          ? &f->jitted[at.function]
                                     : &f->code[at.function];
}

/* ---- names ---- */

const char *file_of_path(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *hot_function_name(struct arena *a, const struct binary_function *b)
{
    return b->name ? b->name : arena_printf(a, "fn_%llx", (unsigned long long)b->begin);
}

const char *hot_file_place_name(const struct hot_file *f, struct arena *a, struct hot_place at)
{
    const char *object = f->object->path ? file_of_path(f->object->path) : NULL;
    if (at.loop != LOOP_NONE) {
        const struct loop_finder *l = scan_loops(f->scan);
        return arena_printf(a, "%s:%s", object, loops_name(l, loops_at(l, at.loop)->label));
    }
    return at.function == SIZE_MAX || f->generated.n
               ? NULL
               : arena_printf(a, "%s:%s", object,
                              hot_function_name(a, f->functions.at[at.function]));
}

bool hot_file_has_frame(const struct hot_file *f, size_t function)
{
    static const uint8_t landing[] = {0xf3, 0x0f, 0x1e, 0xfa}, frame[] = {0x55, 0x48, 0x89, 0xe5};
    uint64_t begin = f->functions.at[function]->begin;
    const uint8_t *code = binary_code(f->binary, begin, sizeof landing + sizeof frame);
    if (code && memcmp(code, landing, sizeof landing) == 0)
        code += sizeof landing;
    return code && memcmp(code, frame, sizeof frame) == 0;
}

void hot_file_close(struct hot_file *f)
{
    if (f->scan) {
        scan_free(f->scan);
        infile_close(&f->text);
        diag_close(&f->mute);
    }
    array_free(&f->functions);
    listing_free(&f->listing);
    if (f->binary)
        binary_close(f->binary);
}
