# SPDX-License-Identifier: GPL-3.0-or-later
# Commands that are sampled several times: number of runs, their input and output, and times in the run database.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
result() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
for tool in gcc objdump sqlite3; do
    command -v $tool >/dev/null || { echo "skip repeated runs: $tool is not installed"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skip repeated runs: the machine is not x86-64"; exit 0; }
macs sample -o first.txt -- true >said 2>&1 || { echo "skip repeated runs: $(head -1 said)"; exit 0; }

# Prints its input, and its status is 1 from the run on whose number is the argument. Each run appends a line to `runs`.
cat >echoes <<'END'
#!/bin/sh
read -r word; echo "out $word"; echo "err $word" >&2; echo run >>runs
[ "$(wc -l <runs)" -lt "$1" ]
END
chmod +x echoes; echo hello >in
# Takes 20 ms of CPU time.
cat >work.c <<'END'
#include <time.h>
int main(void) {
    while (clock() < CLOCKS_PER_SEC / 50) {}
    return 0;
}
END
gcc -O1 -o work work.c >said 2>&1
result $? "the program is compiled" || exit 1
runs() { wc -l <runs | tr -d ' '; }
repeats() { grep -c '^repeat ' "$1"; }

rm -f runs; macs sample --repeat=3 -o three.txt -- ./echoes 9 <in >said 2>&1
[ $? = 0 ] && [ "$(runs)" = 3 ] && [ "$(repeats three.txt)" = 3 ]
result $? "--repeat=3 runs a command three times"
[ "$(grep -v warning said)" = "out hello
err hello" ]
result $? "all runs have the same input, and only the first one prints"
rm -f runs; macs sample --repeat=5 -o other.txt -- ./echoes 3 <in >said 2>&1
[ "$(runs)" = 3 ] && [ "$(repeats other.txt)" = 2 ] && grep -qx 'status 0' other.txt &&
    grep -q 'echoes: warning: run 3 exited with status 1, the first one with 0: it is not part of the profile' said
result $? "a run that ends in another way is reported, and is the last one"
rm -f runs; macs sample --repeat=2 -o failed.txt -- ./echoes 1 <in >said 2>&1
[ "$(runs)" = 2 ] && [ "$(repeats failed.txt)" = 2 ] && grep -q 'exited with status 1$' said
result $? "a command that always fails is repeated if that is requested"
rm -f runs; macs sample --repeat=2 -o killed.txt -- sh -c 'echo run >>runs; kill -KILL $$' >said 2>&1
[ "$(runs)" = 1 ]
result $? "a command that a signal ended is not repeated"
rm -f runs; echo hello | macs sample --repeat=2 -o pipe.txt -- ./echoes 9 >said 2>&1
[ "$(runs)" = 1 ] && [ "$(repeats pipe.txt)" = 0 ] && grep -q 'it is run once: its standard input cannot be read again' said
result $? "a command that reads from a pipe is run once"
for n in 0 1001 2x x ''; do macs sample --repeat="$n" -- ./work >said 2>&1; [ $? = 2 ] && grep -q 'repeat must be auto' said || break; done
[ -z "$n" ]
result $? "wrong numbers of runs are refused"

# ---- runs about as long as a sampling period ----

# A quarter of the time is at the begin of the run, where a period that begins with the run has no sample. Of at least 50
# samples a quarter is 12.5, with a standard deviation of 3.1: a share from 5 % to 50 % is more than three of them away.
cat >parts.c <<'END'
#include <stdio.h>
__attribute__((noipa)) double first(double x, int n) { for (int i = 0; i < n; i++) x = x * 0.999 + 1; return x; }
__attribute__((noipa)) double second(double x, int n) { for (int i = 0; i < n; i++) x = x * 0.999 + 2; return x; }
int main(void) { printf("%g\n", second(first(1, 1000000), 3000000)); return 0; }
END
gcc -O1 -g -o parts parts.c >said 2>&1 && macs sample --rate=100 --repeat=100 -o parts.txt -- ./parts >>said 2>&1 &&
    macs attribute --db=parts.db --machine=zen4 parts.txt >>said 2>&1
sqlite3 parts.db "select total(samples * (function = 'first')), total(samples * (function in ('first', 'second'))) from profile_row" >parts.out 2>>said
if ! awk -F'|' '{ exit !($2 >= 50) }' parts.out; then echo "# left out: begin of short runs: fewer than 50 samples"
elif ! grep -qx 'sampler perf' parts.txt; then echo "# left out: begin of short runs: the events of the kernel are unavailable"
else
    cat parts.out >>said
    awk -F'|' '{ exit !($1 >= 0.05 * $2 && $1 <= 0.5 * $2) }' parts.out
    result $? "the begin of short runs has its share of the samples"
fi

# ---- an automatic number of runs ----

# 200 samples in a run, or fewer where the sampling clock is slower.
macs sample --repeat=auto --repeat-limit=600 --rate=10000 -o auto.txt -- ./work >said 2>&1
awk '$1 == "repeat" { all += $3; last = $3; n++ } END { exit !(all - last < 1000 && n > 1 && (all >= 1000 || n == 100)) }' auto.txt
s=$?; [ $s = 0 ] || grep '^repeat' auto.txt >>said; result $s "--repeat=auto ends with 1000 samples, or 100 runs"
rm -f runs; macs sample --repeat=auto --rate=1 -o none.txt -- ./echoes 9 <in >said 2>&1
[ "$(runs)" = 1 ]
result $? "--repeat=auto does not repeat a command without samples"
rm -f runs; macs sample --repeat=auto --repeat-limit=1 -o limit.txt -- sh -c './work; sleep 1; echo run >>runs' >said 2>&1
[ "$(runs)" = 1 ]
result $? "--repeat=auto starts no run that would end after the limit"
rm -f runs; macs sample --repeat=auto -o failed.txt -- sh -c './work; echo run >>runs; exit 3' >said 2>&1
[ "$(runs)" = 1 ]
result $? "--repeat=auto does not repeat a command that failed"

# ---- the run database ----

# Times are means, samples are sums: exactly, but for rounding.
macs sample --repeat=4 --rate=4000 -o four.txt -- ./work >said 2>&1 && macs attribute --db=run.db --machine=zen4 four.txt >>said 2>&1
found=$(sqlite3 run.db "select count(*), abs(avg(r.cpu_seconds) - p.cpu_seconds) < 1e-9, abs(avg(r.wall_seconds) - p.wall_seconds) < 1e-9,
    sum(r.samples) = p.samples, abs((select sum(seconds) from profile_row) - p.cpu_seconds) < 1e-6, p.sampled_seconds < 1.5 * p.cpu_seconds
    from profile p, profile_repeat r" 2>>said)
[ "$found" = '4|1|1|1|1|1' ]; s=$?
[ $s = 0 ] || { echo "$found"; sqlite3 run.db 'select * from profile; select * from profile_repeat'; } >>said 2>&1
result $s "the database has each run; times are those of one run, samples those of all"
macs-gap run.db | tr -s '\n ' ' ' >said
grep -q 'time: [0-9.]* s of CPU time in [0-9.]* s; means of 4 runs, which took [0-9.]* to [0-9.]* s of CPU time; processes left' said
result $? "the table states the number of runs and the range of their CPU times"
macs-gap --format=json run.db >out.json 2>said && grep -c '"sampled"' out.json | grep -qx 5
result $? "JSON has each run"
