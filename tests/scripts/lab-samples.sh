# SPDX-License-Identifier: GPL-3.0-or-later
# The sample programs of the KSR1 lab print what gfortran's print, to 1e-12 of each number, at every
# level and on several cells.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
if ! command -v gfortran >/dev/null; then
    echo "skip samples of the lab: no gfortran"
    exit 0
fi

# The finite-element mesh is reduced here, because the original one exceeds a local cache.
mkdir crash && cp "$SAMPLES/lab/crash.f" crash &&
    sed 's/NX = [0-9]*, NY = [0-9]*, STEPS = [0-9]*/NX = 24, NY = 10, STEPS = 20/' \
        "$SAMPLES/lab/crash.inc" >crash/crash.inc
files() {
    case $1 in
    crash) echo crash/crash.f ;;
    figure6) echo "$SAMPLES/lab/figure6.f" ;;
    kernels) echo "$SAMPLES/lfk.f $SAMPLES/lfk13-24.f $SAMPLES/lfk-data.f $SAMPLES/lab/lfk-main.f" ;;
    esac
}
# build NAME FLAG...: NAME.s, a file for each source.
build() {
    name=$1 assembly=
    shift
    for f in $(files "$name"); do
        s=$name-$(basename "$f").s
        kfc "$@" -o "$s" "$f" || return 1
        assembly="$assembly $s"
    done
}
# Words must be equal, numbers nearly equal.
compare() {
    awk 'NR == FNR { for (i = 1; i <= NF; i++) want[FNR, i] = $i; n[FNR] = NF; lines = FNR; next }
        {
            bad = NF != n[FNR]
            for (i = 1; i <= NF; i++) {
                d = want[FNR, i] - $i; if (d < 0) d = -d
                m = $i + 0; if (m < 0) m = -m
                bad += (want[FNR, i] + 0 == 0 && want[FNR, i] != $i) || d > 1e-12*m
            }
            if (bad) { print; found++ }
        }
        END { exit found || FNR != lines || lines == 0 }' "$1" "$2"
}
verdict() {
    if [ "$1" -eq 0 ]; then echo "ok $2"; else sed 's/^/# /' differ say; echo "not ok $2"; fi
}

for name in crash figure6 kernels; do
    # shellcheck disable=SC2046 # a word for each file
    gfortran -w -O0 -ffp-contract=off -o want $(files $name) && ./want >want.txt
    for level in 0 1 2 3; do
        : >differ
        # shellcheck disable=SC2086
        build $name -O$level 2>say && ksr1 $assembly >got.txt 2>say && compare want.txt got.txt >differ
        verdict $? "$name at -O$level: what gfortran says"
    done
done
gfortran -w -O0 -ffp-contract=off -o want crash/crash.f && ./want >want.txt
for level in 0 1 2 3; do
    build crash -O$level --openmp 2>said-of-build
    built=$?
    for cells in 1 5 10 15 20 25 28; do
        : >differ; cp said-of-build say
        # shellcheck disable=SC2086
        [ $built -eq 0 ] && ksr1 --cells=$cells $assembly >got.txt 2>say &&
            compare want.txt got.txt >differ
        verdict $? "crash at -O$level on $cells cells: what gfortran says"
    done
done
