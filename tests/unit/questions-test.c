/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The monitor's socket: its answers, and that no client can block the monitor. */
#include "measure/monitor/area.h"
#include "base/util.h"
#include "measure/monitor/questions.h"
#include "tests/unit/check.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static struct diag quiet = {.quiet = true};

static int connect_to(const char *path)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    strcpy(at.sun_path, path);
    int s = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    return connect(s, (struct sockaddr *)&at, sizeof at) ? -1 : s;
}

/* Sends text, serves, and returns what was received, 0-terminated. */
static const char *exchange(struct questions *q, int s, const char *text, char *to, size_t size)
{
    size_t n = 0;
    ssize_t got;
    if (*text)
        CHECK(send(s, text, strlen(text), MSG_NOSIGNAL) == (ssize_t)strlen(text));
    for (int i = 0; i < 10; i++) {
        questions_ready(q);
        while (n < size - 1 && (got = recv(s, to + n, size - 1 - n, 0)) > 0)
            n += (size_t)got;
    }
    to[n] = 0;
    return to;
}

static int is_closed(int s)
{
    char c;
    return recv(s, &c, 1, 0) == 0;
}

static void lines_are_questions(void)
{
    static const struct {
        const char *line;
        int kind; /* -1 = none */
        const char *name;
    } lines[] = {
        {"start", QUESTION_START, ""},
        {"read", QUESTION_READ, ""},
        {"read worker 1", QUESTION_READ, "worker 1"},
        {"read\r", QUESTION_READ, ""},
        {"processing worker", QUESTION_PROCESSING, "worker"},
        {"calibrate", QUESTION_CALIBRATE, ""},
        {"area 1", QUESTION_AREA, "1"},
        {"", -1, ""},
        {"reads", -1, ""},
        {"READ", -1, ""},
        {" read", -1, ""},
        {"start now", -1, ""},
        {"read \x1b[2J", -1, ""},
    };
    struct question q;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        const char *why = question_read(&q, lines[i].line, strlen(lines[i].line));
        CHECK((!why) == (lines[i].kind >= 0));
        if (!why) {
            CHECK((int)q.kind == lines[i].kind);
            CHECK_TEXT(lines[i].name, q.name);
        }
    }
    char longest[300];
    memset(longest, 'x', sizeof longest);
    memcpy(longest, "read ", 5);
    CHECK(!question_read(&q, longest, 255) && strlen(q.name) == 250);
    CHECK(question_read(&q, longest, 256));
}

static struct watched_thread thread(long number, long tid, const char *name, double begin,
                                    uint64_t processing, uint64_t timer)
{
    struct watched_thread t = {
        .number = number, .pid = 5, .tid = tid, .name = name, .begin = begin};
    t.counts.n[STATE_PROCESSING] = processing;
    t.counts.n[STATE_TIMER] = timer;
    return t;
}

/* From 2 s to 4 s: "a" has 10 - 5 = 5 samples, of which 4 - 1 = 3 in processing; "b" is new, 1 of
 * 4; CPU 0 was idle 0.5 * 2 = 1 s of the first two and 0.25 * 4 = 1 s of all four: never since
 * then. */
static void samples_since_a_time(void)
{
    struct watched_thread then[] = {thread(0, 7, "a", 0, 1, 4)};
    struct watched_thread now[] = {thread(0, 6, "late", 3, 0, 2), thread(1, 7, "a", 0, 4, 6),
                                   thread(2, 8, "b", 3, 1, 3)};
    struct watched_cpu cpu_then = {.cpu = 0, .idle = known(0.5)}, cpu = {.idle = known(0.25)};
    struct watch from = {.seconds = 2, .samples = 20, .threads = then, .n_threads = 1};
    struct watch to = {.seconds = 4, .samples = 50, .threads = now, .n_threads = 3};
    from.cpus = &cpu_then, to.cpus = &cpu, from.n_cpus = to.n_cpus = 1;
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    question_answer_read(out, &from, &to, "a");
    fclose(out);
    CHECK_TEXT("{\"seconds\": 2, \"samples\": 30, \"threads\": [{\"tid\": 7, \"pid\": 5, \"name\": "
               "\"a\", \"group\": null, \"ended\": false, \"samples\": 5, \"share\": "
               "{\"processing\": 0.6, \"communication\": 0, \"timer\": 0.4, \"disk\": 0, "
               "\"stopped\": 0, \"unknown\": 0}}], \"cpus\": [{\"cpu\": 0, \"idle\": 0}]}\n",
               text);
    free(text);
    out = open_memstream(&text, &n);
    question_answer_processing(out, &from, &to, "b");
    question_answer_processing(out, &from, &to, NULL); /* (0 + 3/5 + 1/4) / 3 */
    question_answer_processing(out, &from, &to, "c");
    fclose(out);
    CHECK_TEXT("0.250000\n0.283333\nnull\n", text);
    free(text);
}

