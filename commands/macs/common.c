/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by `macs FILE...` and `macs build`. */
#include "base/outfile.h"
#include "base/shown.h"
#include "commands/common.h"
#include "commands/macs/repeats.h"
#include "commands/macs/macs.h"
#include "commands/macs/steps/child.h"
#include "commands/macs/plan/marking.h"
#include "commands/macs/steps/progress.h"
#include "commands/macs/steps/work.h"
#include "machines/host.h"
#include "machines/read.h"
#include "measure/memory/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_PROCESSORS = 4096, MOST_RUNS = 1000, STOPPED_BY = 128 };

void macs_begin(struct macs *m)
{
    *m = (struct macs){
        .o = {.folder = "macs-out", .repeat = -1, .reference_limit = REFERENCE_LIMIT}};
    diag_init(&m->d, "macs");
    signals_save(&m->signals);
}

int macs_read_command_line(const struct macs *m, const struct command_line *line,
                           const struct option_row *rows, int argc, char **argv,
                           const char **operands)
{
    int n = options_read_raw(line, rows, argc, argv, operands);
    shown_guard_output(m->o.dry);
    return n;
}

int macs_split(struct macs *m, int argc, char **argv, struct words *after)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            for (int j = i + 1; j < argc; j++)
                words_add(&m->arena, after, argv[j]);
            return i;
        }
    return argc;
}

int macs_run_wrapper(const struct macs_wrapper *w, void *options, int argc, char **argv)
{
    struct macs m;
    struct words command = {.n = 0};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    macs_begin(&m);
    int split = macs_split(&m, argc, argv, &command);
    int n = w->read_options(&m, options, split, argv, operands), status = 2;
    if (n > 0)
        wrong_usage(w->name, "unexpected operand '%s' before --; %s", operands[0], w->follows);
    else if (n == 0 && !command.n)
        wrong_usage(w->name, "%s", w->missing);
    else if (n == 0)
        status = w->run(&m, options, &command);
    free(operands);
    macs_end(&m);
    return status;
}

/* ---- options ---- */

static bool list_contains(const long *list, size_t n, long number)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == number)
            return true;
    return false;
}

/* Reads -p, such as 1,2,4; repeated numbers count once. Returns false after a message. */
static bool read_processors(struct macs *m)
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
            wrong_usage("macs",
                        "-p must be a list of numbers from 1 to %d, such as 1,2,4, not '%s'", most,
                        m->o.processors);
            return false;
        }
        if (!list_contains(list, m->ask.n_processors, n))
            list[m->ask.n_processors++] = n;
        if (!*(p = end))
            break;
    }
    m->ask.processors = list;
    return true;
}

static bool read_launcher(struct macs *m)
{
    if (!m->o.launcher)
        return true;
    if (!words_split(&m->arena, &m->ask.launcher, m->o.launcher))
        wrong_usage("macs", "--launch has an unclosed quote: %s", m->o.launcher);
    else if (!m->ask.launcher.n)
        wrong_usage("macs",
                    "--launch needs the command that starts the program, such as 'mpirun -np {p}'");
    else
        return true;
    return false;
}

/* Checks that the start command exists, unless the commands are only printed. */
static bool find_launcher(struct macs *m)
{
    const struct words *w = &m->ask.launcher;
    if (!w->n || m->o.dry || tool_on_path(&m->arena, w->at[0], NULL))
        return true;
    diag_error(&m->d, (struct where){0},
               "command '%s' not found: --launch begins with the command that starts the program",
               w->at[0]);
    return false;
}

/* Sets the input file of the program: --stdin, or the standard input of macs if it is a file. */
static bool find_input(struct macs *m)
{
    struct stat s;
    char path[4096];
    m->ask.input = m->o.input;
    if (!m->o.input && fstat(STDIN_FILENO, &s) == 0 && S_ISREG(s.st_mode)) {
        ssize_t n = readlink("/proc/self/fd/0", path, sizeof path - 1);
        if (n > 0)
            m->ask.input = arena_strndup(&m->arena, path, (size_t)n);
    }
    const char *input = m->ask.input;
    errno = 0;
    if (!input || (access(input, R_OK) == 0 && stat(input, &s) == 0 && !S_ISDIR(s.st_mode)))
        return true;
    diag_error(&m->d, (struct where){.file = input}, "cannot read this file as standard input: %s",
               strerror(errno ? errno : EISDIR));
    return false;
}

bool macs_read_cpu(struct host_cpu *cpu, struct diag *d)
{
    const char *text = getenv("MACS_CPU");
    if (text ? host_simulate(text, cpu) : host_read(cpu))
        return true;
    if (text)
        diag_error(d, (struct where){0},
                   "MACS_CPU needs vendor, family, model and stepping of a CPU, and optionally its "
                   "features, not '%s'",
                   text);
    else
        diag_error(d, (struct where){0},
                   "this is not an x86-64 CPU: name its machine file with --machine");
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
              : arena_printf(a, "%s%s, which cannot be removed from %s: its bounds are too low",
                             *first ? "; nor does it report " : "this CPU does not report ",
                             feature_titles(a, kept), m->name);
    return lacking ? arena_printf(a, "%s%s", first, second) : NULL;
}

