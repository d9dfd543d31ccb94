#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Loops with conditional blocks in the lab, with all memory accesses hitting: how often each block is
# skipped, TNF of an average iteration, and MACS compared with the simulator's measured cycles.
# usage: lab-skips.sh [PROGRAMS [FIRST]]: random programs and the number of the first one
set -u
programs=${1:-20} first=${2:-1}
here=$SRCDIR/tests/scripts
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
verdict() {
    if [ "$1" -eq 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi
}

# A field of the loop at a line, of a run of LEVEL in DIRECTORY.
# usage: field DIRECTORY LEVEL LINE NAME
field() {
    macs-gap --format=csv --run="$2.p1" "$1/run.db" | awk -F, -v loop=":$3\$" -v name="$4" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["loop"] ~ loop { print $column[name] }'
}

# ELSE IF is ELSE with an IF in it; a jump skips the rest of every arm that it leaves. i is 1 to 100,
# A(I) is i and B(I) is i mod 4. Of the iterations that come to a block's own branch these skip it:
#   11  THEN, 41 to 100 run it: 40           12  jump to 15 where i mod 4 > 1 in 41 to 100: 30
#   15  ELSE: 60                             16  what else the jump skips, up to 15: 30
#   20  THEN, 91 to 100 run it: 90
#   21  ELSE IF and what follows it: 10      22  90 come, 81 to 90 run it: 80
#   23  the same of the next ELSE IF: 10     24  80 come, 61 to 80 run it: 60
#   25  CYCLE where i mod 4 is 3 in 61 to 80: 5;   30  what else it skips: 5
#   26  the third ELSE IF: 20                27  60 come, 31 to 60 run it: 30
#   29  ELSE: 30
# Flops, a comparison is one, of the iterations that run each line:
#   10: 100   11: 60   12: 30   13: 2 x 30   15: 40   17: 70   19: 100   20: 10   21: 90   22: 2 x 10
#   23: 80   24: 20   25: 3 x 15   26: 60   27: 4 x 30   29: 30; together 935, TNF 9.35.
cat >chain.f <<'F'
      PROGRAM P
      REAL*8 A(100),B(100),C(100),D(100)
      INTEGER I
      DO 5 I=1,100
      A(I)=I
      B(I)=MOD(I,4)
      C(I)=I
5     D(I)=I
      DO 20 I=1,100
      IF (A(I).GT.40D0) THEN
        IF (B(I).GT.1D0) GOTO 15
        C(I)=C(I)*2D0
        D(I)=D(I)*A(I)+1D0
      ELSE
        C(I)=C(I)/3D0
      END IF
      D(I)=D(I)+1D0
15    CONTINUE
      IF (A(I).GT.90D0) THEN
        C(I)=C(I)+1D0
      ELSE IF (A(I).GT.80D0) THEN
        C(I)=C(I)+2D0+A(I)
      ELSE IF (A(I).GT.60D0) THEN
        IF (B(I).GT.2D0) CYCLE
        C(I)=C(I)+3D0+A(I)*B(I)
      ELSE IF (A(I).GT.30D0) THEN
        C(I)=C(I)+4D0+A(I)+B(I)+D(I)
      ELSE
        C(I)=C(I)/4D0
      END IF
20    CONTINUE
      PRINT *,C(3),D(4)
      END
F
macs --lab -q --flags=-O1 --ksr1=--perfect -p 1 -o chain chain.f >said 2>&1
multikron decode chain/count/runs/p1/0.0.mkn >decoded 2>said
awk '/block of the next/ { line = $NF } /blocks skipped/ { print line, $NF }' decoded >blocks
printf '11 40\n12 30\n15 60\n16 30\n20 90\n21 10\n22 80\n23 10\n24 60\n25 5\n26 20\n27 30\n29 30\n30 5\n' |
    diff - blocks >said
verdict $? "ELSE IF and jumps out of arms: skips of each block"
field chain O1 9 tnf >said
awk '{ d = $1 - 9.35; ok = d < 1e-9 && d > -1e-9 } END { exit !ok }' said
verdict $? "ELSE IF and jumps out of arms: TNF"

# No loop is measured faster than MACS. MACS of the last loop is not above the pairs that the simulator
# issues in a pass of it, and with near the same.
# usage: judge DIRECTORY LEVEL NEAR
judge() {
    ksr1 --perfect --format=csv --loops=hits "$1/O$2/"*.s >passes 2>&1 || { cat passes; return 1; }
    pairs=$(awk -F, '$5 == 100 { pairs = $6 / $5 } END { printf "%.9f", pairs }' hits)
    macs-gap --format=csv --run="O$2.p1" "$1/run.db" | awk -F, -v near="$3" -v pairs="$pairs" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            n++
            macs = $column["macs"]; measured = $column["measured"]
            if (macs == "null" || measured == "null" || macs > measured + 1e-6) {
                print $column["loop"] ": MACS " macs ", measured " measured
                bad++
            }
        }
        END {
            if (macs > pairs + 1e-6 || (near && macs < pairs - 1e-6)) {
                print "the last loop: MACS " macs ", " pairs " pairs a pass"
                bad++
            }
            exit bad || !n
        }'
}

