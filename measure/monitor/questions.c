/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The socket. One epoll descriptor represents it and all clients, so the monitor polls one
 * descriptor between samples. All descriptors are non-blocking; reads and writes are bounded for
 * each client. */
#include "measure/monitor/questions.h"
#include "base/util.h"

#include "base/temporary.h"
#include "base/textstream.h"
#include "measure/monitor/area.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { BACKLOG = 512 };

struct client {
    int connection;
    bool ends;             /* close the connection after the answer is written */
    bool wants_area;       /* send the area with the next byte */
    char in[QUESTION_MAX]; /* an incomplete line */
    size_t n;
    char *out; /* an answer that is being written; NULL = none */
    size_t out_n, out_at;
    struct arena memory; /* memory of `from` */
    struct watch from;   /* the watch at the client's `start` */
    struct client *before, *next;
};
struct questions {
    struct sockaddr_un at;
    char *absolute; /* its absolute path */
    char *folder;   /* directory created for the socket; NULL = the user gave a path */
    int lock;       /* descriptor of that directory */
    int listener, poll, area_file;
    int spare;         /* a descriptor in reserve */
    bool open_to_more; /* the listening socket is polled */
    struct monitor_area *area;
    struct question_source source;
    struct client *clients;
    size_t n_clients;
};

/* ---- opening ---- */

static bool make_area(struct questions *q, struct diag *d)
{
    q->area_file = memfd_create("procmon", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (q->area_file < 0 || ftruncate(q->area_file, sizeof *q->area) ||
        fcntl(q->area_file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)) {
        diag_error(d, (struct where){0}, "cannot share memory with the program: %s",
                   strerror(errno));
        return false;
    }
    void *at = mmap(NULL, sizeof *q->area, PROT_READ | PROT_WRITE, MAP_SHARED, q->area_file, 0);
    if (at == MAP_FAILED) {
        diag_error(d, (struct where){0}, "cannot share memory with the program: %s",
                   strerror(errno));
        return false;
    }
    q->area = at;
    q->area->version = AREA_VERSION;
    q->area->magic = AREA_MAGIC;
    return true;
}

/* Creates a directory that only this user can access, and opens it. */
static char *private_directory(int *lock)
{
    static const char *const names[] = {"XDG_RUNTIME_DIR", "TMPDIR"};
    for (size_t i = 0; i <= COUNT_OF(names); i++) {
        const char *in = i < COUNT_OF(names) ? getenv(names[i]) : "/tmp";
        char path[100], *folder;
        if (!in || *in != '/' || strlen(in) > 75)
            continue;
        snprintf(path, sizeof path, "%s/procmon", in);
        if ((*lock = temporary_folder(path, &folder)) >= 0)
            return folder;
    }
    return NULL;
}

static bool choose_path(struct questions *q, const char *path, struct diag *d)
{
    if (path && strlen(path) >= sizeof q->at.sun_path) {
        diag_error(d, (struct where){.file = path},
                   "the path of a socket has at most %zu bytes: use a shorter one",
                   sizeof q->at.sun_path - 1);
        return false;
    }
    if (path) {
        strcpy(q->at.sun_path, path);
        return true;
    }
    q->folder = private_directory(&q->lock);
    if (!q->folder) {
        diag_error(d, (struct where){.file = "/tmp"},
                   "cannot create a directory for the socket: %s; set TMPDIR to another directory",
                   strerror(errno));
        return false;
    }
    sprintf(q->at.sun_path, "%s/socket", q->folder);
    return true;
}

/* Returns an absolute path, for programs that change their directory; the given path if the
 * absolute one is too long. */
static char *absolute_path(const struct sockaddr_un *at)
{
    char folder[PATH_MAX];
    if (*at->sun_path == '/' || !getcwd(folder, sizeof folder) ||
        strlen(folder) + 1 + strlen(at->sun_path) >= sizeof at->sun_path)
        return xstrdup(at->sun_path);
    char *path = xmalloc(sizeof at->sun_path);
    snprintf(path, sizeof at->sun_path, "%s/%s", folder, at->sun_path);
    return path;
}

/* Returns whether the socket is left from a monitor that has ended: no process listens. */
static bool is_left_over(const struct sockaddr_un *at)
{
    struct stat st;
    if (lstat(at->sun_path, &st) || !S_ISSOCK(st.st_mode))
        return false;
    int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool refused =
        s >= 0 && connect(s, (const struct sockaddr *)at, sizeof *at) && errno == ECONNREFUSED;
    if (s >= 0)
        close(s);
    return refused;
}

/* Binds the socket such that only this user can connect from the start. */
static bool bind_to(int s, const struct sockaddr_un *at)
{
    mode_t before = umask(0177);
    bool bound = bind(s, (const struct sockaddr *)at, sizeof *at) == 0;
    if (!bound && errno == EADDRINUSE && is_left_over(at)) {
        unlink(at->sun_path);
        bound = bind(s, (const struct sockaddr *)at, sizeof *at) == 0;
    }
    umask(before);
    return bound;
}

static bool poll_for(struct questions *q, int op, int fd, uint32_t events, void *who)
{
    struct epoll_event e = {.events = events, .data.ptr = who};
    return epoll_ctl(q->poll, op, fd, &e) == 0;
}

static bool listen_at(struct questions *q, struct diag *d)
{
    int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s >= 0 && bind_to(s, &q->at)) {
        q->listener = s;
        q->poll = epoll_create1(EPOLL_CLOEXEC);
        if (!listen(s, BACKLOG) && q->poll >= 0 && poll_for(q, EPOLL_CTL_ADD, s, EPOLLIN, NULL)) {
            q->open_to_more = true;
            return true;
        }
    }
    int error = errno;
    struct where w = {.file = q->at.sun_path};
    if (error == EADDRINUSE)
        diag_error(d, w, "the file exists: remove it or use another path");
    else
        diag_error(d, w, "cannot create the socket: %s", strerror(error));
    if (s >= 0 && q->listener < 0)
        close(s);
    return false;
}

