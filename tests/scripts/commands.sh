# SPDX-License-Identifier: GPL-3.0-or-later
# What every command has in common: help, version, wrong usage, a man page.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
version=$(sed -n 's/^AC_INIT(\[macs\],\[\([^]]*\)\].*/\1/p' "$SRCDIR/configure.ac")

verdict() { # name: judges by whether the file `found` is empty
    if [ -s found ]; then sed 's/^/# /' found; echo "not ok $1"; else echo "ok $1"; fi
}

for c in $COMMANDS; do
    {
        "$c" --help >help 2>err || echo "$c --help ends with $?"
        [ -s err ] && echo "$c --help writes to standard error"
        [ "$(wc -l <help)" -le 40 ] || echo "$c --help has $(wc -l <help) lines: more than a screen"
        awk 'length($0) > 80 { print "line " NR " is " length($0) " wide: " $0 }' help
        grep -q '^Example' help || echo "$c --help has no example"
    } >found
    verdict "$c --help fits on one screen"

    { "$c" --version >out 2>&1 || echo "ends with $?"; echo "$c (MACS) $version" | diff - out; } >found
    verdict "$c --version"

    { "$c" --help >/dev/full 2>err && echo "status 0"; grep -q "error: cannot write standard output" err || cat err; } >found
    verdict "$c --help reports that it cannot be written"

    "$c" --no-such-option >out 2>err; s=$?
    {
        [ $s = 2 ] || echo "status $s"
        [ -s out ] && echo "writes to standard output"
        grep -q -- '--no-such-option' err || cat err
        grep -q -- "$c --help" err || echo "does not name --help"
    } >found
    verdict "$c refuses an unknown option"

    # The options of --help and those of the man page are the same.
    page=$SRCDIR/doc/$c.1
    if [ -f "$page" ]; then
        sed -n 's/^ .*\(--[a-z][a-z-]*\).*/\1/p' help | sed 's/[= ].*//' | sort -u >in-help
        sed 's/\\-/-/g; s/\\&//g; s/\\f[A-Z]//g' "$page" | grep -oE -- '--[a-z][a-z-]*' | sort -u >in-page
        comm -23 in-help in-page | sed "s/$/ is not in doc\/$c.1/" >found
    else echo "doc/$c.1 is not there" >found; fi
    verdict "$c has a man page with every option"
done

# JSON prints a code for each problem and each fact about a cause: the man page describes all of them.
sed 's/\\-/-/g' "$SRCDIR/doc/macs-gap.1" >page
sed -nE 's/^(PROBLEM|FACT)\([A-Z_0-9]*, "([^"]*)".*/\2/p' "$SRCDIR/gaps/causes/problems.def" "$SRCDIR/gaps/causes/facts.def" >codes
[ "$(wc -l <codes)" -ge 50 ] || echo "only $(wc -l <codes) codes were found" >page
while read -r code; do grep -qE -- "(^|[^a-z-])$code([^a-z-]|$)" page || echo "$code is not in doc/macs-gap.1"; done <codes >found
verdict "macs-gap.1 describes every code of problems and facts"

if command -v mandoc >/dev/null; then
    for page in "$SRCDIR"/doc/*.[1-9]; do
        mandoc -Tlint -Wwarning "$page" | sed "s|$SRCDIR/||g" >found 2>&1
        verdict "man page $(basename "$page")"
    done
else echo "skip man pages: no mandoc"; fi
