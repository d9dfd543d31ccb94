# SPDX-License-Identifier: GPL-3.0-or-later
# Commands need at most n log n instructions for an input of n parts. valgrind counts them for n and
# 2n parts, less those for one part: n log n grows by a factor of 2.25 from 256 to 512, n * n by 4.
inputs=$SRCDIR/tests/growth/inputs.awk
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
if ! valgrind --tool=callgrind --callgrind-out-file=/dev/null true >/dev/null 2>&1; then
    echo "# left out: growth: valgrind counts no instructions here"
    echo "ok nothing else is in growth"
    exit 0
fi
case $(file -b "$(command -v kma)" 2>/dev/null; ldd "$(command -v kma)" 2>/dev/null) in
*libasan*)
    echo "# left out: growth: valgrind does not run programs with the address sanitizer"
    echo "ok nothing else is in growth"
    exit 0 ;;
esac

# instructions KIND N COMMAND...: prints the instructions of the command for that input.
instructions() {
    awk -v kind="$1" -v n="$2" -f "$inputs" >"$1.$2.${1%%-*}.f90"
    rm -f run.db
    file=$1.$2.${1%%-*}.f90
    shift 2
    [ "$1" != macs-gap ] || { kma "--db=$file.db" "$file" >/dev/null; file=$file.db; }
    timeout 300 valgrind --vgdb=no --tool=callgrind --callgrind-out-file=/dev/null "$@" "$file" 2>&1 >/dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

# grows KIND N COMMAND...: compares the instructions for n and 2n parts.
grows() {
    kind=$1; n=$2; shift 2
    base=$(instructions "$kind" 1 "$@"); one=$(instructions "$kind" "$n" "$@"); two=$(instructions "$kind" $((2 * n)) "$@")
    if awk -v b="$base" -v x="$one" -v y="$two" 'BEGIN { exit !(x > b && (y - b) / (x - b) < 2.6) }'
    then echo "ok $* grows as $kind do"
    else echo "# $kind: $base, $one, $two instructions for 1, $n, $((2 * n))"; echo "not ok $* grows as $kind do"; fi
}

grows loops 200 kma --cache=32K
grows loops 200 kma --db=run.db
grows loops-scalars 200 kma --cache=32K
grows contained 200 kma
grows loops-functions 1000 kma
grows loops-functions 1500 macs-gap
for kind in references references-own references-loads references-columns references-strides statements-sum; do grows $kind 250 kma; done
for kind in go-tos go-tos-end computed cycles logical-ifs cases blocks blocks-nested; do grows $kind 250 kma; done
for kind in references-symbols loads-symbols; do grows $kind 1000 kma; done
grows sum-constants 300 kma
grows sum-subscript 1000 kma
grows conditions 1000 kma
grows nested 300 kma --instrument=k.out
grows ksr-nested 400 kmacstat
grows ksr-one-label 400 kmacstat
grows ksr-loops 400 kmacstat --bounds
grows x86-loops 400 kmacstat --machine=golden-cove
grows transputers 150 procmon sim
for kind in loops loops-scalars array-statements go-tos-end blocks; do grows $kind 20 kfc -O2 -o k.s; done
grows sum-constants 1500 kfc -O2 -o k.s
grows logical-ifs 200 kfc -O2 -o k.s

# fits KIND N KB COMMAND...: checks that the address space suffices for an input of n parts.
fits() {
    awk -v kind="$1" -v n="$2" -f "$inputs" >fits.f90
    what="$1 $2 fit in $3 KB"; kb=$3; shift 3
    if (ulimit -v "$kb"; "$@" fits.f90) >fits.out 2>&1
    then echo "ok $*: $what"; else sed 's/^/# /' fits.out; echo "not ok $*: $what"; fi
}
fits logical-ifs 2000 140000 kfc -O2 -o k.s
fits statements-constants 4000 140000 kfc -O2 -o k.s

# refuses KIND N TEXT COMMAND...: checks that work beyond n log n has a limit, which a message names.
refuses() {
    awk -v kind="$1" -v n="$2" -f "$inputs" >limit.f90
    text=$3; shift 3
    if "$@" limit.f90 2>&1 | grep -q "$text"
    then echo "ok $* names its limit: $text"; else echo "not ok $* names its limit: $text"; fi
}
refuses references-squares 2500 'more than 10000000 pairs of its references' kma
refuses references-columns 600 'more than 500 groups of its references' kma --cache=32K
refuses loops 1001 'at most 1000 loops' kfc -O2 -o k.s
refuses module-chain 2100 'USE brings more than 2000000 names' kma
refuses sum-integers 1100 'at most 1000 scalar variables' kfc -O2 -o k.s
refuses nested 101 'at most 100 nested loops' kfc -O2 -o k.s
refuses x86-stores 2800 'more than 8192 instructions' kmacstat --machine=golden-cove --bounds
