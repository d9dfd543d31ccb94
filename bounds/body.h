/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop body as a core takes it that schedules while it runs: slots of the front end, operations
 * on ports, and what each operation waits for. Bounds and simulation both start from it, so that
 * they agree on every number. */
#ifndef BOUNDS_BODY_H
#define BOUNDS_BODY_H

#include "bounds/resources.h"
#include "facts/cycles.h"

/* What an operation does for its instruction. */
enum operation_role { ROLE_LOAD, ROLE_WORK, ROLE_ADDRESS, ROLE_DATA };

enum { UNIT_PARTS = 8, WITH_MOST = 2 };
/* Any one of the ports, kept busy for so long. */
struct port_hold {
    port_set ports;
    int parts; /* 1/UNIT_PARTS of a cycle */
};
/* One operation on one port. */
struct body_operation {
    int instruction;
    int slot;
    enum operation_role role;
    struct port_hold own;             /* the port that it starts at */
    struct port_hold with[WITH_MOST]; /* others, and units behind the port, that go along */
    int n_with;
    int split_parts; /* of a load that goes over the end of a line: parts that it keeps its port */
    port_set slow;   /* ports where it takes slow_latency */
    int slow_latency;
    int latency;           /* cycles until it is complete */
    size_t waits, n_waits; /* edges to it */
    size_t feeds, n_feeds; /* edges from it, as indices in by_from */
};
/* Operation to starts latency cycles behind from at the earliest, of distance passes before. */
struct body_edge {
    int from, to; /* operations */
    int latency;
    int plain; /* the same without a way of their own between the two */
    long distance;
    enum flow_input input; /* of the instruction */
};

/* A fused operation: a place in the front end and in the reorder buffer. */
struct body_slot {
    int instruction;
    int first, n;      /* its operations */
    int loads, stores; /* entries of the load and the store buffer that it takes */
    bool taken;        /* it ends what is fetched in a cycle */
};

struct body_item {
    const struct machine_instruction *load, *work, *store; /* NULL = no such part */
    int first, n;                                          /* its operations */
    int slots;                                             /* 0: fused with the one before it */
    bool fused;                                            /* with the next one */
    bool left_out;                                         /* its area is not run */
    bool passes_on; /* no operation: what it is given is what it gives */
    bool unlaminated;
};

struct body_parts {
    const struct machine *m;
    const struct instruction_body *b;
    struct body_item *items; /* by instruction */
    struct body_slot *slots;
    int n_slots;
    struct body_operation *ops;
    int n_ops;
    struct body_edge *edges; /* by to */
    size_t n_edges;
    size_t *by_from;
    const char *missing; /* NULL; else what the machine file does not tell */
};

/* run: by area, whether it is run; NULL = all are. Lives in a. */
struct body_parts body_parts(struct arena *a, const struct machine *m,
                             const struct instruction_body *b, const bool *run);

/* Which passes run each area of a body: shares from 0 to 1, by index of the area. NULL = all do. */
struct area_shares {
    const double *at;
    size_t n;
};
/* Of an instruction. */
double share_of(const struct instruction *i, struct area_shares shares);

/* Cycles of ports and units that a pass needs, one row for each set of ports, and slots of the
 * front end. In a. */
struct body_needs {
    struct port_need *at;
    size_t n;
    double slots;
};
/* Adds what an operation needs, so often. */
void add_operation_needs(struct arena *a, struct body_needs *needs, const struct body_operation *op,
                         double count);
struct body_needs body_needs(struct arena *a, const struct body_parts *p,
                             struct area_shares shares);

#endif
