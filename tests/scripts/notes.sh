# SPDX-License-Identifier: GPL-3.0-or-later
# Each note of a row matches one line of facts/doubts.def, which lists the numbers that it doubts, and each line
# matches a note. Notes are read from the sources; notes.table has those that are not a single string there. A note
# about compiled code also has the label before it, as in the database.
cd "$SRCDIR" || exit 1
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
files=$(ls frontend/analysis/*.c loops/*.c ksr-asm/*.c x86-asm/*.c bounds/*.c commands/kma/*.c commands/kmacstat/*.c gaps/ladder/*.c gaps/causes/*.c gaps/scaling/*.c gaps/hot/iterations.c gaps/hot/coverage.c gaps/hot/data.c facts/facts.c hotspots/rows.c hotspots/frequencies.c)

# match DEF TABLE FOUND: prints their errors, one per line.
match() {
    awk -F '|' '
    function regular(pattern) {
        gsub(/[][.^$+?(){}|\\]/, "\\\\&", pattern)
        gsub(/[*]/, ".*", pattern)
        return "^" pattern "$"
    }
    function sample(format) {
        gsub(/%%/, "\001", format)
        gsub(/%[.]?[*]?s/, "X", format)
        gsub(/%[-.0-9a-z]*[a-z]/, "7", format)
        gsub(/\001/, "%", format)
        gsub(/\\"/, "\"", format)
        return format
    }
    function look(where, text,    i, fits) {
        for (i = 1; i <= n; i++)
            if (text ~ regular(pattern[i])) {
                fits = fits "  " pattern[i]
                of[i]++
                if (fits != "  " pattern[i])
                    print where ": several lines: " text ":" fits
            }
        if (!fits)
            print where ": no line: " text
    }
    FILENAME == ARGV[1] {
        if (/^DOUBT\("/) {
            sub(/^DOUBT\("/, "")
            sub(/",[^"]*$/, "")
            pattern[++n] = $0
        }
        next
    }
    FILENAME == ARGV[2] {
        if (/^#/ || !NF)
            next
        known[$1 "|" $2] = 0
        if ($3 != "copy")
            look(ARGV[2] ": " $1, $3)
        next
    }
    ($1 "|" $2) in known {
        known[$1 "|" $2]++
        next
    }
    $2 ~ /^(-$|%s)/ {
        print $1 ": not in notes.table: " $2
        next
    }
    {
        look($1, sample($2))
        if ($1 ~ /^(loops|ksr-asm|x86-asm|commands\/kmacstat)/ && $2 !~ /^no source loop/)
            look($1, ".L3: " sample($2))
    }
    END {
        for (i = 1; i <= n; i++)
            if (!of[i])
                print "facts/doubts.def: a line of no note: " pattern[i]
        for (k in known)
            if (!known[k])
                print "notes.table: no such call: " k
    }' "$1" "$2" "$3"
}

# shellcheck disable=SC2086 # no blanks in our names
awk -f tests/scripts/notes.awk $files >"$dir/found"
match facts/doubts.def tests/scripts/notes.table "$dir/found" >"$dir/said"
if [ -s "$dir/said" ]; then sed 's/^/# /' "$dir/said"; echo "not ok each note of a row is in one line of facts/doubts.def"
else echo "ok each note of a row is in one line of facts/doubts.def"; fi

# The reader finds such calls, and the check finds errors: of three notes one has a line, one has no line, one has
# two; a copy is not in the table; one line of doubts.def, and one of the table, matches no note.
cat >"$dir/x.c" <<'E1'
void note(struct arena *a, const char *fmt, ...);
static void f(void)
{
    note(a, &l->notes, "k is %g, but"
         " %s", k, "x");
    note_text(a, &l->notes, why(a ? ")" : "("));
    if (b)
        add_problem(a, row, PROBLEM_X, "new: %ld of %s%s", n, s, n == 1 ? "" : "s");
    body_note(b, "k is %d", k);
}
E1
printf 'DOUBT("k is *", DOUBT_K)\nDOUBT("*, but*", DOUBT_K)\nDOUBT("old", NOTHING)\n' >"$dir/x.def"
printf 'y.c|-|copy\n' >"$dir/x.table"
(cd "$dir" && awk -f "$SRCDIR/tests/scripts/notes.awk" x.c >x.found && match x.def x.table x.found >x.said)
cat >"$dir/wanted" <<'E1'
x.c: several lines: k is 7, but X:  k is *  *, but*
x.c: not in notes.table: -
x.c: no line: new: 7 of XX
facts/doubts.def: a line of no note: old
notes.table: no such call: y.c|-
E1
if cmp -s "$dir/wanted" "$dir/x.said"; then echo "ok notes without a line, and lines without a note, are found"
else diff "$dir/wanted" "$dir/x.said" | sed 's/^/# /'; echo "not ok notes without a line, and lines without a note, are found"; fi
