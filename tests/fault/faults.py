#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes each call of a command fail once: the n-th malloc, read, write, open, close or fsync.

    faults.py LIBRARY [--most=N] [--jobs=N] [NAME]...

LIBRARY is fail.c of this folder, compiled; the commands are those of faults.table, found by PATH;
$SAMPLES names the folder of samples. Right after a failed call are: the output and the files that
the command leaves when nothing fails, with status 0; or status 1, a message on standard error, and
each file either as it was or whole. A new database without a row, and a new empty file, count as none.
A command that is out of memory ends at once, as one that is killed does: a file with a temporary name,
.NAME.macs-N, may stay then, but the next run must be right and remove it.
--most=N tries at most about N of the calls of each kind: the first half one by one, the others
spread over the rest. Prints "ok NAME: KIND: N calls" and "not ok NAME: KIND N: what is wrong" lines,
one for each distinct wrong outcome; known.table lists those of libraries, with the reason."""
import argparse, concurrent.futures, os, re, shutil, sqlite3, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = ["malloc", "read", "write", "open", "close", "fsync"]
LIMIT_SECONDS = 60


def table(name):
    with open(os.path.join(HERE, name)) as f:
        rows = [re.split(r"\s{2,}", l.split("#")[0].strip()) for l in f]
    return [r for r in rows if len(r) >= 3]


def database_text(path):
    """What a database holds, whatever its pages look like; a journal that is left is rolled back."""
    with sqlite3.connect("file:%s?mode=rw" % path, uri=True) as db:
        return "\n".join(db.iterdump()).encode()


def state(folder):
    """Every file of a folder with its content."""
    out = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            key = os.path.relpath(path, folder)
            if key.endswith("-journal") and os.path.exists(path[:-8]):
                continue
            if key.endswith(".db") and os.path.getsize(path) > 0:
                text = database_text(path)
                if b"\nINSERT " in text:
                    out[key] = text
            elif os.path.exists(path) and os.path.getsize(path) > 0:
                with open(path, "rb") as f:
                    out[key] = f.read()
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


def prepare(before, folder):
    samples = os.environ["SAMPLES"]
    for name in os.listdir(samples):
        if re.search(r"\.(f|s|csv|mkn|manifest)$", name):
            shutil.copy(os.path.join(samples, name), folder)
    for name in ["programs/triad.f", "transputer/two.tp"]:
        shutil.copy(os.path.join(samples, name), folder)
    for name in ["ladder.sh", "whole.sh", "hello.f"]:
        shutil.copy(os.path.join(HERE, name), folder)
    p = subprocess.run(["sh", "-c", before], cwd=folder, capture_output=True)
    if p.returncode:
        sys.exit("not ok prepare: %s: %s" % (before, p.stderr.decode()))


def first_odd(after, *allowed):
    """A file that is like in none of the allowed states."""
    for key in sorted(set(after).union(*allowed)):
        if all(after.get(key) != state.get(key) for state in allowed):
            return re.sub(r"macs-\d+", "macs-N", key)
    return None


def wrong(before, right, got, folder, again):
    """What is wrong with an outcome; None: nothing. again runs the command once more without a fault,
    where a temporary file may have been left."""
    status, out, err = got
    if status is None:
        return "no end after %d s" % LIMIT_SECONDS
    if status < 0 or status > 1:
        return "status %d%s" % (status, ": " + err.decode(errors="replace").strip()[:100] if err else "")
    after = state(folder)
    if status == 0:
        odd = first_odd(after, right[1])
        return "status 0, but %s differs" % odd if odd else "status 0, but the output differs" if out != right[0] else None
    if not err.strip():
        return "status 1 without a message"
    odd = first_odd(after, before, right[1])
    if odd and again and "macs-N" in odd:
        again()
        odd = first_odd(state(folder), right[1])
        return "after a run without memory the next one leaves %s otherwise" % odd if odd else None
    return "status 1, but %s is not as it was" % odd if odd else None


def is_known(name, kind, bad, said):
    """Whether known.table has this outcome, and its message was printed ("-": none is asked for)."""
    return any(k[:3] == [name, kind, bad] and (k[3] == "-" or k[3] in said) for k in table("known.table"))


def chosen(calls, most):
    if calls <= most:
        return list(range(1, calls + 1))
    half = most // 2
    step = (calls - half) / (most - half)
    return list(range(1, half + 1)) + [half + 1 + int(i * step) for i in range(most - half)]


def work(row, kind, library, most):
    name, before, command = row
    program, lines, seen = command.split()[0], [], {}
    env = {"LD_PRELOAD": library, "FAIL_PROGRAM": program, "FAIL_CALL": kind}
    with tempfile.TemporaryDirectory() as top:
        clean, used = os.path.join(top, "clean"), os.path.join(top, "used")
        os.mkdir(clean)
        prepare(before, clean)
        was = state(clean)

        def once(n):
            shutil.rmtree(used, ignore_errors=True)
            shutil.copytree(clean, used)
            return run(command, used, FAIL_AT=str(n), FAIL_COUNT=os.path.join(top, "count"), **env)
        status, out, err = once(0)
        if status == 99:
            return ["# left out: faults: %s: this kernel does not hand over system calls" % name]
        if status != 0:
            return ["not ok %s: %s: fails without a fault: %s" % (name, kind, err.decode(errors="replace"))]
        right = out, state(used)
        with open(os.path.join(top, "count")) as f:
            calls = int(f.read())
        tried = chosen(calls, most)
        for n in tried:
            again = (lambda: run(command, used)) if kind == "malloc" else None
            got = once(n)
            bad = wrong(was, right, got, used, again)
            if bad and not is_known(name, kind, bad, got[2].decode(errors="replace")):
                seen.setdefault(bad, []).append(n)
    for bad, at in seen.items():
        lines.append("not ok %s: %s %d%s: %s" % (name, kind, at[0], " and %d more" % (len(at) - 1) if at[1:] else "", bad))
    return lines or ["ok %s: %s: %d of %d calls" % (name, kind, len(tried), calls)]


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("library")
    p.add_argument("names", nargs="*")
    p.add_argument("--most", type=int, default=10 ** 9)
    p.add_argument("--jobs", type=int, default=1)
    args = p.parse_intermixed_args()
    rows = [r for r in table("faults.table") if not args.names or r[0] in args.names]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        todo = [pool.submit(work, r, k, os.path.abspath(args.library), args.most) for r in rows for k in KINDS]
        bad = 0
        for t in todo:
            for line in t.result():
                bad += line.startswith("not ok")
                print(line, flush=True)
    sys.exit(bad > 0)


main()
