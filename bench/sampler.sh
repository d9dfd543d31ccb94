# SPDX-License-Identifier: GPL-3.0-or-later
# Cost of sampling a program.
# 1. A loop in slices, with and without the events of the sampler: the ratio of CPU times. Target: 1.01.
# 2. Programs alone, sampled by events, sampled by timers, and under `perf record` at the rate of the
#    sampler, in turn. Medians of CPU time (program and sampler together) and of wall time, each divided by
#    that of the program alone in the same round, and the CPU time of the sampler in ms.
# ROUNDS=N and UNITS=N change the number of rounds and the length of the programs, SLICES=N the first part.
missed=0
rounds=${ROUNDS:-9} units=${UNITS:-20}
SAMPLER_LIBRARY=$BUILDDIR/libmacs-sampler.so
export SAMPLER_LIBRARY

sample-command slices "${SLICES:-1000}" >slices || { echo 'perf_event_open is forbidden here'; exit 0; }
echo "loop in slices: $(cat slices)"
awk '{ sub(/\(/, "", $7); exit $7 > 1.01 }' slices || { echo 'missed: 1 % of the CPU time'; missed=1; }
rate=$(awk '{ print $1 }' slices)

# time_run METHOD KIND: prints wall and CPU seconds, CPU seconds of the sampler, number of samples.
time_run() {
    case $1 in
    perf-record)
        sample-command none perf record -q -F "$rate" -e cpu-clock -o perf.data sampled-work "$2" "$units" 2>&1 >/dev/null | tail -1 ;;
    *) sample-command "$1" sampled-work "$2" "$units" 2>&1 | tail -1 ;;
    esac
}

methods='none perf timers'
perf record -q -e cpu-clock -o perf.data true >/dev/null 2>&1 && methods="$methods perf-record"
printf '%-10s %-12s %8s %8s %10s %8s\n' program sampler CPU wall 'sampler/ms' samples
for kind in loop threads faults switches children; do
    for round in $(seq "$rounds"); do
        for method in $methods; do echo "$round $method $(time_run $method $kind)"; done
    done >rows
    awk -v kind=$kind -v methods="$methods" '
        function median(list,    n, i, j, x, v) {
            n = split(list, v, " ")
            for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j] < v[j-1]; j--) { x = v[j]; v[j] = v[j-1]; v[j-1] = x }
            return n % 2 ? v[(n+1)/2] : (v[n/2] + v[n/2+1]) / 2
        }
        NF < 6 { next }
        $2 == "none" { wall[$1] = $3; cpu[$1] = $4; next }
        { walls[$2] = walls[$2] " " $3 / wall[$1]; cpus[$2] = cpus[$2] " " $4 / cpu[$1]
          own[$2] = own[$2] " " 1000 * $5; samples[$2] = samples[$2] " " $6 }
        END {
            n = split(methods, m, " ")
            for (i = 2; i <= n; i++)
                if (m[i] == "perf-record") printf "%-10s %-12s %8.3f %8.3f\n", kind, m[i], median(cpus[m[i]]), median(walls[m[i]])
                else printf "%-10s %-12s %8.3f %8.3f %10.1f %8d\n", kind, m[i], median(cpus[m[i]]), median(walls[m[i]]), median(own[m[i]]), median(samples[m[i]])
        }' rows
done
exit $missed
