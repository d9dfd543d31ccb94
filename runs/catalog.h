/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: the builds and source loops of a database, read once, in which the names of a
 * measurement are looked up. */
#ifndef RUNS_CATALOG_H
#define RUNS_CATALOG_H

#include "base/names.h"
#include "runs/db.h"

struct known_build {
    long id;
    const char *name, *machine; /* interned */
};
struct known_loop {
    long build, id;
    const char *name; /* interned */
    long loops;       /* number of source loops with this name */
};
struct catalog {
    struct names names;
    ARRAY(struct known_build) builds;
    ARRAY(struct known_loop) loops;
};

/* Reads the catalog. Returns false after a message. Call catalog_free in any case. */
bool catalog_read(struct runs *r, struct catalog *k);
void catalog_free(struct catalog *k);

/* The build that an input names. */
struct build_request {
    const char *build, *machine; /* NULL = not given */
    struct where where;          /* of the name */
    const char *field, *file;    /* of the input, for messages: "line", " of the manifest" */
    const char *isa;             /* of the measured processor; NULL = unknown */
};
/* Finds the only build that matches a request. Returns false after a message. */
bool catalog_find_build(struct runs *r, struct catalog *k, const struct build_request *request,
                        long *id);
/* Finds the only loop of the build with a name (runs/names.h). Returns false after a message at
 * where. */
bool catalog_find_loop(struct runs *r, struct catalog *k, long build, const char *name,
                       struct where where, long *id);

#endif