# Measures a program, compiled at each of the levels: the commands of macs without its reports.
# usage: measure NAME DIRECTORY LEVEL...
measure() {
    program=$1 to=$2
    shift 2
    for l; do set -- "$@" "--flags=-O$l"; shift; done
    macs --lab --dry-run "$@" --ksr1=--perfect -p 1 -o "$to" "$program.f" >commands 2>said &&
        grep -v '^macs-gap \|^cat ' commands | sh -e >said 2>&1
}
# usage: try NAME LEVEL NEAR
try() {
    measure "$1" "$1.$2" "$2" && judge "$1.$2" "$2" "$3" >said
}

# By hand, the loop at line 8 at -O1, of 69 pairs. A(I) > 0 for 50 of 100 iterations; 9 of those have
# B(I) > 0 and 40 B(I) < 0; 14 of the other 50 have C(I) > 1. What branches skip, in pairs:
#   36, THEN of line 9, by 50        7, of line 10, by 41       7, of line 13, by 36
#   27, what line 11 guards and all of ELSE IF, by 10; 16 of those by the 40 that jump over ELSE IF
# 69 - .5*36 - .41*7 - .1*27 - .4*16 - .36*7 = 36.51.
cat >arms.f <<'F'
      PROGRAM P
      REAL*8 A(100),B(100),C(100)
      INTEGER I
      DO 5 I=1,100
      A(I)=I-50
      B(I)=60-I
5     C(I)=MOD(I,7)-3
      DO 20 I=1,100
      IF (A(I).GT.0D0) THEN
        IF (B(I).GT.0D0) C(I)=C(I)*A(I)
        IF (B(I).LT.0D0) C(I)=C(I)/A(I)
      ELSE IF (C(I).GT.1D0) THEN
        C(I)=C(I)+B(I)
      END IF
20    CONTINUE
      PRINT *,C(3)
      END
F
# Of GO TO in the loop and two one-line IFs on a line.
cat >goto.f <<'F'
      PROGRAM P
      REAL*8 A(100),B(100),C(100),S,T
      INTEGER I
      DO 5 I=1,100
      A(I)=I-50
      B(I)=60-I
5     C(I)=MOD(I,7)-3
      S=0
      T=0
      DO 10 I=1,100
      IF (A(I).GT.0D0) S=S+A(I); IF (B(I).GT.0D0) T=T+B(I)
10    CONTINUE
      DO 11 I=1,100
      IF (A(I).GT.0D0) GOTO 11
      IF (B(I).GT.20D0) GOTO 12
      C(I)=C(I)+1D0
      GOTO 11
12    C(I)=C(I)*B(I)
11    CONTINUE
      PRINT *,S,T,C(3)
      END
F
for level in 0 1 2 3; do
    try chain $level 1 && try arms $level 1 && try goto $level 1
    verdict $? "-O$level: MACS of loops with IF, ELSE IF, GO TO and CYCLE is what the simulator measures"
done
field arms.1 O1 8 macs >said
awk '{ d = $1 - 36.51; exit !(d < 1e-9 && d > -1e-9) }' said
verdict $? "-O1: MACS with ELSE IF, by hand"

# TNF is the program's own count.
count() {
    kfc -O1 -o counted.s counted.f && ksr1 --perfect counted.s >said 2>&1 || return 1
    awk '$1 == "K" { print $2 / 100 }' said >tnf
    for level in 0 1 2 3; do
        macs-gap --format=csv --run="O$level.p1" "$1/run.db" | awk -F, 'END { print $8 }' |
            awk 'NR == FNR { tnf = $1; next } { d = $1 - tnf; if (!(d < 1e-6 && d > -1e-6)) print "TNF " $1 ", counted " tnf }' tnf - >said
        [ ! -s said ] || return 1
    done
}
# A random program is measured at all levels at once, so its iterations are counted once.
random() {
    awk -v seed="$1" -v loose="$2" -f "$here/lab-skips.awk" && mv plain "random$1.f" && mv counted counted.f &&
        measure "random$1" "random$1" 0 1 2 3 || return 1
    for level in 0 1 2 3; do
        judge "random$1" $level $((level < 2 && !$2)) >said || { sed -i "s/^/-O$level: /" said; return 1; }
    done
    count "random$1"
}
bad=0
for number in $(seq "$first" $((first + programs - 1))); do
    random "$number" $((number % 4 == 0)) && rm -rf "random$number" && continue
    sed "s/^/# program $number: /" said
    bad=1
done
: >said
verdict $bad "$programs random programs: MACS and TNF at -O0 to -O3"
