/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The monitor's socket (RSRE memo 4554, section 4.2: `to.monitor ! monitor.read`, `from.monitor ?
 * cpu.efficiency; process.efficiency`). Each question is a line, each answer a line: JSON, but for
 * `processing`, a number. What was counted since its last `start` is kept for each asker. Nobody
 * can hold the monitor up: an asker that does not take its answer is not answered any more. */
#ifndef MONITOR_QUESTIONS_H
#define MONITOR_QUESTIONS_H

#include "base/arena.h"
#include "base/diag.h"
#include "facts/states.h"

#include <stdbool.h>
#include <stdio.h>

struct monitor_area;

enum {
    QUESTION_MOST = 256, /* bytes of a line, with its end */
    ASKERS_MOST = 1000,  /* at a time; more wait to be let in */
};

/* ---- a line ---- */

enum question_kind {
#define QUESTION(NAME, word, takes_name, meaning) QUESTION_##NAME,
#include "monitor/questions.def"
#undef QUESTION
    QUESTION_KINDS
};
struct question {
    enum question_kind kind;
    char name[QUESTION_MOST]; /* "" = none */
};
/* Reads a line of n bytes without its end. NULL = it is one; else what is wrong, as a clause. */
const char *question_read(struct question *q, const char *line, size_t n);

/* The answer to `read`, as one line of JSON with its end, and to `processing`: what was seen
 * between two watches of one monitor, of threads so called (NULL = all). */
void question_answer_read(FILE *out, const struct watch *from, const struct watch *to,
                          const char *name);
void question_answer_processing(FILE *out, const struct watch *from, const struct watch *to,
                                const char *name);

/* ---- the socket ---- */

/* Where answers come from. */
struct question_source {
    struct watch (*watch)(void *context, struct arena *a);
    /* Writes one JSON object without a line end; NULL = it can't. */
    void (*calibrate)(void *context, FILE *out);
    void *context;
};
struct questions;
/* Listens at path; NULL makes one that only this user can reach, in a folder of its own. NULL after
 * a message in d. */
struct questions *questions_open(const char *path, struct diag *d);
/* For PROCMON_SOCKET. */
const char *questions_path(const struct questions *q);
/* What programs told so far. */
const struct monitor_area *questions_area(const struct questions *q);
/* From now on there is somebody who answers; before, `area` alone is answered. */
void questions_source(struct questions *q, struct question_source source);
/* A descriptor that is readable when questions_ready(q) has something to do. */
int questions_descriptor(const struct questions *q);
/* Answers what is there, without waiting for anything. */
void questions_ready(void *q);
/* Removes the socket. */
void questions_close(struct questions *q);

#endif
