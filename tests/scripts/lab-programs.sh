# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that use much of kfc's subset print the same bytes as those of gfortran at every level, parallel ones also
# on several cells; no result is used before it is available.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
if ! command -v gfortran >/dev/null; then
    echo "skip programs of the lab: no gfortran"
    exit 0
fi
gfortran -fopenmp -o probe -x f77 /dev/null -c 2>/dev/null || { echo "skip programs of the lab: no OpenMP"; exit 0; }
verdict() {
    if [ "$1" -eq 0 ]; then echo "ok $2"; else sed 's/^/# /' differ; echo "not ok $2"; fi
}

for name in output openmp openmp-data; do
    gfortran -w -std=legacy -fopenmp -O0 -ffp-contract=off -o want "$SRCDIR/tests/lab/$name.f" &&
        OMP_NUM_THREADS=2 ./want >want.txt
    for level in 0 1 2 3; do
        : >differ
        status=0
        kfc --openmp -O$level -o t.s "$SRCDIR/tests/lab/$name.f" 2>differ || status=1
        for cells in 1 3 8; do
            ksr1 --hazards=always --cells=$cells t.s >got.txt 2>>differ || status=1
            cmp -s want.txt got.txt || status=1
            diff want.txt got.txt >>differ
        done
        verdict $status "$name at -O$level: what gfortran says"
    done
done

for name in language.f modules.f90 numbers.f90; do
    gfortran -w -std=legacy -O0 -ffp-contract=off -o want "$SRCDIR/tests/lab/$name" && ./want >want.txt
    for level in 0 1 2 3; do
        : >differ
        status=0
        kfc -O$level -o t.s "$SRCDIR/tests/lab/$name" 2>differ &&
            ksr1 --hazards=always t.s >got.txt 2>>differ && cmp -s want.txt got.txt || status=1
        diff want.txt got.txt >>differ
        verdict $status "$name at -O$level: what gfortran says"
    done
done
