# SPDX-License-Identifier: GPL-3.0-or-later
# kmacstat's speed compared with `wc -l` and `mawk` counting fields, and its peak memory. Targets: 150
# MB/s of assembly on one core, and 64 MB + 120 bytes a label + 160 a loop.
cat >pairs.awk <<'E1'
# Writes the given number of unrolled loops of SIZE pairs.
BEGIN {
    for (i = 0; i < LOOPS; i++) {
        printf "\t.ln\t%d\n.L%d:\n", i % 50 + 1, i
        for (u = 0; u < SIZE / 4; u++) {
            printf "\tadd8.ntr  1, %%i9, %%i9\t;  ld8       %d(%%c7), %%f%d\n", u * 8, u % 16 + 1
            printf "\tfinop\t\t\t;  ld8.ex    %d(%%c6), %%f%d\n", u * 8, u % 16 + 20
            printf "\tfmad8.tr  %%f0, %%f%d, %%f%d\t;  cxnop\n", u % 16 + 1, u % 16 + 20
            printf "\tfinop\t\t\t;  st8       %%f%d, %d(%%c6)\n", u % 16 + 20, u * 8
        }
        printf "\titstge8   %%i9, %%i10\t;  sadd8.ntr 0, %%c6, %d, %%c6\n", SIZE * 2
        printf "\tfinop\t\t\t;  bcc.qn    @citst, .L%d\n", i
        printf "\tfinop\t\t\t;  sadd8.ntr 0, %%c7, %d, %%c7\n\tfinop\t\t\t;  cxnop\n", SIZE * 2
    }
}
E1
missed=0
speed() { # file, options
    bytes=$(wc -c <"$1")
    set -- "$(measure 3 kmacstat $2 "$1")" "$(measure 3 wc -l "$1")" "$(measure 3 mawk '{ n += NF } END { print n }' "$1")" "$2"
    echo "$bytes $1 $2 $3" | awk -v what="kmacstat $4" '{
        printf "%-22s %.0f MB: %.0f MB/s; time %.1f x wc -l, %.2f x mawk NF; peak %.1f MB\n",
            what, $1 / 1e6, $1 / 1e6 / $2, $2 / $4, $2 / $6, $3 / 1024
        print $1 / 1e6 / $2, $2 / $6 >"rate" }'
}
memory() { # file, labels, loops
    measure 1 kmacstat "$1" | awk -v labels="$2" -v loops="$3" '{
        limit = 64 * 1048576 + 120 * labels + 160 * loops
        printf "%d labels, %d loops: peak %.1f MB of %.1f MB allowed\n",
            labels, loops, $2 / 1024, limit / 1048576
        exit $2 * 1024 > limit }'
}
mawk -v LOOPS=100000 -v SIZE=32 -f pairs.awk >big.s
speed big.s ""
# On a slow or busy machine mawk is slow as well: twice its time is 150 MB/s or more if mawk reads
# 300 MB/s.
awk '{ exit $1 < 150 && $2 > 2 }' rate || { echo "missed: 150 MB/s"; missed=1; }
speed big.s --format=csv
speed big.s --format=json
rm big.s
mawk 'BEGIN { for (i = 0; i < 1000000; i++) printf ".L%d:\tfinop ; cxnop\n\tfinop ; bcc.qt @citst, .L%d\n", i, i }' >many.s
memory many.s 1000000 1000000 || { echo "missed: peak memory"; missed=1; }
mawk 'BEGIN { for (i = 0; i < 2000000; i++) printf "a_label_with_a_longer_name_%d:\tfinop ; cxnop\n", i }' >many.s
memory many.s 2000000 0 || { echo "missed: peak memory"; missed=1; }
mawk 'BEGIN { print ".L:"; for (i = 0; i < 3000000; i++) print "\tfadd8.tr %f1, %f2, %f3 ; ld8 0(%c7), %f1"; print "\tfinop ; jmp .L" }' >long.s
memory long.s 1 1 || { echo "missed: peak memory"; missed=1; }
exit $missed
