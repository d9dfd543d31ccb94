#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes each call of a command fail once: the n-th malloc, read, write, open, close or fsync.

    faults.py LIBRARY [--most=N] [--jobs=N] [--kinds=KIND,...] [--table] [NAME]...

LIBRARY is fail.c of this folder, compiled; the commands are those of faults.table, found by PATH;
$SAMPLES names the directory of samples. Two outcomes of a failed call are correct: the output and files of a
run without a fault, with status 0; or status 1, a message on standard error, and unchanged files: no file
is changed and none is added, not even an empty or temporary one. If the message is that standard output
was lost, files may also be complete. A command with "resumes" in faults.table has an output directory that
is exempt from this: the next run, without a fault, must give the result of a run without a fault.
--most=N tries at most about N of the calls of each kind: the first N/2, and N/2 spread evenly over the
rest. Prints "ok NAME: KIND: N calls" and "not ok NAME: KIND N: what is wrong" lines, one for each distinct
wrong outcome; known.table lists other outcomes that are accepted, or defects of libraries, with the reason.
--table prints the rows of the table in README.md instead of "ok" lines: the command, the kind, its calls,
the number tried, and the numbers of correct outputs, of refusals, and of outcomes in known.table."""
import argparse, concurrent.futures, os, re, shutil, sqlite3, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = ["malloc", "read", "write", "open", "close", "fsync"]
LIMIT_SECONDS = 60
STDOUT_LOST = b"cannot write standard output"


def table(name):
    with open(os.path.join(HERE, name)) as f:
        rows = [re.split(r"\s{2,}", l.split("#")[0].strip()) for l in f]
    return [r for r in rows if len(r) >= 3]


KNOWN = table("known.table")


def database_text(path):
    """Returns the content of a database as SQL, which does not depend on its page layout."""
    with sqlite3.connect("file:%s?mode=ro" % path, uri=True) as db:
        return "\n".join(db.iterdump()).encode()


class States:
    """The files of a directory with their contents. Equal databases are converted to text once."""
    def __init__(self):
        self.texts = {}

    def content(self, path):
        if os.path.islink(path) or not os.path.isfile(path):
            return b"no file"
        with open(path, "rb") as f:
            got = f.read()
        if not path.endswith(".db") or not got.startswith(b"SQLite"):
            return got
        if got not in self.texts:
            self.texts[got] = database_text(path)
        return self.texts[got]

    def of(self, folder, but=None):
        out = {}
        for base, folders, names in os.walk(folder):
            if but in folders:
                folders.remove(but)
            for name in folders:
                out[os.path.relpath(os.path.join(base, name), folder)] = b"folder"
            for name in names:
                path = os.path.join(base, name)
                out[os.path.relpath(path, folder)] = self.content(path)
        return out


def run(command, folder, **more):
    env = dict(os.environ, **more)
    try:
        with tempfile.TemporaryFile() as out:
            p = subprocess.run(["sh", "-c", "exec " + command], cwd=folder, env=env, stdout=out,
                               stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=LIMIT_SECONDS)
            out.seek(0)
            return p.returncode, out.read(), p.stderr
    except subprocess.TimeoutExpired:
        return None, b"", b""


def prepare(before, command, folder):
    """Copies the samples and scripts that the two commands name, and those that these scripts name."""
    samples = os.environ["SAMPLES"]
    there = {os.path.basename(f): os.path.join(d, f) for d in
             [samples, os.path.join(samples, "programs"), os.path.join(samples, "transputer"), HERE]
             for f in os.listdir(d) if "." in f and os.path.isfile(os.path.join(d, f)) and not f.endswith(".py")}
    todo = [before + " " + command]
    while todo:
        for name in re.findall(r"[\w.-]+", todo.pop()):
            if name in there and not os.path.exists(os.path.join(folder, name)):
                shutil.copy(there[name], folder)
                if name.endswith(".sh"):
                    with open(there[name]) as f:
                        todo.append(f.read())
    p = subprocess.run(["sh", "-c", before], cwd=folder, capture_output=True)
    if p.returncode:
        sys.exit("not ok prepare: %s: %s" % (before, p.stderr.decode()))


def first_odd(after, wanted, or_so={}):
    """Returns a file that is neither as wanted nor as in or_so, and the difference."""
    for key in sorted(set(after).union(wanted)):
        if after.get(key) not in [wanted.get(key), or_so.get(key, wanted.get(key))]:
            how = "is new" if key not in wanted else "is missing" if key not in after else "differs"
            return "%s %s" % (re.sub(r"macs-\d+", "macs-N", key), how)
    return None


def chosen(calls, most):
    if calls <= most:
        return list(range(1, calls + 1))
    half = most // 2
    step = (calls - half) / (most - half)
    return list(range(1, half + 1)) + [half + 1 + int(i * step) for i in range(most - half)]


class Trial:
    """A command of which calls of one kind fail, in its own directory."""
    def __init__(self, row, kind, library, top):
        self.name, before, self.command = row[:3]
        self.kind, self.states = kind, States()
        self.folder = row[4] if row[3:4] == ["resumes"] else None
        self.clean, self.used = os.path.join(top, "clean"), os.path.join(top, "used")
        self.count = os.path.join(top, "count")
        self.env = {"LD_PRELOAD": library, "FAIL_PROGRAM": [w for w in self.command.split() if w != "env" and "=" not in w][0],
                    "FAIL_CALL": kind, "FAIL_COUNT": self.count}
        os.mkdir(self.clean)
        prepare(before, self.command, self.clean)
        self.was = self.states.of(self.clean)

    def once(self, n):
        shutil.rmtree(self.used, ignore_errors=True)
        shutil.copytree(self.clean, self.used, symlinks=True)
        return run(self.command, self.used, FAIL_AT=str(n), **self.env)

    def begin(self):
        """Runs the command without a fault. Returns an error, or None."""
        status, out, err = self.once(0)
        if status == 0:
            self.right = out, self.states.of(self.used, self.folder)
            with open(self.count) as f:
                self.calls = int(f.read())
            return None
        if status == 99:
            return "# left out: faults: %s: this kernel does not hand over system calls" % self.name
        return "not ok %s: %s: fails without a fault: %s" % (self.name, self.kind, err.decode(errors="replace"))

    def wrong(self, got):
        """Returns the error of an outcome, or None."""
        status, out, err = got
        if status is None:
            return "no end after %d s" % LIMIT_SECONDS
        if status < 0 or status > 1:
            return "status %d%s" % (status, ": " + err.decode(errors="replace").strip()[:100] if err else "")
        after = self.states.of(self.used, self.folder)
        if status == 0:
            odd = first_odd(after, self.right[1])
            return "status 0, but %s" % odd if odd else "status 0, but the output differs" if out != self.right[0] else None
        if not err.strip():
            return "status 1 without a message"
        if self.folder:
            return self.wrong_again()
        lost = self.right[1] if STDOUT_LOST in err else self.was
        odd = first_odd(after, self.was, lost)
        return "status 1, but %s" % odd if odd else None

    def wrong_again(self):
        status = run(self.command, self.used)[0]
        odd = first_odd(self.states.of(self.used, self.folder), self.right[1])
        return "the next run has status %s" % status if status else "after the next run %s" % odd if odd else None

    def is_known(self, bad, got):
        """Returns whether known.table has this outcome and its message was printed ("-": any message)."""
        said = got[2].decode(errors="replace")
        return any(k[:3] == [self.name, self.kind, bad] and (k[3] == "-" or k[3] in said) for k in KNOWN)


def work(row, kind, library, args):
    seen, right, refused, known = {}, 0, 0, 0
    with tempfile.TemporaryDirectory() as top:
        t = Trial(row, kind, library, top)
        bad = t.begin()
        if bad:
            return [bad]
        tried = chosen(t.calls, args.most)
        for n in tried:
            got = t.once(n)
            bad = t.wrong(got)
            if not bad:
                right, refused = right + (got[0] == 0), refused + (got[0] == 1)
            elif t.is_known(bad, got):
                known += 1
            else:
                seen.setdefault(bad, []).append((n, got[2].decode(errors="replace").strip()[:160]))
    lines = ["not ok %s: %s %d%s: %s%s" % (t.name, kind, at[0][0], " and %d more" % (len(at) - 1) if at[1:] else "", bad,
             "\n# it printed: " + at[0][1].replace("\n", "\n# ") if at[0][1] else "") for bad, at in seen.items()]
    if args.table:
        lines.append("| %s | %s | %d | %d | %d | %d | %s |" % (t.name, kind, t.calls, len(tried), right, refused, known or ""))
    return lines or ["ok %s: %s: %d of %d calls" % (t.name, kind, len(tried), t.calls)]


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("library")
    p.add_argument("names", nargs="*")
    p.add_argument("--most", type=int, default=10 ** 9)
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--kinds", default=",".join(KINDS))
    p.add_argument("--table", action="store_true")
    args = p.parse_intermixed_args()
    rows = [r for r in table("faults.table") if not args.names or r[0] in args.names]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        todo = [pool.submit(work, r, k, os.path.abspath(args.library), args) for r in rows for k in args.kinds.split(",")]
        bad = 0
        for t in todo:
            for line in t.result():
                bad += line.startswith("not ok")
                print(line, flush=True)
    sys.exit(bad > 0)


main()
