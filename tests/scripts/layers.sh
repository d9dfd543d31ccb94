# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the sources against the source map of README.md (layers.awk), and that the check finds inserted errors.
cd "$SRCDIR" || exit 1
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM

# Sources of all layers: all folders with C sources but tests, benchmarks and samples.
sources() {
    find . -type d \( -name tests -o -name bench -o -name samples -o -name doc -o -name '.?*' -o -name 'build*' -o -name '_*' -o -name 'macs-[0-9]*' -o -name out \) -prune \
        -o -type f \( -name '*.[chly]' -o -name '*.def' \) -print | grep '^\./.*/' | LC_ALL=C sort
}

# shellcheck disable=SC2046 # no blanks in our names
if awk -f tests/scripts/layers.awk README.md $(sources) >"$dir/found"; then echo "ok the sources keep to the map"
else sed 's/^/# /' "$dir/found"; echo "not ok the sources keep to the map"; fi

# planted NAME FILE LINE TEXT WANTED: TEXT inserted before LINE of FILE in a copy is found.
mkdir "$dir/copy" && tar cf - README.md $(sources) | (cd "$dir/copy" && tar xf - && chmod -R u+w .)
planted() {
    mkdir -p "$dir/copy/$(dirname "$2")"
    if [ -s "$2" ]; then sed -i "$3i\\
$4" "$dir/copy/$2"; else echo "$4" >"$dir/copy/$2"; fi
    (cd "$dir/copy" && awk -f "$SRCDIR/tests/scripts/layers.awk" README.md $(sources)) >"$dir/found"
    if [ $? = 1 ] && [ "$(cat "$dir/found")" = "$5" ]; then echo "ok $1"
    else sed 's/^/# /' "$dir/found"; echo "not ok $1"; fi
    if [ -s "$2" ]; then cp "$2" "$dir/copy/$2"; else rm "$dir/copy/$2"; fi
}
planted "an arrow back is found" facts/facts.c 2 '#include "runs/runs.h"' \
    './facts/facts.c:2: facts may not include "runs/runs.h"'
planted "a library in the wrong layer is found" bounds/bounds.c 3 '#  include <sqlite3.h>' \
    './bounds/bounds.c:3: bounds may not include <sqlite3.h>'
planted "cairo outside its file is found" plots/drawing/axis.c 1 '#include <cairo-pdf.h>' \
    './plots/drawing/axis.c:1: only plots/drawing/cairo.c may include <cairo-pdf.h>'
planted "libotf2 outside its file is found" measure/multikron/export/ctf.c 2 '#include <otf2/otf2.h>' \
    './measure/multikron/export/ctf.c:2: only measure/multikron/export/otf2.c may include <otf2/otf2.h>'
planted "gnutls outside its file is found" measure/multikron/collect/server.c 1 '#include <gnutls/gnutls.h>' \
    './measure/multikron/collect/server.c:1: only measure/multikron/collect/tls.c may include <gnutls/gnutls.h>'
planted "hwloc outside its file is found" measure/memory/memory.c 2 '#include <hwloc.h>' \
    './measure/memory/memory.c:2: only measure/memory/topology.c may include <hwloc.h>'
planted "elfutils outside its layer is found" bounds/bounds.c 2 '#include <gelf.h>' \
    './bounds/bounds.c:2: bounds may not include <gelf.h>'
planted "a kernel event outside its layer is found" measure/probe/probe.c 2 '#include <linux/perf_event.h>' \
    './measure/probe/probe.c:2: measure/probe may not include <linux/perf_event.h>'
planted "a layer without a row is found" attic/x.c 1 '#include <stdio.h>' \
    './attic/x.c:1: the layer attic/ has no row in the source map of README.md'

# main is in commands/ only: libraries export functions.
sources | grep -v '^\./commands/' | xargs awk '/^(int[ \t]+)?main[ \t]*\(/ { print "# " FILENAME ":" FNR ": main is in commands/ only" }' >"$dir/found"
if [ -s "$dir/found" ]; then cat "$dir/found"; echo "not ok libraries export functions only"
else echo "ok libraries export functions only"; fi

# The lab includes the public headers of the front end only: those at the top of frontend/.
sources | grep '^\./lab/' | xargs grep -nE '^#[ \t]*include "frontend/[^"]*/' | sed 's/^/# /' >"$dir/found"
if [ -s "$dir/found" ]; then cat "$dir/found"; echo "not ok the lab includes public headers of the front end only"
else echo "ok the lab includes public headers of the front end only"; fi

# ---- symbols ----

# Prints the symbols of the objects in the build folder, of those that still have a source. The preloaded library and
# that of counted programs are separate from the others: they define functions of the C library.
symbols() {
    (cd "$BUILDDIR" && find . -name '*.o' -path './*/*' ! -path './tests/*' ! -name 'libpreload_a-*' ! -path './counts/runtime/*' -print) | LC_ALL=C sort |
        while read -r object; do
            base=${object##*/}; base=${base%.o}
            source=${object%/*}/${base##*_a-}
            for kind in c y l; do [ -f "$source.$kind" ] && echo "$object" && break; done
        done | (cd "$BUILDDIR" && xargs nm -A -P -g)
}
links() { LC_ALL=C awk -f tests/scripts/links.awk README.md lab/code/code.h "$1" | LC_ALL=C sort; }
if ! command -v nm >/dev/null; then
    echo "skip symbols keep to the map: nm is not installed"
    exit 0
fi
symbols >"$dir/symbols"
links "$dir/symbols" >"$dir/found"
if [ -s "$dir/symbols" ] && [ ! -s "$dir/found" ]; then echo "ok symbols keep to the map and to the order of files"
else sed 's/^/# /' "$dir/found"; echo "not ok symbols keep to the map and to the order of files"; fi

# planted_symbol NAME OBJECT SYMBOL WANTED: a use of SYMBOL by OBJECT is found.
planted_symbol() {
    { cat "$dir/symbols"; echo "./$2: $3 U"; } >"$dir/more"
    links "$dir/more" >"$dir/found"
    if [ "$(cat "$dir/found")" = "$4" ]; then echo "ok $1"
    else sed 's/^/# /' "$dir/found"; echo "not ok $1"; fi
}
planted_symbol "a symbol of a later library is found" base/arena.o lab_half \
    "base/arena.o: may not use lab_half of lab/isa/isa.o"
planted_symbol "a symbol of a later file is found" lab/code/lower-emit.o lower_arithmetic \
    "lab/code/lower-emit.o: may not use lower_arithmetic of lab/code/lower-arithmetic.o"
planted_symbol "a file without a place in the order is found" lab/code/attic.o memcpy \
    "lab/code/attic.o: is not in the order of lab/code"