/* Checks that a description can be read, and that its machine executes the compiled code. */
static bool check_machine(struct macs *m, const char *name)
{
    const struct machine *of = machine_read(&m->arena, name, NULL, &m->d);
    if (!of)
        return false;
    if (of->isa == (m->ask.lab ? MACHINE_KSR1 : MACHINE_X86_64))
        return true;
    diag_error(&m->d, (struct where){.option = true},
               "--machine=%s: this machine does not execute %s code; use %s", name,
               m->ask.lab ? "KSR1" : "x86-64",
               m->ask.lab ? "ksr1, or remove --lab" : "an x86-64 machine, or --lab for ksr1");
    return false;
}

/* Returns whether a description with these lines is valid. */
static bool accepts_lines(struct macs *m, const struct machine *of, const struct option_list *lines)
{
    struct diag quiet = {.quiet = true};
    const char *text = memory_text_without_rates(&m->arena, of->text);
    return machine_from_text(&m->arena, of->name, text, lines, &quiet);
}

/* Returns the file with the measured rates of this host (macs machine --probe --memory); NULL =
 * there is none, it cannot be used, or the CPU is simulated. */
static const char *measured_rates(struct macs *m, const struct host_cpu *cpu,
                                  const struct machine *of)
{
    struct option_list lines;
    if (getenv("MACS_CPU"))
        return NULL;
    long cores = memory_allowed_cores();
    const char *path = memory_store_path(&m->arena, cpu, cores);
    if (!path || !memory_store_read(&m->arena, path, cpu, cores, &lines, &m->d))
        return NULL;
    if (accepts_lines(m, of, &lines))
        return path;
    diag_warning(&m->d, (struct where){.file = path},
                 "the measured values of this host are not used: a value is not valid for %s; "
                 "measure again with macs machine --probe --memory",
                 of->name);
    return NULL;
}

/* Uses a variant of a description if it is that of the nearest CPU, if it has features that this
 * CPU lacks, or if there are measured rates; the name of the variant shows this. */
static bool use_variant(struct macs *m, const struct machine *of, const char *doubt,
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
    if (!doubt && !spared && !m->ask.measured)
        return true;
    for (int f = 0; f < FEATURES; f++)
        if (spared >> f & 1)
            words_add(&m->arena, &m->ask.without, feature_name((enum feature)f));
    m->ask.machine_name =
        arena_printf(&m->arena, "%s%s%s", cut.machine->name, doubt ? "-as-nearest" : "",
                     m->ask.measured ? "-measured" : "");
    m->ask.machine = arena_printf(&m->arena, "%s/%s.machine", m->o.folder, m->ask.machine_name);
    m->ask.described = of->name;
    m->ask.nearest = machine_find(&m->arena, of->name, &m->d);
    return m->ask.nearest;
}

static bool choose_machine(struct macs *m)
{
    struct host_cpu cpu;
    m->ask.machine = m->o.machine || !m->ask.lab ? m->o.machine : "ksr1";
    if (m->ask.machine)
        return check_machine(m, m->ask.machine);
    if (!macs_read_cpu(&cpu, &m->d))
        return false;
    m->ask.machine = host_match(&cpu).machine;
    const struct machine *of = machine_read(&m->arena, m->ask.machine, NULL, &m->d);
    if (!of)
        return false;
    m->ask.measured = measured_rates(m, &cpu, of);
    return use_variant(m, of, host_doubt(&m->arena, &cpu),
                       machine_features(of) & features_unreported(cpu.features));
}

/* Sets defaults. In the lab: one run, because runs are deterministic, on the numbers of cells of
 * the report. */
static void set_defaults(struct macs *m)
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

/* Checks the options for ksr1 by calling it with --parameters, which runs no program. */
static bool check_ksr1(struct macs *m)
{
    struct words words = {.n = 0};
    struct child_output output;
    if (!m->ask.ksr1.n || m->o.dry)
        return true;
    words_add(&m->arena, &words, m->tools.ksr1);
    words_add_all(&m->arena, &words, &m->ask.ksr1);
    words_add(&m->arena, &words, "--parameters");
    child_begin();
    struct child_result r =
        child_run(&(struct child){.argv = &words, .signals = &m->signals}, &m->arena, &output);
    if (r.how == CHILD_EXITED && r.number == 0)
        return true;
    diag_error(&m->d, (struct where){.option = true}, "ksr1 rejects --ksr1='%s': %.*s",
               words_quoted(&m->arena, &m->ask.ksr1), (int)strcspn(output.head, "\n"), output.head);
    return false;
}

static size_t length_without_digits(const char *text, size_t n)
{
    while (n && text[n - 1] >= '0' && text[n - 1] <= '9')
        n--;
    return n;
}

/* Returns whether the n bytes end in a line number, or in one with the number of a loop on this
 * line (7.2). */
