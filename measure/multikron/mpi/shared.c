/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For each file rank 0 says that it wants it; a parcel comes back: whether it is open, and
 * messages. For each block likewise: its bytes and gap; the last one, of no bytes, holds the losses
 * and messages. At last rank 0 says to each rank that it wants no more files. */
#include "measure/multikron/mpi/shared.h"

bool shared_open(struct shared *s, struct ranks r, size_t i, const char *path,
                 enum stream_form form, struct diag *d)
{
    *s = (struct shared){.from = ranks_reader(r, i, path), .d = d, .name = path};
    if (s->from == 0) {
        bool open = stream_open(&s->here, path, form, d);
        s->name = open ? s->here.in.name : path;
        return open;
    }
    bool open;
    ranks_want(s->from, true);
    struct parcel p = parcel_receive(s->from);
    parcel_take(&p, &open, sizeof open);
    parcel_take_messages(&p, d);
    parcel_free(&p);
    return open;
}

size_t shared_block(struct shared *s, const uint8_t **at)
{
    if (s->from == 0) {
        size_t n = stream_block(&s->here, at);
        s->gap = s->here.gap;
        s->losses = s->here.losses;
        s->unread = stream_unread(&s->here);
        return n;
    }
    size_t n = 0;
    if (s->ended)
        return 0;
    parcel_free(&s->there);
    ranks_want(s->from, true);
    s->there = parcel_receive(s->from);
    parcel_take(&s->there, &s->gap, sizeof s->gap);
    parcel_take(&s->there, &n, sizeof n);
    s->ended = n == 0;
    *at = s->there.bytes.at + s->there.at;
    if (s->ended) {
        parcel_take(&s->there, &s->losses, sizeof s->losses);
        parcel_take(&s->there, &s->unread, sizeof s->unread);
        parcel_take_messages(&s->there, s->d);
    }
    return n;
}

void shared_close(struct shared *s)
{
    if (s->from == 0)
        stream_close(&s->here);
    else if (!s->ended)
        ranks_want(s->from, false);
    parcel_free(&s->there);
}

void shared_dismiss(struct ranks r)
{
    for (int i = 1; i < r.n; i++)
        ranks_want(i, false);
}

/* Sends one block; false behind the last. */
static bool send_block(struct stream *s, struct diag *recorder)
{
    struct parcel p = {0};
    const uint8_t *at = NULL;
    size_t n = stream_block(s, &at);
    parcel_put(&p, &s->gap, sizeof s->gap);
    parcel_put(&p, &n, sizeof n);
    parcel_put(&p, at, n);
    if (n == 0) {
        bool unread = stream_unread(s);
        parcel_put(&p, &s->losses, sizeof s->losses);
        parcel_put(&p, &unread, sizeof unread);
        parcel_put_messages(&p, recorder);
    }
    parcel_send(&p);
    return n > 0;
}

static void serve(const char *path, enum stream_form form, const struct diag *like)
{
    struct stream s;
    struct parcel p = {0};
    struct diag_log log = {0};
    struct diag recorder = diag_recorder(like, &log);
    recorder.max_shown = like->max_shown;
    bool open = stream_open(&s, path, form, &recorder), last = false;
    parcel_put(&p, &open, sizeof open);
    parcel_put_messages(&p, &recorder);
    parcel_send(&p);
    if (!open)
        return;
    while (!last && ranks_wanted())
        last = !send_block(&s, &recorder);
    stream_close(&s);
}

void shared_serve(struct ranks r, const char *const *paths, size_t n, enum stream_form form,
                  const struct diag *like)
{
    for (size_t i = 0; i < n; i++) {
        if (ranks_reader(r, i, paths[i]) != r.me)
            continue;
        if (!ranks_wanted())
            return;
        serve(paths[i], form, like);
    }
    if (ranks_wanted())
        bug("rank 0 wants a file more than rank %d has", r.me);
}
