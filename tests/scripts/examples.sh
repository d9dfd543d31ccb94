# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the examples of README.md, HACKING.md and the manual, and compares their output. The examples of a
# document run in order, in a directory like the checkout after ./bootstrap demo, with build/, samples/,
# machines/ and out/. A line "..." matches any lines.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM

# like WANT GOT: compares two files; "..." in WANT matches any lines.
like() {
    awk 'NR == FNR { want[++n] = $0; next } { got[++m] = $0 }
        END {
            i = 1; j = 1; loose = 0
            while (i <= n) {
                if (want[i] == "...") { loose = 1; i++; continue }
                while (loose && j <= m && got[j] != want[i]) j++
                if (j > m || got[j] != want[i]) exit 1
                i++; j++; loose = 0
            }
            exit !(loose || j > m)
        }' "$1" "$2"
}

# The demo fills out/ for every document.
mkdir "$dir/demo" && ln -s "$BUILDDIR" "$dir/demo/build" && ln -s "$SAMPLES" "$dir/demo/samples"
(
    step() { :; }
    run() { "$@"; }
    fail() { echo "not ok the demo: $*"; }
    cd "$dir/demo" && . samples/demo.sh >log 2>&1
)

# The sanitizer must be the first preloaded library.
asan=$(grep -q '^MACS_CFLAGS = .*fsanitize=address' "$BUILDDIR/Makefile" && ${CC:-gcc} -print-file-name=libasan.so)

for page in "$SRCDIR"/README.md "$SRCDIR"/HACKING.md "$SRCDIR"/samples/README.md "$SRCDIR"/doc/*.md "$SRCDIR"/doc/*.[1-9]; do
    [ -f "$page" ] || continue
    name=${page#"$SRCDIR/"}
    there=$dir/$(echo "$name" | tr / _); found=$there.found
    mkdir -p "$there" "$found"
    awk -v to="$found" -f "$SRCDIR/tests/scripts/examples.awk" "$page"
    [ -f "$found/001.cmd" ] || continue
    ln -s "$BUILDDIR" "$there/build"; ln -s "$SRCDIR/machines" "$there/machines"
    cp -R "$SAMPLES" "$there/samples"; chmod -R u+w "$there/samples"; cp -R "$dir/demo/out" "$there/out"
    for cmd in "$found"/*.cmd; do
        e=${cmd%.cmd}
        [ -z "$asan" ] || sed -i "s|LD_PRELOAD=|&$asan:|" "$cmd"
        (cd "$there" && timeout 120 sh "$cmd" >"$e.got" 2>&1 </dev/null)
        if like "$e.want" "$e.got"; then echo "ok $name: $(head -1 "$cmd")"
        else
            diff -u "$e.want" "$e.got" | sed "1,2d; s/^/# /" | head -60
            echo "not ok $name:$(cat "$e.line"): $(head -1 "$cmd")"
        fi
    done
done
echo "ok every document was read"
