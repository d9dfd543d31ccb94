/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the interpretation of the kernel's texts: each rule of classify.c with texts written by
 * hand. */
#include "measure/monitor/linux/peers.h"
#include "base/util.h"
#include "tests/unit/check.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool reads(struct seen_thread *s, const char *text)
{
    *s = (struct seen_thread){0};
    return seen_read_syscall(s, text, strlen(text));
}

static void texts_are_read(void)
{
    struct seen_thread s;
    CHECK(reads(&s, "running\n") && s.running && !s.ended && s.call == -1);
    CHECK(reads(&s, "0 0x3 0x7f3ff4413000 0x20000 0x0 0xffffffff 0xffffffffffffffff 0x7fff00622f08 "
                    "0x7f3ff45892ad\n"));
    CHECK(!s.running && !s.ended && !s.foreign && s.call == 0);
    CHECK(s.args[0] == 3 && s.args[1] == 0x7f3ff4413000 && s.args[5] == UINT64_MAX);
    CHECK(reads(&s, "-1 0x7fff00622f08 0x7f3ff45892ad\n") && s.call == -1 && !s.ended);
    /* an interrupt number where the thread was computing when it was stopped */
    CHECK(reads(&s, "-236 0x7fff00622f08 0x7f3ff45892ad") && s.call == -1);
    CHECK(reads(&s, "-1 0x0 0x0\n") && s.ended);
    CHECK(reads(&s, "162 0x1 0x2 0x3 0x4 0x5 0x6 0xffd0a0b0 0xf7f00559\n"));
    CHECK(s.foreign == (sizeof(long) > 4));
}

static void damaged_texts_are_rejected(void)
{
    static const char *const texts[] = {
        "",
        "\n",
        "run",
        "running 1",
        "-",
        "0",
        "x",
        "0 0x1 0x2 0x3 0x4 0x5 0x6 0x7",                     /* an address is missing */
        "0 0x1 0x2 0x3 0x4 0x5 0x6 0x7 0x8 0x9",             /* one too many */
        "0 0x1 0x2 0x3 0x4 0x5 6 0x7 0x8",                   /* no 0x */
        "0 0x1 0x2 0x3 0x4 0x5 0x 0x7 0x8",                  /* no digit */
        "0 0x10000000000000000 0x2 0x3 0x4 0x5 0x6 0x7 0x8", /* 65 bits */
        "2147483648 0x1 0x2 0x3 0x4 0x5 0x6 0x7 0x8",        /* not a system call number */
        "99999999999999999999999 0x1 0x2 0x3 0x4 0x5 0x6 0x7 0x8",
        "-1 0x1",
        "-1 0x1 0x2 0x3",
    };
    struct seen_thread s;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (reads(&s, texts[i])) {
            printf("# \"%s\" is taken\n", texts[i]);
            test_faults++;
        }
}

/* Every prefix of a text is damaged, unless only the line end or digits are truncated. */
static void truncated_texts_are_rejected(void)
{
    static const char text[] = "0 0x3 0x7f 0x2 0x0 0xff 0xff 0x7fff00622f08 0x7";
    struct seen_thread s;
    for (size_t n = 0; n + 1 < sizeof text; n++)
        CHECK(!seen_read_syscall(&s, text, n));
    CHECK(seen_read_syscall(&s, text, sizeof text - 1));
}

/* Descriptors of the process in these tests. */
static enum descriptor_kind kind(void *asked, int d)
{
    static const enum descriptor_kind kinds[] = {DESCRIPTOR_TERMINAL, DESCRIPTOR_PIPE,
                                                 DESCRIPTOR_TIMERFD, DESCRIPTOR_FILE,
                                                 DESCRIPTOR_UNKNOWN};
    ++*(int *)asked;
    return kinds[d];
}

static struct wait_key key;
static int asked;
static enum thread_state state_of(struct seen_thread s)
{
    struct descriptor_reader fd = {kind, &asked};
    key = (struct wait_key){-2, 0};
    asked = 0;
    return seen_state(&s, &fd, &key);
}
#define CALL_STATE(number, ...)                                                                    \
    state_of((struct seen_thread){.call = (number), .args = {__VA_ARGS__}})

