#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mutation test: changes one token or statement at a time and runs the tests that execute it.

    tests/mutation/mutate.py list [--seed=N] [--count=N]
    tests/mutation/mutate.py run  [--seed=N] [--count=N] [--jobs=N] [--results=FILE] [--work=FOLDER]
    tests/mutation/mutate.py report [--results=FILE]

`run` builds a copy of the committed tree, tries one mutant after the other, and appends a line for each
to the results file. Called again with the same file it continues after the last one.
README.md in this folder explains the kinds of mutants and the results."""
import argparse, hashlib, json, os, random, re, resource, shutil, struct, subprocess, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
GONE = "the line was changed"
SAMPLE = os.path.join(HERE, "sample.tsv")
KINDS = ["comparison", "off by one", "sign", "constant", "dropped statement"]

TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
      |(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?[uUlLfF]*)
      |(?P<word>[A-Za-z_]\w*)
      |(?P<op><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%<>=!&|^~?:;,.(){}\[\]])
      |(?P<other>.)""", re.X | re.S)
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SIGNS = {"+": "-", "-": "+", "+=": "-=", "-=": "+="}


def table(name):
    """Returns the rows of a file of this folder: fields separated by tabs or two blanks; # begins a comment."""
    lines = [re.sub(r"(^|\s)#.*", "", l).strip() for l in read(os.path.join(HERE, name)).splitlines()]
    return [re.split(r"\t+|  +", l) for l in lines if l]


def words(key):
    """Returns the words of the lines of tests.table that begin with the key."""
    return [w for row in table("tests.table") if row[0] == key for w in row[1].split()]


def equivalents():
    """The mutants of equivalent.table."""
    lines = read(os.path.join(HERE, "equivalent.table")).splitlines()
    return {l.split("\t")[0] for l in lines if not l.startswith("#")}


def function_bodies(text):
    """Returns the ranges of function bodies: from a { to a } that begin a line."""
    out, start = [], None
    for m in re.finditer(r"^(\{|\})", text, re.M):
        if m.group(1) == "{":
            start = m.end()
        elif start is not None:
            out.append((start, m.start()))
            start = None
    return out


def tokens(text, begin, end):
    out, at = [], begin
    while at < end:
        m = TOKEN.match(text, at, end)
        if m.lastgroup != "skip":
            out.append((m.lastgroup, m.group(), m.start(), m.end()))
        at = m.end()
    return out


def changed_number(t):
    """Returns the mutant of a literal of more than one digit or with a decimal point."""
    if re.fullmatch(r"\d+[uUlL]*", t):
        digits = re.match(r"\d+", t).group()
        return str(int(digits) * 2) + t[len(digits):]
    if re.fullmatch(r"\d*\.?\d+(?:[eE][+-]?\d+)?|\d+\.", t):
        return "(%s * 2 + 1)" % t
    return None


STATEMENT = re.compile(r"^[ \t]+([A-Za-z_*(][^;{}\n]*);[ \t]*$", re.M)
NO_STATEMENT = re.compile(r"^(return|break|continue|goto|case|default|static|const|struct|enum|union|extern"
                          r"|else|do|for|while|if|switch)\b|^[A-Za-z_]\w*\s+\**[A-Za-z_]")