static bool is_loop_name(const char *name, size_t n)
{
    size_t line = length_without_digits(name, n), end = n;
    if (line < n && line && name[line - 1] == '.') {
        end = line - 1;
        line = length_without_digits(name, end);
    }
    return line < end && (line == 0 || name[line - 1] == ':');
}

/* Returns whether --loops is a valid word, or a list of names that end in a line number. */
static bool is_loop_choice(const char *choice)
{
    size_t names = 0;
    if (!marking_is_list(choice))
        return true;
    while (*choice) {
        size_t n = strcspn(choice, ",");
        if (n && !is_loop_name(choice, n))
            return false;
        names += n > 0;
        choice += n + (choice[n] == ',');
    }
    return names > 0;
}

/* Checks the options about marks. The lab always uses them, because its cells are not sampled. */
static bool check_marks(struct macs *m)
{
    const struct macs_options *o = &m->o;
    if (o->marks && o->no_marks)
        wrong_usage("macs", "--marks and --no-marks are mutually exclusive");
    else if (o->loops && !o->marks && !m->ask.lab)
        wrong_usage("macs", "--loops selects the loops that marks measure: add --marks");
    else
        return true;
    return false;
}

/* Checks values that do not depend on files. */
static bool check_values(const struct macs *m)
{
    const struct macs_options *o = &m->o;
    if (o->repeat < 1 || o->repeat > MOST_RUNS)
        wrong_usage("macs", "--repeat must be a whole number from 1 to %d, not '%ld'", MOST_RUNS,
                    o->repeat);
    else if (o->loops && !is_loop_choice(o->loops))
        wrong_usage("macs",
                    "--loops must be hot, inner, outer, all, or a list of loops, each named "
                    "file:routine:line, routine:line or line, not '%s'",
                    o->loops);
    else if (o->counts && strcmp(o->counts, "all") != 0 && strcmp(o->counts, "loops") != 0 &&
             strcmp(o->counts, "none") != 0)
        wrong_usage("macs", "--count must be all, loops or none, not '%s'", o->counts);
    else if (o->accesses && o->counts && strcmp(o->counts, "none") == 0)
        wrong_usage("macs", "--accesses requires counts: omit --count=none");
    else if (o->accesses && o->no_accesses)
        wrong_usage("macs", "--accesses and --no-accesses are mutually exclusive");
    else if (!*o->folder || o->folder[strcspn(o->folder, "\t\n")])
        wrong_usage("macs", "-o needs the name of a directory, without tabs and line ends");
    else
        return true;
    return false;
}

bool macs_check_options(struct macs *m, int *status)
{
    const struct macs_options *o = &m->o;
    *status = 2;
    m->ask.repeat_sampled = o->repeat < 0 ? REPEATS_AUTOMATIC : o->repeat;
    m->ask.marks = o->marks || m->ask.lab;
    if (!check_marks(m))
        return false;
    set_defaults(m);
    m->ask.folder = o->folder;
    m->ask.repeat = o->repeat;
    m->ask.any_status = o->any_status;
    m->ask.tools = &m->tools;
    m->ask.loops = o->loops;
    m->ask.timeout = o->timeout;
    m->ask.reference_limit = o->reference_limit;
    m->ask.counts = !o->counts ? "all" : strcmp(o->counts, "none") == 0 ? NULL : o->counts;
    m->ask.reference = m->ask.counts && !o->no_reference;
    if (!check_values(m) || !read_processors(m) || !read_launcher(m))
        return false;
    bool ok =
        find_input(m) && choose_machine(m) && find_tools(m) && find_launcher(m) && check_ksr1(m);
    m->ask.accesses = m->ask.counts && !o->no_accesses && (o->accesses || m->ask.measured);
    *status = m->d.wrong_usage ? 2 : 1;
    return ok;
}

/* ---- execution ---- */

static struct driver driver_of(struct macs *m, struct work_folder *folder)
{
    child_begin();
    return (struct driver){.folder = folder,
                           .d = &m->d,
                           .signals = &m->signals,
                           .messages = shown_errors(),
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

bool make_directory(const char *path, struct diag *d)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    diag_error(d, (struct where){.file = path}, "cannot be created: %s", strerror(errno));
    return false;
}

int macs_in_folder(struct macs *m, macs_work work, const void *context)
{
    struct work_folder folder = {.path = NULL};
    int signal = 0;
    struct driver drive = driver_of(m, &folder);
    if (work_folder_open(&folder, &m->arena, m->ask.folder, m->about, &m->d))
        signal = work(m, context, &drive);
    progress_repeat_failures(&drive);
    work_folder_close(&folder, &m->d);
    return macs_status(m, signal);
}

static int work_on_plan(struct macs *m, const void *plan, struct driver *drive)
{
    (void)m;
    return plan_work(plan, drive);
}

int macs_execute(struct macs *m, const struct plan *p)
{
    if (!m->o.dry)
        return macs_in_folder(m, work_on_plan, p);
    plan_print(p, stdout);
    return macs_status(m, 0);
}

void macs_end(struct macs *m)
{
    diag_close(&m->d);
    arena_free(&m->arena);
}
