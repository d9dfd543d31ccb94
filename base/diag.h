/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about the user's input, located and with a caret:
 *     FILE:LINE:COL: error: MESSAGE
 *       the source line
 *            ^
 * and, apart from them, bug(): a fault of our own. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/array.h"
#include "base/textstream.h"

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
    bool option;      /* in the command line: an error there is wrong usage */
};

/* Messages kept to be shown later. */
struct diag_log {
    struct text_stream text; /* its stream is NULL before the first message */
    struct diag_message {
        bool error; /* else a warning */
        long end;   /* byte of the text behind it */
    } * at;
    size_t n, room;
};

/* One sink a command. All zeroes writes to stderr without limit. */
struct diag {
    FILE *out;            /* NULL = stderr */
    long errors;          /* errors counted so far, shown or not */
    long warnings;        /* warnings likewise */
    long max_shown;       /* per kind, after which messages are only counted; 0 = no limit */
    bool colour;          /* ANSI colours; set by diag_init for a terminal */
    bool wrong_usage;     /* an error was one of the command line */
    bool quiet;           /* count, show nothing */
    struct diag_log *log; /* NULL = messages are shown at once */
    const char *tool;     /* name put before messages without a place */
};

/* Sink for a command, before it prints anything; colours if stderr is a terminal and NO_COLOR is
 * unset. Where standard output is the same file, what is printed there stays in order with
 * messages. */
void diag_init(struct diag *d, const char *tool);
/* A fault of the input: counted, makes the exit status 1. Colons between the
 * parts are written here; fmt is one plain sentence without a final dot that
 * says what is wrong and what to do. */
void diag_error(struct diag *d, struct where w, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Something the user should know; the exit status stays 0. */
void diag_warning(struct diag *d, struct where w, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A sink that keeps messages as the other one would show them, without limit. */
struct diag diag_recorder(const struct diag *like, struct diag_log *log);
/* Shows and counts what the log holds; frees it. */
void diag_replay(struct diag *d, struct diag_log *log);
/* Says how many messages were not shown, if any. */
void diag_close(struct diag *d);
/* 2 after an error in the command line, 1 after others alone, else 0. */
int diag_exit_status(const struct diag *d);

/* Our own fault: an invariant does not hold. Says so and asks for a report;
 * ends the command with exit status 1, never with a signal. */
_Noreturn void bug(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void die_out_of_memory(void);

#endif