static void descriptors_decide(void)
{
    CHECK(CALL_STATE(SYS_read, 0) == STATE_COMMUNICATION && key.call == SYS_read && asked == 1);
    CHECK(CALL_STATE(SYS_read, 1) == STATE_COMMUNICATION && key.at == 1);
    CHECK(CALL_STATE(SYS_read, 2) == STATE_TIMER);
    CHECK(CALL_STATE(SYS_write, 3) == STATE_DISK);
    CHECK(CALL_STATE(SYS_readv, 4) == STATE_UNKNOWN);
    /* a descriptor is 32 bits of the register */
    CHECK(CALL_STATE(SYS_writev, UINT64_C(0xffffffff00000003)) == STATE_DISK && key.at == 3);
    CHECK(CALL_STATE(SYS_recvfrom, 7) == STATE_COMMUNICATION && key.at == 7 && asked == 0);
    CHECK(CALL_STATE(SYS_fsync, 3) == STATE_DISK && asked == 0);
}

static void times_and_futexes(void)
{
    CHECK(CALL_STATE(SYS_clock_nanosleep, 1) == STATE_TIMER && key.at == 0);
    CHECK(CALL_STATE(SYS_futex, 0x7f0012345678, 128, 2) == STATE_COMMUNICATION);
    CHECK(key.at == 0x7f0012345678);
    /* also with a timeout */
    CHECK(CALL_STATE(SYS_futex, 0x7f0012345678, 137, 2, 0x7ffd0) == STATE_COMMUNICATION);
    CHECK(CALL_STATE(SYS_rt_sigtimedwait, 0x7ffd0) == STATE_COMMUNICATION && key.at == 0);
    CHECK(CALL_STATE(SYS_wait4, 1234) == STATE_COMMUNICATION && key.at == 1234);
    CHECK(CALL_STATE(SYS_epoll_wait, 5, 0x7ffd0, 8, 100) == STATE_COMMUNICATION && key.at == 5);
}

static void sets_of_descriptors(void)
{
    const uint64_t a = 0x7ffd0;
#ifdef SYS_poll
    CHECK(CALL_STATE(SYS_poll, 0, 0, 1000) == STATE_TIMER);
    CHECK(CALL_STATE(SYS_poll, a, 0, 1000) == STATE_TIMER);
    CHECK(CALL_STATE(SYS_poll, a, 2, 1000) == STATE_COMMUNICATION);
    CHECK(CALL_STATE(SYS_poll, 0, 0, UINT64_MAX) == STATE_COMMUNICATION); /* no timeout: a signal */
    CHECK(CALL_STATE(SYS_poll, 0, 0, UINT32_MAX) == STATE_COMMUNICATION);
#endif
    CHECK(CALL_STATE(SYS_ppoll, a, 0, a) == STATE_TIMER);
    CHECK(CALL_STATE(SYS_ppoll, a, 0, 0) == STATE_COMMUNICATION);
    CHECK(CALL_STATE(SYS_ppoll, a, 1, a) == STATE_COMMUNICATION);
    CHECK(CALL_STATE(SYS_pselect6, 0, 0, 0, 0, a) == STATE_TIMER);
    CHECK(CALL_STATE(SYS_pselect6, 0, 0, 0, 0, 0) == STATE_COMMUNICATION);
    CHECK(CALL_STATE(SYS_pselect6, 9, 0, 0, 0, a) == STATE_TIMER); /* all sets are NULL */
    CHECK(CALL_STATE(SYS_pselect6, 0, a, a, 0, a) ==
          STATE_TIMER); /* no descriptor of the sets is used */
    CHECK(CALL_STATE(SYS_pselect6, 9, a, 0, 0, a) == STATE_COMMUNICATION);
}

static void locks(void)
{
    CHECK(CALL_STATE(SYS_flock, 3, 2) == STATE_COMMUNICATION);
    CHECK(CALL_STATE(SYS_fcntl, 3, F_SETLKW) == STATE_COMMUNICATION && asked == 0);
    CHECK(CALL_STATE(SYS_fcntl, 3, F_GETFL) == STATE_UNKNOWN);
}

/* The call that continues after a stop, identified by its arguments. */
static void restarted_calls(void)
{
    const uint64_t a = 0x7ffd12345678;
    CHECK(CALL_STATE(SYS_restart_syscall, 0, 0, a, a) == STATE_TIMER);        /* clock_nanosleep */
    CHECK(CALL_STATE(SYS_restart_syscall, a, a) == STATE_TIMER);              /* nanosleep */
    CHECK(CALL_STATE(SYS_restart_syscall, a, 0) == STATE_TIMER);              /* no remainder */
    CHECK(CALL_STATE(SYS_restart_syscall, a, 1, 100) == STATE_COMMUNICATION); /* poll */
    CHECK(CALL_STATE(SYS_restart_syscall, a, 137, 2) == STATE_COMMUNICATION); /* futex */
}

