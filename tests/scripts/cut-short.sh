# SPDX-License-Identifier: GPL-3.0-or-later
# Cuts each sample after each of its lines, and after each byte of its longest one: the command that
# reads it ends with 0 or 1 within a minute, without a sanitizer's report. One process reads a hundred
# cuts; if it fails, each cut is read alone, so that the failing one can be named.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1

# sound COMMAND...: tests whether it ends with 0 or 1 in time, without a sanitizer's report.
sound() {
    timeout 60 "$@" >out 2>err </dev/null
    status=$?
    [ $status -le 1 ] && ! grep -q 'Sanitizer\|runtime error:' err
}

# cuts FILE: cut/NNNN has the first N lines of FILE, cut/bNNNN its lines before the longest line that is not a
# comment, and N bytes of that line.
cuts() {
    rm -rf cut && mkdir cut
    awk -v suffix="${1##*.}" '
        { line[NR] = $0 }
        length($0) > most && !/^[C#]/ { most = length($0); long = NR }
        END {
            for (i = 0; i <= NR; i++) {
                name = sprintf("cut/%04d.%s", i, suffix)
                printf "%s", text >name; close(name)
                if (i + 1 == long)
                    for (b = 1; b <= most; b++) {
                        name = sprintf("cut/b%04d.%s", b, suffix)
                        printf "%s%s", text, substr(line[long], 1, b) >name; close(name)
                    }
                text = text line[i + 1] "\n"
            }
        }' "$1"
}

# each COMMAND CUT...: reads each cut alone, and names those for which COMMAND fails.
each() {
    command=$1; shift
    for f in "$@"; do sound $command "$f" || echo "$f($status)"; done
}

# many COMMAND CUT...: the same, but all at once first.
many() {
    sound "$@" && return
    all=$status
    each "$@" >alone
    [ -s alone ] || [ $all = 124 ] || echo "several at once($all)"
    cat alone
}

# hold HOW COMMAND FILE: each cut of FILE is sound, by HOW: each, many.
hold() {
    cuts "$3"
    for hundred in $(ls cut | sed 's/..\.[a-z]*$//' | sort -u); do
        $1 "$2" cut/"$hundred"*
    done >bad
    n=$(ls cut | wc -l)
    sed "s|^|# $2: |" bad
    if [ ! -s bad ] && [ "$n" -gt "$(wc -l <"$3")" ]; then echo "ok $2 reads ${3##*/} cut short"
    else echo "not ok $2 reads ${3##*/} cut short, $n cuts"; fi
}

for f in "$SAMPLES"/*.f; do hold many kma "$f"; done
for f in "$SAMPLES"/*.s; do hold many kmacstat "$f"; done
kma --db=whole.db "$SAMPLES/daxpy.f" >/dev/null && kmacstat --db=whole.db "$SAMPLES/daxpy.s" >/dev/null
# Each table of measured times is imported into a new run database.
cat >import <<'END'
cp whole.db run.db && macs-gap --import="$1" run.db
END
for f in "$SAMPLES"/*.csv; do hold each "sh import" "$f"; done