def mutants_of(path, text):
    """Returns all mutants (file, line, kind, begin, end, replacement) of one file."""
    out = []

    def add(kind, b, e, new):
        line = text[text.rfind("\n", 0, b) + 1:b].lstrip() + "{%s -> %s}" % (text[b:e], new) + \
            text[e:text.find("\n", e)]
        out.append({"file": path, "line": text.count("\n", 0, b) + 1, "kind": kind, "begin": b, "end": e,
                    "old": text[b:e], "new": new, "mutant": "%s: %s" % (path, line.replace("\t", " "))})
    for begin, end in function_bodies(text):
        toks = tokens(text, begin, end)
        for i, (kind, t, b, e) in enumerate(toks):
            before = toks[i - 1] if i else (None, "", 0, 0)
            operand = before[0] in ("word", "number") or before[1] in (")", "]")
            if before[1] in ("return", "case", "sizeof"):
                operand = False
            if kind == "op" and t in COMPARISONS and operand:
                add("comparison", b, e, COMPARISONS[t])
            if kind == "op" and t in SIGNS and operand:
                add("sign", b, e, SIGNS[t])
            if kind == "op" and t == "-" and not operand:
                add("sign", b, e, " ")
            if kind == "number" and re.fullmatch(r"\d", t):
                add("off by one", b, e, str(int(t) + 1))
            elif kind == "number" and changed_number(t):
                add("constant", b, e, changed_number(t))
            if kind == "word" and t in ("true", "false"):
                add("constant", b, e, "false" if t == "true" else "true")
        for m in STATEMENT.finditer(text, begin, end):
            if not NO_STATEMENT.match(m.group(1)) and re.search(r"[=(]|\+\+|--", m.group(1)):
                add("dropped statement", m.start(1), m.end(1), "(void)0")
    return out


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def sources(folder):
    return [n for n in git("ls-files", folder + "/").split() if n.endswith(".c")]


def read(path):
    with open(path, errors="surrogateescape") as f:
        return f.read()


def write(path, text):
    """Writes a file only if its text changes, so that make builds only what changed."""
    if not os.path.exists(path) or read(path) != text:
        with open(path, "w", errors="surrogateescape") as f:
            f.write(text)


def choose(seed, count):
    """Draws mutants at random: folders weighted by their size, each kind with the same probability."""
    rng, folders = random.Random(seed), {}
    for folder in words("mutated"):
        folders[folder] = [m for name in sources(folder) for m in mutants_of(name, read(os.path.join(ROOT, name)))]
    by = {}
    for folder, all_of in folders.items():
        for m in all_of:
            by.setdefault((folder, m["kind"]), []).append(m)
    for key in sorted(by):
        rng.shuffle(by[key])
    weights = [max(len(folders[f]), 400) ** 0.5 for f in sorted(folders)]
    out, seen = [], set()
    while len(out) < count:
        key = (rng.choices(sorted(folders), weights)[0], rng.choice(KINDS))
        if not by.get(key):
            continue
        m = by[key].pop()
        if (m["file"], m["line"]) in seen:
            continue
        seen.add((m["file"], m["line"]))
        m["folder"] = key[0]
        out.append(m)
    return out


def sample():
    """The mutants of sample.tsv in the present sources; absent = the line was changed."""
    out, present = [], {}
    for n, (folder, line, kind, mutant) in enumerate(l.split("\t") for l in read(SAMPLE).splitlines()):
        name = mutant.split(": ")[0]
        if name not in present:
            path = os.path.join(ROOT, name)
            present[name] = mutants_of(name, read(path)) if os.path.exists(path) else []
        same = [m for m in present[name] if m["mutant"] == mutant and m["kind"] == kind]
        m = min(same, key=lambda m: abs(m["line"] - int(line)), default={"file": name, "line": int(line), "mutant": mutant})
        out.append(dict(m, number=n + 1, folder=folder, kind=kind, absent=not same))
    return out


# Appended to each file with mutants. It includes no header that declares functions, because a file may
# have a static function of the same name.
CHOOSER = """
#include <sys/syscall.h>
extern long mutant_syscall(long, ...) __asm__("syscall");
extern char *mutant_getenv(const char *) __asm__("secure_getenv");
__attribute__((weak)) int mutant_at(int n)
{
    static char seen[10000];
    static int chosen, now;
    const char *s = chosen ? 0 : mutant_getenv("MACS_MUTANT");
    for (; s && *s; s++)
        now = *s == '-' ? -1 : now < 0 ? now : 10 * now + *s - '0';
    chosen = 1;
    if (now < 0 && !seen[n]) {
        const char *to = mutant_getenv("MACS_REACHED");
        long fd = mutant_syscall(SYS_openat, -100, to ? to : "", 1 | 02000, 0666); /* append */
        if (fd >= 0) {
            mutant_syscall(SYS_write, fd, &n, sizeof n);
            mutant_syscall(SYS_close, fd);
        }
        seen[n] = 1;
    }
    return now == n;
}
"""


