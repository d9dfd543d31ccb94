# SPDX-License-Identifier: GPL-3.0-or-later
# Under mpirun: files are shared by the ranks and the answer is that of one process, bit for bit; the
# rank of an instrumented program is its node.
. "$SRCDIR/tests/hex.sh"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
mpi=$BUILDDIR/multikron-mpi
if ! command -v mpirun >/dev/null; then echo "skip multikron under mpirun: no mpirun"; exit 0; fi
if ! [ -x "$mpi" ]; then
    mpirun --oversubscribe --allow-run-as-root --quiet -np 2 multikron stat /dev/null >out 2>&1 </dev/null
    if grep -q 'built without MPI' out; then echo "ok multikron without MPI says so under mpirun"
    else sed 's/^/# /' out; echo "not ok multikron without MPI says so under mpirun"; fi
    echo "skip multikron under mpirun: built without MPI"; exit 0
fi
# MPI and the libraries that it loads do not free all memory.
ASAN_OPTIONS=detect_leaks=0; export ASAN_OPTIONS
# One machine is enough, and containers let no process copy from another one.
OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_plm_rsh_agent=sh
HWLOC_HIDE_ERRORS=2
export OMPI_MCA_btl OMPI_MCA_btl_vader_single_copy_mechanism OMPI_MCA_plm_rsh_agent HWLOC_HIDE_ERRORS
ranks() { n=$1; shift; timeout -k 5 100 mpirun --oversubscribe --allow-run-as-root --quiet -np "$n" "$@"; }
verdict() { if [ -s found ]; then sed 's/^/# /' found; echo "not ok $1"; else echo "ok $1"; fi; }

# Seven files of a node each (the last two of one node), one with samples lost, one damaged, one of
# two wraps; each thread runs loop 1. One more file does not exist.
i=0
for node in 0 1 2 3 4 5 5; do
    {
        hex 10 00000003e8 "000${node}0000" 01 0001 000000 10 "00000013${i}8" "000${node}0000" 03 0001 "0003e$i"
        [ $i = 2 ] && hex 14 0000001390 "000${node}0001" 07 0001 000000
        hex 10 0000001400 "000${node}0000" 02 0001 000000
        [ $i = 3 ] && hex 00
        [ $i = 4 ] && hex 10 0000000400 "000${node}0000" 01 0001 000000 10 0000000500 "000${node}0000" 02 0001 000000
    } >"f$i.mkn"
    i=$((i + 1))
done
files="f0.mkn f1.mkn f2.mkn missing.mkn f3.mkn f4.mkn - f5.mkn f6.mkn"
for format in text json csv; do
    multikron stat --format=$format --disorder=10 $files >one 2>one.err <f1.mkn; echo $? >>one
    for n in 2 4 11; do
        ranks $n multikron stat --format=$format --disorder=10 $files >all 2>all.err <f1.mkn; echo $? >>all
        { cmp one all; cmp one.err all.err; } 2>&1
    done
done >found
grep -q 'f3.mkn: error: byte 48' one.err || echo "no error of the damaged file" >>found
verdict "mpirun multikron stat answers as one process"

cat >run.manifest <<'END'
run test
machine ksr1
processors 8
cycles-per-tick 2
region.1 lfk.f:lfk7:97
END
kma --db=new.db "$SRCDIR/samples/lfk.f" >/dev/null && kmacstat --db=new.db "$SRCDIR/samples/lfk.s" >/dev/null
import() { cp new.db run.db; "$@" multikron import run.db --verbose --manifest=run.manifest $files <f1.mkn; }
import >one 2>one.err; echo $? >>one; mv run.db one.db
for n in 2 4 11; do
    import ranks $n >all 2>all.err; echo $? >>all
    { cmp one all; cmp one.err all.err; cmp one.db run.db; } 2>&1
done >found
cmp -s one.db new.db && echo "nothing was imported" >>found
verdict "mpirun multikron import makes the same database, byte for byte"

# Rank 0 requests no files if the database cannot be opened; no rank waits for it.
ranks 4 multikron import no-folder/run.db --manifest=run.manifest f0.mkn f1.mkn f2.mkn f3.mkn >out 2>err
{ [ $? = 1 ] || echo "status is not 1"; grep -v "directory 'no-folder' does not exist" err; } >found
verdict "mpirun multikron import ends where nothing can be imported"
ranks 3 multikron stat --no-such-option >out 2>err
{ [ $? = 2 ] || echo "status is not 2"; [ "$(grep -c 'no-such-option' err)" = 1 ] || cat err; } >found
verdict "under mpirun one rank speaks"

# A program of four ranks: a file each, its node is the rank. Rank r runs a loop r + 1 times, which is
# 2 r + 2 samples; with its start and its end there are 2 r + 4.
mkdir samples
MULTIKRON_DIR=$dir/samples ranks 4 "$BUILDDIR/tests/mpi-loops" >found 2>&1
for r in 0 1 2 3; do
    multikron stat --format=csv samples/$r.*.mkn | awk -F, -v r=$r '$1 == "node" { print $2, $5; n++ }
        END { if (n != 1) print n + 0, "nodes in the file of rank", r }'
done >all 2>>found
printf '%s\n' '0 4' '1 6' '2 8' '3 10' | diff - all >>found
verdict "the rank of an instrumented program is its node"
