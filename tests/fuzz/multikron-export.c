/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports a stream of any bytes after a byte of options, and checks that the exports are complete.
 * Bits of the byte: 0x80 writes files, otherwise only their size is estimated; 0x20 also writes
 * OTF2, which takes most of the time; 0x40 exports the samples of one source only; 0x10 names the
 * run and the counters, 0x08 also the regions, with bytes of the input. The remainder by 33 is the
 * number of bits of process numbers. */
#include "measure/multikron/export/export.h"
#include "base/arena.h"
#include "tests/fuzz/folder.h"

#include <ftw.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int removes(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st, (void)type, (void)at;
    return remove(path);
}

/* Returns the size of the file in bytes; -1 = the file does not exist. */
static long size_of(const char *folder, const char *name)
{
    struct stat st;
    char path[128];
    snprintf(path, sizeof path, "%s%s", folder, name);
    return stat(path, &st) == 0 ? (long)st.st_size : -1;
}

/* Checks that enter and exit events of each thread match, and that times never decrease. */
static void check_steps(const struct export_job *job)
{
    struct export_cursor c = {.in = job->in, .choice = job->choice};
    struct sample s;
    struct steps steps = {0};
    uint64_t last = 0, n = 0;
    export_reset_nests(job->survey);
    for (; export_next(&c, &s); n++) {
        struct export_thread *t = export_find_thread(job->survey, s.source);
        if (!t || c.time < last || (c.time & SAMPLE_TIME_MASK) != s.timestamp)
            abort();
        size_t before = t->nest.open.n, opened = 0, closed = 0;
        last = c.time;
        nest_add(&t->nest, &s, &steps);
        for (size_t i = 0; i < steps.list.n; i++) {
            opened += steps.list.at[i].kind == STEP_ENTER;
            closed += steps.list.at[i].kind == STEP_LEAVE;
        }
        if (before + opened - closed != t->nest.open.n || t->nest.open.n > NEST_DEPTH)
            abort();
    }
    if (n != job->survey->traces + job->survey->resources)
        abort();
    steps_free(&steps);
}

/* The file that each export writes, in a directory of the process. */
static struct {
    char folder[64], out[80];
} place;

static void remove_place(void)
{
    rmdir(place.folder);
}

static const char *place_of_exports(void)
{
    if (!place.folder[0]) {
        make_folder(place.folder, sizeof place.folder);
        snprintf(place.out, sizeof place.out, "%s/out", place.folder);
        atexit(remove_place);
    }
    return place.out;
}

/* Checks that strings are terminated and have no control characters, and that brackets outside
 * strings match, for any names. */
static bool is_well_formed(const char *text, size_t n)
{
    enum { DEEPEST = 64 };
    char open[DEEPEST];
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        if (quoted && ((unsigned char)c < ' ' || (c == '\\' && ++i == n)))
            return false;
        if (c == '"')
            quoted = !quoted;
        if (quoted)
            continue;
        if (c == '{' || c == '[') {
            if (depth == DEEPEST)
                return false;
            open[depth++] = c;
        }
        if ((c == '}' || c == ']') && (!depth || open[--depth] != (c == '}' ? '{' : '[')))
            return false;
    }
    return !quoted && !depth;
}

static bool file_is_well_formed(const char *folder, const char *name)
{
    long n = size_of(folder, name);
    char path[128], *text = xmalloc((size_t)(n < 0 ? 0 : n) + 1);
    snprintf(path, sizeof path, "%s%s", folder, name);
    FILE *f = fopen(path, "rb");
    bool right =
        f && n > 0 && fread(text, 1, (size_t)n, f) == (size_t)n && is_well_formed(text, (size_t)n);
    if (f)
        fclose(f);
    free(text);
    return right;
}

static void check_exports(struct export_job *job, bool all, bool otf2, struct diag *d)
{
    const char *folder = place_of_exports();
    job->out = folder;
    uint64_t about = export_chrome_size(job);
    if (!export_chrome(job, d) || (all && size_of(folder, "") < (long)about) ||
        !file_is_well_formed(folder, ""))
        abort();
    remove(folder);
    if (export_ctf(job, d) && (!file_is_well_formed(folder, "/metadata") ||
                               (all && size_of(folder, "/stream_0") != (long)job->in->size)))
        abort();
    nftw(folder, removes, 8, FTW_DEPTH | FTW_PHYS);
    if (otf2 && export_otf2_is_available() && job->survey->threads.n < 64) {
        if (!export_otf2(job, d))
            abort();
        nftw(folder, removes, 8, FTW_DEPTH | FTW_PHYS);
    }
}

/* Names, each of 8 bytes of the input. */
static void name_all(struct export_names *names, struct arena *a, const uint8_t *data, size_t size,
                     bool regions)
{
    enum { NAME = 8, NAMES = 4 };
    static const char *list[EXPORT_REGIONS];
    const char *text[NAMES];
    for (size_t i = 0; i < NAMES; i++) {
        size_t from = i * NAME < size ? i * NAME : size, n = size - from;
        text[i] = arena_strndup(a, (const char *)data + from, n < NAME ? n : NAME);
    }
    names->run = text[0];
    names->counters[0] = text[1];
    names->counters[1] = text[2];
    names->counters[2] = text[2];
    list[1] = text[2];
    list[EXPORT_REGIONS - 1] = text[3];
    names->regions = regions ? list : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct diag d = {.quiet = true};
    struct export_input in;
    struct export_names names = export_no_names();
    struct export_choice choice = {.until = UINT64_MAX};
    struct export_survey survey = {0};
    struct export_job job = {.in = &in,
                             .n = 1,
                             .choice = &choice,
                             .names = &names,
                             .survey = &survey,
                             .max_bytes = UINT64_MAX};
    if (size == 0)
        return 0;
    bool all = !(data[0] & 0x40);
    names.process_bits = data[0] % 33;
    if (data[0] & 0x10)
        name_all(&names, &a, data + 1, size - 1, data[0] & 0x08);
    choice.has_source = !all;
    choice.mask = 0xff;
    if (!export_input_from_bytes(&in, "f", data + 1, size - 1, names.process_bits, &d))
        abort();
    export_survey(&survey, &in, 1, &choice);
    check_steps(&job);
    if (data[0] & 0x80)
        check_exports(&job, all, data[0] & 0x20, &d);
    else
        export_chrome_size(&job);
    export_survey_free(&survey);
    export_input_close(&in);
    arena_free(&a);
    return 0;
}
