/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks with MPI. Bytes are sent as two or more messages: their number, then the bytes in pieces.
 */
#include "base/arena.h"
#include "base/diag.h"
#include "measure/multikron/mpi/ranks.h"

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

enum { TAG = 1, PIECE = 1 << 26 };

/* The state for the function that on_exit() calls. */
struct ranks_state {
    bool done;
};

static void end_rank(int status, void *state)
{
    struct ranks_state *s = state;
    bool normal = s->done || status == 0 || status == 2;
    free(s);
    if (normal)
        MPI_Finalize();
    else
        MPI_Abort(MPI_COMM_WORLD, status);
}

struct ranks ranks_start(char **argv)
{
    struct ranks r = {0, 1, xmalloc(sizeof *r.state)};
    (void)argv;
    *r.state = (struct ranks_state){0};
    MPI_Init(NULL, NULL);
    on_exit(end_rank, r.state);
    MPI_Comm_rank(MPI_COMM_WORLD, &r.me);
    MPI_Comm_size(MPI_COMM_WORLD, &r.n);
    if (r.me != 0 && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
        exit(1);
    return r;
}

void ranks_done(struct ranks r)
{
    r.state->done = true;
}

void ranks_send(const void *bytes, size_t n)
{
    const int to = 0;
    uint64_t count = n;
    MPI_Send(&count, 1, MPI_UINT64_T, to, TAG, MPI_COMM_WORLD);
    for (size_t at = 0; at < n; at += PIECE)
        MPI_Send((const char *)bytes + at, n - at < PIECE ? (int)(n - at) : PIECE, MPI_BYTE, to,
                 TAG, MPI_COMM_WORLD);
}

static uint64_t receive_count(int from)
{
    uint64_t count;
    MPI_Recv(&count, 1, MPI_UINT64_T, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return count;
}

static void receive_bytes(void *bytes, size_t n, int from)
{
    for (size_t at = 0; at < n; at += PIECE)
        MPI_Recv((char *)bytes + at, n - at < PIECE ? (int)(n - at) : PIECE, MPI_BYTE, from, TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void *ranks_receive(int from, size_t *n)
{
    *n = (size_t)receive_count(from);
    void *bytes = xmalloc(*n + 1);
    receive_bytes(bytes, *n, from);
    return bytes;
}

void ranks_request(int from, bool more)
{
    uint64_t word = more;
    MPI_Send(&word, 1, MPI_UINT64_T, from, TAG, MPI_COMM_WORLD);
}

bool ranks_receive_request(void)
{
    return receive_count(0) != 0;
}
