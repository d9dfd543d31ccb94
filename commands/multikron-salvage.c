/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron salvage: what a killed process of libmultikron had in its rings. */
#include "base/options.h"
#include "base/outfile.h"
#include "base/source.h"
#include "commands/common.h"
#include "commands/multikron.h"
#include "multikron/salvage.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The path of a ring file with another suffix; NULL = it has not that of one. */
static char *beside(struct arena *a, const char *path, const char *suffix)
{
    size_t n = strlen(path);
    if (n < 4 || strcmp(path + n - 4, ".mkr") != 0)
        return NULL;
    return arena_printf(a, "%.*s%s", (int)(n - 4), path, suffix);
}

/* Copies the first n bytes of a file; what is behind them was being written when the process
 * ended, and still is in the ring. Returns how many there were. */
static uint64_t copy_start(const char *path, uint64_t n, FILE *out)
{
    char block[65536];
    uint64_t left = n;
    FILE *in = left ? fopen(path, "rb") : NULL;
    while (in && left) {
        size_t got = fread(block, 1, left < sizeof block ? (size_t)left : sizeof block, in);
        if (!got)
            break;
        fwrite(block, 1, got, out);
        left -= got;
    }
    if (in)
        fclose(in);
    return n - left;
}

static void report(const char *path, const char *samples, const struct salvage *s,
                   const struct salvage_counts *c, uint64_t kept, struct diag *d)
{
    struct where w = {.file = path};
    printf("%s: %" PRIu64 " samples of %d rings added to %s, %" PRIu64 " lost in the process\n",
           path, c->samples, c->rings, samples, c->lost);
    if (kept < s->file->drained)
        diag_error(d, w,
                   "%" PRIu64 " bytes of samples that the process had written are not in %s; put "
                   "that file back beside the ring file and salvage again",
                   s->file->drained - kept, samples);
    if (c->refused)
        diag_error(d, w, "%" PRIu64 " bytes of the rings are no samples and were left out",
                   c->refused);
}

static void salvage_file(const char *path, struct arena *a, struct diag *d)
{
    struct source in;
    struct salvage s;
    struct outfile samples, manifest;
    char *to = beside(a, path, ".mkn");
    if (!to) {
        diag_error(d, (struct where){.file = path}, "the name of a ring file ends in .mkr");
        return;
    }
    if (!source_read(&in, path, d))
        return;
    if (salvage_open(&s, a, path, in.text, in.size, d) && outfile_open(&samples, to, d)) {
        uint64_t kept = copy_start(to, s.file->drained, samples.f);
        struct salvage_counts c = salvage_rings(&s, samples.f);
        if (outfile_commit(&samples, d) &&
            outfile_open(&manifest, beside(a, path, ".manifest"), d)) {
            fputs(salvage_manifest(&s, a), manifest.f);
            if (outfile_commit(&manifest, d))
                report(path, to, &s, &c, kept, d);
        }
    }
    source_free(&in);
}

int multikron_salvage(int argc, char **argv)
{
    const struct option_row rows[] = {{0}};
    const struct command_line line = {
        "multikron salvage", "FILE.mkr...",
        "Adds what a killed process had in its rings to its sample file, and writes its manifest.",
        "multikron salvage trace/*.mkr", rows};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = options_read(&line, argc, argv, operands);
    if (n <= 0) {
        free(operands);
        return n < 0 ? 2 : wrong_usage(line.tool, "name a ring file");
    }
    struct diag d;
    diag_init(&d, line.tool);
    for (int i = 0; i < n; i++) {
        struct arena a = {0};
        salvage_file(operands[i], &a, &d);
        arena_free(&a);
    }
    stdout_close(&d);
    diag_close(&d);
    free(operands);
    return diag_exit_status(&d);
}
