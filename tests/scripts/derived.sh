# SPDX-License-Identifier: GPL-3.0-or-later
# How the expectations of the cases were derived. A case whose output was written by a tool and checked by reading
# has no file `derived`. The first line of `derived` is one of:
#     by hand                        the derivation is below it, or in the comment of `cmd`
#     by a second program: derive    `derive` prints lines of `out` from the case's other files, without our commands
#     by a second program: cmd       `cmd` itself compares with another program or another computation of the same numbers
# Each line that `derive` prints must be in `out`, in that order; runs of blanks are equal to one blank.
# tests/derived.drawn lists 50 cases drawn at random and derived independently: the first 50 of the 528 cases at that
# time (some now have another name), in the order of
#     printf 'derived anew: AREA/RULE' | sha256sum
list=$(mktemp -d) && trap 'rm -rf "$list"' EXIT INT TERM
path=$(echo "$PATH" | tr : '\n' | grep -v -x -e "$BUILDDIR" -e "$BUILDDIR/.*" | tr '\n' :)
cd "$SRCDIR/tests/cases" || exit 1
ls -d */*/cmd | sed 's,/cmd$,,' >"$list/all"
: >"$list/hand"; : >"$list/program"; : >"$list/derive"
while read -r c; do
    if [ -f "$c/derived" ]; then
        case $(head -n 1 "$c/derived") in
        'by hand') echo "$c" >>"$list/hand" ;;
        'by a second program: derive') echo "$c" >>"$list/program"; echo "$c" >>"$list/derive" ;;
        'by a second program: cmd') echo "$c" >>"$list/program" ;;
        *) echo "not ok $c/derived begins with none of the sentences" ;;
        esac
        grep -q '^#' "$c/cmd" || [ "$(wc -l <"$c/derived")" -gt 1 ] || echo "not ok $c/derived: the working is nowhere"
    fi
    [ ! -f "$c/derive" ] || grep -q -x "$c" "$list/derive" || echo "not ok $c/derive is not named in $c/derived"
done <"$list/all"

# Without the letters that mark doubtful numbers.
plain() { tr -s ' ' <"$1" | sed -E 's/^ //; s/([0-9])\[[a-z,-]+\]/\1/g'; }
while read -r c; do
    work=$list/work; rm -rf "$work"; cp -R "$c" "$work" && chmod -R u+w "$work"; mv "$work/out" "$list/out"
    [ ! -e "$c/inputs" ] || sh "$SRCDIR/tests/copy-inputs" "$c/inputs" "$work"
    (cd "$work" && PATH=${path%:} timeout 100 sh ./derive >"$list/got" 2>"$list/err" </dev/null)
    ended=$?
    [ $ended = 0 ] || { sed 's/^/# /' "$list/err"; echo "not ok $c/derive ends with $ended"; }
    plain "$list/out" >"$list/want"; plain "$list/got" >"$list/lines"
    awk 'NR == FNR { line[++n] = $0; next } { while (i < n && line[i + 1] != $0) i++; if (i == n) { print "# not there: " $0; exit 1 } i++ }' "$list/want" "$list/lines" ||
        echo "not ok $c/derive agrees with its out"
done <"$list/derive"

missing=$(sort "$list/hand" "$list/program" | comm -13 - "$SRCDIR/tests/derived.drawn")
[ -z "$missing" ] || echo "not ok drawn and not derived:" $missing
all=$(wc -l <"$list/all"); hand=$(wc -l <"$list/hand"); program=$(wc -l <"$list/program")
echo "ok of $all cases $hand were derived by hand and $program by a second program ($(wc -l <"$list/derive") run here); the tools wrote the other $((all - hand - program))"