def with_mutants(text, mutants):
    """Returns the text of a file in which MACS_MUTANT selects each function's body or one with a change,
    and the lines of each mutant."""
    out, at = "int mutant_at(int); " if mutants else "", 0
    lines = []
    for begin, end in function_bodies(text) if mutants else []:
        body = text[begin:end]
        labels = "".join("__label__ %s;" % l for l in re.findall(r"^\s*(?!default)([A-Za-z_]\w*):\s*$", body, re.M))
        out += text[at:begin]
        for m in [m for m in mutants if begin <= m["begin"] < end]:
            first = out.count("\n")
            out += "if (mutant_at(%d)) {%s%s%s%s} else {" % (
                m["number"], labels, text[begin:m["begin"]], m["new"], text[m["end"]:end])
            lines.append((first, out.count("\n") + 2, m))
            out += "\n"
        inside = sum(begin <= m["begin"] < end for m in mutants)
        out += (labels if inside else "") + body + "}" * inside
        at = end
    return out + text[at:] + (CHOOSER if mutants else ""), lines


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (40, 40))


class Tree:
    """A copy of the sources with all mutants in one build; the environment selects a mutant."""

    def __init__(self, work, mutants, sanitize):
        self.limit = (lambda: resource.setrlimit(resource.RLIMIT_CPU, (400, 400))) if sanitize else limit
        self.root, self.work, self.refused = os.path.join(work, "sanitized" if sanitize else "tree"), work, set()
        self.make_log = self.root + ".log"
        os.makedirs(os.path.join(self.root, "build"), exist_ok=True)
        self.mutants = [m for m in mutants if not m["absent"]]
        names = git("ls-files").split("\n")[:-1]
        self.copy([n for n in names if os.path.lexists(os.path.join(ROOT, n))])
        if not os.path.exists(os.path.join(self.root, "build", "Makefile")):
            self.make("cd .. && autoreconf -fi && cd build && ../configure -q CFLAGS='-O1 -g0 -w'" +
                      (" --enable-sanitize" if sanitize else ""))
        while not self.make("make -s -k -j2 check-programs"):
            self.refuse()
        self.tests = self.list_tests()

    def copy(self, names):
        """Updates the copy. Deletes files that git no longer tracks."""
        self.lines = {}
        for n in names:
            path = os.path.join(self.root, n)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            mutants = [m for m in self.mutants if m["file"] == n]
            if mutants:
                text, self.lines[n] = with_mutants(read(os.path.join(ROOT, n)), mutants)
                write(path, text)
            else:
                self.copy_file(os.path.join(ROOT, n), path)
        for m in ("samples", "tests"):
            for folder, _, files in os.walk(os.path.join(self.root, m)):
                for f in files:
                    if os.path.relpath(os.path.join(folder, f), self.root) not in set_of(names):
                        os.remove(os.path.join(folder, f))

    @staticmethod
    def copy_file(source, target):
        if os.path.islink(source) or not os.path.exists(target) or os.path.islink(target) or \
                os.stat(source).st_mode != os.stat(target).st_mode or \
                open(source, "rb").read() != open(target, "rb").read():
            if os.path.lexists(target):
                os.remove(target)
            shutil.copy(source, target, follow_symlinks=False)

    def make(self, command):
        with open(self.make_log, "w") as log:
            return subprocess.run(["sh", "-c", command], cwd=os.path.join(self.root, "build"), stdout=log, stderr=log,
                                  env=dict(os.environ, LC_ALL="C")).returncode == 0

    def refuse(self):
        """Leaves out the mutants that do not compile."""
        found = set()
        for name, line in re.findall(r"^(?:\.\./)?([^\s:]+\.c):(\d+):\d+: error", read(self.make_log), re.M):
            found |= {m["number"] for first, last, m in self.lines.get(name, []) if first < int(line) <= last}
        if not found:
            raise SystemExit("the build fails: see " + self.make_log)
        self.refused |= found
        for name, lines in self.lines.items():
            kept = [m for _, _, m in lines if m["number"] not in found]
            if len(kept) < len(lines):
                text, self.lines[name] = with_mutants(read(os.path.join(ROOT, name)), kept)
                write(os.path.join(self.root, name), text)

    def list_tests(self):
        built = [l.split() for l in read(os.path.join(self.root, "build/tests/built")).splitlines()]
        self.commands = " ".join(b[1] for b in built if b[0] == "command")
        tests = ["build/" + b[1] for b in built if b[0] == "unit"]
        tests += [n for n in git("ls-files", "tests").split() if re.fullmatch(r"tests/(scripts/.*\.sh|cases/.*/cmd)", n)]
        return [t for t in tests if any(w in t for w in words("tests")) and not any(w in t for w in words("without"))]

    def run_test(self, test, scratch, **environment):
        """Runs a test. Returns the first result that failed, or None, and its seconds."""
        shutil.rmtree(scratch, ignore_errors=True)
        os.makedirs(scratch)
        began = time.time()
        p = subprocess.Popen(
            ["sh", "../tests/run", "--one", os.path.join(self.root, test)], cwd=os.path.join(self.root, "build"),
            env=dict(os.environ, scratch=scratch, HOME=scratch, update="0", MAY_LOOK="", COMMANDS=self.commands, **environment),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=self.limit)
        try:
            text = p.communicate(timeout=400)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, 9)
            p.communicate()
            return "time limit: " + test, time.time() - began
        failed = re.findall(r"^not ok (.*)", text, re.M)
        return (failed[0] if failed else None), time.time() - began

    def digest(self, test):
        """A hash of a test's files; another hash than the recorded one means that the test was changed."""
        path = os.path.join(ROOT, re.sub(r"^build/(.*)", r"\1.c", test))
        folder = os.path.dirname(path)
        files = [os.path.join(folder, n) for n in sorted(os.listdir(folder))] if path.endswith("/cmd") else [path]
        return hashlib.sha256(b"".join(open(f, "rb").read() for f in files if os.path.isfile(f))).hexdigest()[:16]

    def reach(self, jobs):
        """Runs every test once without a mutant and records which functions with mutants it executes."""
        path = os.path.join(self.work, "reached.json")
        known = json.loads(read(path)) if os.path.exists(path) else {}
        todo = [t for t in self.tests
                if t not in known or known[t]["failed"] or known[t].get("digest") != self.digest(t)]

        def run_unchanged(test, n):
            noted = os.path.join(self.work, "noted-%d" % n)
            write(noted, "")
            failed, seconds = self.run_test(test, os.path.join(self.work, "scratch-%d" % n),
                                            MACS_MUTANT="-1", MACS_REACHED=noted)
            return {"digest": self.digest(test), "failed": failed, "seconds": round(seconds, 2),
                    "reached": sorted({n for n, in struct.iter_unpack("i", open(noted, "rb").read())})}

        def record(test, row):
            known[test] = row
            if row["failed"]:
                print("# not used, because it fails without a mutant: %s" % row["failed"], flush=True)
            with open(path, "w") as f:
                json.dump(known, f)
        in_threads(todo, jobs, run_unchanged, record)
        self.known = {t: known[t] for t in self.tests if not known[t]["failed"]}

    def tests_of(self, number):
        return sorted((t for t, k in self.known.items() if number in k["reached"]), key=lambda t: self.known[t]["seconds"])

    def try_mutant(self, m, scratch):
        """Returns the first test that fails with the mutant and passes without it, or None, and the number
        of tests that were run."""
        if m["absent"]:
            return GONE, 0
        if m["number"] in self.refused:
            return "does not compile", 0
        n = 0
        for n, test in enumerate(self.tests_of(m["number"]), 1):
            failed, _ = self.run_test(test, scratch, MACS_MUTANT=str(m["number"]))
            if failed and not self.run_test(test, scratch, MACS_MUTANT="0")[0]:
                return failed, n
        return None, n


