/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron salvage: recovers the samples in the rings of a killed process of libmultikron. */
#include "base/options.h"
#include "base/file.h"
#include "base/outfile.h"
#include "base/source.h"
#include "commands/common.h"
#include "commands/multikron/multikron.h"
#include "measure/multikron/salvage.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct command_line command_line = {
    "multikron salvage", "FILE.mkr...",
    "Appends the samples in the rings of a killed process to its sample file.",
    "multikron salvage trace/*.mkr"};

/* Returns the path of a ring file with another suffix; NULL = the path does not end in .mkr. */
static char *replace_suffix(struct arena *a, const char *path, const char *suffix)
{
    size_t n = strlen(path);
    if (n < 4 || strcmp(path + n - 4, ".mkr") != 0)
        return NULL;
    return arena_printf(a, "%.*s%s", (int)(n - 4), path, suffix);
}

/* Copies the first n bytes of a file. The bytes after them were being written when the process
 * ended, and are still in the ring. Returns false with errno. */
static bool copy_start(const char *path, uint64_t n, FILE *out)
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
    return in ? file_close(in) : left == 0;
}

/* Returns whether the sample file contains all bytes that the process had written to it. */
static bool is_whole(const char *path, uint64_t drained)
{
    struct stat st;
    return !drained || (stat(path, &st) == 0 && (uint64_t)st.st_size >= drained);
}

/* Prints the result for one ring file, and its losses as errors. */
static void report_file(const char *path, const char *samples, const struct salvage *s,
                        const struct salvage_counts *c, struct diag *d)
{
    printf("%s: samples added to %s: %" PRIu64 ", rings: %d, samples lost in the process: %" PRIu64
           "\n",
           path, samples, c->samples, c->rings, s->lost);
    if (s->lost)
        diag_error(d, (struct where){.file = path},
                   "the process lost %" PRIu64 " samples; marks in %s show their positions",
                   s->lost, samples);
    if (s->file->sums)
        diag_error(d, (struct where){.file = path},
                   "the loop sums of %u thread%s were only in memory and are lost", s->file->sums,
                   s->file->sums == 1 ? "" : "s");
    if (c->refused)
        diag_error(d, (struct where){.file = path},
                   "%" PRIu64 " bytes of the rings are not samples and were ignored", c->refused);
}

/* Writes the new sample file: the first `kept` bytes of the old one, and the samples of the rings.
 * The caller commits it. Returns false after a message. */
static bool write_samples(struct salvage *s, const char *to, uint64_t kept, struct outfile *o,
                          struct salvage_counts *c, struct diag *d)
{
    if (!outfile_open(o, to, d))
        return false;
    if (!copy_start(to, kept, o->f)) {
        diag_error(d, (struct where){.file = to}, "cannot read, the file is not changed: %s",
                   strerror(errno));
        outfile_abandon(o);
        return false;
    }
    *c = salvage_rings(s, o->f);
    return outfile_finish(o, d);
}

/* Writes the manifest; the caller commits it. Returns false after a message. */
static bool write_manifest(struct salvage *s, struct arena *a, const char *to, struct outfile *o,
                           struct diag *d)
{
    if (!outfile_open(o, to, d))
        return false;
    fputs(salvage_manifest(s, a), o->f);
    return outfile_finish(o, d);
}

/* Recovers the samples of one ring file. */
static void salvage_file(const char *path, struct arena *a, struct diag *d)
{
    struct source in;
    struct salvage s;
    struct outfile samples = {0}, manifest = {0};
    char *to = replace_suffix(a, path, ".mkn");
    if (!to) {
        diag_error(d, (struct where){.file = path}, "the name of a ring file must end in .mkr");
        return;
    }
    if (!source_read(&in, path, d))
        return;
    bool ok = salvage_open(&s, a, path, in.text, in.size, d);
    uint64_t kept = ok ? s.filed : 0;
    if (ok && !is_whole(to, kept)) {
        diag_error(d, (struct where){.file = path},
                   "%s lacks samples that the process had written, and is not changed; the "
                   "samples of the rings are written to %s",
                   to, replace_suffix(a, path, ".rings.mkn"));
        to = replace_suffix(a, path, ".rings.mkn");
        kept = 0;
    }
    struct salvage_counts c;
    if (ok && write_samples(&s, to, kept, &samples, &c, d)) {
        if (write_manifest(&s, a, replace_suffix(a, path, ".manifest"), &manifest, d) &&
            outfile_commit(&samples, d) && outfile_commit(&manifest, d))
            report_file(path, to, &s, &c, d);
        outfile_abandon(&samples);
        outfile_abandon(&manifest);
    }
    source_free(&in);
}

int multikron_salvage(int argc, char **argv)
{
    const struct option_row rows[] = {{0}};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = options_read(&command_line, rows, argc, argv, operands);
    if (n <= 0) {
        free(operands);
        return n < 0 ? 2 : wrong_usage(command_line.tool, "specify a ring file");
    }
    struct diag d;
    diag_init(&d, command_line.tool);
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
