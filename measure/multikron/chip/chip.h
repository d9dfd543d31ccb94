/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A clocked model of the MULTIKRON chip (NISTIR 4737, 1992): registers of table A-1, samples of
 * tables 5 to 7, waits and overruns of tables 3A and 3B, test mode of appendix C. The same calls
 * give the same elements at the same clocks, always. Where the report is silent, multikron(1)
 * says what was chosen.
 *
 *     struct chip c;
 *     chip_power_up(&c, chip_defaults());
 *     c.leave = keep_element;
 *     chip_write(&c, CHIP_FILTER, 0xffff, 0);
 *     chip_write(&c, CHIP_CSR, CSR_ENABLE, 0);
 *     chip_write(&c, CHIP_TRACE + 5, 0x123456789abc, 0);
 *     chip_advance(&c, 32);
 *
 * An access takes no clock of its own: it happens behind the last clock that passed, and takes
 * the wait states and whatever it has to wait. Time goes on in chip_advance alone, and costs by
 * the bytes that leave, not by the clocks that pass. */
#ifndef MULTIKRON_CHIP_CHIP_H
#define MULTIKRON_CHIP_CHIP_H

#include "measure/multikron/sample.h"

enum {
    CHIP_ADDRESSES = 128,
    CHIP_CPUS = 8,
    CHIP_MAX_DEPTH = 1024,
    CHIP_RESET_CLOCKS = 5, /* that the reset pin must be active at least */
    CHIP_WAIT_STATES = 4,  /* levels of the two wait state pins: 0-3 */
};

/* First address of each register (table A-1): CHIP_CSR, CHIP_TRACE + filter level ... */
enum chip_address {
#define REGISTER(NAME, name, first, count, read, read_bits, write, write_bits) CHIP_##NAME = first,
#include "measure/multikron/chip/registers.def"
#undef REGISTER
};

/* Table 2: the bits of the CSR; CONTROL ones are written, STATUS ones read. */
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

/* Table 4: what a counter counts; its bits in the high and low half of MUX SEL. */
enum chip_source { SOURCE_SLOW = 0, SOURCE_EXTERNAL = 1, SOURCE_SOFTWARE = 2, SOURCE_NODE = 3 };

/* Table C-1: fields of the TEST register, which start at these bits. */
enum chip_test {
    TEST_SET_AT = 32, /* two bits of enum chip_test_counter */
    TEST_INCREMENT_AT = 34,
    TEST_GROUP_AT = 36, /* two bits: FIFO bits 32 g to 32 g + 31 */
    TEST_OUTPUT_OFF_AT = 38,
    TEST_DATA_AT = 39,
    TEST_SHIFTOUT_AT = 40,
};
enum chip_test_counter { TEST_NONE, TEST_ERRORS, TEST_TIMESTAMP, TEST_RESOURCES };

/* params.def has their names in scripts and their ranges. */
struct chip_params {
    unsigned fifo_depth;      /* samples: CHIP_MAX_DEPTH at most */
    unsigned network_divider; /* node clocks of a network clock */
    unsigned bus_bits;        /* 64, or 32: two accesses for what is wider, low half first */
    uint64_t node_hz, timestamp_hz;
    uint64_t wait_limit; /* node clocks after which a waiting access is given up */
};

/* An entry of the FIFO: 129 bits. */
struct chip_entry {
    uint8_t bytes[SAMPLE_TRACE_BYTES]; /* bits 127-120 first */
    bool resource;                     /* bit 128: the shadow registers follow it */
    bool sampled;                      /* by a trigger; else by the TEST register */
};

/* What became of the triggers: triggered is the sum of all others and of chip_in_flight. */
struct chip_counts {
    uint64_t triggered;
    uint64_t disabled;    /* sampling was disabled */
    uint64_t filtered;    /* the bit of their level in the filter register was 0 */
    uint64_t discarded;   /* overruns */
    uint64_t given_up;    /* waited wait_limit clocks in vain */
    uint64_t sent;        /* their last byte has left */
    uint64_t reset;       /* in the FIFO when it was reset */
    uint64_t shifted_out; /* by the TEST register */
};

