# SPDX-License-Identifier: GPL-3.0-or-later
# Each rank of an MPI program records its accesses in files of its own: rank r executes its loop 200 (r + 1) times, in the
# first burst, and prints what the program without recording prints.
. "$SRCDIR/tests/counts/build.sh"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
for tool in mpicc mpirun; do
    command -v $tool >/dev/null || { echo "skip recorded accesses of MPI programs: $tool is not installed"; exit 0; }
done
# One machine is enough, and containers let no process copy from another one.
OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_plm_rsh_agent=sh HWLOC_HIDE_ERRORS=2
export OMPI_MCA_btl OMPI_MCA_btl_vader_single_copy_mechanism OMPI_MCA_plm_rsh_agent HWLOC_HIDE_ERRORS
ranks() { timeout -k 5 100 mpirun --oversubscribe --allow-run-as-root --quiet -np 3 "$@" </dev/null; }
cat >ranks.c <<'END'
#include <mpi.h>
#include <stdio.h>
static double x[3000];
__attribute__((noinline)) void fill(int n, double from)
{
    for (int i = 0; i < n; i++)
        x[i] = from * i;
}
int main(int argc, char **argv)
{
    int rank;
    double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fill(200 * (rank + 1), rank + 1.0);
    MPI_Reduce(&x[199], &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
END
COUNT_KIND=record COUNT_OPTIONS='-l fill'
if ! { build ranks mpicc '-O1 -fno-tree-vectorize' '' ranks.c && ranks ./ranks.timed >printed; } >said 2>&1; then
    echo "skip recorded accesses of MPI programs: $(head -1 said | cut -c1-100)"; exit 0
fi
if { MACS_COUNTS=ranks.run ranks ./ranks.counted >printed.counted && cmp printed printed.counted && stream-tool totals ranks.run ranks.1.map >totals; } >said 2>&1
then echo "ok ranks print the same when they record"; else sed 's/^/# /' said; echo "not ok ranks print the same when they record"; fi
# The segments of a rank have all its accesses: 8 bytes each, one after the other.
stream-tool events ranks.run ranks.1.map | awk '$1 == "segment" { pid = $2 } NF == 4 && $3 == "s" { n[pid]++ }
    END { for (p in n) print n[p] }' | sort -n >found
printf '%s\n' 200 400 600 >expected
if diff expected found >said && ! grep incomplete totals >>said; then echo "ok each rank has records of its own"; else sed 's/^/# /' said totals; echo "not ok each rank has records of its own"; fi
