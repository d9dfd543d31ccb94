/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kmacstat/scan.h"
#include "base/text-kind.h"
#include "base/util.h"
#include "commands/kmacstat/kmacstat.h"
#include "ksr-asm/ksr-asm.h"
#include "x86-asm/x86-asm.h"

#include <stdlib.h>

static const struct assembly assemblies[] = {
    [MACHINE_KSR1] = {&ksr_scanner, "use --machine=ksr1", false, kmacstat_put_ksr_loop},
    [MACHINE_X86_64] = {&x86_scanner,
                        "use --machine=golden-cove, or the name of another x86-64 machine", true,
                        kmacstat_put_x86_loop},
};

const struct assembly *assembly_of(const struct machine *m)
{
    return m->isa == MACHINE_OTHER ? NULL : &assemblies[m->isa];
}

enum { DETECT_BYTES = 1 << 16 }; /* bytes of a file from which its assembly language is detected */

/* Returns the language that the text looks like, rather than `expected`; NULL = none. */
static const struct assembly *other_assembly(const struct assembly *expected, const char *text,
                                             size_t n)
{
    if (expected->scanner->looks_like(text, n))
        return NULL;
    for (size_t i = 0; i < COUNT_OF(assemblies); i++)
        if (assemblies[i].scanner && assemblies[i].scanner->looks_like(text, n))
            return &assemblies[i];
    return NULL;
}

/* Returns why no scanner can read the text; NULL = it can be assembly. */
static const char *why_not_assembly(const char *text, size_t n)
{
    switch (text_kind_of(text, n)) {
    case TEXT_MACHINE_CODE:
    case TEXT_LIBRARY:
        return "this is machine code, not assembly text; use the output of 'objdump -d -l'";
    case TEXT_FORTRAN:
        return "this is Fortran, not assembly; use kma, or compile it with -S";
    default:
        return NULL;
    }
}

/* Returns false after a message: the text is not assembly of the expected language. */
static bool check_language(const struct assembly *expected, const char *path, const char *text,
                           size_t n, struct diag *d)
{
    const struct where whole = {.file = path};
    const char *why = why_not_assembly(text, n);
    const struct assembly *other = why ? NULL : other_assembly(expected, text, n);
    if (n == 0)
        diag_warning(d, whole, "the file is empty");
    else if (why)
        diag_error(d, whole, "%s", why);
    else if (other)
        diag_error(d, whole, "this is %s assembly; %s", other->scanner->language, other->choose);
    return !why && !other;
}

/* Returns false after a message: the input can't be read, or is not the expected assembly. */
static bool is_expected_assembly(const struct assembly *expected, struct infile *in, struct diag *d)
{
    char *text = xmalloc(DETECT_BYTES);
    ssize_t n = infile_read_start(in, text, DETECT_BYTES, d);
    bool expected_text = n >= 0 && check_language(expected, in->path, text, (size_t)n, d);
    free(text);
    return expected_text;
}

bool scanned_file_open(struct scanned_file *s, const struct loop_ask *ask, const char *path,
                       struct diag *d)
{
    s->scan = NULL;
    if (!infile_open(&s->in, path, true, d))
        return false;
    if (is_expected_assembly(s->assembly, &s->in, d)) {
        s->in.again = ask->details;
        s->scan = s->assembly->scanner->scan(ask, &s->in, d);
    }
    if (!s->scan)
        infile_close(&s->in);
    return s->scan;
}

void scanned_file_close(struct scanned_file *s)
{
    scan_free(s->scan);
    infile_close(&s->in);
}
