/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Fortran interface, declared in macs_gap.inc. Arguments are passed by reference. Names are in
 * lower case, with an underscore at the end. The lengths of character arguments follow all other
 * arguments. A handle is the address of a macs_gap in an INTEGER*8. Loops and blocks are numbered
 * from 1. */
#include "gaps/online/internal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Returns the text without trailing blanks, 0-terminated, allocated with malloc; NULL without
 * memory. */
static char *copy_text(const char *text, size_t length)
{
    while (length && text[length - 1] == ' ')
        length--;
    return strndup(text, length);
}

static macs_gap *gap_of(const int64_t *handle)
{
    return (macs_gap *)(intptr_t)*handle;
}

/* Copies text, shortened or padded with blanks to length. */
static void set_text(char *to, size_t length, const char *text)
{
    size_t n = strlen(text);
    memset(to, ' ', length);
    memcpy(to, text, n < length ? n : length);
}

void mgread_(const char *path, const int32_t *threads, int64_t *handle, char *why,
             size_t path_length, size_t why_length);
void mgread_(const char *path, const int32_t *threads, int64_t *handle, char *why,
             size_t path_length, size_t why_length)
{
    char reason[256] = "no memory", *own = copy_text(path, path_length);
    macs_gap *g = own ? mg_read(own, *threads, reason, sizeof reason) : NULL;
    *handle = (intptr_t)g;
    set_text(why, why_length, g ? "" : reason);
    free(own);
}

void mgfree_(int64_t *handle);
void mgfree_(int64_t *handle)
{
    mg_free(gap_of(handle));
    *handle = 0;
}

void mgfind_(const int64_t *handle, const char *loop, int32_t *number, size_t length);
void mgfind_(const int64_t *handle, const char *loop, int32_t *number, size_t length)
{
    char *own = copy_text(loop, length);
    *number = mg_find(gap_of(handle), own) + 1;
    free(own);
}

void mgadd_(const int64_t *handle, const int32_t *loop, const int32_t *thread,
            const double *iterations, const double *cycles);
void mgadd_(const int64_t *handle, const int32_t *loop, const int32_t *thread,
            const double *iterations, const double *cycles)
{
    mg_add(gap_of(handle), *loop - 1, *thread, *iterations, *cycles);
}

void mgblock_(const int64_t *handle, const int32_t *loop, const char *name, int32_t *number,
              size_t length);
void mgblock_(const int64_t *handle, const int32_t *loop, const char *name, int32_t *number,
              size_t length)
{
    char *own = copy_text(name, length);
    *number = mg_find_block(gap_of(handle), *loop - 1, own) + 1;
    free(own);
}

void mgskip_(const int64_t *handle, const int32_t *loop, const int32_t *thread,
             const int32_t *block, const double *times);
void mgskip_(const int64_t *handle, const int32_t *loop, const int32_t *thread,
             const int32_t *block, const double *times)
{
    mg_skip(gap_of(handle), *loop - 1, *thread, *block - 1, *times);
}

void mgreset_(const int64_t *handle);
void mgreset_(const int64_t *handle)
{
    mg_reset(gap_of(handle));
}

enum { RESULT_NUMBERS = 17 };

void mgget_(const int64_t *handle, const int32_t *loop, const int32_t *thread, double *numbers,
            int32_t *threads);
void mgget_(const int64_t *handle, const int32_t *loop, const int32_t *thread, double *numbers,
            int32_t *threads)
{
    struct mg_result r;
    *threads = -1;
    if (mg_get(gap_of(handle), *loop - 1, *thread, &r) != 0)
        return;
    const double all[RESULT_NUMBERS] = {
        r.iterations, r.cycles, r.tnf, r.m,       r.ma,      r.mac,     r.macs,    r.measured, r.a,
        r.c,          r.s,      r.p,   r.share_m, r.share_a, r.share_c, r.share_s, r.share_p};
    memcpy(numbers, all, sizeof all);
    *threads = r.threads;
}

void mgprint_(const int64_t *handle);
void mgprint_(const int64_t *handle)
{
    mg_print(gap_of(handle), stdout);
    fflush(stdout);
}

void mgcsv_(const int64_t *handle, const char *samples, const char *skips, const char *run,
            const int32_t *processors, int32_t *failed, size_t samples_length, size_t skips_length,
            size_t run_length);
void mgcsv_(const int64_t *handle, const char *samples, const char *skips, const char *run,
            const int32_t *processors, int32_t *failed, size_t samples_length, size_t skips_length,
            size_t run_length)
{
    char *sample_path = copy_text(samples, samples_length),
         *skip_path = copy_text(skips, skips_length);
    char *name = copy_text(run, run_length);
    FILE *to = sample_path ? fopen(sample_path, "w") : NULL;
    FILE *skip_to = skip_path && *skip_path ? fopen(skip_path, "w") : NULL;
    bool has_skips = skip_path && *skip_path;
    *failed =
        !to || (has_skips && !skip_to) || mg_csv(gap_of(handle), to, skip_to, name, *processors);
    if (to)
        *failed |= fclose(to) != 0;
    if (skip_to)
        *failed |= fclose(skip_to) != 0;
    free(sample_path);
    free(skip_path);
    free(name);
}
