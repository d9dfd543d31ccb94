/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/textstream.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"

FILE *text_open(struct text_stream *t)
{
    *t = (struct text_stream){0};
    t->f = open_memstream(&t->text, &t->size);
    if (!t->f)
        die_out_of_memory();
    return t->f;
}

char *text_close(struct text_stream *t)
{
    FILE *f = t->f;
    t->f = NULL;
    if (!file_close(f) || !t->text) /* fclose() may return 0 even if the text is lost */
        die_out_of_memory();
    return t->text;
}
