/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests records, network elements and marks byte by byte, from tables 5 to 7. */
#include "measure/multikron/sample.h"
#include "tests/unit/check.h"

#include <string.h>

/* CPU 5, trace, shadow overrun: 101 10 0 1 0 = 0xb2; then the fields, most significant byte first.
 */
static void a_trace_record(void)
{
    static const uint8_t bytes[] = {0xb2, 0x12, 0x34, 0x56, 0x78, 0x9a, 0x00, 0x07,
                                    0x00, 0x2a, 0x01, 0x00, 0x03, 0x00, 0x00, 0x10};
    struct sample s = {.kind = SAMPLE_TRACE,
                       .cpu = 5,
                       .shadow_overrun = true,
                       .timestamp = UINT64_C(0x123456789a),
                       .source = 0x0007002a,
                       .user = UINT64_C(0x010003000010)};
    uint8_t packed[SAMPLE_RESOURCE_BYTES];
    CHECK(sample_pack(packed, &s) == 16 && memcmp(packed, bytes, 16) == 0);
    struct sample back;
    CHECK(sample_unpack(&back, bytes, 16) == 16);
    CHECK(back.kind == SAMPLE_TRACE && back.cpu == 5 && back.shadow_overrun && !back.fifo_overrun &&
          !back.read_error);
    CHECK(back.timestamp == s.timestamp && back.source == s.source && back.user == s.user);
    CHECK(sample_unpack(&back, bytes, 15) == 0);
}

/* Counter 0 follows the user bits, counter 15 is last. CPU 0, resource, FIFO overrun: 0x1c. */
static void a_resource_record(void)
{
    struct sample s = {.kind = SAMPLE_RESOURCE, .fifo_overrun = true}, back;
    s.counters[0] = 0x01020304;
    s.counters[15] = 0xfffffffe;
    uint8_t packed[SAMPLE_RESOURCE_BYTES];
    CHECK(sample_pack(packed, &s) == 80 && packed[0] == 0x1c);
    CHECK(memcmp(packed + 16, "\1\2\3\4", 4) == 0 &&
          memcmp(packed + 76, "\xff\xff\xff\xfe", 4) == 0);
    CHECK(sample_unpack(&back, packed, 80) == 80 && memcmp(&back, &s, sizeof s) == 0);
    CHECK(sample_unpack(&back, packed, 79) == 0);
}

static void no_class(void)
{
    struct sample s;
    uint8_t bytes[SAMPLE_RESOURCE_BYTES] = {0x08};
    CHECK(sample_bytes(0x00) == 0 && sample_bytes(0x08) == 0);
    CHECK(sample_unpack(&s, bytes, sizeof bytes) == 0 && sample_unpack(&s, bytes, 0) == 0);
}

/* Odd parity over bits 0-8: 0x00 needs the bit, 0x01 does not; bit 9 is not included. */
static void elements(void)
{
    CHECK(element_of(0x00, false) == 0x100 && element_of(0x01, false) == 0x001);
    CHECK(element_of(0x03, true) == 0x303 && element_of(0xff, true) == 0x3ff);
    for (unsigned b = 0; b < 256; b++) {
        uint16_t e = element_of((uint8_t)b, b & 1);
        CHECK(element_parity_is_correct(e) && !element_parity_is_correct(e ^ 0x10));
    }
    CHECK(element_parity_is_correct(0x101 ^ 0x001) && element_parity_is_correct(0x300 ^ 0x000));
}

/* kind 8, region 16, value 24 bits. */
static void marks(void)
{
    struct mark m = {MARK_ITERATIONS, 0x1234, 0xabcdef};
    CHECK(mark_pack(m) == UINT64_C(0x031234abcdef));
    struct mark back = mark_unpack(UINT64_C(0x031234abcdef));
    CHECK(back.kind == 3 && back.region == 0x1234 && back.value == 0xabcdef);
    CHECK(strcmp(mark_kind_text(1), "loop enter") == 0 && !mark_kind_text(0) &&
          !mark_kind_text(255));
}

int main(void)
{
    TEST(a_trace_record);
    TEST(a_resource_record);
    TEST(no_class);
    TEST(elements);
    TEST(marks);
    return tests_end();
}
