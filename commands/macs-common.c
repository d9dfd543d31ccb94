/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the verbs of macs that measure have in common. */
#include "base/outfile.h"
#include "base/shown.h"
#include "commands/common.h"
#include "commands/macs.h"
#include "drive/child.h"
#include "drive/marking.h"
#include "drive/telling.h"
#include "drive/work.h"
#include "machines/host.h"
#include "machines/read.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_PROCESSORS = 4096, MOST_RUNS = 1000, STOPPED_BY = 128 };

void macs_begin(struct macs *m)
{
    *m = (struct macs){.o = {.folder = "macs-out", .repeat = -1}};
    diag_init(&m->d, "macs");
}

int macs_split(struct macs *m, int argc, char **argv, struct words *behind)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            for (int j = i + 1; j < argc; j++)
                words_add(&m->arena, behind, argv[j]);
            return i;
        }
    return argc;
}

/* ---- options ---- */

static bool holds(const long *list, size_t n, long number)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == number)
            return true;
    return false;
}

/* 1,2,4; a number that comes again counts once. */
static bool take_processors(struct macs *m)
{
    size_t room = 1;
    int most = m->ask.lab ? KSR1_MOST_CELLS : MOST_PROCESSORS;
    for (const char *p = m->o.processors; *p; p++)
        room += *p == ',';
    long *list = ARENA_ARRAY(&m->arena, long, room);
    for (const char *p = m->o.processors;; p++) {
        char *end;
        long n = strtol(p, &end, 10);
        if (*p < '0' || *p > '9' || n < 1 || n > most || (*end && *end != ',')) {
            wrong_usage("macs", "-p is a list of numbers from 1 to %d, as 1,2,4, not '%s'", most,
                        m->o.processors);
            return false;
        }
        if (!holds(list, m->ask.n_processors, n))
            list[m->ask.n_processors++] = n;
        if (!*(p = end))
            break;
    }
    m->ask.processors = list;
    return true;
}

static bool take_launcher(struct macs *m)
{
    if (!m->o.launcher)
        return true;
    if (!words_split(&m->arena, &m->ask.launcher, m->o.launcher))
        wrong_usage("macs", "--launch has a quote that is not closed: %s", m->o.launcher);
    else if (!m->ask.launcher.n)
        wrong_usage("macs", "--launch is empty: it is the command that starts the program, as "
                            "'mpirun -np {p}'");
    else
        return true;
    return false;
}

/* What starts the program has to be there, unless nothing is started. */
static bool find_launcher(struct macs *m)
{
    const struct words *w = &m->ask.launcher;
    if (!w->n || m->o.dry || tool_on_path(&m->arena, w->at[0], NULL))
        return true;
    diag_error(&m->d, (struct where){0},
               "there is no '%s': --launch begins with the command that starts the program",
               w->at[0]);
    return false;
}

/* --stdin, or the file that is our own standard input. */
static bool take_input(struct macs *m)
{
    struct stat s;
    char path[4096];
    m->ask.input = m->o.input;
    if (!m->o.input && fstat(STDIN_FILENO, &s) == 0 && S_ISREG(s.st_mode)) {
        ssize_t n = readlink("/proc/self/fd/0", path, sizeof path - 1);
        if (n > 0)
            m->ask.input = arena_strndup(&m->arena, path, (size_t)n);
    }
    if (!m->ask.input ||
        (access(m->ask.input, R_OK) == 0 && stat(m->ask.input, &s) == 0 && !S_ISDIR(s.st_mode)))
        return true;
    diag_error(&m->d, (struct where){.file = m->ask.input}, "can't be read as standard input");
    return false;
}

bool macs_read_cpu(struct host_cpu *cpu, struct diag *d)
{
    const char *text = getenv("MACS_CPU");
    if (text ? host_simulate(text, cpu) : host_read(cpu))
        return true;
    if (text)
        diag_error(d, (struct where){0},
                   "MACS_CPU is vendor, family, model and stepping of a CPU, then its features if "
                   "not all are meant, not '%s'",
                   text);
    else
        diag_error(d, (struct where){0},
                   "this machine is not an x86-64: name its description with --machine");
    return false;
}

