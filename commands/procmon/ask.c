/* SPDX-License-Identifier: GPL-3.0-or-later */
/* procmon ask: asks a running procmon a question (the memo's `to.monitor ! monitor.read`). */
#include "commands/procmon/procmon.h"
#include "config.h"
#include "measure/monitor/lib/process.h"
#include "measure/monitor/lib/procmon.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct command_line command_line = {
    "procmon ask", "[OPTION]... [QUESTION]",
    "Asks a running procmon: 'read' (shares of all threads), 'read NAME', 'processing "
    "NAME', 'calibrate'.",
    "procmon ask --socket=/tmp/s read"};

struct asking {
    const char *socket, *every;
    long times; /* number of answers; 0 = no limit */
    double seconds;
    struct arena arena;
    struct diag d;
};

static int read_options(struct asking *p, int argc, char **argv, const char **operands)
{
    const struct option_row rows[] = {
        {"socket", 0, OPTION_TEXT, &p->socket, "PATH",
         "socket of the procmon (default: $PROCMON_SOCKET)"},
        {"every", 0, OPTION_TEXT, &p->every, "S",
         "repeat every S seconds; each answer covers S seconds"},
        {"times", 0, OPTION_COUNT, &p->times, "N", "stop after N answers, with --every"},
        {0},
    };
    return options_read(&command_line, rows, argc, argv, operands);
}

static int read_usage(struct asking *p)
{
    char *end;
    if (!p->socket)
        p->socket = getenv("PROCMON_SOCKET");
    if (!p->socket || !*p->socket)
        return wrong_usage("procmon ask", "no socket is given: use --socket=PATH");
    if (p->times && !p->every)
        return wrong_usage("procmon ask", "--times requires --every");
    if (!p->every)
        return 0;
    p->seconds = strtod(p->every, &end);
    if (end == p->every || *end || !(p->seconds >= 0.01 && p->seconds <= 1e6))
        return wrong_usage("procmon ask",
                           "--every requires a number from 0.01 to 1000000, not '%s'", p->every);
    return 0;
}

static const char *join(struct arena *a, const char *const *words, int n)
{
    char *text = arena_strdup(a, n > 0 ? words[0] : "read");
    for (int i = 1; i < n; i++)
        text = arena_printf(a, "%s %s", text, words[i]);
    return text;
}

/* Reports why there was no answer. */
static void report_no_answer(struct asking *p, const char *question)
{
    struct where w = {.file = p->socket};
    int s = pm_connect(1), error = errno;
    if (s >= 0)
        diag_error(&p->d, w,
                   "the procmon does not answer '%s': it may be stopped or busy; ask again",
                   question);
    else if (error == EACCES || error == EPERM)
        diag_error(
            &p->d, w,
            "permission denied: the socket belongs to another user; ask as that user or as root");
    else if (error == ENOENT || error == ECONNREFUSED)
        diag_error(&p->d, w, "no procmon listens at this socket; start it with --socket=%s",
                   p->socket);
    else
        diag_error(&p->d, w, "cannot connect to the procmon: %s", strerror(error));
    if (s >= 0)
        close(s);
}

/* Asks a question. Prints the answer if `print` is set. */
static bool ask_monitor(struct asking *p, const char *question, bool print)
{
    static const char refused[] = "{\"error\": \"";
    struct where w = {.file = p->socket};
    char *answer = procmon_ask(question);
    if (!answer)
        report_no_answer(p, question);
    else if (strncmp(answer, refused, sizeof refused - 1) == 0)
        diag_error(&p->d, w, "procmon rejects '%s': %.*s", question,
                   (int)strcspn(answer + sizeof refused - 1, "\""), answer + sizeof refused - 1);
    else if (print && (puts(answer) < 0 || fflush(stdout) != 0))
        p->d.errors++; /* stdout_close reports it */
    free(answer);
    return p->d.errors == 0;
}

static void wait_for(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds,
                         .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&t, &t) != 0 && errno == EINTR)
        ;
}

/* The loop of the memo: start, delay, read. */
static void ask_periodically(struct asking *p, const char *question)
{
    for (long i = 0; p->times == 0 || i < p->times; i++) {
        if (!ask_monitor(p, "start", false))
            return;
        wait_for(p->seconds);
        if (!ask_monitor(p, question, true))
            return;
    }
}

int procmon_ask_main(int argc, char **argv)
{
    struct asking p = {0};
    const char **words = xmalloc(sizeof *words * (size_t)(argc + 1));
    diag_init(&p.d, "procmon ask");
    int n = read_options(&p, argc, argv, words), status = n < 0 ? 2 : read_usage(&p);
    if (status == 0) {
        const char *question = join(&p.arena, words, n);
        setenv("PROCMON_SOCKET", p.socket, 1);
        if (p.every)
            ask_periodically(&p, question);
        else
            ask_monitor(&p, question, true);
        stdout_close(&p.d);
        diag_close(&p.d);
        status = diag_exit_status(&p.d);
    }
    arena_free(&p.arena);
    free(words);
    return status;
}
