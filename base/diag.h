/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about the user's input, located and with a caret:
 *     FILE:LINE:COL: error: MESSAGE
 *       the source line
 *            ^
 * and bug(): an internal error. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/array.h"
#include "base/textstream.h"

#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* A position in an input. */
struct where {
    const char *file; /* as the user named it; NULL = no position */
    long line;        /* from 1; 0 = the whole file */
    long col;         /* from 1, in bytes of the user's line; 0 = the whole line */
    const char *text; /* the line, not 0-terminated; NULL = unavailable */
    size_t text_len;  /* its bytes without line end */
    bool option;      /* part of the command line: an error is wrong usage */
};

/* Messages to be printed later. */
struct diag_log {
    struct text_stream text; /* its stream is NULL before the first message */
    struct diag_message {
        bool error; /* else a warning */
        long end;   /* end of the message in the text */
    } * at;
    size_t n, room;
};

/* One sink a command. All zeroes writes to stderr without limit. */
struct diag {
    FILE *out;        /* NULL = stderr */
    long errors;      /* number of errors, printed or not */
    long warnings;    /* warnings likewise */
    long max_shown;   /* most printed messages per kind; others are counted only; 0 = no limit */
    bool colour;      /* ANSI colours; set by diag_init for a terminal */
    bool wrong_usage; /* there was an error of the command line */
    bool quiet;       /* count messages without printing */
    struct diag_log *log; /* NULL = messages are printed immediately */
    const char *tool;     /* prefix of messages without a position */
};

/* Initializes the sink of a command, before it prints anything; colours if stderr is a terminal and
 * NO_COLOR is unset. If standard output is the same file, output and messages stay in order. */
void diag_init(struct diag *d, const char *tool);
/* Reports an error of the input, which makes the exit status 1. Adds the position and colons; fmt
 * is one sentence without a final period: what is wrong and what to do. */
void diag_error(struct diag *d, struct where w, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Reports a warning, which does not change the exit status. */
void diag_warning(struct diag *d, struct where w, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns a sink that stores messages in the format of another one, without limit. */
struct diag diag_recorder(const struct diag *like, struct diag_log *log);
/* Prints and counts the messages of the log; frees it. */
void diag_replay(struct diag *d, struct diag_log *log);
/* Prints the number of omitted messages, if any. */
void diag_close(struct diag *d);
/* Returns 2 after an error of the command line, 1 after other errors, otherwise 0. */
int diag_exit_status(const struct diag *d);

/* Reports an internal error, a violated invariant, and asks for a bug report. Ends the command with
 * exit status 1, never with a signal. */
_Noreturn void bug(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void die_out_of_memory(void);

#endif
