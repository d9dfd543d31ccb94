# SPDX-License-Identifier: GPL-3.0-or-later
# Files of counts that were changed after the counted run are reported and not used; counted programs that differ
# from the sampled one are rejected with the first difference.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
result() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
for tool in gcc objdump sqlite3; do
    command -v $tool >/dev/null || { echo "skip damaged counts: $tool is not installed"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skip damaged counts: the machine is not x86-64"; exit 0; }
macs sample -o first.txt -- true >said 2>&1 || { echo "skip damaged counts: $(head -1 said)"; exit 0; }

# 60,000,000 passes of the loop of prog.c, 40,000,000 of that of other.c.
cat >prog.c <<'END2'
#include <stdio.h>
double v = 1;
void other(void);
int main(void) {
    for (int i = 0; i < 60000000; i++) v = v * 0.5 + 1;
    other();
    printf("%g\n", v);
    return 0;
}
END2
printf 'extern double v;\nvoid other(void) {\n    for (int i = 0; i < 40000000; i++) v = v * 0.25 + 1;\n}\n' >other.c
macs -q --repeat=1 --no-reference --machine=zen4 -o out --flags=-O1 prog.c other.c >said 2>&1
counts=$(dirname "$(find out -name result | head -1)")
profile=$(find out -name '*.profile')
cp -R "$counts" whole; cp -R out/O1/counted built
passes() { sqlite3 -separator ' ' new.db "select printf('%.0f', passes) from profile_row where passes_counted and kind = 'loop' order by passes" 2>>said | tr '\n' ' '; }
reasons() { sqlite3 new.db "select distinct passes_missing from profile_row where kind = 'loop' and not passes_counted" 2>>said; }
attribute() { rm -f new.db; macs attribute --db=new.db --machine=zen4 --counts="$counts" "$profile" >said 2>&1; }
# is NAME FOUND EXPECTED
is() {
    [ "$2" = "$3" ]; s=$?
    [ $s = 0 ] || printf 'found:\n%s\nexpected:\n%s\n' "$2" "$3" >>said
    result $s "$1"
}
attribute; s=$?
is "whole counts are used" "$s $(passes)" '0 40000000 60000000 '

# damage NAME COMMAND MESSAGE PASSES REASON: the command damages the files; the message is an error.
damage() {
    rm -rf "$counts" out/O1/counted && cp -R whole "$counts" && cp -R built out/O1/counted
    index=$(echo "$counts"/run1/*.index) block=$(find "$counts/run1" -name '*.counts' | LC_ALL=C sort | tail -1)
    eval "$2"
    attribute; s=$?
    grep -q ": error: $3\$" said && [ $s = 1 ] && [ "$(passes)" = "$4" ] && [ "$(reasons)" = "$5" ]; t=$?
    [ $t = 0 ] || echo "status $s; passes: $(passes); reasons: $(reasons)" >>said
    result $t "$1"
}
run='files of the counted run were changed or damaged after it'
damage 'a changed counter' 'printf "\001" | dd of="$block" bs=1 seek=4107 conv=notrunc 2>said' 'was changed after the counted run, or is damaged' '' "$run"
damage 'a truncated file of counters' 'truncate -s 5000 "$block"' 'was changed after the counted run: 5000 bytes, not [0-9]*' '' "$run"
damage 'a missing file of counters' 'rm "$block"' 'this file of the counted run cannot be read: No such file or directory' '' "$run"
damage 'a missing index' 'rm "$index"' 'this file of the counted run cannot be read: No such file or directory' '' "$run"
damage 'a line of an index' 'sed -i 3d "$index"' 'was changed after the counted run: [0-9]* bytes, not [0-9]*' '' "$run"
damage 'a duplicated process' 'cp "$index" "$counts/run1/1-0.index"' 'this file does not belong to the counted run: it was added later' '' "$run"
damage 'a changed result' 'sed -i "s,^labelled.*,labelled	/bin/ls," "$counts/result"' 'this result of counted runs is damaged or truncated: count the program again' '' 'the result of the counted runs cannot be read'
damage 'a truncated result' 'truncate -s -9 "$counts/result"' 'this result of counted runs is damaged or truncated: count the program again' '' 'the result of the counted runs cannot be read'
# The counts of the other file are used.
damage 'a truncated map' 'truncate -s -30 out/O1/counted/*other*.map' 'was changed after the counted run: [0-9]* bytes, not [0-9]*' '60000000 ' 'a map of counters was changed or damaged after the counted run'
damage 'another labelled program' 'cp /bin/ls out/O1/counted/program.labelled' 'was changed after the counted run: [0-9]* bytes, not [0-9]*' '' 'a program with labels was changed after the counted run'

# ---- programs that differ only when they are counted ----

# Limits of resources: the counters need address space; files of counts are written with the hard limits.
cat >limits.c <<'END2'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
volatile double v = 1;
static void *work(void *unused) { for (int i = 0; i < 20000000; i++) v = v * 0.5 + 1; return unused; }
int main(int argc, char **argv) {
    pthread_t t;
    struct rlimit l;
    int resource = argc < 2 ? 0 : !strcmp(argv[1], "space") ? RLIMIT_AS : !strcmp(argv[1], "size") ? RLIMIT_FSIZE : RLIMIT_NOFILE;
    getrlimit(resource, &l);
    l.rlim_cur = resource == RLIMIT_AS ? 180 << 20 : resource == RLIMIT_FSIZE ? 1000 : 3;
    puts("begin");
    fflush(stdout);
    setrlimit(resource, &l);
    char *memory = malloc(resource == RLIMIT_AS ? 100 << 20 : 1);
    puts(memory ? "enough" : "not enough");
    if (memory && !pthread_create(&t, NULL, work, NULL)) pthread_join(t, NULL);
    for (int i = 0; i < 20000000; i++) v = v * 0.5 + 1;
    return 0;
}
END2
limited() { rm -rf out; macs -q --repeat=1 --no-reference --machine=zen4 -o out --flags='-O1 -pthread' limits.c -- "$1" >said 2>&1; sqlite3 out/run.db "select ifnull(count_slowdown_missing, 'counted') from profile" 2>>said; }
is "a lower limit of address space: the first line that differs" "$(limited space)" \
    'the counted program prints something else than the sampled one: line 2 of its output is "not enough"; in the sampled run it is "enough"'
for limit in size files; do
    found=$(limited $limit)
    is "a lower limit of $limit" "$found $(sqlite3 out/run.db "select printf('%.0f', sum(passes)) from profile_row where passes_counted and kind = 'loop'" 2>>said)" 'counted 40000000'
done

# ---- an interrupted counted run ----

# 1,000,000,000 passes. The same command continues, and counts are those of the new run only.
sed 's/60000000/1000000000/' prog.c >long.c
long() { macs -q --repeat=1 --no-reference --machine=zen4 -o long --flags=-O1 long.c other.c >said 2>&1; }
rm -rf long; macs -q --repeat=1 --no-reference --machine=zen4 -o long --flags=-O1 long.c other.c >said 2>&1 & pid=$!
for _ in $(seq 300); do [ -n "$(ls long/O1/runs/p1.counted/run1/*-1.counts 2>/dev/null)" ] && break; sleep 0.1; done
kill -TERM $pid; wait $pid
[ -d long/O1/runs/p1.counted/run1 ] && [ ! -e long/O1/runs/p1.counted/result ]
result $? "an interrupted counted run has no result"
long
is "it is repeated by the same command" "$(sqlite3 -separator ' ' long/run.db "select printf('%.0f', passes) from profile_row where passes_counted and kind = 'loop' order by passes desc limit 1" 2>>said)" 1000000000