const char *macs_lack_doubt(struct arena *a, const struct machine *m, feature_set lacking,
                            const struct machine_cut *cut)
{
    feature_set spared = machine_spares(m, lacking), kept = lacking & ~spared;
    const char *first =
        !spared ? ""
                : arena_printf(a,
                               "this CPU does not report %s: %s is used without %s "
                               "(vector registers of %g bytes)",
                               feature_titles(a, spared), m->name,
                               spared & (spared - 1) ? "them" : "it", cut->machine->vector_bytes);
    const char *second =
        !kept ? ""
              : arena_printf(a, "%s%s, which %s describes it with: its bounds are too low",
                             *first ? "; nor " : "this CPU does not report ",
                             feature_titles(a, kept), m->name);
    return lacking ? arena_printf(a, "%s%s", first, second) : NULL;
}

/* Whether its description can be read, and is of a machine that runs what is compiled. */
static bool check_machine(struct macs *m, const char *name)
{
    const struct machine *of = machine_read(&m->arena, name, NULL, &m->d);
    if (!of)
        return false;
    if (of->isa == (m->ask.lab ? MACHINE_KSR1 : MACHINE_X86_64))
        return true;
    diag_error(&m->d, (struct where){0},
               "--machine=%s: this machine does not execute %s code, so its bounds cannot be "
               "compared with the run",
               name, m->ask.lab ? "KSR1" : "x86-64");
    return false;
}

/* A description that is not quite this CPU's says so wherever it is named. */
static bool take_variant(struct macs *m, const struct machine *of, const char *doubt,
                         feature_set lacking)
{
    struct machine_cut cut;
    feature_set spared = machine_spares(of, lacking);
    if (!machine_without(&m->arena, of, lacking, &cut, &m->d))
        return false;
    const char *lack = macs_lack_doubt(&m->arena, of, lacking, &cut);
    if (doubt)
        diag_warning(&m->d, (struct where){0}, "%s", doubt);
    if (lack)
        diag_warning(&m->d, (struct where){0}, "%s", lack);
    if (!doubt && !spared)
        return true;
    for (int f = 0; f < FEATURES; f++)
        if (spared >> f & 1)
            words_add(&m->arena, &m->ask.without, feature_name((enum feature)f));
    m->ask.machine_name =
        arena_printf(&m->arena, "%s%s", cut.machine->name, doubt ? "-as-nearest" : "");
    m->ask.machine = arena_printf(&m->arena, "%s/%s.machine", m->o.folder, m->ask.machine_name);
    m->ask.described = of->name;
    m->ask.nearest = machine_find(&m->arena, of->name, &m->d);
    return m->ask.nearest;
}

static bool take_machine(struct macs *m)
{
    struct host_cpu cpu;
    m->ask.machine = m->o.machine || !m->ask.lab ? m->o.machine : "ksr1";
    if (m->ask.machine)
        return check_machine(m, m->ask.machine);
    if (!macs_read_cpu(&cpu, &m->d))
        return false;
    m->ask.machine = host_match(&cpu).machine;
    const struct machine *of = machine_read(&m->arena, m->ask.machine, NULL, &m->d);
    return of && take_variant(m, of, host_doubt(&m->arena, &cpu),
                              machine_features(of) & features_unreported(cpu.features));
}

/* A simulated run is the same each time; cells are as many as in the report's figures. */
static void take_defaults(struct macs *m)
{
    if (!m->o.processors)
        m->o.processors = m->ask.lab ? "1,5,10,15,20,25,28" : "1";
    if (m->o.repeat < 0)
        m->o.repeat = m->ask.lab ? 1 : 5;
}

static bool find_tools(struct macs *m)
{
    return tools_find(&m->tools, &m->arena, &m->d) &&
           (!m->ask.lab || tools_find_lab(&m->tools, &m->arena, &m->d));
}

