#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Loops with conditional blocks in the lab, with all memory accesses hitting: how often each block is
# skipped, TNF of an average iteration, and MACS compared with what the simulator measures.
set -u
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