def set_of(names, known={}):
    key = id(names)
    if key not in known:
        known[key] = set(names)
    return known[key]


def in_threads(todo, jobs, work, record):
    """Calls work(item, number of the thread) for all items, in so many threads, and record(item, result)
    after each, in one thread at a time."""
    lock = threading.Lock()

    def worker(n):
        while True:
            with lock:
                if not todo:
                    return
                item = todo.pop(0)
            result = work(item, n)
            with lock:
                record(item, result)
    threads = [threading.Thread(target=worker, args=(n,)) for n in range(jobs)]
    [t.start() for t in threads]
    [t.join() for t in threads]


def run(args):
    all_of, done = sample(), {}
    if os.path.exists(args.results):
        done = {r["mutant"]: r for r in map(json.loads, read(args.results).splitlines())}
    todo = [m for m in all_of if args.only in m["mutant"] and m["mutant"] not in equivalents() and
            (not done[m["mutant"]]["killer"] if m["mutant"] in done else not args.sanitize)]
    if not args.again and not args.sanitize:
        todo = [m for m in todo if m["mutant"] not in done]
    tree = Tree(args.work, all_of, args.sanitize)
    tree.reach(args.jobs)

    def record(m, result):
        killer, tests = result
        row = {"mutant": m["mutant"], "line": m["line"], "folder": m["folder"], "kind": m["kind"],
               "killer": killer and ("with sanitizers: " if args.sanitize else "") + killer, "tests": tests}
        with open(args.results, "a") as f:
            f.write(json.dumps(row) + "\n")
        print("%-60s %s" % (killer or "SURVIVED %d tests" % tests, m["mutant"]), flush=True)
    in_threads(todo, args.jobs, lambda m, n: tree.try_mutant(m, tree.root + "-scratch-%d" % n), record)
    report(args)


