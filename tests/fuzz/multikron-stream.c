/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a stream. As a network stream, the result is the same as that of a simple
 * reader of single elements. As bare records, every byte is in a record or rejected. The form is
 * detected correctly. */
#include "measure/multikron/stream/tally.h"
#include "tests/unit/naive-stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Checks that each record is counted once. */
static void tally(const struct naive *v)
{
    struct tally t = {.process_bits = DEFAULT_PROCESS_BITS, .disorder = WRAP_DISORDER};
    struct tally_sum sum = {0};
    tally_records(&t, v->records, v->n);
    for (size_t i = 0; i < t.rows.n; i++)
        tally_add_row(&sum, t.rows.at[i]);
    if (sum.trace * SAMPLE_TRACE_BYTES + sum.resource * SAMPLE_RESOURCE_BYTES != v->n ||
        (sum.any && sum.first > sum.last))
        abort();
    tally_free(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum stream_form form;
    struct naive want = naive_decode(data, size);
    struct naive network = reader_decode(data, size, STREAM_NETWORK, &form);
    struct naive bare = reader_decode(data, size, STREAM_BARE, &form);
    struct naive found = reader_decode(data, size, STREAM_DETECT, &form);
    if (!naive_same(&want, &network))
        abort();
    if (bare.n + bare.losses.refused_bytes != size || memcmp(bare.records, data, bare.n) != 0)
        abort();
    if (form != naive_form(data, size, &want) ||
        !naive_same(&found, form == STREAM_NETWORK ? &network : &bare))
        abort();
    tally(&network);
    tally(&bare);
    free(want.records);
    free(network.records);
    free(bare.records);
    free(found.records);
    return 0;
}
