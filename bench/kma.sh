# SPDX-License-Identifier: GPL-3.0-or-later
# kma's speed over a tree of Fortran 77, compared with ftnchek (reading only), `gfortran -fsyntax-only` and `wc -l`,
# if installed; the tree as one file; a file of 84,000 lines. Targets: 2.5 M lines/s on one core, analysis included,
# or 1.7 times the speed of ftnchek; 64 MB; time in proportion to lines. SOURCES=DIR names the tree (the targets are
# for Reference LAPACK); without it the samples are used, which have a loop every few lines, and only the proportion
# of time to lines is checked.
missed=0
tree=${SOURCES:-$SAMPLES}
find "$tree" -name '*.f' -type f | LC_ALL=C sort >list
if [ -z "${SOURCES:-}" ]; then
    mkdir copies
    for i in $(seq 200); do
        while read -r f; do cp "$f" "copies/$i-${f##*/}"; done <list
    done
    find copies -name '*.f' | sort >list
fi
lines=$(xargs cat <list | wc -l)
echo "$(wc -l <list) files, $lines lines"
# name, runs, command...: its figures; the lines a second go to the file rate.NAME.
speed() {
    name=$1 times=$2; shift 2
    measure "$times" "$@" 2>/dev/null >figures || { echo "$name failed"; return 1; }
    awk -v name="$name" -v lines="$lines" -v rate="rate.$name" '{
        printf "%-16s %8.3f s, %6.3f M lines/s, peak %6.1f MB\n", name, $1, lines / $1 / 1e6, $2 / 1024
        print lines / $1, $2 / 1024 >rate }' figures
}
cat >over <<'E1'
#!/bin/sh
# over COMMAND...: over the list; errors in the files themselves do not count.
"$@" $(cat list) >/dev/null 2>&1 || [ $? -le 1 ]
E1
chmod +x over
speed kma 5 ./over kma --format=csv
speed wc 5 ./over wc -l
! command -v ftnchek >/dev/null || speed ftnchek 5 ./over ftnchek -nocheck -quiet
! command -v gfortran >/dev/null || speed gfortran 1 ./over gfortran -std=legacy -fsyntax-only -w
for other in wc ftnchek gfortran; do
    [ -s rate.$other ] && [ -s rate.kma ] &&
        cat rate.kma rate.$other | awk -v other=$other '{ r[NR] = $1 }
            END { printf "kma reads %.2f times the lines per second of %s\n", r[1] / r[2], other }'
done
# Writes one file with that many lines of the listed files.
one() { # lines
    xargs cat <list | awk -v n="$1" 'NR <= n' >one.f
    lines=$(wc -l <one.f)
    echo one.f >list.one
    sed 's/list/list.one/' over >over.one && chmod +x over.one
    speed "one of $lines" 3 ./over.one kma --format=csv
}
one 84000 && cp "rate.one of $lines" rate.part
one 100000000 && cp "rate.one of $lines" rate.whole
[ -s rate.part ] && [ -s rate.whole ] &&
    cat rate.part rate.whole | awk '{ r[NR] = $1 } END { exit r[2] < r[1] / 1.5 }' ||
    { echo "missed: time in proportion to lines"; missed=1; }
if [ -n "${SOURCES:-}" ] && [ -s rate.kma ]; then
    awk '{ exit $2 > 64 }' rate.kma || { echo "missed: 64 MB"; missed=1; }
    # On a slow or busy machine ftnchek is slow as well.
    { cat rate.kma; cat rate.ftnchek 2>/dev/null; } |
        awk '{ r[NR] = $1 } END { exit r[1] < 2.5e6 && !(r[2] && r[1] > 1.7 * r[2]) }' ||
        { echo "missed: 2.5 M lines/s"; missed=1; }
fi
exit $missed