def report(args):
    with open(args.results) as f:
        rows = {}
        for r in map(json.loads, f):
            rows[r["mutant"]] = r
    rows = [r for r in rows.values() if r["killer"] != "does not compile"]
    same = equivalents()
    put_table("kind", list(KINDS), rows, same)
    put_table("folder", sorted({r["folder"] for r in rows}), rows, same)
    for r in rows:
        if not r["killer"] and r["mutant"] not in same:
            print("survived (line %d): %s" % (r["line"], r["mutant"]))


def put_table(key, names, rows, same):
    print("| %s | mutants | killed | same meaning | line changed | survived |\n|---|--:|--:|--:|--:|--:|" % key)
    for name in names:
        put_row(name, [r for r in rows if r[key] == name], same)
    put_row("all", rows, same)
    print()


def put_row(name, rows, same):
    gone = sum(r["killer"] == GONE for r in rows)
    killed = sum(bool(r["killer"]) for r in rows) - gone
    equal = sum(not r["killer"] and r["mutant"] in same for r in rows)
    print("| %s | %d | %d | %d | %d | %d |" % (name, len(rows), killed, equal, gone, len(rows) - killed - equal - gone))


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("verb", choices=["list", "run", "report"])
    p.add_argument("--seed", type=int, default=17)
    p.add_argument("--count", type=int, default=300)
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--sanitize", action="store_true", help="try the survivors in a build with sanitizers")
    p.add_argument("--again", action="store_true", help="try the survivors again, too")
    p.add_argument("--only", default="", metavar="TEXT")
    p.add_argument("--results", default=os.path.join(HERE, "results.jsonl"))
    p.add_argument("--work", default="/var/tmp/macs-mutation")
    args = p.parse_args()
    if args.verb == "list":
        for m in choose(args.seed, args.count):
            print(m["folder"], m["line"], m["kind"], m["mutant"], sep="\t")
    elif args.verb == "run":
        run(args)
    else:
        report(args)


main()
