/* SPDX-License-Identifier: GPL-3.0-or-later */
/* states SECONDS THREAD...
 * Runs threads whose states are known by construction, for the given time. Prints a line for each
 * thread, from its own clock: "NAME TID SECONDS processing communication timer LATE LATE", with the
 * seconds in each state. THREAD = NAME[*N]=STEP[,STEP]...   STEP = KIND MEAN-MS[~] | send | reply |
 * receive calculate     computes                                            processing sleep
 * clock_nanosleep                                     timer select        select without
 * descriptors                          timer poll          poll of an empty pipe, with a timeout
 * communication futex         a futex without a waker, with a timeout             communication
 *     receive       reads its pipe until another thread writes to it    communication
 *     send, reply   writes to the pipe of the next thread, of the previous thread
 * "sleep 7" takes 7 ms; "sleep 7~" takes a random time, exponentially distributed with mean 7 ms.
 * The steps are repeated. Times are scheduled from the start, so "calculate 3,sleep 7" stays in
 * step with a clock of 10 ms. A wait ends at its planned end. The time from then until the thread
 * has a CPU again is processing (ready, in the queue). One part of it is ambiguous: the kernel
 * notices the end of a wait late, especially on a CPU that was idle, and a thread cannot measure
 * that delay. LATE is the time that may be waiting instead, for communication and for timer. NAME*4
 * starts four threads NAME. */
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
enum kind { CALCULATE, SLEEP, SELECT, POLL, FUTEX, RECEIVE, SEND, REPLY, KINDS };

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
    int own_pipe, next_pipe,
        previous_pipe; /* ends of pipes: its own, of the neighbouring threads */
    int empty_pipe;    /* no thread writes to it */
    struct drand48_data chance;
    int64_t begin, end, until; /* ns of the monotonic clock; until: length of the run */
    int64_t in[STATES];        /* ns */
    int64_t late[STATES];      /* of these, in PROCESSING, after waits of each state */
    pthread_t thread;
    pthread_barrier_t *all_started;
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

/* Each of these waits until the time `end` and returns the state in which it waited. */
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
    struct pollfd nothing = {.fd = w->empty_pipe, .events = POLLIN};
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
    [RECEIVE] = {"receive", NULL},
    [SEND] = {"send", NULL},
    [REPLY] = {"reply", NULL},
};

/* Adds the time between the two given times to the state, and the time since then to processing:
 * the thread was ready. Returns the current time. */
static int64_t add_times(struct worker *w, int state, int64_t from, int64_t to)
{
    int64_t t = now();
    to = to < from ? from : to > t ? t : to;
    w->in[state] += to - from;
    w->in[PROCESSING] += t - to;
    w->late[state] += t - to;
    return t;
}

static const int64_t last_message = -1; /* sent at the end, so that no receiver waits forever */

/* Receives the time of a message from a pipe. Returns false after the last message. */
static bool receive_time(struct worker *w, int64_t *t)
{
    int64_t sent_at;
    if (read(w->own_pipe, &sent_at, sizeof sent_at) != sizeof sent_at || sent_at == last_message)
        return false;
    *t = add_times(w, COMMUNICATION, *t, sent_at);
    return true;
}

static void send_time(int pipe_end, int64_t sent_at)
{
    if (write(pipe_end, &sent_at, sizeof sent_at) != sizeof sent_at)
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
    pthread_barrier_wait(w->all_started);
    int64_t t = w->begin = now(), planned = t;
    for (size_t i = 0; t < w->begin + w->until; i = (i + 1) % w->n_steps) {
        const struct step *s = &w->steps[i];
        if (s->kind == SEND || s->kind == REPLY) {
            send_time(s->kind == SEND ? w->next_pipe : w->previous_pipe, now());
            t = add_times(w, PROCESSING, t, t);
        } else if (s->kind == RECEIVE) {
            if (!receive_time(w, &t))
                break;
            planned = t;
        } else {
            planned += length_of(w, s);
            int state = kinds[s->kind].until(w, planned);
            t = add_times(w, state, t, planned);
        }
    }
    w->end = t;
    send_time(w->next_pipe, last_message);
    send_time(w->previous_pipe, last_message);
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
            wrong("expected a time in milliseconds");
        return (struct step){(enum kind)k, (int64_t)(ms * 1e6), rest && *rest == '~'};
    }
    wrong(text);
}

/* Reads a THREAD into w. Returns the number of threads to start. */
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
        w[i].empty_pipe = ends[0];
    for (size_t i = 0; i < n; i++) {
        open_pipe(ends);
        w[i].own_pipe = ends[0];
        w[(i + n - 1) % n].next_pipe = w[(i + 1) % n].previous_pipe = ends[1];
    }
}

int main(int argc, char **argv)
{
    double seconds = argc > 2 ? strtod(argv[1], NULL) : 0;
    if (seconds <= 0)
        wrong("expected a time in seconds");
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
    pthread_barrier_t all_started;
    pthread_barrier_init(&all_started, NULL, (unsigned)n);
    for (size_t i = 0; i < n; i++) {
        w[i].all_started = &all_started;
        srand48_r((long)i + 1, &w[i].chance);
        if (pthread_create(&w[i].thread, NULL, run, &w[i]) != 0)
            wrong("cannot create all threads");
    }
    for (size_t i = 0; i < n; i++)
        pthread_join(w[i].thread, NULL);
    for (size_t i = 0; i < n; i++)
        print_worker(&w[i]);
    free(w);
    return 0;
}
