/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to hotspots/: a program or library of a profile with its sampled functions and their
 * loops. */
#ifndef HOTSPOTS_FILES_H
#define HOTSPOTS_FILES_H

#include "hotspots/generated.h"
#include "hotspots/libraries.h"
#include "hotspots/listing.h"
#include "loops/scanner.h"
#include "measure/sampling/profile.h"

/* The samples of a row. */
struct row_samples {
    double n, weight;
    double inner;       /* weight of inner loops */
    double executed;    /* instructions of its samples of the instruction counter */
    double faults;      /* page faults */
    double kernel;      /* weight of the kernel on its behalf */
    uint64_t address;   /* of the sample with the greatest weight */
    double at_address;  /* that weight */
    const char *caller; /* of a library function: name of the place that called it most; NULL =
                           unknown */
};
struct hot_file {
    const struct profile_object *object;
    const struct library *library; /* NULL = code of the program */
    struct binary *binary;         /* NULL = it can't be read */
    const char *why;               /* NULL, or why no loops are known */
    ARRAY(const struct binary_function *)
    functions;                        /* with samples, ascending; "NAME.cold" is of its own */
    struct row_samples *code;         /* of each function, outside loops */
    struct row_samples other;         /* of addresses outside all functions */
    struct generated_codes generated; /* of a process with generated code */
    struct row_samples *jitted;       /* of each of them */
    struct listing listing;
    struct infile text; /* of the listing */
    struct diag mute;   /* of the scan: the listing is not a file of the user */
    struct loop_ask ask;
    struct scan *scan;         /* NULL = no loops are known */
    struct row_samples *loops; /* of each loop of the finder */
};

/* Opens the file of an object. A file that can't be read, or is not the one that was sampled, is
 * reported as a warning in d. */
void hot_file_open(struct hot_file *f, struct arena *a, const struct profile_object *o,
                   struct diag *d);
/* Returns NULL if the file is the one that was sampled, else what it is. */
const char *find_other_identity(const struct binary *b, const struct profile_object *o);
/* Prepares an object without a file: reads the names of generated code. */
void hot_file_without(struct hot_file *f, struct arena *a, const struct profile_object *o);
/* Adds the function at a position of the file to those that are disassembled. */
void hot_file_want(struct hot_file *f, uint64_t at);
/* The same by an address of its code. */
void hot_file_want_address(struct hot_file *f, uint64_t address);
/* Disassembles the functions and finds their loops. Required before the next functions. */
void hot_file_scan(struct hot_file *f, struct arena *a, const struct machine *m,
                   const struct x86_isa *isa, struct diag *d);
/* Where a position is: a loop (index in the finder), or a function outside its loops. */
struct hot_place {
    uint32_t loop;   /* LOOP_NONE = none */
    size_t function; /* index; SIZE_MAX = none; of an object without a file: of generated code */
};
struct hot_place hot_file_place(const struct hot_file *f, uint64_t at);
/* Returns the samples of a place. */
struct row_samples *hot_file_samples(struct hot_file *f, struct hot_place at);
/* Returns the name of a place: "object:function+0x12" of a loop, "object:function"; NULL = unknown.
 * In a. */
const char *hot_file_place_name(const struct hot_file *f, struct arena *a, struct hot_place at);
/* Returns whether the code of a function begins with the instructions that create a frame, so that
 * frame pointers lead to its caller. */
bool hot_file_has_frame(const struct hot_file *f, size_t function);
void hot_file_close(struct hot_file *f);

/* Returns the part of a path after its last slash. */
const char *file_of_path(const char *path);
/* Returns the name of a function: its symbol, or "fn_1a40" after its address. In a. */
const char *hot_function_name(struct arena *a, const struct binary_function *b);

#endif
