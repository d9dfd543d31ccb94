/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about the user's input, located and with a caret:
 *     FILE:LINE:COL: error: MESSAGE
 *       the source line
 *            ^
 * and, apart from them, bug(): a fault of our own. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* A place in an input. */
struct where {
    const char *file; /* as the user named it; NULL = no place */
    long line;        /* from 1; 0 = the whole file */
    long col;         /* from 1, in bytes of the user's line; 0 = the whole line */
    const char *text; /* the line itself, not 0-terminated; NULL = not at hand */
    size_t text_len;  /* bytes of it without line end */
};

/* One sink a command. All zeroes writes to stderr without limit. */
struct diag {
    FILE *out;        /* NULL = stderr */
    long errors;      /* errors counted so far, shown or not */
    long warnings;    /* warnings likewise */
    long max_shown;   /* per kind, after which messages are only counted; 0 = no limit */
    bool colour;      /* ANSI colours; set by diag_init for a terminal */
    bool quiet;       /* count, show nothing */
    const char *tool; /* name put before messages without a place */
};

/* Sink for a command; colours if stderr is a terminal and NO_COLOR is unset. */
void diag_init(struct diag *d, const char *tool);
/* A fault of the input: counted, makes the exit status 1. Colons between the
 * parts are written here; fmt is one plain sentence without a final dot that
 * says what is wrong and what to do. */
void diag_error(struct diag *d, struct where w, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Something the user should know; the exit status stays 0. */
void diag_warning(struct diag *d, struct where w, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Says how many messages were not shown, if any. */
void diag_close(struct diag *d);
/* 1 after an error, else 0. */
int diag_exit_status(const struct diag *d);

/* Our own fault: an invariant does not hold. Says so and asks for a report;
 * ends the command with exit status 1, never with a signal. */
_Noreturn void bug(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void die_out_of_memory(void);

#endif
