/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions of the program, one at a time over one connection, because the monitor stores the
 * `start` of each connection. */
#include "measure/monitor/lib/procmon.h"
#include "measure/monitor/lib/process.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ANSWER_SECONDS = 5, CALIBRATE_SECONDS = 60, QUESTION_MAX = 256 };

static struct {
    pthread_mutex_t lock;
    int connection; /* 0 = none yet, -1 = no monitor answers */
} asked = {.lock = PTHREAD_MUTEX_INITIALIZER};

void pm_forget_question(void)
{
    pthread_mutex_init(&asked.lock, NULL);
    if (asked.connection > 0)
        close(asked.connection);
    asked.connection = 0;
}

static void close_connection(void)
{
    close(asked.connection);
    asked.connection = -1;
}

char *pm_receive_line(int connection)
{
    size_t n = 0, room = 4096;
    char *line = malloc(room), *end;
    while (line) {
        ssize_t got = recv(connection, line + n, room - n, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        end = memchr(line + n, '\n', (size_t)got);
        n += (size_t)got;
        if (end && end + 1 < line + n)
            break;
        if (end) {
            *end = 0;
            return line;
        }
        char *wide = n == room ? realloc(line, 2 * room) : line;
        if (!wide)
            break;
        room = n == room ? 2 * room : room;
        line = wide;
    }
    free(line);
    return NULL;
}

static void wait_at_most(int connection, int seconds)
{
    struct timeval limit = {.tv_sec = seconds};
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

/* The caller holds the lock. Closes the connection if no answer comes in time; a late answer
 * would be read as that of the next question. */
static char *ask_monitor(const char *question)
{
    char line[QUESTION_MAX];
    int n = snprintf(line, sizeof line, "%s\n", question);
    if (n < 0 || (size_t)n >= sizeof line || strcspn(question, "\n") != (size_t)n - 1)
        return NULL;
    if (asked.connection <= 0)
        asked.connection = pm_connect(ANSWER_SECONDS);
    if (asked.connection <= 0)
        return NULL;
    wait_at_most(asked.connection,
                 strcmp(question, "calibrate") ? ANSWER_SECONDS : CALIBRATE_SECONDS);
    char *answer =
        pm_send(asked.connection, line, (size_t)n) ? pm_receive_line(asked.connection) : NULL;
    if (!answer)
        close_connection();
    return answer;
}

char *procmon_ask(const char *question)
{
    int before = errno;
    if (!procmon_watched())
        return NULL;
    pthread_mutex_lock(&asked.lock);
    char *answer = ask_monitor(question);
    pthread_mutex_unlock(&asked.lock);
    errno = before;
    return answer;
}

void procmon_start(void)
{
    free(procmon_ask("start"));
}

/* Does not use strtod, which depends on the program's locale. */
double pm_share_of(const char *answer)
{
    static const char digits[] = "0123456789";
    size_t whole = strspn(answer, digits);
    if (whole == 0 || answer[whole] != '.' || strspn(answer + whole + 1, digits) != 6 ||
        answer[whole + 1 + 6])
        return -1;
    return (double)strtol(answer, NULL, 10) + (double)strtol(answer + whole + 1, NULL, 10) / 1e6;
}

double procmon_processing(const char *name)
{
    char question[QUESTION_MAX];
    snprintf(question, sizeof question, "processing %s", name ? name : "");
    char *answer = procmon_ask(question);
    double share = answer ? pm_share_of(answer) : -1;
    free(answer);
    return share;
}
