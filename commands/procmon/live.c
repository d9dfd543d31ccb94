/* SPDX-License-Identifier: GPL-3.0-or-later */
/* procmon --live: the last second of each thread, on a screen of any size. It uses no colours
 * and no keys: the keyboard belongs to the command, and Ctrl-C ends it. */
#include "config.h"
#include "base/shown.h"
#include "base/util.h"
#include "commands/procmon/procmon.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS = 80, LINES = 24, MOST = 512, NAME = 15, PERCENT = 100, FRAME = 7 };

/* The letter of each state in the bars. */
static const char letters[THREAD_STATES + 1] = "#=.dS?";

struct screen {
    struct text_stream text;
    FILE *out; /* stream of the terminal */
    int columns, lines, used;
};

bool procmon_can_live(void)
{
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

/* Switches to the alternate screen and hides the cursor once, then moves to the top left corner. */
static void open_screen(struct screen *s, bool first)
{
    struct winsize size;
    *s = (struct screen){.columns = COLUMNS, .lines = LINES};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        s->columns = size.ws_col < MOST ? size.ws_col : MOST;
        s->lines = size.ws_row;
    }
    s->out = text_open(&s->text);
    fputs(first ? "\033[?1049h\033[?25l\033[H" : "\033[H", s->out);
}

/* Writes the text up to the width of the screen; nothing if the screen is full. */
static void put_line(struct screen *s, const char *text)
{
    if (s->used >= s->lines)
        return;
    fputs(s->used++ ? "\r\n" : "", s->out);
    int left;
    shown_put_columns(s->out, text, s->columns, &left);
    fputs("\033[K", s->out);
}

static void close_screen(struct screen *s)
{
    fputs("\033[J", s->out);
    text_close(&s->text);
    fwrite(s->text.text, 1, s->text.size, stdout);
    fflush(stdout);
    free(s->text.text);
}

/* Fills the bar with letters in the order of states, in proportion to their shares. Their sum is
 * `width`. */
static void draw_bar(char *bar, int width, const struct state_shares *shares)
{
    double sum = 0;
    int at = 0;
    for (int s = 0; s < THREAD_STATES && is_known(shares->share[s]); s++) {
        sum += shares->share[s].value;
        for (long end = lround(sum * width); at < end && at < width; at++)
            bar[at] = letters[s];
    }
    bar[at] = 0;
}

static const char *percent_text(char text[QUANTITY_TEXT], struct quantity share)
{
    if (is_known(share))
        snprintf(text, QUANTITY_TEXT, "%.1f", PERCENT * share.value);
    else
        strcpy(text, "-");
    return text;
}

static void put_row(struct screen *s, const char *tid, const char *name,
                    const struct state_shares *shares)
{
    static const enum thread_state shown[] = {STATE_PROCESSING, STATE_COMMUNICATION, STATE_TIMER,
                                              STATE_DISK};
    struct text_stream text;
    FILE *row = text_open(&text);
    char bar[MOST + 1], cell[QUANTITY_TEXT];
    int left, n = NAME + fprintf(row, "%7.10s  ", tid);
    shown_put_columns(row, name ? name : "-", NAME, &left);
    fprintf(row, "%*s", left, "");
    for (size_t i = 0; i < COUNT_OF(shown); i++)
        n += fprintf(row, " %6s", percent_text(cell, shares->share[shown[i]]));
    n += fprintf(row, "  ");
    draw_bar(bar, s->columns - n > 0 ? s->columns - n : 0, shares);
    fputs(bar, row);
    text_close(&text);
    put_line(s, text.text);
    free(text.text);
}

static int compare_processing(const void *a, const void *b)
{
    const struct watched_thread *x = *(struct watched_thread *const *)a,
                                *y = *(struct watched_thread *const *)b;
    uint64_t p = x->counts.n[STATE_PROCESSING], q = y->counts.n[STATE_PROCESSING];
    return p != q ? (p < q) - (p > q) : (x->number > y->number) - (x->number < y->number);
}

static void put_others(struct screen *s, struct watched_thread *const *t, size_t n)
{
    char name[QUANTITY_TEXT + NAME];
    struct shares_sum sum = {0};
    for (size_t i = 0; i < n; i++)
        shares_add(&sum, t[i]);
    struct state_shares shares = shares_together(&sum);
    snprintf(name, sizeof name, "%zu others", n);
    put_row(s, "", name, &shares);
}

/* Prints all threads in their order if they fit; else those that compute most, and the sum of
 * the others. */
static void put_threads(struct screen *s, const struct watch *w)
{
    size_t room = s->lines > FRAME ? (size_t)(s->lines - FRAME) : 1, shown = w->n_threads;
    struct watched_thread **order = xmalloc(sizeof *order * (w->n_threads + 1));
    for (size_t i = 0; i < w->n_threads; i++)
        order[i] = &w->threads[i];
    if (w->n_threads > room) {
        qsort(order, w->n_threads, sizeof *order, compare_processing);
        shown = room - 1;
    }
    for (size_t i = 0; i < shown; i++) {
        char tid[QUANTITY_TEXT];
        struct state_shares shares = thread_shares(order[i], false);
        put_row(s, long_text(order[i]->tid, tid), order[i]->name, &shares);
    }
    if (shown < w->n_threads)
        put_others(s, order + shown, w->n_threads - shown);
    free(order);
}

static void put_idle(struct screen *s, const struct watch *w)
{
    char line[MOST], cell[QUANTITY_TEXT];
    int n = snprintf(line, sizeof line, "CPUs idle %%:");
    for (size_t i = 0; i < w->n_cpus && n < s->columns; i++)
        n +=
            snprintf(line + n, sizeof line - (size_t)n, " %s", percent_text(cell, w->cpus[i].idle));
    put_line(s, line);
}

void procmon_live(struct procmon *p, double until)
{
    static const char *const head =
        "    tid  name            compute   comm  timer   disk  since the last update";
    struct screen s;
    struct arena a = {0};
    struct watch w = monitor_recent(p->monitor, &a);
    char line[4 * MOST]; /* more bytes than the columns need in UTF-8 */
    open_screen(&s, !p->viewed);
    snprintf(line, sizeof line, "procmon: %s", p->command ? p->command : w.command);
    put_line(&s, line);
    snprintf(line, sizeof line,
             "%.0f s, threads: %zu, sampled %.1f times a second; the monitor uses %.2f %% of a CPU",
             until, w.n_threads, w.rate, w.seconds > 0 ? PERCENT * w.cost / w.seconds : 0);
    put_line(&s, line);
    put_idle(&s, &w);
    put_line(&s, "");
    put_line(&s, head);
    put_threads(&s, &w);
    put_line(&s, "");
    put_line(&s, "# compute  = communication  . timer  d disk  S stopped  ? unknown   Ctrl-C ends");
    close_screen(&s);
    p->viewed = true;
    arena_free(&a);
}

static void restore_terminal(struct procmon *p)
{
    if (p->viewed)
        fputs("\033[?25h\033[?1049l", stdout);
    p->viewed = false;
    fflush(stdout);
}

void procmon_live_pause(struct procmon *p)
{
    restore_terminal(p);
    raise(SIGSTOP);
}

void procmon_live_end(struct procmon *p)
{
    restore_terminal(p);
    child_print_kept(&p->child, stdout);
}
