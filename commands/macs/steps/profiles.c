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

/* A text in a file: its first and its last bytes. */
struct found_text {
    char first, last[11];
    size_t n;
};

static bool ends_in(const struct found_text *t, const char *end)
{
    size_t n = strlen(end);
    return t->n >= n && memcmp(t->last + sizeof t->last - n, end, n) == 0;
}

static void add_byte(struct found_text *t, int c)
{
    t->first = t->n == 0 ? (char)c : t->first;
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
    FILE *f = fopen(program, "re");
    for (int c; f && (c = getc_unlocked(f)) != EOF;)
        if (c == 0) {
            library |= ends_in(&t, "GCOV_PREFIX");
            relative |= ends_in(&t, ".gcda") && t.n > strlen(".gcda") && t.first != '/';
            t.n = 0;
        } else if (c < ' ' || c > '~') {
            t.n = 0;
        } else {
            add_byte(&t, c);
        }
    file_drop(f);
    return relative && library
               ? "its profiles of gcc have relative names: name an absolute directory "
                 "with -fprofile-dir or -fprofile-generate, or none"
               : NULL;
}
