/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes that a connection to the collector receives, in pieces of any size. The first byte sets the
 * size of the pieces, the second the position where the stream continues and the limit. */
#include "base/arena.h"
#include "base/diag.h"
#include "measure/multikron/collect/protocol.h"
#include "measure/multikron/sample.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Checks the invariants of a step for any input. */
static void check_step(const struct session *s, const struct session_step *step, size_t n,
                       uint64_t room)
{
    uint64_t samples = 0, overruns = 0;
    if (step->consumed > n)
        bug("a session consumes more than its input");
    if (step->event == SESSION_DATA && step->n > room)
        bug("a session exceeds its limit");
    if (step->event == SESSION_DATA &&
        records_count(step->bytes, step->n, step->n, &samples, &overruns) != step->n)
        bug("a session accepts an invalid record");
    if (step->event == SESSION_ERROR && s->state == SESSION_BROKEN && !s->why.text[0])
        bug("a session fails without a reason");
    if (step->event == SESSION_MORE && n >= FRAME_HEAD + FRAME_BODY_MAX)
        bug("a session requires more than the longest frame");
}

/* The collector's side. The buffer ends with the last byte received, so a sanitizer finds a read
 * past it. */
static void take_all(struct session *s, const uint8_t *data, size_t size, size_t piece,
                     uint64_t next, uint64_t room)
{
    struct session_step step = {0};
    size_t from = 0, to = 0;
    while (step.event != SESSION_ERROR) {
        if (step.event == SESSION_MORE) {
            if (to == size)
                break;
            to = piece < size - to ? to + piece : size;
        }
        uint8_t *exact = xmalloc(to - from + 1);
        memcpy(exact + 1, data + from, to - from);
        uint64_t left = s->bytes_left;
        step = session_next(s, exact + 1, to - from);
        check_step(s, &step, to - from, left);
        free(exact);
        from += step.consumed;
        if (step.event == SESSION_HELLO)
            session_open(s, next, room);
    }
}

/* The node's side: headers of frames. */
static void take_answers(const uint8_t *data, size_t size)
{
    struct frame f;
    struct fault why;
    for (; size >= FRAME_HEAD; data++, size--)
        if (frame_unpack(&f, data, FROM_COLLECTOR, &why) && f.length > REFUSAL_MAX)
            bug("an answer exceeds the maximum length");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct session whole = {0}, pieces = {0};
    if (size < 2)
        return 0;
    uint64_t next = data[1] & 15 ? 16 * (data[1] & 15u) : 0;
    uint64_t room = data[1] & 0x80 ? UINT64_MAX : 16 * (data[1] >> 4);
    take_all(&whole, data + 2, size - 2, size, next, room);
    take_all(&pieces, data + 2, size - 2, (size_t)data[0] + 1, next, room);
    if (whole.state != pieces.state || whole.next != pieces.next ||
        whole.bytes_left != pieces.bytes_left || whole.duplicates != pieces.duplicates ||
        strcmp(whole.why.text, pieces.why.text) != 0)
        bug("a session depends on the sizes of its input blocks");
    take_answers(data, size);
    return 0;
}
