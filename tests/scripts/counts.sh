# SPDX-License-Identifier: GPL-3.0-or-later
# Counted programs: each counts calls of its functions itself, and the counts of their first blocks must be the
# same (tests/counts/*.c print "count FUNCTION N"). The programs end, fork and load libraries in every manner, and
# are linked in every manner.
. "$SRCDIR/tests/counts/build.sh"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
programs=$SRCDIR/tests/counts

# Compares the calls that the counted program printed with the counts of first blocks.
compare_calls() { # name
    count-tool print "$1.run" "$1".*.map >"$1.counts" || return 1
    awk 'FNR == 1 { file++ }
        file == 1 && $1 == "count" { expected[$2] = $3; n++ }
        file == 2 && !(($1, $6) in seen) { seen[$1, $6] = 1; found[$6] += $3 }
        END {
            for (f in expected) if (expected[f] != found[f]) { print f ": " found[f] " counted, " expected[f] " expected"; wrong = 1 }
            exit wrong || !n
        }' "$1.out.counted" "$1.counts"
}
verdict() { # name, status; what was printed is in the file `said`
    if [ "$2" = 0 ]; then echo "ok $1"; else sed 's/^/# /' said; echo "not ok $1"; fi
}
# calls NAME COMPILER FLAGS LINK SOURCE...: builds, runs and compares.
calls() {
    label="calls of $1: $2 $3 $4"
    if ! command -v "${2%% *}" >/dev/null; then echo "skip $label: $2 is not installed"; return; fi
    { build "$@" && run_both "$1" $arguments && compare_calls "$1"; } >said 2>&1
    verdict "$label" $?
}
# Whether programs can be linked with these flags.
links_with() { echo 'int main(void) { return 0; }' >try.c && gcc "$@" try.c -o try >/dev/null 2>&1 && ./try; }

for compiler in gcc clang; do
    same_output=no # the number of signals differs
    for flags in -O0 '-O3 -g'; do calls signals $compiler "$flags" '' "$programs/signals.c"; done
    same_output=yes
    calls processes $compiler -O2 -lpthread "$programs/processes.c"
    calls threads $compiler -O2 -lpthread "$programs/threads.c"
    calls early $compiler -O2 '' "$programs/early.c"
    calls early $compiler '-O2 -fno-pie' -no-pie "$programs/early.c"
    for static in -static -static-pie; do
        if ! links_with $static; then echo "skip calls of programs linked with $static: no static C library"; continue; fi
        pic=$([ $static = -static ] && echo -fno-pie || echo -fPIE)
        calls early $compiler "-O2 $pic" $static "$programs/early.c"
        calls threads $compiler "-O2 $pic" "$static -lpthread" "$programs/threads.c"
        calls processes $compiler "-O1 $pic" "$static -lpthread" "$programs/processes.c"
    done
    build plugin $compiler '-O2 -fPIC' -shared "$programs/plugin.c" >said 2>&1 || verdict "the library for plugins: $compiler" 1
    mv plugin.counted plugin.counted.so; mv plugin.timed plugin.timed.so; mv plugin.1.map plugins.2.map
    build plugins $compiler -O2 '-ldl -lpthread' "$programs/plugins.c" >said 2>&1 &&
        MACS_COUNTS=plugins.run ./plugins.counted ./plugin.counted.so >plugins.out.counted 2>>said && compare_calls plugins >>said
    verdict "calls of a library that is loaded and removed: $compiler" $?
    rm -r plugins.run
    { build user $compiler -O2 ./plugin.timed.so "$programs/library-user.c" &&
        $compiler user.1.counted.o -o user.counted ./plugin.counted.so "$BUILDDIR/libmacs-count.so" -Wl,-rpath,"$BUILDDIR" &&
        cp plugins.2.map user.2.map && MACS_COUNTS=user.run ./user.counted >user.out.counted && compare_calls user; } >said 2>&1
    verdict "calls of a library that is linked: $compiler" $?
    if links_with -fopenmp -lgomp; then
        calls openmp $compiler '-O2 -fopenmp' "$([ $compiler = gcc ] && echo -lgomp || echo -fopenmp)" "$programs/openmp.c"
    else echo "skip calls of openmp: no libgomp"; fi
done

# Functions that preserve more registers than the System V ABI requires.
for how in 'gcc -mgeneral-regs-only no_caller_saved_registers' 'clang -O2 preserve_most' 'clang -O1 preserve_all' 'clang -O2 no_caller_saved_registers'; do
    set -- $how
    calls preserve "$1" "-O2 $2 -DCONVENTION=__attribute__(($3))" '' "$programs/preserve.c" "$programs/preserved.c"
done

# A block is used again after its thread has ended: 309 threads need one block for each that lives at the same time.
if [ -d threads.run ] && [ "$(find threads.run -name '*.counts' | wc -l)" -le 12 ]; then echo "ok blocks of ended threads are used again"
else find threads.run | sed 's/^/# /'; echo "not ok blocks of ended threads are used again"; fi

# MPI
if command -v mpicc >/dev/null && command -v mpirun >/dev/null; then
    OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_plm_rsh_agent=sh HWLOC_HIDE_ERRORS=2
    export OMPI_MCA_btl OMPI_MCA_btl_vader_single_copy_mechanism OMPI_MCA_plm_rsh_agent HWLOC_HIDE_ERRORS
    { build ranks mpicc -O2 '' "$programs/ranks.c" &&
        MACS_COUNTS=$dir/ranks.run timeout -k 5 100 mpirun --oversubscribe --allow-run-as-root --quiet -np 3 ./ranks.counted >ranks.out.counted 2>&1 &&
        compare_calls ranks; } >said 2>&1
    verdict "calls of ranks: mpicc -O2" $?
