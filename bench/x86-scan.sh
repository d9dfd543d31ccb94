# SPDX-License-Identifier: GPL-3.0-or-later
# kmacstat over a tree of Fortran compiled with gfortran -O2 -g1 -S: loops, seconds, peak memory, and its number of
# loops compared with that of x86-loops.awk, which uses dominators. Targets: the whole of LAPACK, bodies, MAC and
# MACS of every loop included, in 120 s on two cores and 256 MB; a median under 2 ms a loop. SOURCES=DIR names the
# tree; without it the samples are used. ASSEMBLY=DIR names a folder of existing .s files.
missed=0
command -v gfortran >/dev/null || [ -n "${ASSEMBLY:-}" ] || { echo "no gfortran"; exit 0; }
if [ -n "${ASSEMBLY:-}" ]; then
    find "$ASSEMBLY" -name '*.s' -type f | LC_ALL=C sort >list
else
    # Twice: modules of one file are needed by others.
    mkdir s
    for pass in 1 2; do
        find "${SOURCES:-$SAMPLES}" -type f \( -name '*.f' -o -name '*.F' -o -name '*.f90' -o -name '*.F90' \) |
            LC_ALL=C sort | while read -r f; do
            to=s/$(echo "${f#"${SOURCES:-$SAMPLES}"/}" | tr / _).s
            [ -s "$to" ] || gfortran -std=legacy -O2 -g1 -S -w -o "$to" "$f" 2>/dev/null
        done
    done
    find s -name '*.s' | LC_ALL=C sort >list
fi
cat >over <<'E1'
#!/bin/sh
# over FORM...: kmacstat over the list; errors in the files themselves do not count.
kmacstat --machine=golden-cove "$@" $(cat list) >loops 2>messages || [ $? -le 1 ]
E1
chmod +x over
figures() { # name
    awk -v name="$1" -v files="$(wc -l <list)" -v loops="$2" '{
        printf "%-34s %d files, %d loops, %.1f s, %.3f ms a loop, peak %.1f MB\n",
            name, files, loops, $1, 1000 * $1 / loops, $2 / 1024
        exit $1 > 120 || $2 / 1024 > 256 || 1000 * $1 / loops > 2 }'
}
measure 1 ./over >result || { echo "kmacstat failed"; exit 1; }
figures "scanned" "$(awk '/^Number of loops/ { n += $5 } END { print n + 0 }' loops)" <result || missed=1
measure 1 ./over --format=csv >result || { echo "kmacstat failed"; exit 1; }
figures "scanned and bounded" "$(($(wc -l <loops) - 1))" <result ||
    { echo "missed: 120 s, 256 MB or 2 ms"; missed=1; }
awk -F, '$3 == "innermost" { n++; known += $18 != "null"; mac += $19 != "null"; macs += $20 != "null" }
    END { printf "innermost %d: k known of %d, MAC of %d, MACS of %d\n", n, known, mac, macs }' loops
echo "messages: $(wc -l <messages)"
[ -n "${ASSEMBLY:-}${SOURCES:-}" ] || exit $missed
xargs mawk -f "$SRCDIR/bench/x86-loops.awk" <list | awk '{ n += $2 } END { print "x86-loops.awk counts", n, "natural loops" }'
awk -F, 'NR > 1 { n++; odd += /control enters the loop in several places/ }
    END { print "kmacstat finds", n - odd, "and", odd, "that are entered in several places" }' loops
exit $missed
