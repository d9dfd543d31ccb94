# SPDX-License-Identifier: GPL-3.0-or-later
# The count of every basic block equals the number of executions of its first instruction that valgrind's callgrind
# counts in the same program without counters, in which a label marks each block (bench/counts.sh does the same for
# larger programs). The count of a branch equals its executions without those that jumped. A counter in every block, and counts derived by flow equations.
. "$SRCDIR/tests/counts/build.sh"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
programs=$SRCDIR/tests/counts
# Can callgrind run a program here? Valgrind knows no AVX-512.
echo 'int main(void) { return 0; }' >try.c
if ! command -v valgrind >/dev/null; then echo "skip counts of blocks equal those of callgrind: valgrind is not installed"; exit 0; fi
if ! { gcc try.c -o try && valgrind -q --tool=callgrind --callgrind-out-file=try.out ./try; } >said 2>&1; then
    echo "# left out: counts of blocks equal those of callgrind: valgrind does not run here"; exit 0
fi

# equal NAME COMPILER FLAGS LINK SOURCE...
equal() {
    label="blocks of $1 equal callgrind: $2 $3"
    if ! command -v "$2" >/dev/null; then echo "skip $label: $2 is not installed"; return; fi
    for COUNT_OPTIONS in '' -e; do
        {
            build "$@" && run_both "$1" &&
                valgrind -q --tool=callgrind --dump-instr=yes --collect-jumps=yes --skip-plt=no --compress-pos=no --compress-strings=no \
                    --callgrind-out-file=callgrind.out "./$1.labelled" >"$1.out.valgrind" 2>/dev/null </dev/null
            echo $? >>"$1.out.valgrind"
            cmp "$1.out" "$1.out.valgrind" && count-tool print "$1.run" "$1".*.map >counts && nm "$1.labelled" >names &&
                awk -f "$programs/callgrind.awk" names callgrind.out counts
        } >said 2>&1 || { sed 's/^/# /' said; echo "not ok $label $COUNT_OPTIONS"; return; }
        echo "# $label $COUNT_OPTIONS: $(tail -1 said)"
    done
    rm -rf "./$1.run" "./$1".*
    echo "ok $label"
}
for flags in -O0 -O2 '-O3 -g'; do
    equal flow gcc "$flags" '-no-pie -lm' "$programs/flow.c"
    equal flow clang "$flags" '-no-pie -lm' "$programs/flow.c"
    equal throws g++ "$flags" -no-pie "$programs/throws.cc" "$programs/throws-too.cc"
    equal loops gfortran "$flags" -no-pie "$programs/loops.f90"
done
equal throws clang++ -O2 -no-pie "$programs/throws.cc" "$programs/throws-too.cc"
equal flow gcc '-Os -fcf-protection' '-no-pie -lm' "$programs/flow.c"
equal throws g++ '-O3 -funroll-loops -fcf-protection' -no-pie "$programs/throws.cc" "$programs/throws-too.cc"
equal loops gfortran '-O2 -masm=intel' -no-pie "$programs/loops.f90"
equal loops gfortran '-O3 -march=x86-64-v3' -no-pie "$programs/loops.f90"
