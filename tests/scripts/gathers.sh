# SPDX-License-Identifier: GPL-3.0-or-later
# The recorded addresses of gathers, scatters and masked accesses are those that the indices and masks of the program
# give (tests/counts/gathers.c): index32[i] = (7 i + 3) mod 200, index64[i] = (11 i + 5) mod 300; element i is selected
# if i is a multiple of 3 and i mod 32 is below 24. The recorded program prints what the other one prints.
. "$SRCDIR/tests/counts/build.sh"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
COUNT_KIND=record COUNT_OPTIONS='-l gather_all -l gather_back -l gather_masked -l gather_stack -l move_masked -l scatter_masked -l gather_wide'

has_cpu() { for f; do grep -qw "$f" /proc/cpuinfo || return 1; done; }
# accesses SYMBOL BYTES FUNCTION TEXT: elements of the symbol that the function accesses in the first execution of its
# loop; "-" = suppressed. Only of instructions with TEXT. SYMBOL "-": relative to the first access.
accesses() {
    awk -v name="$3:" -v text="$4" '$1 == name { inside = 1 } $1 == ".size" && inside { exit } inside && index($0, text) { print NR }' gathers.1.s >lines
    start=$(nm gathers.counted | awk -v s="$1" '$3 == s { print $1 }')
    awk -v start="${start:--}" -v bytes="$2" 'function value(hex,   i, v) { for (i = 1; i <= length(hex); i++) v = 16 * v + index("0123456789abcdef", substr(hex, i, 1)) - 1; return v }
        FNR == NR { of[$1] = 1; next }
        $1 == "segment" && n++ { exit }
        NF == 4 && $4 in of { if ($1 == "-") print "-"; else { v = value($1); if (start == "-") start = first = v - 24; else if (!first) first = value(start); print (v - first) / bytes } }' lines gathers.events
}
# expect SYMBOL BYTES FUNCTION TEXT, and an awk program that prints the elements
expect() {
    accesses "$1" "$2" "$3" "$4" >found
    awk "function index32(i) { return (7 * i + 3) % 200 } function index64(i) { return (11 * i + 5) % 300 }
        function on(i) { return i % 3 == 0 && i % 32 < 24 } BEGIN { $5 }" >expected
    [ -s expected ] && diff expected found
}
# run NUMBER: builds and runs a function with its records
run() { run_both gathers "$1" && stream-tool events gathers.run gathers.1.map >gathers.events && stream-tool totals gathers.run gathers.1.map >gathers.totals && ! grep incomplete gathers.totals; }
# verdict LABEL NUMBER and the arguments of expect
check() {
    label=$1 number=$2; shift 2
    if { run "$number" && expect "$@"; } >said 2>&1; then echo "ok $label"; else sed 's/^/# /' said; echo "not ok $label"; fi
}

for compiler in gcc clang; do
    if ! command -v $compiler >/dev/null; then echo "skip gathers: $compiler is not installed"; continue; fi
    for flags in -O0 -O2; do
        what="$compiler $flags"
        if ! build gathers $compiler "$flags -g -fno-pie -w -I$SRCDIR" -no-pie "$SRCDIR/tests/counts/gathers.c" >said 2>&1; then
            sed 's/^/# /' said; echo "not ok build of gathers: $what"; continue
        fi
        if grep '^unrecorded.*gather' gathers.1.map; then echo "not ok all gathers are recorded: $what"; else echo "ok all gathers are recorded: $what"; fi
        if ! has_cpu avx2; then echo "# left out: gathers of AVX2: this CPU has none"; continue; fi
        check "gather: $what" 0 table 8 gather_all gatherdpd 'for (i = 0; i < 64; i++) print index32(i)'
        check "gather with negative indices: $what" 1 small 4 gather_back gatherqps 'for (i = 0; i < 64; i++) print 1000 - index64(i)'
        check "gather with a mask: $what" 2 table 8 gather_masked gatherqpd 'for (i = 0; i < 64; i++) print on(i) ? index64(i) : "-"'
        check "gather from the stack: $what" 3 - 8 gather_stack gatherdpd 'for (i = 0; i < 64; i++) print index32(i)'
        check "masked loads and stores: $what" 4 table 8 move_masked maskmov 'for (i = 0; i < 64; i += 4) { any = on(i) || on(i + 1) || on(i + 2) || on(i + 3); print any ? i : "-"; print any ? 256 + i : "-" }'
        if ! has_cpu avx512f avx512dq avx512vl; then echo "# left out: gathers of AVX-512: this CPU has none"; continue; fi
        check "gather with a mask register: $what" 5 table 8 scatter_masked vgather 'for (i = 0; i < 64; i++) print on(i) ? index64(i) : "-"'
        check "scatter: $what" 5 table 8 scatter_masked vscatter 'for (i = 0; i < 64; i++) print on(i) ? 512 + index64(i) : "-"'
        check "store with a mask register: $what" 5 table 8 scatter_masked '{%k' 'for (i = 0; i < 64; i += 8) {
            for (j = 0; j < 8; j++) print on(i + j) ? index64(i + j) : "-"
            for (j = 0; j < 8; j++) print on(i + j) ? 512 + index64(i + j) : "-"
            for (any = j = 0; j < 8; j++) any += on(i + j)
            print any ? i : "-" }'
        check "gather of 16 elements: $what" 6 small 4 gather_wide vgather 'for (i = 0; i < 64; i++) print index32(i)'
    done
done
