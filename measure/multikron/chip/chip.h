/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A clocked model of the MULTIKRON chip (NISTIR 4737, 1992): registers of table A-1, samples of
 * tables 5 to 7, waits and overruns of tables 3A and 3B, test mode of appendix C. The model is
 * deterministic: the same calls produce the same elements at the same clocks. multikron(1) lists
 * the choices where the report does not define the behaviour.
 *
 *     struct chip c;
 *     chip_power_up(&c, chip_defaults());
 *     c.send = store_element;
 *     chip_write(&c, CHIP_FILTER, 0xffff, 0);
 *     chip_write(&c, CHIP_CSR, CSR_ENABLE, 0);
 *     chip_write(&c, CHIP_TRACE + 5, 0x123456789abc, 0);
 *     chip_advance(&c, 32);
 *
 * An access takes the wait states and the clocks that it waits, and no other clock. Time advances
 * only in chip_advance() and in such waits. The run time of chip_advance() is proportional to the
 * bytes that are sent, not to the clocks. */
#ifndef MULTIKRON_CHIP_CHIP_H
#define MULTIKRON_CHIP_CHIP_H

#include "measure/multikron/sample.h"

enum {
    CHIP_ADDRESSES = 128,
    CHIP_CPUS = 8,
    CHIP_MAX_DEPTH = 1024,
    CHIP_RESET_CLOCKS = 5, /* minimum duration of the reset signal */
    CHIP_WAIT_STATES = 4,  /* levels of the two wait state pins: 0-3 */
};

/* First address of each register (table A-1): CHIP_CSR, CHIP_TRACE + filter level ... */
enum chip_address {
#define REGISTER(NAME, name, first, count, read, read_bits, write, write_bits) CHIP_##NAME = first,
#include "measure/multikron/chip/registers.def"
#undef REGISTER
};

/* Table 2: the bits of the CSR. Control bits are written, status bits are read. */
enum chip_csr {
    CSR_ENABLE = 1 << 0, /* control and status */
    CSR_DISABLE = 1 << 1,
    CSR_WRITE_WAIT = 1 << 2, /* control and status */
    CSR_WRITE_DISCARD = 1 << 3,
    CSR_READ_WAIT = 1 << 4, /* control and status */
    CSR_READ_ERROR = 1 << 5,
    CSR_FIFO_FULL = 1 << 6,
    CSR_SHADOW_FULL = 1 << 7,
    CSR_FIFO_OVERRUN = 1 << 8,
    CSR_SHADOW_OVERRUN = 1 << 9,
    CSR_BIT_128 = 1 << 10,
    CSR_WAIT_STATES_AT = 12, /* two bits */
    CSR_SLOW_10US = 1 << 14, /* control and status */
    CSR_SLOW_1US = 1 << 15,
};

/* Table 4: the source of a counter; its two bits are in the high and the low half of MUX SEL. */
enum chip_source { SOURCE_SLOW = 0, SOURCE_EXTERNAL = 1, SOURCE_SOFTWARE = 2, SOURCE_NODE = 3 };

/* Table C-1: the lowest bits of the fields of the TEST register. */
enum chip_test {
    TEST_SET_AT = 32, /* two bits of enum chip_test_counter */
    TEST_INCREMENT_AT = 34,
    TEST_GROUP_AT = 36, /* two bits g: selects FIFO bits 32 g to 32 g + 31 */
    TEST_OUTPUT_OFF_AT = 38,
    TEST_DATA_AT = 39,
    TEST_SHIFTOUT_AT = 40,
};
enum chip_test_counter { TEST_NONE, TEST_ERRORS, TEST_TIMESTAMP, TEST_RESOURCES };

/* Parameters of the model. params.def has their names in scripts and their ranges. */
struct chip_params {
    unsigned fifo_depth;      /* samples; at most CHIP_MAX_DEPTH */
    unsigned network_divider; /* node clocks per network clock */
    unsigned bus_bits;        /* 64 or 32; with 32, wider registers take two accesses, the low half
                               * first */
    uint64_t node_hz, timestamp_hz;
    uint64_t wait_limit; /* node clocks after which a waiting access is abandoned */
};

/* An entry of the FIFO: 129 bits. */
struct chip_entry {
    uint8_t bytes[SAMPLE_TRACE_BYTES]; /* bits 127-120 first */
    bool resource;                     /* bit 128: the shadow registers are sent after it */
    bool sampled;                      /* written by a trigger, not by the TEST register */
};

