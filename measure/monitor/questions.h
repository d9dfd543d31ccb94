/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The monitor's socket (RSRE memo 4554, section 4.2: `to.monitor ! monitor.read`, `from.monitor
 * ? cpu.efficiency; process.efficiency`). Each question is a line, and each answer is a line of
 * JSON; the answer to `processing` is a number. Each client has its own counts since its last
 * `start`. A client cannot block the monitor: one that does not read its answer gets no further
 * answers. */
#ifndef MONITOR_QUESTIONS_H
#define MONITOR_QUESTIONS_H

#include "base/arena.h"
#include "base/diag.h"
#include "facts/states.h"

#include <stdbool.h>
#include <stdio.h>

struct monitor_area;

enum {
    QUESTION_MAX = 256, /* bytes of a line, including its end */
    CLIENTS_MAX = 1000, /* clients served at a time; more wait */
};

/* ---- a line ---- */

enum question_kind {
#define QUESTION(NAME, word, takes_name, meaning) QUESTION_##NAME,
#include "measure/monitor/questions.def"
#undef QUESTION
    QUESTION_KINDS
};
struct question {
    enum question_kind kind;
    char name[QUESTION_MAX]; /* "" = none */
};
/* Reads a line of n bytes without its end. Returns NULL, or a clause that states what is wrong. */
const char *question_read(struct question *q, const char *line, size_t n);

/* Write the answers to `read`, as a line of JSON with its end, and to `processing`: the results
 * between two watches of one monitor, of threads with that name (NULL = all). */
void question_answer_read(FILE *out, const struct watch *from, const struct watch *to,
                          const char *name);
void question_answer_processing(FILE *out, const struct watch *from, const struct watch *to,
                                const char *name);

/* ---- the socket ---- */

/* The source of answers. */
struct question_source {
    struct watch (*watch)(void *context, struct arena *a);
    /* Writes a JSON object without a line end; NULL = not supported. */
    void (*calibrate)(void *context, FILE *out);
    void *context;
};
struct questions;
/* Listens at path. If path is NULL, creates a socket in a private directory. Returns NULL after
 * a message in d. */
struct questions *questions_open(const char *path, struct diag *d);
/* Returns the value of PROCMON_SOCKET. */
const char *questions_path(const struct questions *q);
/* Returns the data that programs have reported. */
const struct monitor_area *questions_area(const struct questions *q);
/* Sets the source of answers. Before, only `area` is answered. */
void questions_source(struct questions *q, struct question_source source);
/* Returns a descriptor that is readable when questions_ready(q) has work to do. */
int questions_descriptor(const struct questions *q);
/* Answers pending questions without waiting. */
void questions_ready(void *q);
/* Removes the socket. */
void questions_close(struct questions *q);

#endif