else echo "skip calls of ranks: no mpicc or mpirun"; fi

# Without a directory for the counts the program runs as always; a directory that cannot be made is reported.
build signals gcc -O2 '' "$programs/early.c" >said 2>&1
./signals.counted >out 2>err && grep -q 'count work' out && [ ! -s err ]
verdict "a counted program runs without MACS_COUNTS" $?
MACS_COUNTS=/dev/null/none ./signals.counted >out 2>err && grep -q 'count work' out &&
    [ "$(cat err)" = 'macs counts: cannot create /dev/null/none/'"$(sed -n 's,.*/none/\([0-9]*\)-.*,\1,p' err)"'-0.index: it is not in a directory; the program continues, but its counts are incomplete' ]
s=$?; cp err said; verdict "a directory that cannot be created is reported" $s

# Damaged files: messages, and everything else is used.
{ build early gcc -O2 '' "$programs/early.c" && run_both early && count-tool print early.run early.1.map >whole; } >said 2>&1
index=$(echo early.run/*.index)
{ printf 'unit\t4096\n'; printf 'nonsense\n'; } >>"$index"
block=$(echo early.run/*-1.counts)
count-tool print early.run early.1.map >damaged 2>err; grep -v '^incomplete' damaged | cmp whole - >said &&
    grep -q '^incomplete the index of a counted process is damaged' damaged && [ "$(grep -c 'the line is ignored' err)" = 2 ]
verdict "damaged lines of an index are reported and ignored" $?
head -c 4120 "$block" >cut && cp cut "$block"
count-tool print early.run early.1.map >damaged 2>err; grep -q 'the file is truncated' err &&
    grep -q '^incomplete a file of its counts is truncated' damaged && [ "$(awk '$4 == "counter" && NR <= 2' whole)" = "$(awk '$4 == "counter" && NR <= 2' damaged)" ]
s=$?; cp err said; verdict "a truncated file of counts is reported, and what it has is used" $s
head -c 100 /dev/zero >"$block"; count-tool print early.run early.1.map >damaged 2>err; grep -q 'this is not a file of counts' err && grep -q '^incomplete a file of its counts is missing or damaged' damaged
s=$?; cp err said; verdict "a file that is no file of counts is reported" $s

rm "$block"; count-tool print early.run early.1.map >damaged 2>err; grep -q '^incomplete a file of its counts is missing or damaged' damaged
s=$?; cp err said; verdict "counts of a thread whose file is missing are incomplete" $s

# Lines of an index that are too long for a name do not hide the next line: 1,250 control characters take 5,000 bytes.
deep=$(printf '\001%.0s' $(seq 1 250))
{ build early gcc -O2 '' "$programs/early.c" && mkdir -p "$deep/$deep/$deep/$deep/$deep" && cp early.counted "$deep/$deep/$deep/$deep/$deep/e" &&
    rm -rf early.run && MACS_COUNTS=$PWD/early.run "$deep/$deep/$deep/$deep/$deep/e" && count-tool print early.run early.1.map; } >said 2>err
[ ! -s err ] && grep -q ' [1-9][0-9]* counter .* main ' said; s=$?
cat err >>said; verdict "an index of a program with a long name of control characters" $s

# Threads without counters of their own: of a static program whose functions that create threads are not replaced.
if links_with -static; then
    { build threads gcc '-O2 -fno-pie' '-static -lpthread' "$programs/threads.c" && rm -rf threads.run &&
        gcc threads.1.counted.o -o threads.counted -static "$BUILDDIR/libmacs-count.a" -lpthread &&
        MACS_COUNTS=threads.run ./threads.counted && count-tool print threads.run threads.1.map >shared; cat shared; grep -q '^shared ' shared; } >said 2>&1
    verdict "counts of threads without counters of their own are marked" $?
else echo "skip counts of threads without counters of their own: no static C library"; fi

# 100,000 threads in one block, and 100 processes whose counts take 4 MB each, do not need 300 MB of memory.
mkdir many.run && awk 'BEGIN { print "macs-counts\t1"; for (i = 1; i <= 100000; i++) print "thread\t1\t" i }' >many.run/1-0.index
cp "$(echo early.run/*-0.counts)" zero
for i in $(seq 2 101); do
    printf 'macs-counts\t1\n' >many.run/$i-0.index && cp zero many.run/$i-0-0.counts && truncate -s 4M many.run/$i-0-0.counts
done
cp zero many.run/1-0-0.counts && cp zero many.run/1-0-1.counts
printf '\001' | dd of=many.run/1-0-1.counts bs=1 seek=20 conv=notrunc 2>/dev/null # the slot in its header
(ulimit -v 300000 && timeout 20 count-tool print many.run early.1.map) >said 2>&1
verdict "counts of many threads and processes are read one after the other" $?

# Hand-written assembly is refused.
printf '\t.text\nf:\n\tret\n' >hand.s
! count-tool insert hand.s hand.counted.s hand.map 2>said && grep -q 'not the output of a compiler' said
verdict "hand-written assembly is refused" $?
