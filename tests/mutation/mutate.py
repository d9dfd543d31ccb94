#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mutation test: changes one token or statement at a time and runs the tests that belong.

    tests/mutation/mutate.py list [--seed=N] [--count=N]
    tests/mutation/mutate.py run  [--seed=N] [--count=N] [--jobs=N] [--results=FILE] [--work=FOLDER]
    tests/mutation/mutate.py report [--results=FILE]

`run` builds a copy of the committed tree, makes one mutant after the other, and appends one
line per mutant to the results file; called again with the same file it continues after the last.
README.md in this folder explains the kinds of mutants and how a result is read."""
import argparse, json, os, random, re, resource, shutil, subprocess, sys, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
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
    """Rows of a file of this folder: fields between tabs or double blanks, # begins a comment."""
    with open(os.path.join(HERE, name)) as f:
        lines = [l.split("#")[0].strip() for l in f]
    return [re.split(r"\t+|  +", l) for l in lines if l]


def function_bodies(text):
    """Ranges of the text that are function bodies: from a { to a } that begin a line."""
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
    """The constant mutant of a literal of more than one digit or with a point."""
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
    """All mutants (file, line, kind, begin, end, replacement) of one file."""
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


REVISION = git("rev-parse", "HEAD").strip()  # commits made while this runs do not matter


def tracked(folder):
    return [n for n in git("ls-tree", "-r", "--name-only", REVISION, folder + "/").split() if n.endswith(".c")]


def committed(name):
    return git("show", REVISION + ":" + name)


def choose(seed, count):
    """Mutants at random: folders by their size, kinds alike; more than asked for, for some do not compile."""
    rng, folders = random.Random(seed), {}
    for folder, *_ in table("tests.table"):
        folders.setdefault(folder, [])
    for folder in folders:
        for name in tracked(folder):
            folders[folder] += mutants_of(name, committed(name))
    by = {}
    for folder, all_of in folders.items():
        for m in all_of:
            by.setdefault((folder, m["kind"]), []).append(m)
    for key in sorted(by):
        rng.shuffle(by[key])
    weights = [max(len(folders[f]), 400) ** 0.5 for f in sorted(folders)]
    out, seen = [], set()
    while len(out) < count * 2:
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


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (40, 40))


class Tree:
    """A copy of the committed sources with a build of its own."""

    def __init__(self, work, tried):
        """tried: run the tests without a mutant first."""
        self.root = work
        mark = os.path.join(work, "built-from")
        if not os.path.exists(mark) or open(mark).read() != REVISION:
            shutil.rmtree(work, ignore_errors=True)
            os.makedirs(os.path.join(work, "build"))
            subprocess.run("git -C '%s' archive %s | tar x -C '%s'" % (ROOT, REVISION, work), shell=True, check=True)
            self.shell("autoreconf -fi && cd build && ../configure -q CFLAGS='-O0 -g0' && make -s -j2 check-programs", 3600)
            with open(mark, "w") as f:
                f.write(REVISION)
            for folder in sorted({r[0] for r in table("tests.table")} if tried else []):
                killer = self.killer(folder)
                if killer:
                    os.remove(mark)
                    raise SystemExit("%s: a test fails without a mutant: %s\n%s" % (folder, killer, self.log()))

    def shell(self, command, seconds, limited=False):
        """The status of a command; None where it took too long. Its output is in log."""
        with open(os.path.join(self.root, "mutate.log"), "w") as log:
            p = subprocess.Popen(["sh", "-c", command], cwd=self.root, stdout=log, stderr=log,
                                 stdin=subprocess.DEVNULL, start_new_session=True,
                                 preexec_fn=limit if limited else None)
            try:
                return p.wait(seconds)
            except subprocess.TimeoutExpired:
                os.killpg(p.pid, 9)
                p.wait()
                return None

    def log(self):
        with open(os.path.join(self.root, "mutate.log"), errors="replace") as f:
            return f.read()

    def killer(self, folder):
        """The first test that fails, or None: all passed."""
        for _, targets, patterns in [r for r in table("tests.table") if r[0] == folder]:
            if self.shell("make -s -C build " + targets, 600) != 0:
                return "does not compile"
            for pattern in patterns.split():
                status = self.shell("cd build && sh ../tests/run -j 1 " + pattern, 400, True)
                if status is None:
                    return "time limit: " + pattern
                if status != 0:
                    failed = re.findall(r"^not ok (.*)", self.log(), re.M)
                    return failed[0] if failed else "ended with %d: %s" % (status, pattern)
        return None

    def try_mutant(self, m):
        path = os.path.join(self.root, m["file"])
        with open(path) as f:
            text = f.read()
        assert text[m["begin"]:m["end"]] == m["old"]
        with open(path, "w") as f:
            f.write(text[:m["begin"]] + m["new"] + text[m["end"]:])
        try:
            return self.killer(m["folder"])
        finally:
            with open(path, "w") as f:
                f.write(text)


def run(args):
    todo, done = choose(args.seed, args.count), {}
    if os.path.exists(args.results):
        with open(args.results) as f:
            done = {json.loads(l)["mutant"]: json.loads(l) for l in f}
    valid = lambda: sum(r["killer"] != "does not compile" for r in done.values())
    lock = threading.Lock()

    def worker(tree):
        while True:
            with lock:
                while todo and todo[0]["mutant"] in done:
                    todo.pop(0)
                if not todo or valid() + busy[0] >= args.count:
                    return
                m = todo.pop(0)
                busy[0] += 1
            killer = tree.try_mutant(m)
            with lock:
                busy[0] -= 1
                row = {"mutant": m["mutant"], "line": m["line"], "folder": m["folder"], "kind": m["kind"], "killer": killer,
                       "revision": REVISION[:7]}
                done[row["mutant"]] = row
                with open(args.results, "a") as f:
                    f.write(json.dumps(row) + "\n")
                print("%-60s %s" % (killer or "SURVIVED", m["mutant"]), flush=True)
    busy = [0]
    threads = [threading.Thread(target=worker, args=(Tree(os.path.join(args.work, "tree-%d" % n), n == 0),))
               for n in range(args.jobs)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    report(args)


def report(args):
    with open(args.results) as f:
        rows = {}
        for r in map(json.loads, f):
            rows[r["mutant"]] = r
    rows = [r for r in rows.values() if r["killer"] != "does not compile"]
    same = {r[0] for r in table("equivalent.table")}
    print("| | mutants | killed | same meaning | survived |\n|---|--:|--:|--:|--:|")
    for name, key in [(k, "kind") for k in KINDS] + [(f, "folder") for f in sorted({r["folder"] for r in rows})]:
        put_row(name, [r for r in rows if r[key] == name], same)
    put_row("all", rows, same)
    for r in rows:
        if not r["killer"] and r["mutant"] not in same:
            print("survived (line %d): %s" % (r["line"], r["mutant"]))


def put_row(name, rows, same):
    killed = sum(bool(r["killer"]) for r in rows)
    equal = sum(not r["killer"] and r["mutant"] in same for r in rows)
    print("| %s | %d | %d | %d | %d |" % (name, len(rows), killed, equal, len(rows) - killed - equal))


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("verb", choices=["list", "run", "report"])
    p.add_argument("--seed", type=int, default=17)
    p.add_argument("--count", type=int, default=300)
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--results", default=os.path.join(HERE, "results.jsonl"))
    p.add_argument("--work", default="/var/tmp/macs-mutation")
    args = p.parse_args()
    if args.verb == "list":
        for m in choose(args.seed, args.count):
            print(m["mutant"])
    elif args.verb == "run":
        run(args)
    else:
        report(args)


main()