struct questions *questions_open(const char *path, struct diag *d)
{
    struct questions *q = xmalloc(sizeof *q);
    *q = (struct questions){.at.sun_family = AF_UNIX,
                            .listener = -1,
                            .poll = -1,
                            .area_file = -1,
                            .spare = open("/dev/null", O_RDONLY | O_CLOEXEC)};
    if (make_area(q, d) && choose_path(q, path, d) && listen_at(q, d)) {
        q->absolute = absolute_path(&q->at);
        return q;
    }
    questions_close(q);
    return NULL;
}

const char *questions_path(const struct questions *q)
{
    return q->absolute;
}

const struct monitor_area *questions_area(const struct questions *q)
{
    return q->area;
}

void questions_source(struct questions *q, struct question_source source)
{
    q->source = source;
}

int questions_descriptor(const struct questions *q)
{
    return q->poll;
}

/* ---- clients ---- */

static void accept_more(struct questions *q, bool open)
{
    if (open != q->open_to_more &&
        poll_for(q, EPOLL_CTL_MOD, q->listener, open ? EPOLLIN : 0, NULL))
        q->open_to_more = open;
}

static void close_client(struct questions *q, struct client *a)
{
    close(a->connection);
    *(a->before ? &a->before->next : &q->clients) = a->next;
    if (a->next)
        a->next->before = a->before;
    free(a->out);
    arena_free(&a->memory);
    free(a);
    q->n_clients--;
    accept_more(q, true);
}

/* If no descriptor is left, pending connections would keep the socket readable. Accepts one with
 * the spare descriptor and closes it. Returns false if none is pending. */
static bool reject_client(struct questions *q)
{
    if (q->spare >= 0)
        close(q->spare);
    int c = accept4(q->listener, NULL, NULL, SOCK_CLOEXEC);
    if (c >= 0)
        close(c);
    q->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return c >= 0;
}

