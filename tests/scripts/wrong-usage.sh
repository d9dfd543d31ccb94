# SPDX-License-Identifier: GPL-3.0-or-later
# Errors of the command line are reported before any work is done, with the exit status of wrong-usage.table.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
cp "$SAMPLES/daxpy.f" . && cp "$SAMPLES/daxpy.s" . || exit 1
kma --db=run.db daxpy.f >/dev/null 2>&1
printf 'run 1 ms\ntransputer t0\nprocess a\n  wait 100 us\n' >w.tp
printf 'none of these\n' >text; cp text text.machine
printf 'program m\nend\n' >m.f90
ls >before
while read -r status command; do
    case $status in '#'*) continue ;; esac
    set -- $command
    case " $COMMANDS " in *" $1 "*) ;; *) echo "# left out: $command: it was not built"; continue ;; esac
    "$@" >out 2>err </dev/null; s=$?
    {
        [ $s = "$status" ] || echo "status $s, not $status"
        [ -s out ] && { echo "standard output:"; head -3 out; }
        [ -s err ] || echo "no message"
        ls >after
        grep -vxE 'out|err|found|after' after | comm -13 before - | sed 's/$/ was created/'
    } >found
    if [ -s found ]; then sed 's/^/# /' found; sed 's/^/# /' err | head -3; echo "not ok $command"; rm -rf ran x.* o r; else echo "ok $command"; fi
done <"$SRCDIR/tests/scripts/wrong-usage.table"
