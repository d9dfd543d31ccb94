# SPDX-License-Identifier: GPL-3.0-or-later
# Rules for every source file.
cd "$SRCDIR" || exit 1
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM

# The output of bison and flex is in the tarball, not in git, and has no SPDX line of the project.
for f in $(find . -type d \( -name 'build*' -o -name '_*' -o -name 'macs-[0-9]*' \) -prune -o -name '*.y' -print -o -name '*.l' -print); do
    echo "${f%.?}.c"
    case $f in *.y) echo "${f%.y}.h" ;; esac
done | sort >"$dir/generated"
for f in $(sed 's|^\./||' "$dir/generated"); do grep -qxF "/$f" .gitignore || echo "# .gitignore lacks /$f"; done >"$dir/found"
if [ -s "$dir/found" ]; then cat "$dir/found"; echo "not ok generated parsers stay out of git"
else echo "ok generated parsers stay out of git"; fi

find . -type d \( -path './.git*' -o -name 'build*' -o -name '_*' -o -name 'macs-[0-9]*' -o -name out -o -name 'autom4te*' -o -name .deps -o -path ./tests/cases \
    -o -path ./tests/fuzz/corpus \) -prune \
    -o -type f \( -name '*.[chly]' -o -name '*.def' -o -name '*.sql' -o -name '*.mk' -o -name '*.sh' -o -name '*.awk' \
    -o -name '*.machine' -o -name '*.[1-9]' -o -path ./bootstrap -o -path ./.ci/run -o -path ./tests/run \
    -o -path ./tests/fuzz/run -o -path ./bench/run -o -name configure.ac -o -name Makefile.am \) -print |
    grep -vxF -e ./config.h -f "$dir/generated" | sort |
    xargs awk 'FNR == 1 { if (file && !marked) print "# " file; file = FILENAME; marked = 0 }
        FNR <= 2 && /SPDX-License-Identifier: GPL-3\.0-or-later/ { marked = 1 }
        END { if (!marked) print "# " file }' >"$dir/found"
if [ -s "$dir/found" ]; then cat "$dir/found"; echo "not ok every source has its SPDX line at the top"
else echo "ok every source has its SPDX line at the top"; fi

# A later definition replaces the first one, and a name that is in a list twice is tested twice.
for f in $(find . -name '*.mk' -not -path './build*' -not -path './_*' -not -path './macs-[0-9]*') Makefile.am; do
    awk '/^if /{branch = $2} /^else/{branch = branch "-"} /^endif/{branch = ""}
        /^[A-Za-z0-9_]+ *=/ && seen[$1, branch]++ { print "# " FILENAME ":" FNR ": " $1 " is defined again" }' "$f"
done >"$dir/found"
sort "$BUILDDIR/tests/built" | uniq -d | sed 's|^|# twice in tests/built: |' >>"$dir/found"
if [ -s "$dir/found" ]; then cat "$dir/found"; echo "not ok every variable of a makefile and every test is defined once"
else echo "ok every variable of a makefile and every test is defined once"; fi
