# SPDX-License-Identifier: GPL-3.0-or-later
# The cost of MAC and MACS of a loop, simulation included, in milliseconds of CPU time: the
# kernels of x86/kernels.list with the flags of x86/flags.list, each 40 times in a file, minus a file with 20 of
# them, divided by the difference in loops; the median and the greatest. For comparison llvm-mca, if installed: a
# call for the main loop only, and 40 bodies minus 20 in one file. Target: a median of 2 ms.
MACHINE=${MACHINE:-golden-cove}
mca=
for name in llvm-mca-19 llvm-mca-20 llvm-mca-22 llvm-mca; do
    command -v $name >/dev/null && { mca=$name; break; }
done
command -v gfortran >/dev/null || { echo "skipped: no gfortran"; exit 0; }
[ "$(uname -m)" = x86_64 ] || { echo "skipped: no x86-64"; exit 0; }

# Copies an assembly file the given number of times, with different labels and names.
copies() { # assembly, how many
    awk -v n="$2" '{ line[NR] = $0 }
        END {
            for (c = 1; c <= n; c++)
                for (i = 1; i <= NR; i++) {
                    s = line[i]
                    if (s ~ /^[ \t]*\.(file|loc|section|size|type|globl|long|value|quad|string|byte|uleb128|sleb128)/)
                        continue
                    gsub(/\.L[A-Za-z0-9]*/, "&x" c, s)
                    gsub(/^[a-z0-9]+_:/, "f" c "_:", s)
                    print s
                }
        }' "$1"
}
milliseconds() { # command...
    measure 3 "$@" | awk '{ print $1 * 1000 }'
}
loops() { kmacstat --machine="$MACHINE" --format=json "$1" 2>/dev/null | grep -c '"kind": "innermost"'; }

: >ours
: >theirs
grep -v '^#' "$SRCDIR/bench/x86/kernels.list" | while read -r kernel rest; do
    [ -n "$kernel" ] || continue
    grep -v '^#' "$SRCDIR/bench/x86/flags.list" | while read -r flags; do
        # shellcheck disable=SC2086
        gfortran -std=legacy $flags -S -o one.s "$SRCDIR/bench/x86/$kernel.f" || continue
        copies one.s 40 >forty.s
        copies one.s 20 >twenty.s
        more=$(($(loops forty.s) - $(loops twenty.s)))
        [ $more -gt 0 ] || continue
        echo "$(milliseconds kmacstat --machine="$MACHINE" --bounds forty.s)" \
            "$(milliseconds kmacstat --machine="$MACHINE" --bounds twenty.s)" \
            $more "$kernel $flags" >>ours
        [ -n "$mca" ] || continue
        set -- $(kmacstat --machine="$MACHINE" --format=json one.s 2>/dev/null | awk '
            /"version": "main"/ { main = 1 }
            /"asm_line":/ { from = $2 + 0 }
            /"asm_end_line":/ { to = $2 + 0; if (!n || main) { a = from; b = to; n = 1 } main = 0 }
            END { print a + 0, b + 0 }')
        sed -n "$1,$2p" one.s | grep -v '^[[:space:]]*\.\(loc\|p2align\)' >body.s
        for n in 20 40; do
            i=0
            while [ $i -lt $n ]; do
                i=$((i + 1))
                echo "# LLVM-MCA-BEGIN $i"
                sed "s/\\.L[A-Za-z0-9]*/&x$i/" body.s
                echo "# LLVM-MCA-END $i"
            done >bodies$n.s
        done
        echo "$(milliseconds $mca -mtriple=x86_64 -mcpu=sapphirerapids bodies40.s)" \
            "$(milliseconds $mca -mtriple=x86_64 -mcpu=sapphirerapids bodies20.s)" 20 \
            "$(milliseconds $mca -mtriple=x86_64 -mcpu=sapphirerapids body.s)" >>theirs
    done
done
missed=0
awk '{ print ($1 - $2) / $3, $4, $5, $6 }' ours | sort -n | awk '
    { ms[NR] = $1; what = $2 " " $3 " " $4 }
    END { printf "kmacstat: median %.2f ms per loop, 90th percentile %.2f, maximum %.2f (%s)\n", ms[int((NR + 1) / 2)],
            ms[int(NR * 0.9)], ms[NR], what; exit ms[int((NR + 1) / 2)] > 2 }' || missed=1
[ -s theirs ] && awk '{ print ($1 - $2) / $3, $4 }' theirs | sort -n | awk '
    { ms[NR] = $1; call[NR] = $2 }
    END { printf "llvm-mca: median %.2f ms per loop within a call, %.1f per call\n",
            ms[int((NR + 1) / 2)], call[int((NR + 1) / 2)] }'
exit $missed
