# SPDX-License-Identifier: GPL-3.0-or-later
# Identical functions that the compiler or the linker folds into one: the iterations of their loops are those of the
# loops that execute them.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
result() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
for tool in gcc gfortran objdump sqlite3 jq; do
    command -v $tool >/dev/null || { echo "skip folded functions: $tool is not installed"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skip folded functions: the machine is not x86-64"; exit 0; }
macs sample -o first.txt -- true >said 2>&1 || { echo "skip folded functions: $(head -1 said)"; exit 0; }

# measure FLAGS FILE
measure() { rm -rf out; macs -q --machine=zen4 -o out --flags="$1" "$2" >said 2>&1; }
# folded: "LINE into LINE" of each folded loop.
folded() {
    sqlite3 out/run.db "select l.line || ' into ' || t.line from profile_source_loop l join profile_source_loop t
        on t.profile = l.profile and t.seq = l.folded_into order by l.line" 2>>said | tr '\n' ';'
}
# iterations LINE: the sum over the compiled loops of the source loop of this line.
iterations() {
    macs-gap out/run.db --format=json | jq --arg line ":$1" '[.runs[].loops[] | select(.object and (.source_loop // "" |
        endswith($line))) | .iterations // -1e99] | add'
}
# is NAME FOUND EXPECTED
is() {
    [ "$2" = "$3" ]; s=$?
    [ $s = 0 ] || printf 'found: %s\nexpected: %s\n' "$2" "$3" >>said
    result $s "$1"
}
# folds COMPILER FLAGS FILE: whether the compiler reports identical functions.
folds() { "$1" -c $2 -fopt-info-ipa-optimized=report -o /dev/null "$3" >/dev/null 2>&1; grep -q 'Semantic equality hit' report; }

# 20,000 calls of each: 100, 80 and 60 million iterations. Calls are not inlined: second and third jump to first.
body='for (int i = 0; i < n; i++)
        a[i] = a[i] * 0.5 + 1;'
main='int main(void) {
    for (int k = 0; k < 20000; k++) { first(x, 5000); second(x, 4000); third(x, 3000); }
    printf("%.3f\n", x[17]); }'
cat >three.c <<END
#include <stdio.h>
static double x[5000];
void first(double *a, int n) {
    $body
}
void second(double *a, int n) {
    $body
}
void third(double *a, int n) {
    $body
}
$main
END
if folds gcc '-O2 -fno-inline' three.c; then
    measure '-O2 -fno-inline' three.c
    case $(folded) in
    '8 into 4;12 into 4;') is "three identical functions" "$(iterations 4)" 240000000 ;;
    '4 into 8;12 into 8;') is "three identical functions" "$(iterations 8)" 240000000 ;;
    *) is "three identical functions" "$(folded)" '7 into 4;10 into 4;' ;;
    esac
else
    echo "skip three identical functions: gcc does not fold them"
fi

# second and third call first, with work of their own that gcc removes: sums that nobody reads. gcc then folds one into the
# other. All 60,000 executions of the loop of first are its own, with 240 million iterations.
cat >calls.c <<END
#include <stdio.h>
static double x[5000];
void first(double *a, int n) {
    $body
}
void second(double *a, int n) {
    double t = 0;
    for (int i = 0; i < n; i++)
        t += a[i];
    first(a, n);
}
void third(double *a, int n) {
    first(a, n);
    double t = 0;
    for (int i = 0; i < n; i++)
        t += a[i];
}
$main
END
for flags in '-O2 -fno-inline' '-O2 -g'; do
    measure "$flags" calls.c
    is "functions that call another one ($flags)" "$(iterations 4)" 240000000
done

# The sample of the manual: the loops of INCACHE (lines 45 to 51) execute 10 x 1000 x 1000 iterations, those of MEMORY (59 to
# 65) 10 x 4,000,000. gfortran inlines the folded function.
cp "$SRCDIR/samples/programs/triad.f" .
if folds gfortran -O3 triad.f; then
    for flags in '-O3' '-O3 -g'; do
        measure "$flags" triad.f
        is "two Fortran subroutines ($flags)" "$(folded)$(iterations 61) $(iterations 63) $(iterations 65)" \
            '45 into 59;47 into 61;49 into 63;51 into 65;50000000 50000000 50000000'
    done
else
    echo "skip two Fortran subroutines: gfortran does not fold them"
fi

# The linker folds functions with equal machine code: their symbols have the same address.
for linker in gold lld; do
    flags="-O2 -fno-inline -fno-ipa-icf -ffunction-sections -fuse-ld=$linker -Wl,--icf=all"
    if gcc $flags -o linked three.c >/dev/null 2>&1 && [ "$(nm linked | grep -c "^$(nm linked | awk '$3 == "first" { print $1 }') T")" = 3 ]; then
        measure "$flags" three.c
        # The counted program has other code in each of them, which the linker does not fold.
        macs-gap out/run.db --format=json >said
        grep -q 'the linker folded several functions into this code' said &&
            jq -e '[.runs[].loops[] | select(.object and .function != "main") | .iterations] | length > 0 and all(. == null)' said >found
        result $? "functions that $linker folds: no values per iteration"
    else
        echo "skip functions that $linker folds: it does not fold them"
    fi
done

# A static function leaves no symbol: the code executes twice the iterations of its lines, 400 million. k must not be
# halved, so that the sum fits.
{ sed 's/^void/static __attribute__((noinline)) void/; /int main/,$d' three.c
    echo 'int main(void) { for (int k = 0; k < 20000; k++) { first(x, 5000); second(x, 5000); } printf("%.3f\n", x[17]); }'
} >static.c
measure '-O3' static.c
macs-gap out/run.db --format=json >said
jq -e '[.runs[].loops[] | select(.object and .function != "main") | .k] | length > 0 and all(. == null or . == 2)' said >found
result $? "k of a static function that executes a folded one is 2 or unknown"