static void accept_client(struct questions *q)
{
    while (q->n_clients < CLIENTS_MAX) {
        int c = accept4(q->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (c < 0 && errno == EINTR)
            continue;
        if (c < 0 && (errno == EMFILE || errno == ENFILE) && reject_client(q))
            continue;
        if (c < 0)
            return;
        struct client *a = xmalloc(sizeof *a);
        *a = (struct client){.connection = c, .next = q->clients};
        if (!poll_for(q, EPOLL_CTL_ADD, c, EPOLLIN, a)) {
            close(c);
            free(a);
            continue;
        }
        if (q->clients)
            q->clients->before = a;
        q->clients = a;
        q->n_clients++;
    }
    accept_more(q, false);
}

/* ---- answers ---- */

/* Keeps what later answers need from a watch. */
static void keep_start(struct client *a, const struct watch *now)
{
    arena_free(&a->memory);
    a->from = (struct watch){
        .seconds = now->seconds,
        .samples = now->samples,
        .threads = ARENA_ARRAY(&a->memory, struct watched_thread, now->n_threads),
        .n_threads = now->n_threads,
        .cpus = ARENA_ARRAY(&a->memory, struct watched_cpu, now->n_cpus),
        .n_cpus = now->n_cpus,
    };
    for (size_t i = 0; i < now->n_threads; i++)
        a->from.threads[i] = (struct watched_thread){.tid = now->threads[i].tid,
                                                     .begin = now->threads[i].begin,
                                                     .counts = now->threads[i].counts};
    for (size_t i = 0; i < now->n_cpus; i++) {
        a->from.cpus[i] = now->cpus[i];
        if (!is_known(now->cpus[i].idle))
            a->from.cpus[i].idle = missing("unknown at that time");
    }
}

static void answer_error(FILE *out, const char *why)
{
    fprintf(out, "{\"error\": \"%s\"}\n", why);
}

static void answer_watch(struct questions *q, struct client *a, const struct question *ask,
                         FILE *out)
{
    struct arena memory = {0};
    const char *name = *ask->name ? ask->name : NULL;
    struct watch now = q->source.watch(q->source.context, &memory);
    if (ask->kind == QUESTION_START) {
        keep_start(a, &now);
        fprintf(out, "{\"started\": true}\n");
    } else if (ask->kind == QUESTION_READ)
        question_answer_read(out, &a->from, &now, name);
    else
        question_answer_processing(out, &a->from, &now, name);
    arena_free(&memory);
}

static void answer_area(struct client *a, const char *version, FILE *out)
{
    char mine[16];
    snprintf(mine, sizeof mine, "%d", AREA_VERSION);
    a->ends = true;
    if (strcmp(version, mine) != 0)
        answer_error(out, "the program's libprocmon has another version");
    else {
        a->wants_area = true;
        fprintf(out, "{\"area\": %s}\n", mine);
    }
}

static void answer_question(struct questions *q, struct client *a, const struct question *ask,
                            FILE *out)
{
    if (ask->kind == QUESTION_AREA)
        answer_area(a, ask->name, out);
    else if (!q->source.watch)
        answer_error(out, "no watch has started yet; ask again");
    else if (ask->kind != QUESTION_CALIBRATE)
        answer_watch(q, a, ask, out);
    else if (!q->source.calibrate)
        answer_error(out, "this monitor does not calibrate; start procmon with --calibrate");
    else {
        q->source.calibrate(q->source.context, out);
        putc('\n', out);
    }
}

static void answer_line(struct questions *q, struct client *a, size_t n)
{
    struct question ask;
    const char *why = question_read(&ask, a->in, n);
    struct text_stream text;
    FILE *out = text_open(&text);
    if (why)
        answer_error(out, why);
    else
        answer_question(q, a, &ask, out);
    a->out = text_close(&text);
    a->out_n = text.size;
    a->out_at = 0;
}

/* ---- reading and writing ---- */

static ssize_t send_with_area(const struct questions *q, struct client *a)
{
    char control[CMSG_SPACE(sizeof(int))] __attribute__((aligned(16))) = {0};
    struct iovec from = {.iov_base = a->out, .iov_len = a->out_n};
    struct msghdr m = {.msg_iov = &from,
                       .msg_iovlen = 1,
                       .msg_control = control,
                       .msg_controllen = sizeof control};
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof q->area_file);
    memcpy(CMSG_DATA(c), &q->area_file, sizeof q->area_file);
    ssize_t sent = sendmsg(a->connection, &m, MSG_NOSIGNAL);
    a->wants_area = a->wants_area && sent <= 0;
    return sent;
}

