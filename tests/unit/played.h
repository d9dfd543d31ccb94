/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tests of libmultikron run their own program as a child, with settings in the environment and
 * the name of a part, and examine the files that it writes. */
#ifndef TESTS_UNIT_PLAYED_H
#define TESTS_UNIT_PLAYED_H

#include "measure/multikron/lib/multikron.h"
#include "measure/multikron/sample.h"
#include "tests/unit/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RING = 65536, LEVEL = 4 };

/* ---- in the child ---- */

/* Triggers n samples with the values from, from + 1, ... */
static inline void some(uint64_t from, uint64_t n)
{
    for (uint64_t i = from; i < from + n; i++)
        mk_trace(LEVEL, i);
}

struct part {
    const char *name;
    void (*play)(void);
};

/* Runs the part that the first argument names. Returns false if there is no such argument. */
static inline bool play_part(const struct part *parts, size_t n, int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < n; i++)
        if (strcmp(argv[1], parts[i].name) == 0) {
            parts[i].play();
            return true;
        }
    return false;
}

/* ---- running a part ---- */

static char folder[] = "libmultikron-test.XXXXXX";

/* Empties the directory, and sets only these variables. */
static inline void prepare(const char *settings)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf %s/*", folder);
    CHECK(system(command) == 0);
    setenv("SETTINGS", settings, 1);
}

static char output[200];

/* Runs a part with settings "NAME=VALUE ...". Returns its wait status. */
static inline int play(const char *part, const char *settings)
{
    char command[900];
    char self[300];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n < 0 ? 0 : n] = 0;
    prepare(settings);
    snprintf(
        command, sizeof command,
        "cd %s && exec env MULTIKRON_DIR=. MULTIKRON_RING=%d MULTIKRON_MEMORY=0 %s %s %s 2>>err",
        folder, RING, settings, self, part);
    FILE *p = popen(command, "r");
    output[fread(output, 1, sizeof output - 1, p)] = 0;
    return pclose(p);
}

/* Runs a multikron command in the directory. Its output is in the file "said". Returns its wait
 * status. */
static inline int tool(const char *arguments)
{
    char command[400];
    snprintf(command, sizeof command, "cd %s && multikron %s >said 2>&1", folder, arguments);
    return system(command);
}

/* ---- results ---- */

enum { MOST = 1200000 };
static struct sample *samples;
static size_t n_samples;

/* Reads a sample file of the directory. Returns the number of samples; 0 = one is invalid. */
static inline size_t load(const char *name)
{
    char path[300];
    static uint8_t bytes[MOST * 16];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(bytes, 1, sizeof bytes, f) : 0, at = 0;
    if (f)
        fclose(f);
    for (n_samples = 0; at < n; n_samples++) {
        size_t taken = sample_unpack(&samples[n_samples], bytes + at, n - at);
        if (!taken)
            return n_samples = 0;
        at += taken;
    }
    return n_samples;
}

/* Returns whether the sample is a mark of n lost samples. */
static inline bool is_loss(const struct sample *s, uint64_t lost)
{
    return s->fifo_overrun && s->user == ((uint64_t)MK_LOST << 40 | lost);
}

static inline bool is_process_mark(const struct sample *s, uint32_t value)
{
    return s->user == mk_mark(MK_USER, 0, value);
}

/* Returns the text of a file of the directory. */
static inline const char *text_of(const char *name)
{
    static char text[20000];
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    text[f ? fread(text, 1, sizeof text - 1, f) : 0] = 0;
    if (f)
        fclose(f);
    return text;
}

static inline bool is_there(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

#endif
