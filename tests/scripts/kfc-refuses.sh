# SPDX-License-Identifier: GPL-3.0-or-later
# Every source that kfc rejects in a case, at each level: status 1, a message, nothing on standard output, no output file,
# an existing output file as it was, and no other file. The commands of the cases run with a kfc that checks this.
case " $COMMANDS " in *' kfc '*) ;; *) echo "skip refused sources of kfc: no kfc"; exit 0 ;; esac
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
REAL_KFC=$(command -v kfc); REFUSALS=$dir/refusals; WRONG=$dir/wrong
export REAL_KFC REFUSALS WRONG
mkdir "$dir/bin"
cat >"$dir/bin/kfc" <<'SHIM'
#!/bin/sh
# Runs kfc with its arguments. If it rejects the source, runs it again for each level and kind of output.
"$REAL_KFC" "$@"
status=$?
[ $status -ne 0 ] || exit 0
n=$#
while [ $n -gt 0 ]; do # the arguments without -o, -O and --dump
    case $1 in
    -o) shift; n=$((n - 1)) ;;
    -o* | -O* | --dump=* | --output=* | --optimize=*) ;;
    *) set -- "$@" "$1" ;;
    esac
    shift; n=$((n - 1))
done
[ $status -eq 1 ] || echo "kfc $*: status $status" >>"$WRONG"
for level in 0 1 2 3; do
    echo "$level $*" >>"$REFUSALS"
    rm -f refused.s; echo before >kept.s; ls -a >names
    for output in '' refused.s kept.s; do
        "$REAL_KFC" "$@" -O$level ${output:+-o "$output"} >shown 2>said
        found=$?
        [ $found -eq 1 ] || echo "kfc $* -O$level: status $found" >>"$WRONG"
        grep -q ': error: ' said || echo "kfc $* -O$level: no message" >>"$WRONG"
        ! grep -q 'internal error' said || echo "kfc $* -O$level: internal error" >>"$WRONG"
        [ ! -s shown ] || echo "kfc $* -O$level $output: prints assembly" >>"$WRONG"
    done
    [ "$(cat kept.s)" = before ] || echo "kfc $* -O$level: changes the output file" >>"$WRONG"
    ls -a | grep -v -x -e shown -e said | diff - names >>"$WRONG" ||
        echo "kfc $* -O$level: leaves these files" >>"$WRONG"
    rm -f shown said names kept.s
done
exit $status
SHIM
chmod +x "$dir/bin/kfc"
PATH=$dir/bin:$PATH
: >"$WRONG"; : >"$REFUSALS"
for case in "$SRCDIR"/tests/cases/kfc/error-* "$SRCDIR"/tests/cases/kfc/refused; do
    name=$(basename "$case")
    before=$(wc -l <"$REFUSALS")
    cp -R "$case" "$dir/$name" && (cd "$dir/$name" && sh ./cmd >/dev/null 2>&1)
    [ "$(wc -l <"$REFUSALS")" -gt "$before" ] || echo "$name: nothing is refused" >>"$WRONG"
done
if [ -s "$WRONG" ]; then
    sed 's/^/# /' "$WRONG" | head -40
    echo "not ok refused sources: status 1 and no output file"
else
    echo "ok refused sources: status 1 and no output file"
fi
