# SPDX-License-Identifier: GPL-3.0-or-later
# Recorded data accesses of programs whose accesses are known by construction: the bytes and the passes of eq. D.3
# (doc/data-guide.md), by macs-gap --explain.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
for tool in gcc objdump sqlite3 jq; do
    command -v $tool >/dev/null || { echo "skip recorded data accesses: $tool is not installed"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skip recorded data accesses: the machine is not x86-64"; exit 0; }
macs sample -o first.txt -- true >said 2>&1 || { echo "skip recorded data accesses: $(head -1 said)"; exit 0; }

# With -O1 a pass is an iteration. A loop in each function:
# 7 triad: three arrays of 400,000 elements of 8 bytes; 8 gather: as many indices of 4 bytes, in random order
# 9 list: the same number of nodes, in random order; 10 rows: 100,000 rows of 3 to 5 elements, values of 8 and columns of 4 bytes
# 11 points: 398 * 398 points, and their neighbours in a plane of 400 rows of 400 elements
# 12 past: 400,000 elements of 4 bytes are loaded, as many of 8 bytes are stored past the caches
cat >data.c <<'END'
#include <stdio.h>
#include <stdlib.h>
enum { N = 400000, ROWS = N / 4, SIDE = 400 };
struct node { struct node *next; double value; } nodes[N];
long long bits[N]; double a[N], b[N], c[N], u[SIDE][SIDE], v[SIDE][SIDE], values[N];
int at[N], columns[N], first[ROWS + 1];
__attribute__((noinline)) void triad(void) { for (int i = 0; i < N; i++) a[i] = b[i] + 0.5 * c[i]; }
__attribute__((noinline)) double gather(void) { double s = 0; for (int i = 0; i < N; i++) s += a[at[i]]; return s; }
__attribute__((noinline)) double list(struct node *p) { double s = 0; for (; p; p = p->next) s += p->value; return s; }
__attribute__((noinline)) void rows(void) { for (int i = 0; i < ROWS; i++) { double s = 0; for (int k = first[i]; k < first[i + 1]; k++) s += values[k] * b[columns[k]]; c[i] = s; } }
__attribute__((noinline)) void points(void) { for (int j = 1; j < SIDE - 1; j++) for (int i = 1; i < SIDE - 1; i++) v[j][i] = u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]; }
__attribute__((noinline)) void past(void) { for (int i = 0; i < N; i++) __builtin_ia32_movnti64(&bits[i], at[i] + 1LL); }
int main(int argc, char **argv)
{
    int times = argc > 1 ? atoi(argv[1]) : 1;
    double s = 0;
    for (int i = 0; i < N; i++) {
        at[i] = i;
        b[i] = c[i] = values[i] = i;
        columns[i] = (int)(i * 7919L % N);
    }
    for (int i = 0; i < N; i++) {
        int k = (int)((i * 7907L + 13) % N), j = at[i];
        at[i] = at[k];
        at[k] = j;
    }
    for (int i = 0; i < N; i++)
        nodes[at[i]] = (struct node){i + 1 < N ? &nodes[at[i + 1]] : NULL, i};
    for (int i = 0; i < ROWS; i++)
        first[i + 1] = first[i] + 3 + (i % 4 == 3 ? 2 : i % 4 == 1 ? 1 : i % 4 == 2 ? 1 : 0);
    for (int t = 0; t < times; t++) {
        triad();
        past();
        s += gather();
        if (t % 8 == 0)
            s += list(&nodes[at[0]]);
        rows();
        for (int k = 0; k < 5; k++)
            points();
    }
    printf("%g %g %lld\n", s, v[1][1], bits[N - 1]);
}
END
macs -q --accesses --machine=ice-lake-server -o out --flags=-O1 data.c -- 80 >said 2>&1 || { cat said; echo "not ok recorded data accesses"; exit 1; }

# explain LINE: the equations of the loop with the most time.
explain() { macs-gap --set 'clock=3 GHz' --all-rows --explain="data.c:$1" out/run.db 2>&1 | sed -n '/^data of a pass/,/^  data /p' | sed '/^  data /q'; }
# is LINE LEVEL BYTES PASSES NAME: the set of the sweep, at most 1 % larger than BYTES, and its passes.
is() {
    explain "$1" >said
    if awk -v level="$2:" -v bytes="$3" -v passes="$4" '$1 == level { set = substr($2, 2) + 0; n = $8 }
        END { exit !(set >= bytes && set <= bytes * 1.01 && n == passes) }' said; then echo "ok $5"
    else sed 's/^/# /' said; echo "not ok $5: $3 bytes, $4 passes"; fi
}
# A store that misses the first cache reads its line (write-allocate), but not always one that misses the last cache.
is 7 l2 9600000 400000 'triad: three arrays from L2'
is 7 memory 6400000 400000 'triad: two arrays from memory'
is 8 l2 1600000 400000 'gather: the indices'
is 12 l2 1600000 400000 'stores past the caches do not read their lines'
is 10 l2 4800000 400000 'rows of a sparse matrix: values and columns'
# u: 398 whole rows and 398 elements of two more: 1,279,968 bytes; v: 398 rows without two elements, 16 bytes,
# between them: 398 * 3200 - 16
is 11 l2 2553552 158404 'stencil: each line of both arrays'
explain 9 >said
if grep -q '^  data  *= -: ' said; then echo "ok list: no bound"; else sed 's/^/# /' said; echo "not ok list: no bound"; fi