struct chip {
    struct chip_params params;
    /* what leaves on the network: one element at the end of that node clock; NULL = nobody looks */
    void (*leave)(void *to, uint64_t clock, uint16_t element);
    void *to;
    /* clocks */
    uint64_t clock;           /* node clocks since power-up */
    uint64_t timestamp_phase; /* part of a timestamp clock that has passed, in 1/node_hz */
    unsigned slow_phase;      /* timestamp clocks since a 10 us tick: 0-99 */
    unsigned network_phase;   /* node clocks since the last network clock */
    /* pins */
    bool fifo_free, fifo_free_next; /* external FIFO free; and what it will be */
    uint64_t fifo_free_in;          /* node clocks until then; 0 = no change is coming */
    bool test_pin;
    /* CSR */
    bool sampling, write_wait, read_wait, slow_10us;
    bool fifo_overrun, shadow_overrun;
    unsigned wait_states; /* of the pins at the last hardware reset */
    /* registers */
    uint64_t timestamp; /* 56 bits */
    uint16_t filter;
    uint32_t waits, overruns;
    uint64_t mux_sel;
    uint16_t enabled; /* a bit a counter */
    uint32_t counters[SAMPLE_COUNTERS], shadow[SAMPLE_COUNTERS];
    bool shadow_full;
    uint32_t sources[CHIP_CPUS];
    uint64_t test; /* the TEST register, 48 bits */
    /* FIFO and network */
    struct chip_entry fifo[CHIP_MAX_DEPTH];
    unsigned fifo_head, fifo_n;
    unsigned left; /* bytes of the sample at the head that have left */
    /* 32-bit bus: the half that a CPU's next access to the same address belongs to */
    struct chip_half {
        bool pending, write;
        unsigned address;
        uint32_t half;
    } halves[CHIP_CPUS];
    struct chip_counts counts;
};

/* What an access came to. */
struct chip_access {
    unsigned address, cpu;
    uint64_t data;   /* read: what came back */
    uint64_t waited; /* node clocks beyond the wait states: what the wait counter tallies */
    bool done;       /* false = given up after wait_limit clocks; nothing was read or sampled */
};

/* FIFO of 8 samples, 50 MHz, 10 MHz, a byte each second node clock, 64 bits, a million clocks. */
struct chip_params chip_defaults(void);
/* What can't be so, in words that name the parameter; NULL = all is well. */
const char *chip_params_fault(const struct chip_params *p);
/* The chip after power-up and hardware reset with all pins low, but the external FIFO free. The
 * params have no fault. */
void chip_power_up(struct chip *c, struct chip_params params);
/* The reset pin is active for that many node clocks (at least CHIP_RESET_CLOCKS) with those levels
 * at the wait state pins; no clock counts meanwhile. All but the pins is as after power-up. */
void chip_hardware_reset(struct chip *c, uint64_t clocks, unsigned wait_states);

/* One access to address (0-127) by the processor whose CPU ID line (0-7) is active. */
struct chip_access chip_read(struct chip *c, unsigned address, unsigned cpu);
struct chip_access chip_write(struct chip *c, unsigned address, uint64_t data, unsigned cpu);
/* Node clocks pass. */
void chip_advance(struct chip *c, uint64_t clocks);

/* That many rising edges at the pin of a counter (0-15). No more may come than node clocks pass. */
void chip_edges(struct chip *c, unsigned counter, uint64_t edges);
/* The level of the external FIFO free pin, from now on or after that many node clocks; a change
 * that was still to come is forgotten. */
void chip_fifo_free(struct chip *c, bool is_free, uint64_t in);
void chip_test_pin(struct chip *c, bool level);

/* Samples of triggers that are in the FIFO, the one that is leaving with them. */
uint64_t chip_in_flight(const struct chip *c);
/* "csr", "counter[3]"; "address 3" where no register is: 0-terminated, cut to the room. */
void chip_address_text(char *to, size_t room, unsigned address);
/* First address and number of the registers of a name. False: there is none. */
bool chip_register_named(const char *name, size_t len, unsigned *first, unsigned *count);

#endif
