/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ksr-asm/lines.h"
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4 * LINES_LONGEST };

void lines_open(struct lines *l, struct infile *in, struct diag *d)
{
    *l = (struct lines){.path = in->path, .in = in, .d = d};
    l->block = xmalloc(BLOCK);
}

void lines_open_bytes(struct lines *l, const char *path, const char *bytes, size_t n,
                      struct diag *d)
{
    *l = (struct lines){.path = path, .given = bytes, .given_n = n, .d = d};
    l->block = xmalloc(BLOCK);
}

bool lines_rewind(struct lines *l)
{
    if (l->in && !infile_again(l->in, l->d))
        return false;
    l->given_at = l->from = l->to = l->skipped = 0;
    l->ended = l->skipping = l->too_long = false;
    l->text = NULL;
    l->n = l->line = 0;
    return true;
}

void lines_close(struct lines *l)
{
    free(l->block);
    l->block = NULL;
}

/* Reads up to the end of the block. Returns the number of bytes; 0 at the end of the file. */
static size_t read_block_part(struct lines *l)
{
    size_t room = BLOCK - l->to;
    if (!l->in) { /* text in memory */
        size_t n = l->given_n - l->given_at < room ? l->given_n - l->given_at : room;
        if (n)
            memcpy(l->block + l->to, l->given + l->given_at, n);
        l->given_at += n;
        return n;
    }
    ssize_t n = infile_read(l->in, l->block + l->to, room, l->d);
    return n > 0 ? (size_t)n : 0;
}

/* Reads more of the file after the remaining bytes. */
static void fill_block(struct lines *l)
{
    memmove(l->block, l->block + l->from, l->to - l->from);
    l->to -= l->from;
    l->from = 0;
    size_t n = read_block_part(l);
    l->to += n;
    l->ended = n == 0;
}

static void return_line(struct lines *l, size_t n)
{
    l->text = l->block + l->from;
    l->n = n;
    if (n && l->text[n - 1] == '\r')
        l->n--;
}

/* Reports an input with too many bytes without a line end. Reading stops there. */
static bool refuse_endless_line(struct lines *l)
{
    diag_error(l->d, (struct where){.file = l->path, .line = l->line},
               "%d MB without a line end: not a text file; the rest is not read",
               LINES_SKIPPED >> 20);
    l->ended = true;
    return false;
}

/* Skips the rest of a line whose beginning was returned. */
static bool skip_rest_of_line(struct lines *l)
{
    l->skipped = 0;
    while (l->skipping) {
        char *end = l->to > l->from ? memchr(l->block + l->from, '\n', l->to - l->from) : NULL;
        if (end) {
            l->from = (size_t)(end - l->block) + 1;
            l->skipping = false;
        } else {
            l->skipped += l->to - l->from;
            l->from = l->to;
            if (l->ended)
                return false;
            if (l->skipped > LINES_SKIPPED)
                return refuse_endless_line(l);
            fill_block(l);
        }
    }
    return true;
}

bool lines_next(struct lines *l)
{
    if (l->skipping && !skip_rest_of_line(l))
        return false;
    l->too_long = false;
    for (;;) {
        size_t left = l->to - l->from;
        char *end = left ? memchr(l->block + l->from, '\n', left) : NULL;
        size_t n = end ? (size_t)(end - l->block) - l->from : left;
        if (!end && !l->ended && left <= LINES_LONGEST) {
            fill_block(l);
            continue;
        }
        if (!end && left == 0)
            return false;
        l->line++;
        l->too_long = n > LINES_LONGEST;
        return_line(l, l->too_long ? LINES_LONGEST : n);
        l->skipping = l->too_long && !end;
        l->from += n + (end != NULL);
        return true;
    }
}
