/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rank 0 requests each file; the parcel that it receives has the result of opening it, and
 * messages. Then it requests each block; the parcel has its gap and bytes; the last parcel, without
 * bytes, also has losses and messages. At the end, rank 0 informs each rank that it needs no more
 * files. */
#include "measure/multikron/mpi/shared.h"

bool shared_stream_open(struct shared_stream *s, struct ranks r, size_t i, const char *path,
                        enum stream_form form, struct diag *d)
{
    *s = (struct shared_stream){.from = ranks_reader(r, i, path), .d = d, .name = path};
    if (s->from == 0) {
        bool open = stream_open(&s->local, path, form, d);
        s->name = open ? s->local.in.name : path;
        return open;
    }
    bool open;
    ranks_request(s->from, true);
    struct parcel p = parcel_receive(s->from);
    parcel_read(&p, &open, sizeof open);
    parcel_read_messages(&p, d);
    parcel_free(&p);
    return open;
}

size_t shared_stream_next_block(struct shared_stream *s, const uint8_t **at)
{
    if (s->from == 0) {
        size_t n = stream_next_block(&s->local, at);
        s->gap = s->local.gap;
        s->losses = s->local.losses;
        s->failed = stream_has_failed(&s->local);
        return n;
    }
    size_t n = 0;
    if (s->ended)
        return 0;
    parcel_free(&s->received);
    ranks_request(s->from, true);
    s->received = parcel_receive(s->from);
    parcel_read(&s->received, &s->gap, sizeof s->gap);
    parcel_read(&s->received, &n, sizeof n);
    s->ended = n == 0;
    *at = s->received.bytes.at + s->received.at;
    if (s->ended) {
        parcel_read(&s->received, &s->losses, sizeof s->losses);
        parcel_read(&s->received, &s->failed, sizeof s->failed);
        parcel_read_messages(&s->received, s->d);
    }
    return n;
}

void shared_stream_close(struct shared_stream *s)
{
    if (s->from == 0)
        stream_close(&s->local);
    else if (!s->ended)
        ranks_request(s->from, false);
    parcel_free(&s->received);
}

void shared_streams_finish(struct ranks r)
{
    for (int i = 1; i < r.n; i++)
        ranks_request(i, false);
}

/* Sends a block. Returns false after the last one. */
static bool send_block(struct stream *s, struct diag *recorder)
{
    struct parcel p = {0};
    const uint8_t *at = NULL;
    size_t n = stream_next_block(s, &at);
    parcel_write(&p, &s->gap, sizeof s->gap);
    parcel_write(&p, &n, sizeof n);
    parcel_write(&p, at, n);
    if (n == 0) {
        bool failed = stream_has_failed(s);
        parcel_write(&p, &s->losses, sizeof s->losses);
        parcel_write(&p, &failed, sizeof failed);
        parcel_write_messages(&p, recorder);
    }
    parcel_send(&p);
    return n > 0;
}

static void serve_file(const char *path, enum stream_form form, const struct diag *like)
{
    struct stream s;
    struct parcel p = {0};
    struct diag_log log = {0};
    struct diag recorder = diag_recorder(like, &log);
    recorder.max_shown = like->max_shown;
    bool open = stream_open(&s, path, form, &recorder), last = false;
    parcel_write(&p, &open, sizeof open);
    parcel_write_messages(&p, &recorder);
    parcel_send(&p);
    if (!open)
        return;
    while (!last && ranks_receive_request())
        last = !send_block(&s, &recorder);
    stream_close(&s);
}

void shared_streams_serve(struct ranks r, const char *const *paths, size_t n, enum stream_form form,
                          const struct diag *like)
{
    for (size_t i = 0; i < n; i++) {
        if (ranks_reader(r, i, paths[i]) != r.me)
            continue;
        if (!ranks_receive_request())
            return;
        serve_file(paths[i], form, like);
    }
    if (ranks_receive_request())
        bug("rank 0 requested more files than rank %d has", r.me);
}
