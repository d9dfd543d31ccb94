# SPDX-License-Identifier: GPL-3.0-or-later
# The speed of the simulated KSR1 compared with the real one: 20 million pairs a second and cell. Targets:
# 20 M pairs/s on one core for a kernel that hits the subcache, and 28 cells of the 13-loop sample
# within minutes (here: ten of processor time).
missed=0
counted() { sed -n "s/^$1 *\([0-9]*\) .*/\1/p" counts; }
# speed WHAT RATIO RUNS ARGUMENT...: prints the pairs per second of all cells; RATIO: least ratio to the real
# machine (0 = no target).
speed() {
    what=$1 least=$2 runs=$3; shift 3
    ksr1 --counters=counts "$@" >out 2>err || { echo "missed: $what: $(head -1 err)"; missed=1; return; }
    echo "$(counted pairs) $(counted clocks) $(measure "$runs" ksr1 "$@")" | awk -v what="$what" -v least="$least" '{
        ratio = $1 / $3 / 20e6
        printf "%-34s %5.0f M pairs in %6.2f s: %4.0f M pairs/s, %5.2f times a KSR1 cell; %.1f clocks a pair, %.0f MB\n",
            what, $1 / 1e6, $3, $1 / $3 / 1e6, ratio, $2 / $1, $4 / 1024
        exit ratio < least }' || { echo "missed: $least times a cell"; missed=1; }
}
speed "daxpy that hits the subcache" 1 5 "$SRCDIR/bench/lab-daxpy.s"
speed "  --perfect" 1 5 --perfect "$SRCDIR/bench/lab-daxpy.s"
speed "  --hazards=always" 0 1 --hazards=always "$SRCDIR/bench/lab-daxpy.s"
for level in 0 1 2 3; do
    kfc -O$level --openmp -o crash.s "$SRCDIR/samples/lab/crash.f" || { missed=1; continue; }
    speed "13-loop sample -O$level, 1 cell" 0 1 crash.s
done
kfc -O2 --openmp -o crash.s "$SRCDIR/samples/lab/crash.f" &&
    speed "13-loop sample -O2, 28 cells" 0 1 --cells=28 crash.s
echo "$(measure 1 ksr1 --cells=28 crash.s)" | awk '{ exit $1 > 600 }' || { echo "missed: ten minutes"; missed=1; }
exit $missed