static struct watch many_threads(void *context, struct arena *a)
{
    size_t n = *(size_t *)context;
    struct watch w = {.seconds = 1, .samples = 100, .n_threads = n};
    w.threads = ARENA_ARRAY(a, struct watched_thread, n);
    for (size_t i = 0; i < n; i++)
        w.threads[i] = thread((long)i, 100 + (long)i, "many", 0, 1, 1);
    return w;
}

static void askers_are_answered(void)
{
    static char text[4096];
    size_t n = 1;
    struct questions *q = questions_open(NULL, &quiet);
    int s = connect_to(questions_path(q));
    CHECK_TEXT("{\"error\": \"no watch has started yet; ask again\"}\n",
               exchange(q, s, "read\n", text, sizeof text));
    questions_source(q, (struct question_source){.watch = many_threads, .context = &n});
    CHECK_TEXT("", exchange(q, s, "process", text, sizeof text));
    CHECK_TEXT("0.500000\n", exchange(q, s, "ing many\n", text, sizeof text));
    exchange(q, s, "start\nprocessing none\nprocessing many\n", text, sizeof text);
    CHECK_TEXT("{\"started\": true}\nnull\nnull\n", text); /* no new sample */
    close(s);
    questions_close(q);
}

/* Garbage gets a message with the valid questions; a line without end closes the connection. */
static void garbage_is_harmless(void)
{
    static char text[1 << 16], line[1000];
    size_t n = 1;
    struct questions *q = questions_open(NULL, &quiet);
    questions_source(q, (struct question_source){.watch = many_threads, .context = &n});
    int s = connect_to(questions_path(q)), other = connect_to(questions_path(q));
    memset(line, 'x', sizeof line - 1);
    exchange(q, s, line, text, sizeof text);
    CHECK_TEXT("{\"error\": \"a question must be a line of at most 255 bytes\"}\n", text);
    CHECK(is_closed(s));
    close(s);
    s = connect_to(questions_path(q));
    unsigned random = 1;
    for (int i = 0; i < 200; i++) {
        for (size_t k = 0; k < 64; k++) {
            random = random * 1103515245 + 12345;
            line[k] = (char)((random >> 16 & 255) ? random >> 16 & 255 : 1);
        }
        line[64] = '\n';
        line[65] = 0;
        exchange(q, s, line, text, sizeof text);
        CHECK(strncmp(text, "{\"error\": ", 10) == 0);
    }
    close(s);
    CHECK_TEXT("0.500000\n", exchange(q, other, "processing many\n", text, sizeof text));
    close(other);
    questions_close(q);
}

/* A client that sends questions and does not read the answers gets no more than its socket
 * holds; other clients are served. */
static void a_client_that_does_not_read_blocks_no_other(void)
{
    static char text[1 << 20];
    size_t n = 2000;
    struct questions *q = questions_open(NULL, &quiet);
    questions_source(q, (struct question_source){.watch = many_threads, .context = &n});
    int deaf = connect_to(questions_path(q)), other = connect_to(questions_path(q));
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    for (int i = 0; i < 3000; i++) {
        (void)!send(deaf, "read\nread\nread\n", 15, MSG_NOSIGNAL);
        questions_ready(q);
    }
    getrusage(RUSAGE_SELF, &after);
    CHECK(after.ru_maxrss - before.ru_maxrss < 64 * 1024); /* KiB */
    CHECK_TEXT("0.500000\n", exchange(q, other, "processing many\n", text, sizeof text));
    /* When it reads again, it gets all answers completely. */
    size_t lines = 0, bytes = 0;
    for (ssize_t got; lines < 3;) {
        questions_ready(q);
        while ((got = recv(deaf, text, sizeof text, 0)) > 0)
            for (ssize_t i = 0; i < got; i++, bytes++)
                lines += text[i] == '\n';
        if (got == 0)
            break;
    }
    CHECK(lines >= 3 && bytes > 3 * 2000 * 100);
    close(deaf);
    close(other);
    questions_close(q);
}

/* More clients than the maximum wait; each that leaves frees a slot. */
static void many_askers(void)
{
    enum { MANY = CLIENTS_MAX + 50 };
    static int s[MANY];
    char text[256];
    size_t n = 1;
    struct rlimit most;
    getrlimit(RLIMIT_NOFILE, &most);
    most.rlim_cur = most.rlim_max;
    setrlimit(RLIMIT_NOFILE, &most);
    if (most.rlim_cur < 3 * MANY) {
        printf("# left out: many_askers: %ld descriptors are allowed\n", (long)most.rlim_cur);
        return;
    }
    struct questions *q = questions_open(NULL, &quiet);
    questions_source(q, (struct question_source){.watch = many_threads, .context = &n});
    for (int i = 0; i < MANY; i++) {
        s[i] = connect_to(questions_path(q));
        CHECK(s[i] >= 0);
        questions_ready(q);
    }
    CHECK_TEXT("", exchange(q, s[MANY - 1], "processing many\n", text, sizeof text));
    for (int i = 0; i < 50; i++)
        close(s[i]);
    for (int i = 0; i < 20; i++)
        questions_ready(q);
    CHECK_TEXT("0.500000\n", exchange(q, s[MANY - 1], "", text, sizeof text));
    for (int i = 50; i < MANY; i++)
        close(s[i]);
    questions_close(q);
}

