/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as the journal of a collector. The first byte selects the parts that are
 * corrected before reading, so that inputs pass the checks: 1 the header, 2 the numbers and
 * checksums of all entries as one batch, 4 the header of the old format, 8 only the checksums, so
 * that there are several batches. */
#include "base/arena.h"
#include "measure/multikron/collect/journal.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEAD = 16 };
static const char heads[2][HEAD] = {"MKJOURNAL 2\n", "MKJOURNAL 1\n"};

struct taken {
    size_t n, owners;
};

static void take(void *with, const struct journal_entry *e)
{
    struct taken *t = with;
    if (strnlen(e->owner, WHO_BYTES) == WHO_BYTES)
        bug("the owner of an entry is not terminated");
    t->n++;
    t->owners += e->kind == JOURNAL_OWNER;
}

static void put_word(uint8_t *at, uint32_t value)
{
    for (int i = 4; i-- > 0; value >>= 8)
        at[i] = (uint8_t)value;
}

/* FNV-1a of the 60 bytes, its halves combined by xor (doc/multikron-protocol.md). */
static uint32_t check_of(const uint8_t *entry)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (int i = 4; i < JOURNAL_ENTRY_BYTES; i++)
        h = (h ^ entry[i]) * UINT64_C(0x100000001b3);
    return (uint32_t)(h ^ h >> 32);
}

/* Makes the complete entries one batch, unless their numbers are kept: the first of kind 0, the
 * others of kind 1 or 2. */
static void mend(uint8_t *bytes, size_t n, bool numbers)
{
    size_t entries = n / JOURNAL_ENTRY_BYTES;
    for (size_t i = 0; i < entries; i++) {
        uint8_t *at = bytes + i * JOURNAL_ENTRY_BYTES;
        if (numbers) {
            put_word(at + 4, i ? 1 + (at[7] & 1u) : 0x100);
            put_word(at + 8, 0);
            put_word(at + 12, (uint32_t)(entries - 1 - i));
        }
        put_word(at, check_of(at));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct taken t = {0};
    struct diag d = {.quiet = true};
    if (size < 1)
        return 0;
    size_t n = size - 1, head = data[0] & 15 ? HEAD : 0;
    uint8_t *bytes =
        xmalloc(head + n + 1); /* exact, so that a sanitizer finds a read past the end */
    if (head)
        memcpy(bytes, heads[data[0] >> 2 & 1], HEAD);
    memcpy(bytes + head, data + 1, n);
    if (data[0] & 10 && !(data[0] & 4))
        mend(bytes + head, n, data[0] & 2);
    bool right = journal_read(bytes, head + n, take, &t, &d, (struct where){0});
    if (right != (d.errors == 0))
        bug("a journal is refused without a message, or accepted with an error");
    if (t.n > (head + n) / 32)
        bug("a journal has more entries than bytes for them");
    free(bytes);
    return 0;
}
