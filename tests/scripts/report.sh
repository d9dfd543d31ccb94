# SPDX-License-Identifier: GPL-3.0-or-later
# The report of macs-gap: the markup is well-formed, nothing is fetched, texts from input are escaped; also in a real
# browser (tests/browser) if one is installed.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
said() { if [ "$1" = 0 ]; then echo "ok $2"; else echo "not ok $2"; fi; }

cd "$SRCDIR" || exit 1
kma --db="$dir/run.db" samples/lfk.f >/dev/null
kmacstat --db="$dir/run.db" samples/lfk.s >/dev/null
macs-gap "$dir/run.db" --import=tests/scripts/report.csv
cd "$dir" || exit 1
macs-gap run.db --report=report.html

# Malicious names, lines and notes.
name='</script><b>&"'"'"'.f'
mkdir -p "evil/<" && {
    printf '      SUBROUTINE EVIL(X,N)\n      DIMENSION X(N)\n      DO 1 I = 1, N\n'
    printf 'C     </style></script><script>window.ran = 1</script> \001\033\177 \377\300\200 \355\240\200 \342\200\256\n'
    printf '    1 X(I) = X(I) * 2.0\n      END\n'
} >"evil/$name"
evil='<img src=x onerror=window.ran=1>'
kma --db=hostile.db --build="$evil" "evil/$name" >/dev/null
printf 'run,processors,thread,loop,iterations,cycles,machine\n"%s",1,0,EVIL:3,10,90,"%s"\n' \
    "$(printf '%s' "$name" | sed 's/"/""/g')" "$evil]]>" | sed 's/EVIL:3/evil:3/' >hostile.csv
macs-gap hostile.db --import=hostile.csv
macs-gap hostile.db --report=hostile.html
[ -s report.html ] && [ -s hostile.html ]; said $? "reports are written"

if command -v xmllint >/dev/null; then
    xmllint --noout report.html hostile.html && xmllint --html --noout report.html hostile.html 2>&1 |
        grep 'error :' | grep -vE 'Tag (desc|details|g|header|line|main|nav|path|rect|section|summary|svg|text) invalid$'
    [ $? = 1 ]; said $? "markup is sound, also for XML"
    ids=$(xmllint --html --xpath '//@id' report.html 2>/dev/null | tr ' ' '\n' | grep . | sort | uniq -d)
    [ -z "$ids" ]; said $? "names of places are used once"
else echo "skip markup is sound: no xmllint"; fi
grep -qiE "https?:|//[a-z]+\.|@import|url\(|src=|href=\"[^#]| on[a-z]+=\"| style=" report.html
[ $? = 1 ]; said $? "nothing is fetched from elsewhere"
# The hash in the policy is that of the page's content.
for element in script style; do
    awk -v begin="<$element>" -v end="</$element>" '
        i = index($0, begin) { on = 1; $0 = substr($0, i + length(begin)); sep = "" }
        on { i = index($0, end); printf "%s%s", sep, i ? substr($0, 1, i - 1) : $0; sep = "\n"; if (i) exit }' report.html |
        sha256sum | awk '{ for (i = 1; i < 64; i += 2)
            printf "\\%03o", 16 * digit(substr($1, i, 1)) + digit(substr($1, i + 1, 1)) }
            function digit(c) { return index("0123456789abcdef", c) - 1 }' >octal
    # shellcheck disable=SC2059
    printf "$(cat octal)" | base64 >hash
    grep -qF "$element-src 'sha256-$(cat hash)';" report.html || echo $element
done >others
[ ! -s others ]; said $? "only its own script and style sheet may be used"
[ "$(grep -c '</script' hostile.html)" = 1 ] && ! grep -q '<img' hostile.html &&
    grep -q '&lt;/script&gt;&lt;b&gt;&amp;&quot;&#39;.f' hostile.html
said $? "names and lines are escaped"
LC_ALL=C tr -d '\t\n\040-\176\200-\377' <hostile.html | grep -q .
[ $? = 1 ] && iconv -f UTF-8 -t UTF-8 hostile.html >/dev/null; said $? "only UTF-8 without control characters"
macs-gap run.db --report=again.html && cmp -s report.html again.html; said $? "the same bytes every time"

# A bound above the next one: of MA 3.75, MAC 2, MACS 6, measured 5 the bar reaches from
# -(1.75 + 1)/5 = -0.55 to (1 + 2.75 + 4)/5 = 1.55, 2.1 wide, so 0 is at 0.55/2.1 * 160 = 41.9.
put-facts odd.db <"$SRCDIR/tests/cases/macs-gap/contradictory-bounds/facts"
macs-gap odd.db --import="$SRCDIR/tests/cases/macs-gap/contradictory-bounds/measured.csv" 2>/dev/null
macs-gap odd.db --report=odd.html && grep -q '<line class="zero" x1="41.9" x2="41.9"' odd.html &&
    grep -q 'negative parts are left of the line' odd.html
said $? "negative parts are left of a line"

# Charts with their texts as texts: MUF and speed-up of 3 loops on 1 and 4 processors; without runs on several
# processor counts these charts are absent.
[ "$(grep -c '<svg class="chart"' report.html)" = 2 ] && grep -q '>speed-up = time on 1 processor / time</text>' report.html &&
    grep -q '>ideal</text>' report.html && ! grep -q 'class="chart"' hostile.html
said $? "the charts of processors are in it"

# ---- in a browser ----

browser() {
    for program in chromium chromium-browser google-chrome; do
        command -v $program && return
    done
    return 1
}
chromium=$(browser) || { echo "skip in a browser: no chromium"; exit; }
command -v node >/dev/null || { echo "skip in a browser: no node"; exit; }
command -v npm >/dev/null || { echo "skip in a browser: no npm"; exit; }
tools=$BUILDDIR/tests/browser-tools
mkdir -p "$tools"
if ! cmp -s "$SRCDIR/tests/browser/package-lock.json" "$tools/node_modules/lock"; then
    cp "$SRCDIR/tests/browser/package.json" "$SRCDIR/tests/browser/package-lock.json" "$tools" &&
        chmod -R u+w "$tools" &&
        (cd "$tools" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) &&
        cp "$SRCDIR/tests/browser/package-lock.json" "$tools/node_modules/lock" ||
        { echo "skip in a browser: npm can't get what tests/browser needs (see $tools/npm.log)"; exit; }
fi
NODE_PATH=$tools/node_modules node "$SRCDIR/tests/browser/report.js" "$chromium" "$dir"
