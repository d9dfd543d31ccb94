/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/steps/profiles.h"
#include "base/file.h"

#include <stdio.h>
#include <string.h>

void profiles_redirect(struct arena *a, struct words *env, const char *folder)
{
    words_addf(a, env, "GCOV_PREFIX=%s", folder);
    profiles_redirect_others(a, env, folder);
}

void profiles_redirect_others(struct arena *a, struct words *env, const char *folder)
{
    words_addf(a, env, "LLVM_PROFILE_FILE=%s/%%p.profraw", folder);
    words_addf(a, env, "GMON_OUT_PREFIX=%s/gmon.out", folder);
}

/* A text in a file: its first byte, its first byte at a multiple of ALIGNMENT, and its last bytes.
 * Compilers align names of profiles; a constant before them can end in a printable byte. */
struct found_text {
    char first, aligned, last[11];
    size_t n;
};
enum { ALIGNMENT = 8 };

static bool ends_in(const struct found_text *t, const char *end)
{
    size_t n = strlen(end);
    return t->n >= n && memcmp(t->last + sizeof t->last - n, end, n) == 0;
}

/* at: position of the byte in the file. */
static void add_byte(struct found_text *t, int c, size_t at)
{
    t->first = t->n == 0 ? (char)c : t->first;
    if (t->n == 0)
        t->aligned = 0;
    if (!t->aligned && at % ALIGNMENT == 0)
        t->aligned = (char)c;
    memmove(t->last, t->last + 1, sizeof t->last - 1);
    t->last[sizeof t->last - 1] = (char)c;
    t->n++;
}

/* With the variable GCOV_PREFIX, the library of gcc 12 ends a program by abort() if the name of a
 * profile is relative. */
const char *profiles_check(const char *program)
{
    struct found_text t = {.n = 0};
    bool relative = false, library = false;
    size_t at = 0;
    FILE *f = fopen(program, "re");
    for (int c; f && (c = getc_unlocked(f)) != EOF; at++)
        if (c == 0) {
            library |= ends_in(&t, "GCOV_PREFIX");
            relative |=
                ends_in(&t, ".gcda") && t.n > strlen(".gcda") && t.first != '/' && t.aligned != '/';
            t.n = 0;
        } else if (c < ' ' || c > '~') {
            t.n = 0;
        } else {
            add_byte(&t, c, at);
        }
    file_drop(f);
    return relative && library
               ? "its profiles of gcc have relative names: name an absolute directory "
                 "with -fprofile-dir or -fprofile-generate, or none"
               : NULL;
}
