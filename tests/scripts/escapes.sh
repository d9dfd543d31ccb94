# SPDX-License-Identifier: GPL-3.0-or-later
# Input never controls the terminal and is never a formula in a spreadsheet: names of files, loops, runs and threads
# with escape sequences, in messages, tables, CSV and JSON, on a terminal, a pipe and in a file.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
e=$(printf '\033')
# no_controls FILE: FILE has no control characters except tabs and newlines.
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

# On a terminal, tables print names without control characters; a file gets the bytes.
if command -v script >/dev/null; then
    printf 'program x\nend\n' >c.f90
    script -qec 'kma --format=text "$(printf "b\033[31m.f")"' /dev/null </dev/null >out 2>err
    tr -d '\015' <out >plain; grep -q 'daxpy' plain && no_controls plain; result "a terminal gets no escape sequences"
    # macs redraws the current step on its line, and prints no other control characters; progress, failure and the
    # compiler's message name the file that the compiler rejects.
    mkdir m && printf 'program x\nprint *, 1, f(\nend\n' >"m/$(printf 'w\033[31m.f90')"
    printf 'program x\ninteger :: i(2)\ni(1) = undefined_thing%%%%x\nend\n' >"m/$(printf 'v\033[31m.f90')"
    for f in w v; do
        (cd m && COLUMNS=100 script -qec "macs --machine=zen4 -o $f --repeat=1 $f*.f90" /dev/null) </dev/null >out 2>err
        sed "s/$e\[[0-9;]*m\(error:\|warning:\|note:\|\^\)/\1/g; s/$e\[0m//g; s/$e\[K//g" out | tr -d '\015' >plain
        grep -q "$f?\[31m.f90" plain && ! grep -q "$f$e" plain && no_controls plain; result "macs on a terminal, $f.f90"
    done
else echo "# left out: a terminal gets no escape sequences: that takes script(1)"; fi

# A file and a pipe get the same text as a terminal, because a terminal may show them later. Data do not change.
# harmless NAME WORD COMMAND...: in a file and through a pipe, the output contains WORD and no control character.
harmless() {
    name=$1 word=$2; shift 2
    "$@" >out 2>err
    "$@" 2>err2 | cat >piped
    grep -qF -- "$word" out && cmp -s out piped && no_controls out && no_controls err && no_controls err2; result "$name"
}
n=$(printf 'n\303\251\033[31m') # a name in UTF-8 with an escape sequence, and as it is shown
s=$(printf 'n\303\251?[31m')
cp "$SAMPLES/daxpy.f" "$n.f"; cp "$SAMPLES/daxpy.s" "$n.s"; cp "$SAMPLES/invented.mkn" "$n.mkn"
harmless "text of kma" "$s.f" kma "$n.f"
printf "      subroutine u(c)\n      character c*9\n      c = 'a%sb caf\303\251'\n      end\n" "$e" >literal.f
harmless "kma --dump, UTF-8 stays" "$(printf 'a?b caf\303\251')" kma --dump=ast literal.f
# 300,000 characters of three bytes, so that some cross the end of a written block at each offset.
awk 'BEGIN { for (i = 0; i < 5000; i++) { printf "      c = '\''%d", i; for (k = 0; k < 60; k++) printf "\342\202\254"; print "'\''" }
    print "      end" }' >long.f90
kma --dump=ast long.f90 >out 2>err; ! grep -q '?' out && [ "$(tr -d '\000-\177' <out | wc -c)" = 900000 ]; result "UTF-8 in long outputs"
harmless "kfc --dump" "$(printf 'a?b caf\303\251')" kfc --dump=ast literal.f
harmless "text of multikron stat" "$s.mkn" multikron stat "$n.mkn" "$SAMPLES/invented.mkn"
kma --db=names.db "$n.f" >/dev/null 2>&1; kmacstat --db=names.db --source="$n.f" "$n.s" >/dev/null 2>&1
for f in text csv json markdown; do harmless "$f of macs-gap" daxpy macs-gap names.db --format=$f; done
# A direction character in JSON: U+202E, right to left, by its number.
cp "$SAMPLES/daxpy.f" "$(printf 'r\342\200\256.f')"
harmless "a mark of direction in JSON" 'r\u202e.f' kma --format=json "$(printf 'r\342\200\256.f')"
printf 'run a%sb\n' "$e" >m.manifest; kma --db=i.db "$SAMPLES/daxpy.f" >/dev/null 2>&1
for c in "kma --set=x${e}y a.f" "kma --form${e} a.f" "kfc --form=x${e} a.f" "multikron d${e}" "multikron import i.db --manifest=m.manifest $SAMPLES/invented.mkn"; do
    $c >out 2>err; [ -s err ] && no_controls err && no_controls out; result "messages in a file: $(printf %s "$c" | tr -d '\033' | sed 's/ .*\// /')"
done
# Data: the bytes are those that the command was given.
multikron decode --format=csv "$SAMPLES/invented.mkn" 2>/dev/null | grep -v ',clock,' >samples.csv
multikron encode -o whole.mkn samples.csv 2>err
multikron encode samples.csv 2>err | cmp - whole.mkn && [ "$(tr -d '\040-\176' <whole.mkn | wc -c)" -gt 9 ]; result "multikron encode on a pipe"
printf "      write (*,'(A)') 'a%sb'\n      end\n" "$e" >"p$e.f"
kfc -o p.s "p$e.f" && kfc "p$e.f" | cmp - p.s && grep -q "$e" p.s; result "assembly on a pipe"
ksr1 p.s >out 2>err; printf 'a%sb\n' "$e" | cmp - out; result "what a simulated program prints"
macs --dry-run --machine=zen4 "p$e.f" >script 2>err; grep -qF "'p$e.f'" script; result "a script that macs prints"
if [ "$MAY_LOOK" ]; then
    procmon -o report.txt -- printf 'a\033b' >out 2>err; printf 'a%sb' "$e" | cmp - out && no_controls report.txt; result "what a watched program prints"
fi
