/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/unwinder.h"
#include "base/array.h"
#include "binaries/unwind.h"
#include "hotspots/files.h"
#include "hotspots/libraries.h"

/* The file of an object. */
struct unwound_file {
    bool opened, is_library;
    struct binary *binary; /* NULL = it can't be read, or is not x86-64 code */
};
struct unwinder {
    struct arena *a;
    ARRAY(struct unwound_file) files; /* by number of the object */
};

static void open_file(struct unwinder *u, const struct profile_object *o, struct unwound_file *f)
{
    struct diag mute;
    f->opened = true;
    if (o->kind != OBJECT_FILE)
        return;
    f->is_library = library_of(o->path);
    diag_init(&mute, "");
    mute.quiet = true;
    f->binary = binary_open(arena_strdup(u->a, o->path), &mute);
    diag_close(&mute);
    if (f->binary && (find_other_identity(f->binary, o) || !binary_is_x86_64(f->binary))) {
        binary_close(f->binary);
        f->binary = NULL;
    }
}

static struct unwound_file *file_of(struct unwinder *u, uint32_t number,
                                    const struct profile_object *o)
{
    while (u->files.n <= number)
        *array_push(&u->files) = (struct unwound_file){.opened = false};
    struct unwound_file *f = &u->files.at[number];
    if (!f->opened)
        open_file(u, o, f);
    return f;
}

static bool is_wanted(void *context, uint32_t number, const struct profile_object *o)
{
    return file_of(context, number, o)->is_library;
}

static bool unwind(void *context, uint32_t number, const struct profile_object *o, uint64_t at,
                   struct user_stack *s)
{
    const struct unwound_file *f = file_of(context, number, o);
    uint64_t address;
    return f->binary && binary_address(f->binary, at, &address) &&
           binary_unwind(f->binary, address, s);
}

/* A file that can't be read is no reason to doubt the caller. */
static bool follows_call(void *context, uint32_t number, const struct profile_object *o,
                         uint64_t at)
{
    const struct unwound_file *f = file_of(context, number, o);
    uint64_t address;
    return !f->binary ||
           (binary_address(f->binary, at, &address) && binary_follows_call(f->binary, address));
}

struct stack_unwinder *unwinder_open(struct arena *a)
{
    struct unwinder *u = ARENA_NEW(a, struct unwinder);
    struct stack_unwinder *s = ARENA_NEW(a, struct stack_unwinder);
    *u = (struct unwinder){.a = a};
    *s = (struct stack_unwinder){
        .context = u, .is_wanted = is_wanted, .unwind = unwind, .follows_call = follows_call};
    return s;
}

void unwinder_close(struct stack_unwinder *s)
{
    struct unwinder *u = s->context;
    for (size_t i = 0; i < u->files.n; i++)
        binary_close(u->files.at[i].binary);
    array_free(&u->files);
}
