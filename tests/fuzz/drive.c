/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Libraries, or command lines of compilers, by the first byte. Checks that members are within the
 * bytes, and that words are the same after they are quoted and read again. */
#include "commands/macs/compilers/archive.h"
#include "commands/macs/compilers/command.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void library(struct arena *a, const char *bytes, size_t n)
{
    struct archive to;
    archive_read(&to, a, bytes, n);
    for (size_t i = 0; i < to.n; i++)
        if (to.at[i].bytes < bytes || to.at[i].n > n ||
            (size_t)(to.at[i].bytes - bytes) > n - to.at[i].n || !*to.at[i].name)
            abort();
}

static void command(struct arena *a, const char *text)
{
    struct words w = {.n = 0}, again = {.n = 0};
    words_add(a, &w, "gfortran");
    words_split(a, &w, text);
    if (!words_split(a, &again, words_quoted(a, &w)) || again.n != w.n)
        abort();
    for (size_t i = 0; i < w.n; i++)
        if (strcmp(w.at[i], again.at[i]) != 0)
            abort();
    struct command c = command_read(a, (int)w.n, (char **)w.at);
    for (size_t i = 0; i < c.n_inputs; i++)
        command_object(a, &c, c.words.at[c.inputs[i].word]);
    flags_for_kma(a, &c.flags, NULL);
    if (strchr(flags_name(a, &c.flags), '/'))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    if (size > 0 && data[0] == '!')
        library(&a, (const char *)data, size);
    else
        command(&a, arena_strndup(&a, (const char *)data, size));
    arena_free(&a);
    return 0;
}
