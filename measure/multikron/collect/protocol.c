/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/collect/protocol.h"
#include "base/util.h"
#include "measure/multikron/collect/numbers.h"
#include "measure/multikron/sample.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char hello_magic[] = "MKSAMPLE";
enum { MAGIC_BYTES = sizeof hello_magic - 1 };

bool fault_set(struct fault *f, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f->text, sizeof f->text, fmt, ap);
    va_end(ap);
    return false;
}

void hello_pack(uint8_t bytes[HELLO_BYTES], struct hello h)
{
    memset(bytes, 0, HELLO_BYTES);
    memcpy(bytes, hello_magic, MAGIC_BYTES);
    put_number(bytes + 8, PROTOCOL_VERSION, 4);
    put_number(bytes + 12, h.node, 4);
    put_number(bytes + 16, h.stream, 8);
}

/* Checks the first n bytes of a hello message, which may be incomplete. */
static bool check_hello(const uint8_t *bytes, size_t n, struct fault *why)
{
    if (memcmp(bytes, hello_magic, n < MAGIC_BYTES ? n : MAGIC_BYTES) != 0)
        return fault_set(why, "invalid hello message");
    if (n >= 12 && read_number(bytes + 8, 4) != PROTOCOL_VERSION)
        return fault_set(
            why, "the sender uses version %" PRIu64 " of the protocol, the collector version %d",
            read_number(bytes + 8, 4), PROTOCOL_VERSION);
    if (n >= HELLO_BYTES && read_number(bytes + 24, 8) != 0)
        return fault_set(why, "the last 8 bytes of the hello message are not 0");
    return true;
}

void frame_pack(uint8_t bytes[FRAME_HEAD], struct frame f)
{
    put_number(bytes, f.kind, 4);
    put_number(bytes + 4, f.length, 4);
    put_number(bytes + 8, f.position, 8);
}

bool frame_unpack(struct frame *f, const uint8_t bytes[FRAME_HEAD], enum frame_from from,
                  struct fault *why)
{
    static const struct {
        uint32_t code;
        enum frame_from from;
        uint32_t most;
        const char *text;
    } kinds[] = {
#define FRAME(NAME, code, from, most, text) {code, from, most, text},
#include "measure/multikron/collect/protocol.def"
#undef FRAME
    };
    uint32_t code = (uint32_t)read_number(bytes, 4), length = (uint32_t)read_number(bytes + 4, 4);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (kinds[i].code != code || kinds[i].from != from)
            continue;
        if (length > kinds[i].most)
            return fault_set(why, "a frame (%s) has %" PRIu32 " bytes; the maximum is %" PRIu32,
                             kinds[i].text, length, kinds[i].most);
        *f = (struct frame){(enum frame_kind)code, length, read_number(bytes + 8, 8)};
        return true;
    }
    return fault_set(why, "unexpected frame of kind %" PRIu32, code);
}

size_t records_count(const uint8_t *bytes, size_t n, size_t most, uint64_t *samples,
                     uint64_t *overruns)
{
    size_t at = 0, count = 0, lost = 0;
    if (n > most)
        n = most;
    while (at < n) {
        size_t consumed = sample_bytes(bytes[at]);
        if (!consumed || consumed > n - at)
            break;
        lost += (bytes[at] & 6) != 0; /* FIFO or shadow overrun */
        count++;
        at += consumed;
    }
    *samples += count;
    *overruns += lost;
    return at;
}

/* ---- session ---- */

/* Marks the session as broken; the reason is already set. */
static struct session_step fail_session(struct session *s)
{
    s->state = SESSION_BROKEN;
    return (struct session_step){.event = SESSION_ERROR};
}

/* Handles the hello of a new connection. */
static struct session_step read_hello(struct session *s, const uint8_t *bytes, size_t n)
{
    if (!check_hello(bytes, n, &s->why))
        return fail_session(s);
    if (n < HELLO_BYTES)
        return (struct session_step){.event = SESSION_MORE};
    s->hello = (struct hello){(uint32_t)read_number(bytes + 12, 4), read_number(bytes + 16, 8)};
    s->state = SESSION_GREETED;
    return (struct session_step){.event = SESSION_HELLO, .consumed = HELLO_BYTES};
}

void session_open(struct session *s, uint64_t next, uint64_t bytes_left)
{
    s->state = SESSION_OPEN;
    s->next = next;
    s->bytes_left = bytes_left;
}

/* Returns a step with the new records of a frame. If the size limit cuts them, the step does not
 * consume the frame: the next step reads it again and fails, because no byte is left. */
static struct session_step read_data(struct session *s, struct frame f, const uint8_t *body)
{
    struct session_step step = {.event = SESSION_DATA, .consumed = FRAME_HEAD + f.length};
    if (f.position > s->next) {
        fault_set(&s->why,
                  "samples start at byte %" PRIu64 " of the stream, but byte %" PRIu64
                  " is expected",
                  f.position, s->next);
        return fail_session(s);
    }
    uint64_t known = s->next - f.position;
    if (known > f.length)
        known = f.length;
    step.bytes = body + known;
    size_t fresh = f.length - (size_t)known;
    size_t most = fresh < s->bytes_left ? fresh : (size_t)s->bytes_left;
    step.n = records_count(step.bytes, fresh, most, &step.samples, &step.overruns);
    bool cut = most < fresh;
    if (cut && step.n == 0) {
        fault_set(&s->why, "the file of the node has its maximum size (--limit)");
        return fail_session(s);
    }
    if (!cut && step.n < fresh) {
        fault_set(&s->why, "byte %" PRIu64 " of the stream is not the start of a whole sample",
                  s->next + step.n);
        return fail_session(s);
    }
    if (cut)
        step.consumed = 0;
    else
        s->duplicates += known;
    s->next += step.n;
    s->bytes_left -= step.n;
    return step;
}

/* Handles the next frame of an open connection. */
static struct session_step read_frame(struct session *s, const uint8_t *bytes, size_t n)
{
    struct frame f;
    if (n < FRAME_HEAD)
        return (struct session_step){.event = SESSION_MORE};
    if (!frame_unpack(&f, bytes, FROM_NODE, &s->why))
        return fail_session(s);
    if (n - FRAME_HEAD < f.length)
        return (struct session_step){.event = SESSION_MORE};
    if (f.kind == FRAME_DATA)
        return read_data(s, f, bytes + FRAME_HEAD);
    if (f.kind == FRAME_MANIFEST)
        return (struct session_step){
            .event = SESSION_MANIFEST,
            .consumed = FRAME_HEAD + f.length,
            .bytes = bytes + FRAME_HEAD,
            .n = f.length,
        };
    if (f.position != s->next) {
        fault_set(&s->why,
                  "the stream ends at byte %" PRIu64 ", but %" PRIu64 " bytes were received",
                  f.position, s->next);
        return fail_session(s);
    }
    s->state = SESSION_ENDED;
    return (struct session_step){.event = SESSION_END, .consumed = FRAME_HEAD};
}

struct session_step session_next(struct session *s, const uint8_t *bytes, size_t n)
{
    switch (s->state) {
    case SESSION_NEW:
        return n ? read_hello(s, bytes, n) : (struct session_step){.event = SESSION_MORE};
    case SESSION_OPEN:
        return read_frame(s, bytes, n);
    case SESSION_ENDED:
        if (n == 0)
            return (struct session_step){.event = SESSION_MORE};
        fault_set(&s->why, "data were received after the end of the stream");
        return fail_session(s);
    case SESSION_GREETED:
    case SESSION_BROKEN:
        break;
    }
    return (struct session_step){.event = SESSION_ERROR};
}
