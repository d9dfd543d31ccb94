/* SPDX-License-Identifier: GPL-3.0-or-later */
/* states SECONDS THREAD...
 * Runs threads whose states are known by construction, for the time given, and prints what each did
 * by its own clock: "NAME TID SECONDS processing communication timer LATE LATE", seconds in each
 * state. THREAD = NAME[*N]=STEP[,STEP]...        STEP = KIND MEAN-MS[~] | give | back | take
 *     calculate     computes                                            processing
 *     sleep         clock_nanosleep                                     timer
 *     select        select without descriptors                          timer
 *     poll          poll of an empty pipe, with a timeout               communication
 *     futex         a futex that nobody wakes, with a timeout           communication
 *     take          reads its pipe until another thread writes to it    communication
 *     give, back    writes to the pipe of the next thread, the one before
 * "sleep 7" takes 7 ms; "sleep 7~" a random time of mean 7 ms, exponentially distributed. The steps
 * are repeated. Exact times are laid out from the begin: "calculate 3,sleep 7" keeps in step with a
 * clock of 10 ms for ever. A wait ends when it was to end: what passes until the thread has a CPU
 * again is processing (ready, in the queue), but for the time until the kernel saw that it was
 * over, which no thread can tell: a timer's interrupt comes late, above all to a CPU that slept. So
 * some of it may be waiting still; it is LATE, of communication and of timer. NAME*4 is four
 * threads NAME. */
#include <errno.h>
#include <linux/futex.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PROCESSING, COMMUNICATION, TIMER, STATES, MAX_STEPS = 64, NAME = 16 };
enum kind { CALCULATE, SLEEP, SELECT, POLL, FUTEX, TAKE, GIVE, BACK, KINDS };

struct step {
    enum kind kind;
    int64_t ns;
    bool random;
};
struct worker {
    char name[NAME];
    long tid;
    struct step steps[MAX_STEPS];
    size_t n_steps;
    int take, give, back; /* ends of pipes: of its own, of the next thread's, of the one before */
    int empty;            /* nobody writes to it */
    struct drand48_data chance;
    int64_t begin, end, until; /* ns of the monotonic clock; until: to run that long */
    int64_t in[STATES];        /* ns */
    int64_t late[STATES];      /* of these, in PROCESSING, after waits of each state */
    pthread_t thread;
    pthread_barrier_t *all_there;
};

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static struct timespec timespec_of(int64_t ns)
{
    return (struct timespec){ns / 1000000000, ns % 1000000000};
}

/* Each waits until the time `end`, and returns what it waited in. */
static int calculate(struct worker *w, int64_t end)
{
    (void)w;
    while (now() < end) {
    }
    return PROCESSING;
}

static int wait_sleep(struct worker *w, int64_t end)
{
    (void)w;
    struct timespec t = timespec_of(end);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {
    }
    return TIMER;
}

static int wait_select(struct worker *w, int64_t end)
{
    (void)w;
    int64_t left = end - now();
    struct timespec t = timespec_of(left > 0 ? left : 0);
    pselect(0, NULL, NULL, NULL, &t, NULL);
    return TIMER;
}

static int wait_poll(struct worker *w, int64_t end)
{
    int64_t left = end - now();
    struct timespec t = timespec_of(left > 0 ? left : 0);
    struct pollfd nothing = {.fd = w->empty, .events = POLLIN};
    ppoll(&nothing, 1, &t, NULL);
    return COMMUNICATION;
}

static int wait_futex(struct worker *w, int64_t end)
{
    (void)w;
    uint32_t word = 1;
    struct timespec t = timespec_of(end);
    syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, 1, &t, NULL,
            FUTEX_BITSET_MATCH_ANY);
    return COMMUNICATION;
}

static const struct {
    const char *name;
    int (*until)(struct worker *, int64_t end);
} kinds[KINDS] = {
    [CALCULATE] = {"calculate", calculate},
    [SLEEP] = {"sleep", wait_sleep},
    [SELECT] = {"select", wait_select},
    [POLL] = {"poll", wait_poll},
    [FUTEX] = {"futex", wait_futex},
    [TAKE] = {"take", NULL},
    [GIVE] = {"give", NULL},
    [BACK] = {"back", NULL},
};

/* From `from` to `to` the thread was in a state, then, until now, it was ready. Returns now. */
static int64_t account(struct worker *w, int state, int64_t from, int64_t to)
{
    int64_t t = now();
    to = to < from ? from : to > t ? t : to;
    w->in[state] += to - from;
    w->in[PROCESSING] += t - to;
    w->late[state] += t - to;
    return t;
}

static const int64_t over = -1; /* sent at the end, so that no receiver waits for ever */

/* Receives the time of a message from a pipe. Returns false after the last message. */
static bool receive_time(struct worker *w, int64_t *t)
{
    int64_t given;
    if (read(w->take, &given, sizeof given) != sizeof given || given == over)
        return false;
    *t = account(w, COMMUNICATION, *t, given);
    return true;
}