/* Numbers of triggers by outcome. triggered = the sum of all others and chip_in_flight(). */
struct chip_counts {
    uint64_t triggered;
    uint64_t disabled;    /* not sampled: sampling was disabled */
    uint64_t filtered;    /* not sampled: the bit of the level in the filter register was 0 */
    uint64_t discarded;   /* not sampled: overrun */
    uint64_t given_up;    /* not sampled: waited wait_limit clocks */
    uint64_t sent;        /* sent completely */
    uint64_t reset;       /* removed from the FIFO by a reset */
    uint64_t shifted_out; /* removed from the FIFO by the TEST register */
};

struct chip {
    struct chip_params params;
    /* called with each element sent on the network, at the end of node clock clock; NULL = none */
    void (*send)(void *send_context, uint64_t clock, uint16_t element);
    void *send_context;
    /* clocks */
    uint64_t clock;           /* node clocks since power-up */
    uint64_t timestamp_phase; /* elapsed part of a timestamp clock, in units of 1/node_hz */
    unsigned slow_phase;      /* timestamp clocks since a 10 us tick, 0-99 */
    unsigned network_phase;   /* node clocks since the last network clock */
    /* pins */
    bool fifo_free, fifo_free_next; /* level of the external FIFO free pin; and its next level */
    uint64_t fifo_free_countdown;   /* node clocks until that change; 0 = none is pending */
    bool test_pin;
    /* CSR */
    bool sampling, write_wait, read_wait, slow_10us;
    bool fifo_overrun, shadow_overrun;
    unsigned wait_states; /* level of the pins at the last hardware reset */
    /* registers */
    uint64_t timestamp; /* 56 bits */
    uint16_t filter;
    uint32_t waits, overruns;
    uint64_t mux_sel;
    uint16_t enabled; /* one bit for each counter */
    uint32_t counters[SAMPLE_COUNTERS], shadow[SAMPLE_COUNTERS];
    bool shadow_full;
    uint32_t sources[CHIP_CPUS];
    uint64_t test; /* the TEST register, 48 bits */
    /* FIFO and network */
    struct chip_entry fifo[CHIP_MAX_DEPTH];
    unsigned fifo_head, fifo_n;
    unsigned sent_bytes; /* bytes of the sample at the head that were sent */
    /* 32-bit bus: the first half of an access, which the CPU's next access may complete */
    struct chip_half {
        bool pending, write;
        unsigned address;
        uint32_t half;
    } halves[CHIP_CPUS];
    struct chip_counts counts;
};

/* The result of an access. */
struct chip_access {
    unsigned address, cpu;
    uint64_t data;   /* value read or written */
    uint64_t waited; /* node clocks in addition to the wait states; the wait counter counts them */
    bool done;       /* false = abandoned after wait_limit clocks; nothing was read or sampled */
};

/* Returns the default parameters: FIFO of 8 samples, node clock 50 MHz, timestamp clock 10 MHz,
 * a byte every second node clock, 64-bit bus, wait limit 1,000,000 clocks. */
struct chip_params chip_defaults(void);
/* Returns a message that names an invalid parameter, or NULL. */
const char *chip_params_error(const struct chip_params *p);
/* Sets c to the state after power-up and hardware reset with all pins low, except the external FIFO
 * free pin. Requires valid params. */
void chip_power_up(struct chip *c, struct chip_params params);
/* Activates the reset pin for clocks node clocks (at least CHIP_RESET_CLOCKS) with these levels of
 * the wait state pins. Nothing is counted meanwhile. All state except the pins is as after
 * power-up. */
void chip_hardware_reset(struct chip *c, uint64_t clocks, unsigned wait_states);

/* Read or write address (0-127) as the processor whose CPU ID line (0-7) is active. */
struct chip_access chip_read(struct chip *c, unsigned address, unsigned cpu);
struct chip_access chip_write(struct chip *c, unsigned address, uint64_t data, unsigned cpu);
/* Advances the time by node clocks. */
void chip_advance(struct chip *c, uint64_t clocks);

/* Applies rising edges to the pin of a counter (0-15). The caller applies at most one edge per node
 * clock. */
void chip_edges(struct chip *c, unsigned counter, uint64_t edges);
/* Sets the level of the external FIFO free pin, after in node clocks; 0 = now. A pending change is
 * cancelled. */
void chip_set_fifo_free(struct chip *c, bool is_free, uint64_t in);
void chip_set_test_pin(struct chip *c, bool level);

/* Returns the number of samples in the FIFO that triggers wrote, including the one being sent. */
uint64_t chip_in_flight(const struct chip *c);
/* Writes the name of an address to the buffer to: "csr", "counter[3]", or "address 3" if no
 * register has it. The text is truncated to size, and 0-terminated. */
void chip_print_address(char *to, size_t size, unsigned address);
/* Finds a register by name, and sets its first address and the number of registers. Returns false
 * if there is none. */
bool chip_find_register(const char *name, size_t len, unsigned *first, unsigned *count);

#endif