/* Returns false if the client has closed the connection. */
static bool write_answer(const struct questions *q, struct client *a)
{
    while (a->out && a->out_at < a->out_n) {
        ssize_t sent = a->wants_area ? send_with_area(q, a)
                                     : send(a->connection, a->out + a->out_at, a->out_n - a->out_at,
                                            MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return errno == EAGAIN;
        a->out_at += (size_t)sent;
    }
    free(a->out);
    a->out = NULL;
    return !a->ends;
}

static const char *whole_line(const struct client *a)
{
    return memchr(a->in, '\n', a->n);
}

/* Answers the next complete line: one at a time, so that a busy client does not delay others. */
static bool answer_next(struct questions *q, struct client *a)
{
    const char *end = whole_line(a);
    if (!end)
        return true;
    size_t n = (size_t)(end - a->in);
    answer_line(q, a, n);
    a->n -= n + 1;
    memmove(a->in, end + 1, a->n);
    return write_answer(q, a);
}

/* Answers a line without an end as too long, and closes the connection. */
static bool answer_too_long(struct questions *q, struct client *a)
{
    a->ends = true;
    answer_line(q, a, a->n);
    return write_answer(q, a);
}

static bool read_questions(struct questions *q, struct client *a)
{
    ssize_t got;
    do
        got = recv(a->connection, a->in + a->n, sizeof a->in - a->n, 0);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return errno == EAGAIN;
    if (got == 0)
        return false;
    a->n += (size_t)got;
    if (a->n == sizeof a->in && !whole_line(a))
        return answer_too_long(q, a);
    return answer_next(q, a);
}

static bool serve_client(struct questions *q, struct client *a, uint32_t events)
{
    if (a->out)
        return !(events & (EPOLLERR | EPOLLHUP)) && write_answer(q, a);
    return whole_line(a) ? answer_next(q, a) : read_questions(q, a);
}

/* Returns the epoll events that the client waits for: its answer to be read, its turn, or a
 * question. */
static uint32_t awaited_events(const struct client *a)
{
    return a->out || whole_line(a) ? EPOLLOUT : EPOLLIN;
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Clients that are not served for lack of time come first the next time. */
void questions_ready(void *context)
{
    static const double enough = 0.002; /* seconds; a sample may be due then */
    struct questions *q = context;
    struct epoll_event at;
    double begin = seconds_now();
    for (int n = 1; n > 0 && seconds_now() - begin < enough;) {
        n = epoll_wait(q->poll, &at, 1, 0);
        struct client *a = n > 0 ? at.data.ptr : NULL;
        if (n > 0 && !a)
            accept_client(q);
        if (!a)
            continue;
        bool stays = serve_client(q, a, at.events);
        if (!stays || !poll_for(q, EPOLL_CTL_MOD, a->connection, awaited_events(a), a))
            close_client(q, a);
    }
}

void questions_close(struct questions *q)
{
    if (!q)
        return;
    while (q->clients)
        close_client(q, q->clients);
    if (q->listener >= 0) {
        close(q->listener);
        unlink(q->at.sun_path);
    }
    if (q->folder) {
        rmdir(q->folder);
        close(q->lock);
    }
    temporary_done(q->folder);
    free(q->absolute);
    if (q->poll >= 0)
        close(q->poll);
    if (q->area)
        munmap(q->area, sizeof *q->area);
    if (q->area_file >= 0)
        close(q->area_file);
    if (q->spare >= 0)
        close(q->spare);
    free(q);
}