static void give(int pipe_end, int64_t given)
{
    if (write(pipe_end, &given, sizeof given) != sizeof given)
        perror("states: write");
}

static int64_t length_of(struct worker *w, const struct step *s)
{
    double u = 0;
    if (!s->random)
        return s->ns;
    drand48_r(&w->chance, &u);
    return (int64_t)(-log1p(-u) * (double)s->ns);
}

static void *run(void *context)
{
    struct worker *w = context;
    prctl(PR_SET_NAME, w->name);
    prctl(PR_SET_TIMERSLACK, 1UL);
    w->tid = syscall(SYS_gettid);
    pthread_barrier_wait(w->all_there);
    int64_t t = w->begin = now(), planned = t;
    for (size_t i = 0; t < w->begin + w->until; i = (i + 1) % w->n_steps) {
        const struct step *s = &w->steps[i];
        if (s->kind == GIVE || s->kind == BACK) {
            give(s->kind == GIVE ? w->give : w->back, now());
            t = account(w, PROCESSING, t, t);
        } else if (s->kind == TAKE) {
            if (!receive_time(w, &t))
                break;
            planned = t;
        } else {
            planned += length_of(w, s);
            int state = kinds[s->kind].until(w, planned);
            t = account(w, state, t, planned);
        }
    }
    w->end = t;
    give(w->give, over);
    give(w->back, over);
    return NULL;
}

static _Noreturn void wrong(const char *what)
{
    fprintf(stderr, "states: %s\nusage: states SECONDS NAME[*N]=STEP[,STEP]...\n", what);
    exit(2);
}

static struct step read_step(const char *text)
{
    size_t n = strcspn(text, " ");
    for (int k = 0; k < KINDS; k++) {
        if (strlen(kinds[k].name) != n || strncmp(kinds[k].name, text, n) != 0)
            continue;
        char *rest = NULL;
        double ms = kinds[k].until ? strtod(text + n, &rest) : 0;
        if (kinds[k].until && ms <= 0)
            wrong("a time in milliseconds is wanted");
        return (struct step){(enum kind)k, (int64_t)(ms * 1e6), rest && *rest == '~'};
    }
    wrong(text);
}

/* Reads one THREAD into w; returns how many such threads there are to be. */
static long read_worker(struct worker *w, char *text)
{
    char *steps = strchr(text, '='), *times;
    if (!steps)
        wrong(text);
    *steps++ = 0;
    if ((times = strchr(text, '*')))
        *times++ = 0;
    snprintf(w->name, sizeof w->name, "%.15s", text);
    for (char *s = strtok(steps, ","); s && w->n_steps < MAX_STEPS; s = strtok(NULL, ","))
        w->steps[w->n_steps++] = read_step(s);
    if (w->n_steps == 0)
        wrong("a thread without steps");
    return times ? strtol(times, NULL, 10) : 1;
}

static void print_worker(const struct worker *w)
{
    printf("%s %ld %.6f", w->name, w->tid, 1e-9 * (double)(w->end - w->begin));
    for (int s = 0; s < STATES; s++)
        printf(" %.6f", 1e-9 * (double)w->in[s]);
    printf(" %.6f %.6f", 1e-9 * (double)w->late[COMMUNICATION], 1e-9 * (double)w->late[TIMER]);
    putchar('\n');
}

static void open_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        perror("states: pipe");
        exit(1);
    }
}

static void connect_all(struct worker *w, size_t n)
{
    int ends[2];
    open_pipe(ends);
    for (size_t i = 0; i < n; i++)
        w[i].empty = ends[0];
    for (size_t i = 0; i < n; i++) {
        open_pipe(ends);
        w[i].take = ends[0];
        w[(i + n - 1) % n].give = w[(i + 1) % n].back = ends[1];
    }
}

int main(int argc, char **argv)
{
    double seconds = argc > 2 ? strtod(argv[1], NULL) : 0;
    if (seconds <= 0)
        wrong("a time in seconds is wanted");
    struct worker *w = NULL;
    size_t n = 0;
    for (int i = 2; i < argc; i++) {
        struct worker one = {.until = (int64_t)(seconds * 1e9)};
        for (long k = read_worker(&one, argv[i]); k > 0; k--) {
            w = realloc(w, (n + 1) * sizeof *w);
            w[n++] = one;
        }
    }
    connect_all(w, n);
    pthread_barrier_t all_there;
    pthread_barrier_init(&all_there, NULL, (unsigned)n);
    for (size_t i = 0; i < n; i++) {
        w[i].all_there = &all_there;
        srand48_r((long)i + 1, &w[i].chance);
        if (pthread_create(&w[i].thread, NULL, run, &w[i]) != 0)
            wrong("so many threads can't be had");
    }
    for (size_t i = 0; i < n; i++)
        pthread_join(w[i].thread, NULL);
    for (size_t i = 0; i < n; i++)
        print_worker(&w[i]);
    free(w);
    return 0;
}
