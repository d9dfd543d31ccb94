# SPDX-License-Identifier: GPL-3.0-or-later
# The sample programs compute the right results, with every run-time check of gfortran: results that are known
# without running them.
command -v gfortran >/dev/null || { echo "ok programs # SKIP gfortran is not installed"; exit 0; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
P=$SRCDIR/samples/programs
build() { # name, flags, files
    name=$1 flags=$2; shift 2
    gfortran -w -std=legacy $flags -I"$P" -o "$name" "$@" 2>said ||
        { sed 's/^/# /' said; echo "not ok $name: it does not compile"; return 1; }
}
check='-O1 -g -fcheck=all -ffpe-trap=invalid,zero,overflow'
holds() { # name, condition of awk on the output
    if awk "BEGIN { bad = 1 } $2 { bad = 0 } END { exit bad }" out; then echo "ok $1"; else
        sed 's/^/# /' out; echo "not ok $1"; fi
}
# A round does not change a, which is 1; c = a + q a with q = sqrt(2) - 1: sqrt(2).
build triad "$check" "$P/triad.f" && { ./triad 1 >out 2>&1; holds 'triad' '/c\(n\)/ && $NF > 1.41421356 && $NF < 1.41421357'; }
# The right-hand side is that of a vector of ones.
build cg "$check" "$P/cg.f" && { ./cg >out 2>&1; holds 'cg' '/greatest error/ && $NF < 1e-6'; }
# A transform and its inverse give the input.
build fft "$check" "$P/fft.f" && { ./fft 3 >out 2>&1; holds 'fft' '/difference/ && $NF < 1e-12'; }
# The heat is constant until it reaches the faces: the hot cube has 65^3 of 128^3 cells, 0.130951.
build heat "$check" "$P/stencil3d.f90" && { ./heat >out 2>&1; holds 'stencil3d' '/heat/ && $2 > 0.13094 && $2 < 0.13096'; }
# The plate has 120 x 40 mm^2 of 7800 kg/m^3 at 200 m/s: 748,800 J a metre before it touches.
build crash "$check" "$P/crash.f" && { ./crash 1 >out 2>&1; holds 'crash: energy at first' '/energy/ && $2 == 748800'; }
[ -x crash ] && { ./crash 300 >serial 2>&1; cp serial out; holds 'crash: the wall takes energy' '/energy/ && $2 < 748800 && $2 > 0'; }
build threads "$check -fopenmp" "$P/crash.f" && { OMP_NUM_THREADS=2 ./threads 300 >out 2>&1
    cmp -s serial out && echo "ok crash: threads change nothing" || { diff serial out | sed 's/^/# /'; echo "not ok crash: threads change nothing"; }; }
# All kernels stay finite and in bounds; ten sums and the place of the minimum.
build lfk "$check" "$SRCDIR/samples/lfk.f" "$SRCDIR/samples/lfk13-24.f" "$SRCDIR/samples/lfk-data.f" "$SRCDIR/samples/lfk-main.f" && {
    ./lfk 2 >out 2>&1; holds 'lfk: no kernel goes out of bounds or overflows' '/minimum/ && NR == 11 && $2 == 500'; }
