/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "base/file.h"
#include "base/util.h"
#include "commands/procmon/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The last signal. Negative: sent by the kernel, because a key was pressed or the terminal
 * closed. */
static volatile sig_atomic_t noted;
/* The pipe contains a byte since it was last emptied. A wait for input of the pipe then returns
 * at once, also if the signal came just before the wait. */
static volatile sig_atomic_t woken;
static int wake[2] = {-1, -1};

static void wake_up(int number)
{
    int before = errno;
    (void)number;
    woken = write(wake[1], "", 1) == 1 || woken;
    errno = before;
}

static void note_signal(int number, siginfo_t *about, void *context)
{
    (void)context;
    noted = about->si_code == SI_KERNEL ? -number : number;
    wake_up(number);
}

/* Empties the pipe. The caller checks the reason of the wakeup afterwards. */
static void drain_pipe(void)
{
    char bytes[64];
    if (!woken)
        return;
    woken = 0;
    while (read(wake[0], bytes, sizeof bytes) > 0)
        ;
}

int signals_descriptor(void)
{
    return wake[0];
}

void signals_note(struct child *c, bool stop)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP};
    size_t n = COUNT_OF(numbers) - !stop;
    if (pipe2(wake, O_CLOEXEC | O_NONBLOCK) != 0)
        wake[0] = wake[1] = -1;
    struct sigaction note = {.sa_sigaction = note_signal, .sa_flags = SA_SIGINFO}, now;
    for (size_t i = 0; i < n; i++)
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaction(numbers[i], &note, NULL);
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = wake_up, .sa_flags = SA_NOCLDSTOP}, NULL);
    c->ignores_pipe = signal(SIGPIPE, SIG_IGN) == SIG_IGN;
}

void descriptors_reserve(void)
{
    for (int f = STDIN_FILENO; f <= STDERR_FILENO; f++)
        if (fcntl(f, F_GETFD) < 0)
            open("/dev/null", (f == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
}

int signals_fetch(const struct child *c)
{
    drain_pipe();
    int number = noted;
    noted = 0;
    if (number > 0 && c->pid && !c->ended)
        kill(c->pid, number);
    return number < 0 ? -number : number;
}

/* In the new process: waits for the byte, then executes the command or reports why it cannot. */
static _Noreturn void execute_command(const char *const *command, const struct child *c, int go,
                                      int refused)
{
    char byte;
    signal(SIGPIPE, c->ignores_pipe ? SIG_IGN : SIG_DFL);
    for (int f = STDOUT_FILENO; c->kept && f <= STDERR_FILENO; f++)
        if (isatty(f))
            dup2(fileno(c->kept), f);
    if (read(go, &byte, 1) != 1)
        _exit(1);
    execvp(command[0], (char *const *)command);
    int why = errno;
    _exit(write(refused, &why, sizeof why) == sizeof why ? 1 : 2);
}

static bool keep_output(struct child *c)
{
    c->kept = tmpfile();
    return c->kept && fcntl(fileno(c->kept), F_SETFD, FD_CLOEXEC) == 0;
}

bool child_make(struct child *c, const char *const *command, bool keep, struct diag *d)
{
    int go[2], refused[2];
    *c = (struct child){.ignores_pipe = c->ignores_pipe};
    if ((keep && !keep_output(c)) || pipe2(go, O_CLOEXEC) != 0 || pipe2(refused, O_CLOEXEC) != 0 ||
        (c->pid = fork()) < 0) {
        diag_error(d, (struct where){0}, "cannot create a process for %s: %s", command[0],
                   strerror(errno));
        c->pid = 0;
        return false;
    }
    if (c->pid == 0) {
        close(go[1]);
        execute_command(command, c, go[0], refused[1]);
    }
    close(go[0]);
    close(refused[1]);
    c->go = go[1];
    c->refused = refused[0];
    return true;
}

bool child_go(struct child *c, const char *name, struct diag *d)
{
    int why = 0;
    ssize_t n = write(c->go, "", 1);
    close(c->go);
    while ((n = read(c->refused, &why, sizeof why)) < 0 && errno == EINTR)
        ;
    close(c->refused);
    if (n != sizeof why)
        return true;
    diag_error(d, (struct where){0}, "cannot start '%s': %s", name, strerror(why));
    c->not_started = why == ENOENT ? 127 : 126;
    while (!c->ended)
        child_wait(c);
    return false;
}

bool child_ended(const struct child *c)
{
    siginfo_t about = {0};
    return c->ended ||
           (c->pid && waitid(P_PID, (id_t)c->pid, &about, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            about.si_pid);
}

/* If the signal of the child's end is blocked, only the timeout ends the wait. */
void child_wait(struct child *c)
{
    enum { AGAIN_MS = 1000 };
    struct pollfd p = {.fd = wake[0], .events = POLLIN};
    drain_pipe();
    if (!c->pid || c->ended)
        return;
    c->ended = waitpid(c->pid, &c->status, WNOHANG) == c->pid;
    if (!c->ended)
        poll(&p, 1, AGAIN_MS);
}

void child_print_kept(struct child *c, FILE *out)
{
    char text[4096];
    size_t n;
    if (!c->kept)
        return;
    rewind(c->kept);
    while ((n = fread(text, 1, sizeof text, c->kept)) > 0)
        fwrite(text, 1, n, out);
    if (!file_close(c->kept))
        fprintf(stderr, "procmon: error: cannot read the held output of the program: %s\n",
                strerror(errno));
    c->kept = NULL;
}

int child_exit_status(const struct child *c)
{
    return WIFSIGNALED(c->status) ? 128 + WTERMSIG(c->status) : WEXITSTATUS(c->status);
}
