# SPDX-License-Identifier: GPL-3.0-or-later
# klcache with recorded accesses: bounds on misses of sweeps over an array of 512 KB, which is larger than L1 (32 KB) and
# fits into L2 (1 MB), and over one of 8 MB, which fits into L3 (32 MB) only. With -O1 each access loads 8 bytes: one of 8
# accesses a line. An access whose line was not accessed before in its burst may have missed or not.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
case " $COMMANDS " in *" klcache "*) ;; *) echo "skip klcache of recorded accesses: no klcache"; exit 0 ;; esac
command -v gcc >/dev/null || { echo "skip klcache of recorded accesses: gcc is not installed"; exit 0; }
[ "$(uname -m)" = x86_64 ] || { echo "skip klcache of recorded accesses: the machine is not x86-64"; exit 0; }
verdict() { if [ "$2" = 0 ]; then echo "ok $1"; else sed 's/^/# /' said; echo "not ok $1"; fi; }
cat >sum.c <<'END'
#include <stdio.h>
static double x[1 << 20] __attribute__((aligned(4096)));
__attribute__((noinline)) double near(void) { double s = 0; for (int i = 0; i < 1 << 16; i++) s += x[i]; return s; }
__attribute__((noinline)) double far(void) { double s = 0; for (int i = 0; i < 1 << 20; i++) s += x[i]; return s; }
int main(void)
{
    double s = 0;
    for (int r = 0; r < 400; r++) { s += near(); x[0] = r; }
    for (int r = 0; r < 80; r++) { s += far(); x[0] = r; }
    printf("%g\n", s);
    return 0;
}
END
{ grep -v '^cache\.\|^rate\.\|^memory\.\|^clock' "$SRCDIR/machines/zen4.machine"; cat "$SRCDIR/tests/cases/kma/data-bound/levels"; } >own.machine
{ gcc -O1 -g -S sum.c && gcc -c sum.s && gcc -o sum sum.o && ./sum >printed && macs insert --accesses -o with sum.s -- gcc -O1 -o sum sum.o &&
    macs count --accesses -o counts --counted=with --program=./sum --printed=printed -- ./sum; } >said 2>&1
verdict "the accesses are recorded" $?
klcache --machine=./own.machine --format=csv counts >table.csv 2>said; verdict "klcache reads recorded accesses" $?
# between LINE CACHE LOWER UPPER: the bounds, divided by the accesses of 8 bytes: at least LOWER, and at most UPPER.
between() {
    awk -F, -v loop="sum.c:$1" -v cache="$2" -v lower="$3" -v upper="$4" 'index($1, loop) && $2 == cache { print; n++; wrong += $4 < lower * $3 / 8 || $5 > upper * $3 / 8 || $4 > $5 }
        END { exit n != 1 || wrong }' table.csv
}
for row in '3 l1 0.6 1.01' '3 l2 0 0.85' '4 l1 0.8 1.01' '4 l2 0.6 1.01' '4 l3 0 0.7'; do
    # shellcheck disable=SC2086 # four words
    between $row >said; verdict "bounds of line ${row%% *}: $row" $?
done
# The true numbers, 1/8 of the accesses in L1, are within the bounds.
awk -F, '$2 == "l1" && /sum.c:[34]/ { n++; wrong += $4 > $3 / 8 + 1 || $5 < $3 / 8 - 1 } END { exit n != 2 || wrong }' table.csv; s=$?; cp table.csv said
verdict "one of eight accesses is within the bounds of L1" $s
awk -F, '$2 == "l2" && /sum.c:3/ { n++; wrong += $4 != 0 } $2 == "l3" { wrong += $4 != 0 } END { exit !n || wrong }' table.csv; verdict "arrays that fit need not miss" $?
klcache --machine=ksr1 counts >said 2>&1; [ $? = 1 ] && grep -q 'lines of 64 bytes' said; verdict "caches with other lines are refused" $?
klcache counts >said 2>&1; [ $? = 2 ] && grep -q -e '--machine' said; verdict "the machine is needed" $?
klcache --machine=zen4 --ways=3 counts >said 2>&1; [ $? = 2 ]; verdict "options of traces are refused" $?
echo x >>counts/result; klcache --machine=zen4 counts >said 2>&1; [ $? = 1 ]; verdict "a damaged result is refused" $?
mkdir empty; klcache --machine=zen4 empty >said 2>&1; [ $? = 1 ] && grep -q 'empty/result' said; verdict "a directory without a result is refused" $?
