/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kmacstat-scan.h"
#include "commands/kmacstat.h"
#include "ksr-asm/ksr-asm.h"
#include "x86-asm/x86-asm.h"

#include <stdlib.h>
#include <string.h>

/* ---- KSR1 ---- */

static void *ksr1_scan(const struct loop_ask *ask, struct infile *in, struct diag *d)
{
    return ksr_scan(ask, in, d);
}

static const struct loop_finder *ksr1_loops(const void *file)
{
    return ksr_loops(file);
}

static void ksr1_loop(const void *file, struct arena *a, size_t i, struct compiled_loop *l)
{
    ksr_loop(file, a, i, l);
}

static void ksr1_details(void *file, struct arena *a, size_t i, struct compiled_loop *l)
{
    ksr_loop_details(file, a, i, l);
}

static void ksr1_free(void *file)
{
    ksr_free(file);
}

static const struct scanner ksr1 = {
    ksr1_scan, ksr1_loops, ksr1_loop, ksr1_details, ksr1_free, false, kmacstat_put_ksr_loop};

/* ---- x86-64 ---- */

static void *x86_64_scan(const struct loop_ask *ask, struct infile *in, struct diag *d)
{
    return x86_scan(ask, in, d);
}

static const struct loop_finder *x86_64_loops(const void *file)
{
    return x86_loops(file);
}

static void x86_64_loop(const void *file, struct arena *a, size_t i, struct compiled_loop *l)
{
    x86_loop(file, a, i, l);
}

static void x86_64_details(void *file, struct arena *a, size_t i, struct compiled_loop *l)
{
    x86_loop_details(file, a, i, l);
}

static void x86_64_free(void *file)
{
    x86_free(file);
}

static const struct scanner x86_64 = {x86_64_scan,          x86_64_loops, x86_64_loop,
                                      x86_64_details,       x86_64_free,  true,
                                      kmacstat_put_x86_loop};

/* ---- selection ---- */

const struct scanner *scanner_of(const struct machine *m)
{
    return m->isa == MACHINE_X86_64 ? &x86_64 : &ksr1;
}

enum { DETECT_BYTES = 1 << 16 }; /* bytes of a file from which its assembly language is detected */

/* Reads the first bytes of the input, and returns to its start. Returns -1 after a message. */
static ssize_t read_start(struct infile *in, char *text, struct diag *d)
{
    size_t n = 0;
    ssize_t got = 1;
    while (n < DETECT_BYTES && (got = infile_read(in, text + n, DETECT_BYTES - n, d)) > 0)
        n += (size_t)got;
    return got < 0 || !infile_again(in, d) ? -1 : (ssize_t)n;
}

/* Returns false after a message: the input can't be read, or is another machine's assembly. */
static bool scanner_fits(const struct scanner *s, struct infile *in, struct diag *d)
{
    char *text = xmalloc(DETECT_BYTES);
    ssize_t n = read_start(in, text, d);
    bool x86 = n > 0 && x86_looks_like(text, (size_t)n);
    bool ksr = n > 0 && ksr_looks_like(text, (size_t)n);
    free(text);
    struct where whole = {.file = in->path};
    if (s == &ksr1 && x86 && !ksr)
        diag_error(d, whole,
                   "this is x86-64 assembly: use --machine=golden-cove, or the name of "
                   "another x86-64 machine");
    else if (s == &x86_64 && ksr && !x86)
        diag_error(d, whole, "this is KSR1 assembly: use --machine=ksr1");
    else
        return n >= 0;
    return false;
}

bool scan_open(struct scan *s, const struct loop_ask *ask, const char *path, struct diag *d)
{
    s->file = NULL;
    if (!infile_open(&s->in, path, true, d))
        return false;
    if (scanner_fits(s->by, &s->in, d)) {
        s->in.again = ask->details;
        s->file = s->by->scan(ask, &s->in, d);
    }
    if (!s->file)
        infile_close(&s->in);
    return s->file;
}

void scan_close(struct scan *s)
{
    s->by->free(s->file);
    infile_close(&s->in);
}
