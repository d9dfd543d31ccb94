# SPDX-License-Identifier: GPL-3.0-or-later
# Charts of a run database: texts do not overlap and nothing is outside the page, with few and many loops, short and
# long names.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1

# facts LOOPS NAME: writes facts and measured.csv: loops with random operations, compiled code with some more, and
# runs on 1 and 4 processors; every 17th loop is not measured, every 19th takes less than its bound.
facts() {
    awk -v n="$1" -v name="$2" '
    function chance(most) { seed = (seed * 69069 + 1) % 4294967296; return int(seed / 65536) % (most + 1) }
    BEGIN {
        seed = 5
        print "target default ksr1\nsource sim.f"
        for (i = 1; i <= n; i++) {
            fa[i] = chance(8); fm[i] = chance(8); fma[i] = chance(8); l[i] = chance(8); s[i] = 1 + chance(3)
            printf "loop sim.f:%s%d:%d %d %d stride=1 bytes=8 fa=%d fm=%d fma=%d lfl=%d sfl=%d x=2 y=3\n",
                name, i, 20 * i, 20 * i, 20 * i + 8, fa[i], fm[i], fma[i], l[i], s[i]
        }
        print "compiled sim.s"
        for (i = 1; i <= n; i++) {
            pairs[i] = fa[i] + fm[i] + fma[i] > l[i] + s[i] ? fa[i] + fm[i] + fma[i] : l[i] + s[i]
            pairs[i] += 4 + chance(8)
            printf "pairs .L%d %d k=1 line=%d end=%d source=sim.f fa=%d fm=%d fma=%d lfl=%d sfl=%d left=2 right=2\n",
                i, pairs[i], 20 * i, 20 * i + 8, fa[i], fm[i], fma[i], l[i] + chance(2), s[i]
        }
        print "run,processors,thread,loop,iterations,cycles" >"measured.csv"
        for (p = 1; p <= 4; p += 3)
            for (i = 1; i <= n; i++)
                for (t = 0; t < p && i % 17 != 3; t++)
                    printf "p%d,%d,%d,%s%d:%d,%d,%d\n", p, p, t, name, i, 20 * i, 1000 * i,
                        1000 * i * pairs[i] * (i % 19 == 5 ? 0.7 : 1 + i % 7 / 3) >"measured.csv"
    }' >facts
}

for n in 1 2 5 12 30 60 61; do
    for name in s loop a_subroutine_of_a_long_name_; do
        facts $n $name
        rm -f run.db
        put-facts run.db <facts && macs-gap run.db --import=measured.csv || exit 1
        for chart in bars hierarchy share muf speed-up roofline; do
            watch-plot run.db $chart; said=$?
            [ $said = 0 ] || echo "not ok $chart of $n loops called $name"
        done
        watch-plot run.db hierarchy ${name}1:20 || echo "not ok hierarchy of ${name}1 among $n"
    done
done >apart
grep -B4 '^not ok' apart
[ "$(grep -c ': [1-9][0-9]* pages, 0 texts' apart)" = $((7 * 3 * 7)) ] && ! grep -q '^not ok' apart &&
    echo "ok no texts touch" || { echo "not ok no texts touch"; sed 's/^/# /' apart | head -20; }
