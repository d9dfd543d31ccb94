# SPDX-License-Identifier: GPL-3.0-or-later
# Nothing that came from input moves a terminal's cursor or is a formula to a spreadsheet: names of
# files, loops, runs and threads with escape sequences, in messages, tables, CSV and JSON.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
e=$(printf '\033')
# no_controls FILE: but for tabs and ends of lines.
no_controls() { [ "$(tr -d '\011\012\040-\176\240-\377' <"$1" | wc -c)" = 0 ]; }
result() { if [ $? = 0 ]; then echo "ok $1"; else echo "not ok $1"; for f in out err; do od -c $f | head -8 | sed 's/^/# /'; done; fi; }

# A file name in a line of the preprocessor: the message about line 7 names it.
printf '# 7 "%s"\n      do i = 1, (\n      end\n' "x${e}]0;owned$(printf '\007')${e}[2J.f" >a.F
kma a.F >out 2>err
grep -q '?\]0;owned??\[2J.f:[0-9]' err && no_controls err; result "names of files in messages"
cp "$SAMPLES/daxpy.f" "$(printf 'b\033[31m.f')"
kma "$(printf 'b\033[31m.f')" "$(printf 'not\033[31m.there')" >out 2>err
no_controls err; result "names of files that are not there"
kma --format=csv "$(printf 'b\033[31m.f')" >out 2>err
grep -q 'b?\[31m.f' out && no_controls out; result "CSV of kma"
kma --format=json "$(printf 'b\033[31m.f')" >out 2>err
no_controls out; result "JSON of kma"

# Rows of a database: a run whose name is a formula comes back as it was.
cp "$SAMPLES/daxpy.f" .; kma --db=run.db daxpy.f >/dev/null 2>&1
printf "run,processors,thread,loop,iterations,cycles\n'=1+1,1,0,%s,100,900\n'@x,1,0,%s,100,900\n" daxpy.f:daxpy:6 daxpy.f:daxpy:6 >rows.csv
macs-gap run.db --import=rows.csv >out 2>err
if command -v sqlite3 >/dev/null; then
    [ "$(sqlite3 run.db 'select group_concat(name) from (select name from run order by name)')" = '=1+1,@x' ]; result "an apostrophe in front of a formula is not read"
else echo "# left out: an apostrophe in front of a formula is not read: that takes sqlite3"; fi

# A terminal: what a table prints of a name; a file gets the bytes.
if command -v script >/dev/null; then
    printf 'program x\nend\n' >c.f90
    script -qec 'kma --format=text "$(printf "b\033[31m.f")"' /dev/null </dev/null >out 2>err
    tr -d '\015' <out >plain; grep -q 'daxpy' plain && no_controls plain; result "a terminal gets no escape sequences"
    # macs: what is under way is redrawn on its line, and nothing but that controls the terminal; the file
    # that the compiler refuses is named in progress, failure and the compiler's message.
    mkdir m && printf 'program x\nprint *, 1, f(\nend\n' >"m/$(printf 'w\033[31m.f90')"
    printf 'program x\ninteger :: i(2)\ni(1) = undefined_thing%%%%x\nend\n' >"m/$(printf 'v\033[31m.f90')"
    for f in w v; do
        (cd m && COLUMNS=100 script -qec "macs --machine=zen4 -o $f --repeat=1 $f*.f90" /dev/null) </dev/null >out 2>err
        sed "s/$e\[[0-9;]*m\(error:\|warning:\|note:\|\^\)/\1/g; s/$e\[0m//g; s/$e\[K//g" out | tr -d '\015' >plain
        grep -q "$f?\[31m.f90" plain && ! grep -q "$f$e" plain && no_controls plain; result "macs on a terminal, $f.f90"
    done
else echo "# left out: a terminal gets no escape sequences: that takes script(1)"; fi
