/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/mpi/parcel.h"
#include "base/arena.h"
#include "measure/multikron/mpi/ranks.h"

#include <stdlib.h>
#include <string.h>

void parcel_write(struct parcel *p, const void *bytes, size_t n)
{
    if (n == 0)
        return;
    array_reserve(&p->bytes, n);
    memcpy(p->bytes.at + p->bytes.n, bytes, n);
    p->bytes.n += n;
}

void parcel_read(struct parcel *p, void *bytes, size_t n)
{
    if (n > p->bytes.n - p->at)
        bug("reading after the end of a parcel of %zu bytes", p->bytes.n);
    if (n)
        memcpy(bytes, p->bytes.at + p->at, n);
    p->at += n;
}

void parcel_free(struct parcel *p)
{
    array_free(&p->bytes);
}

void parcel_send(struct parcel *p)
{
    ranks_send(p->bytes.at, p->bytes.n);
    parcel_free(p);
}

struct parcel parcel_receive(int from)
{
    struct parcel p = {0};
    size_t n;
    void *bytes = ranks_receive(from, &n);
    parcel_write(&p, bytes, n);
    free(bytes);
    return p;
}

void parcel_write_tally(struct parcel *p, const struct tally *t)
{
    uint64_t rows = t->rows.n, nodes = t->nodes.n;
    parcel_write(p, &rows, sizeof rows);
    for (size_t i = 0; i < t->rows.n; i++)
        parcel_write(p, t->rows.at[i], sizeof *t->rows.at[i]);
    parcel_write(p, &nodes, sizeof nodes);
    for (size_t i = 0; i < t->nodes.n; i++)
        parcel_write(p, t->nodes.at[i], sizeof *t->nodes.at[i]);
    parcel_write(p, t->others, sizeof t->others);
}

void parcel_read_tally(struct parcel *p, struct tally *t)
{
    uint64_t rows, nodes;
    parcel_read(p, &rows, sizeof rows);
    for (uint64_t i = 0; i < rows; i++) {
        struct tally_row *row = ARENA_NEW(&t->arena, struct tally_row);
        parcel_read(p, row, sizeof *row);
        row->node = NULL;
        *array_push(&t->rows) = row;
    }
    parcel_read(p, &nodes, sizeof nodes);
    for (uint64_t i = 0; i < nodes; i++) {
        struct tally_node *node = ARENA_NEW(&t->arena, struct tally_node);
        parcel_read(p, node, sizeof *node);
        *array_push(&t->nodes) = node;
    }
    parcel_read(p, t->others, sizeof t->others);
}

void parcel_write_messages(struct parcel *p, struct diag *recorder)
{
    struct diag_log *log = recorder->log;
    uint64_t n = log->n;
    if (log->text.f)
        text_close(&log->text);
    parcel_write(p, &recorder->errors, sizeof recorder->errors);
    parcel_write(p, &recorder->warnings, sizeof recorder->warnings);
    parcel_write(p, &n, sizeof n);
    for (size_t i = 0; i < log->n; i++)
        parcel_write(p, &log->at[i], sizeof log->at[i]);
    parcel_write(p, log->text.text, n ? (size_t)log->at[n - 1].end : 0);
    free(log->text.text);
    array_free(log);
    *log = (struct diag_log){0};
    recorder->errors = recorder->warnings = 0;
}

void parcel_read_messages(struct parcel *p, struct diag *d)
{
    struct diag_log log = {0};
    long errors, warnings;
    uint64_t n;
    parcel_read(p, &errors, sizeof errors);
    parcel_read(p, &warnings, sizeof warnings);
    parcel_read(p, &n, sizeof n);
    for (uint64_t i = 0; i < n; i++) {
        parcel_read(p, array_push(&log), sizeof *log.at);
        *(log.at[i].error ? &errors : &warnings) -= 1;
    }
    log.text.size = n ? (size_t)log.at[n - 1].end : 0;
    log.text.text = xmalloc(log.text.size + 1);
    parcel_read(p, log.text.text, log.text.size);
    diag_replay(d, &log);
    d->errors += errors;
    d->warnings += warnings;
}