static void the_letter_if_the_call_is_unknown(void)
{
    struct seen_thread fault = {.call = -1};
    CHECK(seen_needs_stat(&fault) && state_of(fault) == STATE_UNKNOWN);
    fault.state = 'D';
    CHECK(!seen_needs_stat(&fault) && state_of(fault) == STATE_DISK && key.call == -1);
    fault.state = 'R';
    CHECK(state_of(fault) == STATE_PROCESSING);
    fault.state = 'S';
    CHECK(state_of(fault) == STATE_UNKNOWN);

    struct seen_thread opens = {.call = SYS_openat};
    CHECK(seen_needs_stat(&opens));
    opens.state = 'S'; /* a FIFO that no process has open for writing */
    CHECK(state_of(opens) == STATE_COMMUNICATION);
    opens.state = 'D';
    CHECK(state_of(opens) == STATE_DISK);
    /* the parent of vfork is D, too */
    CHECK(state_of((struct seen_thread){.call = SYS_clone, .state = 'D'}) == STATE_COMMUNICATION);
    CHECK(!seen_needs_stat(&(struct seen_thread){.call = SYS_futex}));
    CHECK(!seen_needs_stat(&(struct seen_thread){.running = true, .call = -1}));
}

static void stopped_whatever_the_call(void)
{
    CHECK(state_of((struct seen_thread){.call = SYS_futex, .state = 'T'}) == STATE_STOPPED);
    CHECK(key.call == -1);
    CHECK(state_of((struct seen_thread){.call = -1, .state = 't'}) == STATE_STOPPED);
    CHECK(state_of((struct seen_thread){.denied = true, .call = -1, .state = 'T'}) ==
          STATE_STOPPED);
}

/* Without permission the state is unknown, but the letter is readable for all. */
static void denied_is_unknown(void)
{
    struct seen_thread s = {.denied = true, .call = -1};
    CHECK(seen_needs_stat(&s) && state_of(s) == STATE_UNKNOWN);
    s.running = true; /* from an earlier reading */
    CHECK(seen_needs_stat(&s) && state_of(s) == STATE_UNKNOWN);
    s.state = 'S';
    CHECK(state_of(s) == STATE_UNKNOWN);
    s.state = 'R';
    CHECK(state_of(s) == STATE_PROCESSING);
}

/* Call 162 of a 32-bit program is nanosleep, here it is sync. */
static void numbers_of_32_bit_programs_are_not_ours(void)
{
    struct seen_thread s = {.foreign = true, .call = SYS_futex, .state = 'S'};
    CHECK(state_of(s) == STATE_UNKNOWN && key.call == -1);
    s.state = 0;
    CHECK(seen_needs_stat(&s) && state_of(s) == STATE_UNKNOWN);
}

static void links_are_distinguished(void)
{
    CHECK(descriptor_kind("pipe:[17]", 0) == DESCRIPTOR_PIPE);
    CHECK(descriptor_kind("socket:[17]", 0) == DESCRIPTOR_SOCKET);
    CHECK(descriptor_kind("anon_inode:[timerfd]", 0) == DESCRIPTOR_TIMERFD);
    CHECK(descriptor_kind("anon_inode:[eventpoll]", 0) == DESCRIPTOR_EVENTPOLL);
    CHECK(descriptor_kind("anon_inode:[eventfd]", 0) == DESCRIPTOR_ANONYMOUS);
    CHECK(descriptor_kind("anon_inode:inotify", 0) == DESCRIPTOR_ANONYMOUS);
    CHECK(descriptor_kind("/dev/pts/3", S_IFCHR) == DESCRIPTOR_TERMINAL);
    CHECK(descriptor_kind("/dev/null", S_IFCHR) == DESCRIPTOR_DEVICE);
    CHECK(descriptor_kind("/dev/sda", S_IFBLK) == DESCRIPTOR_FILE);
    CHECK(descriptor_kind("/home/x/pipe:[1]", S_IFREG) == DESCRIPTOR_FILE);
    CHECK(descriptor_kind("/tmp/x (deleted)", S_IFIFO) == DESCRIPTOR_FIFO);
    CHECK(descriptor_kind("", 0) == DESCRIPTOR_UNKNOWN);
    CHECK(descriptor_kind("net:[4026531840]", 0) == DESCRIPTOR_UNKNOWN);
}

