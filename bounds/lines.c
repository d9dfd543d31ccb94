/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/lines.h"

enum { ADDRESS_BITS = 40, STREAMS_APART = 1 << 20 };

static int access_bytes(const struct instruction *in)
{
    return in->load_bytes > in->store_bytes ? in->load_bytes : in->store_bytes;
}

int line_bytes(const struct machine *m)
{
    double bytes = m->n_caches ? m->caches[0].line_bytes : 64;
    int line = 1;
    while (line < bytes && line < 4096)
        line *= 2;
    return line;
}

static uint64_t address_of(const struct instruction *in, long pass)
{
    return (uint64_t)in->offset + (uint64_t)pass * (uint64_t)in->step;
}

long line_of(const struct instruction *in, int line, long pass)
{
    if (in->stream < 0)
        return -1;
    uint64_t address = address_of(in, pass) & ((UINT64_C(1) << ADDRESS_BITS) - 1);
    return (long)(address / (uint64_t)line * STREAMS_APART + (uint64_t)in->stream % STREAMS_APART);
}

bool crosses_line(const struct instruction *in, int line, long pass)
{
    if (in->stream < 0)
        return false;
    return (int)(address_of(in, pass) & (uint64_t)(line - 1)) + access_bytes(in) > line;
}

long line_phases(const struct instruction *in, int line)
{
    uint64_t step = (uint64_t)in->step, low = step & (0 - step);
    return in->stream < 0 || low == 0 || low >= (uint64_t)line ? 1 : line / (long)low;
}
