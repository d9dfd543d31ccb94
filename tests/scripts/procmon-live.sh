# SPDX-License-Identifier: GPL-3.0-or-later
# procmon --live in a terminal of 80 columns and 24 lines, which script(1) makes.
[ "$MAY_LOOK" ] || { echo "# left out: procmon --live: no process may be looked into here"; exit 0; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
case " $COMMANDS " in *' procmon '*) ;; *) echo "skip procmon --live: no procmon"; exit 0 ;; esac
if ! script -qec true /dev/null >log 2>&1 </dev/null; then
    echo "skip procmon --live: no script"
    exit 0
fi
verdict() { # name: judges by whether the file `found` is empty
    if [ -s found ]; then sed 's/^/# /' found | head -20; echo "not ok $1"; else echo "ok $1"; fi
}
escape=$(printf '\033')
# terminal COMMAND: the bytes sent to the terminal, in `sent`, one file for each view: view-0 is the text before
terminal() {
    rm -f view-*
    TERM=xterm timeout 60 script -qec "stty rows 24 cols 80; $1" /dev/null </dev/null | tr -d '\r' >sent
    awk -v esc="$escape" '{ while ((i = index($0, esc "[H"))) { printf "%s", substr($0, 1, i - 1) >("view-" n + 0); $0 = substr($0, i + 3); n++ }
        print >("view-" n + 0) }' sent
}
# A view without escapes, up to where the screen is given back.
plain() { sed "/$escape\\[?1049l/{s/$escape\\[?25h.*//;q}" "$1" | sed "s/$escape\\[[?0-9]*[A-Za-z]//g"; }

terminal 'procmon --live -- sh -c "echo printed meanwhile; sleep 2.2 | cat; exit 3"; echo status $?'
views=$(ls view-* | wc -l)
{
    [ "$views" -ge 3 ] || { echo "$((views - 1)) views"; cat -v sent; }
    for f in view-[1-9]*; do
        plain "$f" | awk 'length($0) > 80 { print "line " NR " is " length($0) " wide: " $0 } END { if (NR > 24) print NR " lines" }'
    done
    plain view-2 | grep -q ' cat  *[0-9.]* *[0-9.]* .*===' || { echo "cat does not wait for sleep:"; plain view-2; }
    plain view-2 | grep -q ' sleep .*\.\.\.\.' || { echo "sleep does not wait for a time:"; plain view-2; }
} >found
verdict "each view fits 80 columns and 24 lines"
{
    [ "$(grep -c "$escape\\[?1049h" sent)" = 1 ] || echo "the other screen is not entered once"
    awk -v esc="$escape" '{ while ((i = index($0, esc "[?1049l"))) { n++; $0 = substr($0, i + 8) } } n && /printed meanwhile/ { p++ }
        !n && /^printed meanwhile/ { print "the command prints into the view" } n && /of each thread/ { r++ } n && /^status 3/ { s++ }
        END { if (n != 1) print n + 0 " times given back"; if (!p) print "what the command printed is lost"; if (!r) print "no report"; if (!s) print "another status" }' sent
} >found
verdict "the terminal is given back, then comes what the command printed, and the report"

terminal 'procmon --live -- sh -c "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do sleep 2.5 & done; wait"'
{
    for f in view-[1-9]*; do
        plain "$f" >view
        [ "$(wc -l <view)" -le 24 ] || echo "$f: $(wc -l <view) lines"
        cat view >>views
    done
    grep -q '[0-9] others ' views || { echo "no sum of the others:"; cat views; }
} >found
verdict "more threads than lines: those that compute most, and the sum of the others"

# U+009B (CSI of 8 bits), U+0085 and U+202E of a name, C2 9B, C2 85 and E2 80 AE, become a question mark a byte; a letter stays.
terminal 'procmon --live -- sh -c "printf \"\\302\\23331m\\302\\205\\342\\200\\256\\303\\251\" >/proc/\$\$/comm; sleep 1.5; :"'
{
    plain view-2 | grep -q '  ??31m?????é ' || { echo "not so in the view:"; plain view-2; }
    LC_ALL=C grep -q "$(printf '\302[\200-\237]\|\342\200\256')" sent && { echo "a control character was sent:"; od -c sent | head -40; }
} >found
verdict "names with control characters of Unicode"
# A command of two-byte letters fills the first line: 80 columns less "procmon: sh -c : " are 63 letters, none of them cut.
terminal 'procmon --live -- sh -c ": $(printf "%0100d" 0 | sed "s/0/é/g"); sleep 1.5; :"'
{
    plain view-2 | head -1 | awk '{ n = gsub(/\303\251/, ""); if (n != 63 || /[\200-\377]/) print n " letters, then " $0 }'
} >found
verdict "the right margin cuts no character of UTF-8"

terminal 'procmon --live -- sleep 30 & sleep 1; kill -TERM $!; wait $!; echo status $?'
grep -q '^status 143' sent || cat -v sent >found
verdict "a signal ends the command, and the terminal is given back"

{
    procmon --live -- sleep 9 >out 2>err; s=$?
    [ $s = 2 ] || echo "status $s"
    grep -q -- '--every' err || cat err
    TERM=dumb script -qec 'procmon --live -- sleep 9' /dev/null >out </dev/null
    grep -q -- '--every' out || cat out
} >found
verdict "without a terminal that moves its cursor it says what to do instead"