# ---- reuse distances ----

# beyond LINE CAPACITY BYTES NAME: the bytes in lines that a pass of the loop with the most time accesses at a reuse distance
# of at least CAPACITY, within 10 %: those of reference windows of that size.
beyond() {
    sqlite3 -separator ' ' out/run.db "select ifnull(u.distance, 1e99), u.loads + u.stores, d.line from profile_reuse u
        join profile_data d using (profile, row) where u.row = (select seq from profile_row where kind = 'loop' and line = $1
        order by seconds desc limit 1) order by u.seq" >said
    if awk -v capacity="$2" -v bytes="$3" '
        { share = from >= capacity ? 1 : $1 > capacity ? ($1 - capacity) / ($1 - from) : 0; sum += share * $2 * $3; from = $1 }
        END { print sum " bytes at " capacity; exit !(sum > 0.9 * bytes && sum < 1.1 * bytes) }' said >sum; then echo "ok $4"
    else sed 's/^/# /' sum; echo "not ok $4: $3 bytes"; fi
}
beyond 7 49152 24 'triad: three elements from beyond the first cache, by reuse distances'
beyond 7 1359872 24 'triad: three elements from beyond the second cache, by reuse distances'
# Two rows of u are reused at once: 6400 bytes, and as many of v.
beyond 11 49152 16.08 'stencil: an element of each array from beyond the first cache, by reuse distances'

# ---- estimates ----

# estimate LINE: cycles an iteration that the data of the loop with the most time are expected to take, and what the bytes
# are computed from. Transfers hide no work. All data sets are larger than L2 and this L3 cache, 2.1 MB, and the recorded
# intervals, too.
estimate() {
    set -- "$1" --set 'clock=3 GHz' --set 'cache.l3.size=768 KB' --set overlap.l2=0 --set overlap.l3=0 --set overlap.memory=0 --all-rows out/run.db
    line=$1; shift
    macs-gap --format=json "$@" | jq -r "[.runs[].loops[] | select(.line == $line)][0] | \"\(.loop) \(.data_estimate - .macs)\"" >row
    read -r name cycles <row
    if macs-gap --explain="$name" "$@" | grep -A1 '^  estimate' | grep -q 'reuse distances'; then echo "$cycles reuse"; else echo "$cycles strides"; fi
}
# The strides of affine references, and the reuse distances of the same run: within 10 %.
for line in 7 11; do estimate $line; done >by-strides
gather=$(estimate 8) list=$(estimate 9)
sqlite3 out/run.db "update profile_stride set bytes = null, missing = 'removed'"
for line in 7 11; do estimate $line; done >by-reuse
if paste -d ' ' by-strides by-reuse | awk '{ print; wrong += $2 != "strides" || $4 != "reuse" || !($3 > 0.9 * $1 && $3 < 1.1 * $1) } END { exit NR != 2 || wrong }' >said
then echo "ok estimates by strides and by reuse distances agree"; else sed 's/^/# /' said; echo "not ok estimates by strides and by reuse distances agree"; fi
echo "gather $gather, list $list" >said
if [ "${gather#* }" = reuse ] && [ "${list#* }" = reuse ]; then echo "ok references without strides have an estimate"
else sed 's/^/# /' said; echo "not ok references without strides have an estimate"; fi
# Each store of the triad makes an eighth of a line dirty, in caches that keep less than its arrays.
sqlite3 -separator ' ' out/run.db "select ifnull(u.distance, 1e99), u.written, d.line from profile_reuse u
    join profile_data d using (profile, row) where u.row = (select seq from profile_row where kind = 'loop' and line = 7
    order by seconds desc limit 1) and ifnull(u.distance, 1e99) > 1359872" | awk '{ sum += $2 * $3 } END { print sum " bytes"; exit !(sum > 7.2 && sum < 8.8) }' >said
s=$?; if [ $s = 0 ]; then echo "ok triad: 8 bytes are written back in an iteration"; else sed 's/^/# /' said; echo "not ok triad: 8 bytes are written back"; fi