static void descriptors_of_this_process(void)
{
    char link[64], tiny[6];
    int process = open("/proc/self", O_RDONLY | O_DIRECTORY), pipes[2], sockets[2];
    CHECK(process >= 0 && pipe(pipes) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
    CHECK(descriptor_read(process, pipes[0], link, sizeof link) == DESCRIPTOR_PIPE);
    CHECK(strncmp(link, "pipe:[", 6) == 0);
    CHECK(descriptor_read(process, sockets[1], link, sizeof link) == DESCRIPTOR_SOCKET);
    CHECK(descriptor_read(process, process, link, sizeof link) == DESCRIPTOR_FILE);
    CHECK(descriptor_read(process, process, tiny, sizeof tiny) == DESCRIPTOR_FILE);
    CHECK_TEXT("/proc", tiny);
    close(pipes[0]);
    CHECK(descriptor_read(process, pipes[0], link, sizeof link) == DESCRIPTOR_UNKNOWN);
    CHECK_TEXT("", link);
    close(pipes[1]), close(sockets[0]), close(sockets[1]), close(process);
}

/* Addresses are words of the bytes in memory: 127.0.0.1 is 7f 00 00 01. */
static void lines_of_sockets(void)
{
    char line[200];
    struct net_socket s;
    snprintf(line, sizeof line, "   0: %08X:1F90 %08X:0050 01 0:0 0:0 0 0 0 12345 1",
             (unsigned)htonl(0x7f000001), (unsigned)htonl(0x0a000002));
    CHECK(net_read_line(&s, line) && s.inode == 12345 && s.connected && !s.listens);
    CHECK_TEXT("127.0.0.1:8080", s.local);
    CHECK_TEXT("10.0.0.2:80", s.remote);
    snprintf(line, sizeof line, " 17: %08X%08X%08X%08X:0016 %032X:0000 0A 0:0 0:0 0 0 0 7 1", 0, 0,
             0, (unsigned)htonl(1), 0);
    CHECK(net_read_line(&s, line) && s.inode == 7 && !s.connected && s.listens);
    CHECK_TEXT("[::1]:22", s.local);
    snprintf(line, sizeof line, " 1: %08X%08X%08X%08X:0016 %032X:0000 0A 0:0 0:0 0 0 0 7 1", 0, 0,
             (unsigned)htonl(0xffff), (unsigned)htonl(0x7f000001), 0);
    CHECK(net_read_line(&s, line));
    CHECK_TEXT("127.0.0.1:22", s.local);
    CHECK(!net_read_line(&s, "  sl  local_address rem_address   st tx_queue rx_queue tr"));
    CHECK(!net_read_line(&s, " 1: 0100007:0016 00000000:0000 0A 0:0 0:0 0 0 0 7 1"));
}

static void lines_of_locks(void)
{
    struct held_lock l;
    CHECK(lock_read_line(&l, "1: FLOCK  ADVISORY  WRITE 1234 fe:02:77 0 EOF\n"));
    CHECK(l.pid == 1234 && l.major == 0xfe && l.minor == 2 && l.inode == 77);
    CHECK(lock_read_line(&l, "2: OFDLCK ADVISORY  READ -1 00:1a:9 0 5\n") && l.pid == -1);
    CHECK(!lock_read_line(&l, "1: -> FLOCK  ADVISORY  WRITE 1235 fe:02:77 0 EOF\n"));
    CHECK(!lock_read_line(&l, ""));
}

static void calls_have_names(void)
{
    char buf[32];
    CHECK_TEXT("futex", seen_call_name(SYS_futex, buf));
    CHECK_TEXT("page fault", seen_call_name(-1, buf));
    CHECK_TEXT("call 100000", seen_call_name(100000, buf));
}

int main(void)
{
    TEST(texts_are_read);
    TEST(damaged_texts_are_rejected);
    TEST(truncated_texts_are_rejected);
    TEST(descriptors_decide);
    TEST(times_and_futexes);
    TEST(sets_of_descriptors);
    TEST(locks);
    TEST(restarted_calls);
    TEST(the_letter_if_the_call_is_unknown);
    TEST(stopped_whatever_the_call);
    TEST(denied_is_unknown);
    TEST(numbers_of_32_bit_programs_are_not_ours);
    TEST(links_are_distinguished);
    TEST(descriptors_of_this_process);
    TEST(lines_of_sockets);
    TEST(lines_of_locks);
    TEST(calls_have_names);
    return tests_end();
}