/* Without free descriptors clients are rejected, and the monitor does not loop: the socket is
 * then not readable. */
static void no_descriptors_left(void)
{
    struct rlimit before, low;
    char text[64];
    size_t n = 1;
    getrlimit(RLIMIT_NOFILE, &before);
    struct questions *q = questions_open(NULL, &quiet);
    questions_source(q, (struct question_source){.watch = many_threads, .context = &n});
    int s[3];
    for (int i = 0; i < 3; i++)
        s[i] = connect_to(questions_path(q));
    low = before;
    low.rlim_cur = (rlim_t)s[2] + 1;
    setrlimit(RLIMIT_NOFILE, &low);
    for (int i = 0; i < 5; i++)
        questions_ready(q);
    struct pollfd p = {.fd = questions_descriptor(q), .events = POLLIN};
    CHECK(poll(&p, 1, 0) == 0);
    for (int i = 0; i < 3; i++)
        CHECK(is_closed(s[i]));
    setrlimit(RLIMIT_NOFILE, &before);
    for (int i = 0; i < 3; i++)
        close(s[i]);
    s[0] = connect_to(questions_path(q));
    CHECK_TEXT("0.500000\n", exchange(q, s[0], "processing many\n", text, sizeof text));
    close(s[0]);
    questions_close(q);
}

/* The memory has a fixed size: a client cannot truncate it. */
static void the_area_is_sealed(void)
{
    char text[64], control[CMSG_SPACE(sizeof(int))] __attribute__((aligned(16)));
    struct questions *q = questions_open(NULL, &quiet);
    int s = connect_to(questions_path(q)), fd = -1;
    CHECK(send(s, "area 1\n", 7, 0) == 7);
    for (int i = 0; i < 5; i++)
        questions_ready(q);
    struct iovec to = {.iov_base = text, .iov_len = sizeof text};
    struct msghdr m = {
        .msg_iov = &to, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    CHECK(recvmsg(s, &m, 0) > 0);
    if (CMSG_FIRSTHDR(&m))
        memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof fd);
    CHECK(fd >= 0 && is_closed(s));
    CHECK(ftruncate(fd, 0) == -1 && errno == EPERM);
    struct monitor_area *a = mmap(NULL, sizeof *a, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(a != MAP_FAILED && a->magic == AREA_MAGIC && a->version == AREA_VERSION);
    a->changes = 7;
    CHECK(questions_area(q)->changes == 7);
    munmap(a, sizeof *a);
    close(fd);
    close(s);
    s = connect_to(questions_path(q));
    exchange(q, s, "area 999\n", text, sizeof text);
    CHECK(strncmp(text, "{\"error\": ", 10) == 0 && is_closed(s));
    close(s);
    questions_close(q);
}

/* A named socket: accessible only by this user; it does not replace other files, but an
 * abandoned socket. */
static void a_socket_of_a_name(void)
{
    char folder[] = "questions-XXXXXX", path[64], longest[200];
    struct stat st;
    if (!mkdtemp(folder)) {
        printf("# left out: a_socket_of_a_name: no folder can be made here\n");
        return;
    }
    snprintf(path, sizeof path, "%s/s", folder);
    struct questions *q = questions_open(path, &quiet);
    CHECK(q && stat(path, &st) == 0 && (st.st_mode & 0777) == 0600);
    CHECK(!questions_open(path, &quiet)); /* another process listens there */
    questions_close(q);
    CHECK(stat(path, &st) == -1);
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    strcpy(at.sun_path, path);
    int dead = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(bind(dead, (struct sockaddr *)&at, sizeof at) == 0);
    close(dead);
    q = questions_open(path, &quiet);
    CHECK(q);
    questions_close(q);
    close(open(path, O_CREAT | O_WRONLY, 0600));
    CHECK(!questions_open(path, &quiet) && stat(path, &st) == 0); /* a file is not replaced */
    unlink(path);
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    CHECK(!questions_open(longest, &quiet));
    rmdir(folder);
}

int main(void)
{
    TEST(lines_are_questions);
    TEST(samples_since_a_time);
    TEST(askers_are_answered);
    TEST(garbage_is_harmless);
    TEST(a_client_that_does_not_read_blocks_no_other);
    TEST(many_askers);
    TEST(no_descriptors_left);
    TEST(the_area_is_sealed);
    TEST(a_socket_of_a_name);
    return tests_end();
}
