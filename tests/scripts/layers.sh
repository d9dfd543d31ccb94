# SPDX-License-Identifier: GPL-3.0-or-later
# Holds the "may include" table of README.md against the sources: a room may
# include only its own headers and those of the rooms its row names; an outside
# library only where its row says so.
# Generated parsers and scanners are held to the table through their .y and .l.
cd "$SRCDIR" || exit 1

table='
base      |
facts     | base
machines  | base facts
frontend  | base facts machines
loops     | base facts
ksr-asm   | base facts machines loops
bounds    | base facts machines
runs      | base facts
gaps      | base facts machines bounds runs
plots     | base facts gaps
'
# outside header = files that may include it
outside='
sqlite3.h = ^runs/
cairo     = ^plots/cairo\.c$
gsl/      = ^(bounds|gaps)/
'
faults=0
for file in $(find base facts machines frontend loops ksr-asm bounds runs gaps plots -name '*.[chly]' -o -name '*.def' | LC_ALL=C sort); do
    room=${file%%/*}
    may=$(echo "$table" | sed -n "s/^$room *| *//p")
    grep -nE '^[ \t]*#[ \t]*include' "$file" | while IFS=: read -r line text; do
        name=$(echo "$text" | sed 's/.*include[ \t]*["<]\([^">]*\)[">].*/\1/')
        case $text in
        *'"'*)
            [ "$name" = config.h ] && continue
            other=${name%%/*}
            case " $room $may " in *" $other "*) ;; *) echo "# $file:$line: $room may not include $name" ;; esac ;;
        *'<'*)
            echo "$outside" | while read -r lib _ where; do
                [ -n "$lib" ] || continue
                case $name in *"$lib"*) echo "$file" | grep -qE "$where" || echo "# $file:$line: only $where may include <$name>" ;; esac
            done ;;
        esac
    done
done >"${TMPDIR:-/tmp}/layers.$$"
cat "${TMPDIR:-/tmp}/layers.$$"
[ -s "${TMPDIR:-/tmp}/layers.$$" ] && faults=1
rm -f "${TMPDIR:-/tmp}/layers.$$"
[ $faults = 0 ] && echo "ok the layer table holds" || echo "not ok the layer table holds"

if grep -rLE 'SPDX-License-Identifier: GPL-3.0-or-later' --include='*.[chly]' --include='*.def' --include='*.sql' --include='*.mk' --include='*.sh' --include='*.machine' base facts machines frontend loops ksr-asm bounds runs gaps plots commands tests bench 2>/dev/null | grep .; then
    echo "not ok every source has its SPDX line"
else echo "ok every source has its SPDX line"; fi

# main stands in commands/ only
if grep -nE '^(int )?main\(' -r --include='*.c' base facts machines frontend loops ksr-asm bounds runs gaps plots; then
    echo "not ok rooms export functions only"
else echo "ok rooms export functions only"; fi