/* The options for ksr1 are its own: it is asked, with one that has it run nothing. */
static bool check_ksr1(struct macs *m)
{
    struct words words = {.n = 0};
    struct child_output said;
    if (!m->ask.ksr1.n || m->o.dry)
        return true;
    words_add(&m->arena, &words, m->tools.ksr1);
    words_add_all(&m->arena, &words, &m->ask.ksr1);
    words_add(&m->arena, &words, "--parameters");
    child_begin();
    struct child_result r = child_run(&(struct child){.argv = &words}, &m->arena, &said);
    if (r.how == CHILD_EXITED && r.number == 0)
        return true;
    diag_error(&m->d, (struct where){0}, "--ksr1='%s' is refused: %.*s",
               words_quoted(&m->arena, &m->ask.ksr1), (int)strcspn(said.head, "\n"), said.head);
    return false;
}

/* Whether a choice of loops is a word for it, or a list of names that end in a line's number. */
static bool are_loops(const char *choice)
{
    size_t names = 0;
    if (!marking_is_list(choice))
        return true;
    while (*choice) {
        size_t n = strcspn(choice, ","), line = n;
        while (line && choice[line - 1] >= '0' && choice[line - 1] <= '9')
            line--;
        if (n && (line == n || (line && choice[line - 1] != ':')))
            return false;
        names += n > 0;
        choice += n + (choice[n] == ',');
    }
    return names > 0;
}

/* Values that need no look at files. */
static bool check_values(const struct macs *m)
{
    const struct macs_options *o = &m->o;
    if (o->repeat < 1 || o->repeat > MOST_RUNS)
        wrong_usage("macs", "--repeat is a number from 1 to %d", MOST_RUNS);
    else if (o->loops && !are_loops(o->loops))
        wrong_usage("macs",
                    "--loops is hot, inner, outer, all, or a list of loops, each called "
                    "file:routine:line or by a tail of that, not '%s'",
                    o->loops);
    else if (!*o->folder || o->folder[strcspn(o->folder, "\t\n")])
        wrong_usage("macs", "-o names a folder, without tabs and line ends");
    else
        return true;
    return false;
}

bool macs_take_options(struct macs *m, int *status)
{
    const struct macs_options *o = &m->o;
    take_defaults(m);
    *status = 2;
    m->ask.folder = o->folder;
    m->ask.repeat = o->repeat;
    m->ask.any_status = o->any_status;
    m->ask.tools = &m->tools;
    m->ask.loops = o->loops;
    if (!check_values(m) || !take_processors(m) || !take_launcher(m))
        return false;
    bool ok =
        take_input(m) && take_machine(m) && find_tools(m) && find_launcher(m) && check_ksr1(m);
    *status = m->d.wrong_usage ? 2 : 1;
    return ok;
}

/* ---- doing it ---- */

struct driver macs_driver(struct macs *m, struct work_folder *folder)
{
    child_begin();
    return (struct driver){.folder = folder,
                           .d = &m->d,
                           .say = shown_errors(),
                           .terminal = stderr,
                           .out = stdout,
                           .quiet = m->o.quiet,
                           .redraws = isatty(STDERR_FILENO),
                           .limit = (double)m->o.timeout};
}

int macs_status(struct macs *m, int signal)
{
    stdout_close(&m->d);
    return signal ? STOPPED_BY + signal : diag_exit_status(&m->d);
}

int macs_carry_out(struct macs *m, const struct plan *p)
{
    struct work_folder folder;
    int signal = 0;
    if (m->o.dry) {
        plan_print(p, stdout);
        return macs_status(m, 0);
    }
    struct driver drive = macs_driver(m, &folder);
    if (work_folder_open(&folder, &m->arena, m->ask.folder, m->about, &m->d))
        signal = plan_work(p, &drive);
    tell_failures(&drive);
    work_folder_close(&folder, &m->d);
    return macs_status(m, signal);
}

void macs_end(struct macs *m)
{
    diag_close(&m->d);
    arena_free(&m->arena);
}
