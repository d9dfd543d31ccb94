/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop body on a core with dynamic scheduling: slots of the front end, operations on ports, and
 * the dependences of the operations. The bounds and the simulation use this description, so that
 * they agree. */
#ifndef BOUNDS_BODY_H
#define BOUNDS_BODY_H

#include "bounds/resources.h"
#include "facts/cycles.h"

/* Role of an operation in its instruction. */
enum operation_role { ROLE_LOAD, ROLE_WORK, ROLE_ADDRESS, ROLE_DATA };

enum { UNIT_PARTS = 8, WITH_MOST = 2 };
/* Occupies one of the ports for a time. */
struct port_hold {
    port_set ports;
    int parts; /* 1/UNIT_PARTS of a cycle */
};
/* An operation on one port. */
struct body_operation {
    int instruction;
    int slot;
    enum operation_role role;
    struct port_hold own; /* the port where it starts */
    struct port_hold
        with[WITH_MOST]; /* other ports, and units at the port, that it occupies as well */
    int n_with;
    int split_parts; /* of a load that crosses a line boundary: parts of a cycle that it occupies
                        its port */
    port_set slow;   /* ports with latency slow_latency */
    int slow_latency;
    int latency;           /* cycles to completion */
    size_t waits, n_waits; /* edges to it */
    size_t feeds, n_feeds; /* edges from it, as indices in by_from */
};
/* Operation `to` starts no earlier than `latency` cycles after `from`, an operation `distance`
 * passes before. */
struct body_edge {
    int from, to; /* operations */
    int latency;
    int plain; /* latency without a bypass between the two */
    long distance;
    enum flow_input input; /* of the instruction */
};

/* A fused operation: an entry in the front end and in the reorder buffer. */
struct body_slot {
    int instruction;
    int first, n;      /* its operations */
    int loads, stores; /* entries of the load and the store buffer */
    bool taken;        /* it ends the fetch of a cycle */
};

struct body_item {
    const struct machine_instruction *load, *work, *store; /* NULL = no such part */
    int first, n;                                          /* its operations */
    int slots;                                             /* 0: fused with the one before it */
    bool fused;                                            /* with the following instruction */
    bool passes_on;                                        /* no operation: forwards its inputs */
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
    const char *missing; /* NULL; otherwise the data missing in the machine file */
};

/* Builds the description, in a. All instructions run in each pass. */
struct body_parts body_parts(struct arena *a, const struct machine *m,
                             const struct instruction_body *b);

/* Port and unit cycles per pass, one row for each set of ports, and slots of the front end. In a.
 */
struct body_needs {
    struct port_need *at;
    size_t n;
    double slots;
};
/* Adds the needs of an operation, `times` times. */
void add_operation_needs(struct arena *a, struct body_needs *needs, const struct body_operation *op,
                         double count);
/* Returns the needs of a pass. weight: by instruction, how often a pass runs it; NULL = once. */
struct body_needs body_needs(struct arena *a, const struct body_parts *p, const double *weight);

#endif
