# SPDX-License-Identifier: GPL-3.0-or-later
# Cycles per iteration of the 24 Livermore kernels, measured by marks around the loops, and by samples with counts. A
# program executes one kernel for SECONDS_EACH seconds of CPU time (default: 1); ROUNDS runs of the sampled and of the
# marked program alternate (default: 3). One row for each loop that has marks, and one for all loops of a kernel with
# several; medians over the rounds, and half of their range. Target: 3 %.
#   difference  samples compared with marks
#   correction  what the library of the marks subtracts for each execution of the loop, relative to the marks' cycles:
#               the cost of a mark that it measures in an empty loop
#   clock       cycles per second of the sampled runs compared with the marked runs, which measure the clock themselves
# Exit status 1 if a difference is larger than 3 %, and larger than the correction, the difference of the clocks and
# both half ranges together explain.
# KERNELS="N...": only these kernels. FLAGS: flags of gfortran (default: -O2). LENGTH=N: kernels 1 and 5 with loops of N
# iterations instead of 1000.
command -v gfortran >/dev/null || { echo 'gfortran is not installed'; exit 0; }
command -v sqlite3 >/dev/null || { echo 'sqlite3 is not installed'; exit 0; }
SECONDS_EACH=${SECONDS_EACH:-1} ROUNDS=${ROUNDS:-3} FLAGS=${FLAGS:--O2}
cp "$SAMPLES/lfk.f" "$SAMPLES/lfk13-24.f" "$SAMPLES/lfk-data.f" .
[ -z "$LENGTH" ] || sed -i "s/CALL LFK\([15]\)(1001)/CALL LFK\1($((LENGTH + 1)))/" lfk-data.f

# The program: arguments are the kernel, its executions on the same data, and how often these data are set again.
# The sums of the results are those of samples/lfk-main.f.
{
    cat <<'END'
      PROGRAM ONE
      INTEGER K, PASSES, RUNS, L, M
      CHARACTER*16 WORD
      CALL GET_COMMAND_ARGUMENT(1, WORD)
      READ (WORD, *) K
      CALL GET_COMMAND_ARGUMENT(2, WORD)
      READ (WORD, *) RUNS
      CALL GET_COMMAND_ARGUMENT(3, WORD)
      READ (WORD, *) PASSES
      DO 20 L = 1, PASSES
         CALL LFKSET
         DO 10 M = 1, RUNS
            CALL LFKONE(K)
   10    CONTINUE
   20 CONTINUE
      CALL LFKSUM
      END
C
      SUBROUTINE LFKONE(K)
      INTEGER K
END
    sed -n 's/^ *\(CALL LFK\([0-9]*\)(.*\)/      IF (K .EQ. \2) \1/p' lfk-data.f
    echo '      END'
    sed -n '/SUBROUTINE LFKSUM/,$p' "$SAMPLES/lfk-main.f"
} >one.f

# Builds the programs that are sampled, counted, and marked, in `out`.
marks=; ! macs --help | grep -q -- '--marks' || marks=--marks
build() { macs "$@" $marks -q -o out --repeat=1 "--flags=$FLAGS" lfk.f lfk13-24.f lfk-data.f one.f -- 1 10 10; }
build >build.log 2>&1 || { tail -5 build.log; exit 1; }
build -n >script 2>/dev/null
machine=$(sed -n 's/.* attribute .*--machine=\([^ ]*\).*/\1/p' script)
name=$(sed -n 's/.*MULTIKRON_MACHINE=\([^ ]*\) .*/\1/p' script | head -1)
set=$(sed -n 's/.* attribute .*--build=\([^ ]*\).*/\1/p' script)
programs=$PWD/out/$set
sed -n 's, [^ ]*out/run.db, --db=facts.db,; /kma --db=/p; /kmacstat --db=/p' script | sh >facts.log 2>&1 || { tail -5 facts.log; exit 1; }

# sampled KERNEL ROUND, marked KERNEL ROUND: a run that is stored in KERNEL.db.
sampled() {
    macs sample --pass-status --output="$1.profile" -- "$programs/plain/program" $arguments >printed 2>&1 || return
    if [ "$2" = 1 ]; then
        for of in counted reference; do
            macs count --output="$1.$of" --counted="$programs/$of" $([ $of = counted ] || echo --reference) \
                --program="$programs/plain/program" --profile="$1.profile" --printed=printed \
                -- "$programs/plain/program" $arguments >count.log 2>&1 || return
        done
    fi
    macs attribute --db="$1.db" --run="sampled.$2" --build="$set" --processors=1 --machine="$machine" --counts="$1.counted" \
        --reference="$1.reference" "$1.profile" >attribute.log 2>&1
}
library() { # DIRECTORY PROGRAM
    rm -rf "./$1"; mkdir "$1"
    MULTIKRON_DIR=$PWD/$1 MULTIKRON_RUN=$run MULTIKRON_BUILD=$set MULTIKRON_MACHINE=$name "$programs/$2/program" $arguments >printed 2>&1
}
marked() {
    [ "$2" != 1 ] || run=count library "$1.count" count || return
    run=marked.$2 library "$1.marks" time || return
    multikron import --regions="$programs/regions" --counts="$1.count" "$1.db" "$1.marks" >import.log 2>&1
    rm -rf "./$1.marks"
}

# Prints loop, method, cycles per iteration, iterations and executions of the loops of a kernel, and the clocks. The
# samples of kernel 22 include the function exp that its loop calls, as the marks do.
loops() { # KERNEL
    macs-gap --all-rows --format=csv "$1.db" 2>/dev/null | awk -F, -v kernel=":lfk$1:" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        index($column["loop"], kernel) && $column["measured"] + 0 > 0 && $1 ~ /^(sampled|marked)[.]/ {
            loop = $column["loop"]; sub(/.*:lfk/, "lfk", loop)
            print loop, $1, $column["measured"], $column["iterations"], $column["instances"] }' >"$1.loops"
    if [ "$1" = 22 ]; then
        sqlite3 -separator ' ' "$1.db" "select 'lfk22:262', run.name, sum(case when r.name like '%:exp%' or r.name = 'libm' then r.seconds else 0 end) /
            max(case when r.line = 262 and r.kind = 'loop' then r.seconds end) from profile_row r join run on run.id = profile group by run.name" |
            awk 'FNR == NR { more[$1, $2] = $3; next } { $3 *= 1 + more[$1, $2]; print }' - "$1.loops" >exp.loops
        mv exp.loops "$1.loops"
    fi
    cat "$1.loops"; sqlite3 -separator ' ' "$1.db" "select 'clock', clock_median from profile"
    sqlite3 "$1.db" "select text from manifest" | awk '$1 == "cycles-per-tick" { cycles = $2 } $1 == "clock" { hz = $2 }
        $1 == "overhead-inside" { print "mark", $2 * cycles, cycles * hz }'
}

# Returns in `arguments` those with which the program uses about that CPU time, for a run of $passes.
scale() { # KERNEL EXECUTIONS SECONDS
    seconds=$(measure 1 "$programs/plain/program" "$1" "$2" "$passes" | awk '{ print $1 }')
    passes=$(awk -v s="$seconds" -v n="$passes" -v wanted="$3" 'BEGIN { n = int(n * wanted / (s > 0.005 ? s : 0.005)); print (n > 1 ? n : 1) }')
    arguments="$1 $2 $passes"
}

measure_kernel() { # KERNEL
    case $1 in 13|14) runs=10 ;; *) runs=1000 ;; esac # more executions move particles out of their cells
    passes=3; scale "$1" $runs 0.2; scale "$1" $runs "$SECONDS_EACH"
    cp facts.db "$1.db"
    for round in $(seq "$ROUNDS"); do
        sampled "$1" "$round" || { echo "lfk$1: the sampled program failed"; return 1; }
        marked "$1" "$round" || { echo "lfk$1: the marked program failed"; return 1; }
    done
    loops "$1"
}

cat >table.awk <<'END'
# Sets median and range, half of the range relative to the median in percent, of the values in a text.
function evaluate(text,    at, n, i, j, t) {
    n = split(text, at, " "); median = range = 0
    for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (at[j] + 0 < at[i] + 0) { t = at[i]; at[i] = at[j]; at[j] = t }
    if (n) { median = n % 2 ? at[(n + 1) / 2] : (at[n / 2] + at[n / 2 + 1]) / 2; range = 50 * (at[n] - at[1]) / median }
}
function row(loop,    marks, marks_range, samples, explained, difference, correction) {
    evaluate(value[loop, "marked"]); marks = median; marks_range = range
    evaluate(value[loop, "sampled"]); samples = median
    if (!marks || !samples) {
        printf "%-16s %10s %6s %10s %6s %10s\n", loop, marks ? sprintf("%.3f", marks) : "-", "", samples ? sprintf("%.3f", samples) : "-", "", "-"
        return
    }
    difference = 100 * (samples / marks - 1); correction = 100 * inside * executions[loop] / (marks * iterations[loop])
    explained = correction + marks_range + range + (clock > 0 ? clock : -clock)
    printf "%-16s %10.3f %5.1f%% %10.3f %5.1f%% %9.1f%% %9.1f%% %+6.1f%%%s\n", loop, marks, marks_range, samples, range,
        difference, correction, clock, (difference > 3 || difference < -3) ? "  above 3 %" : ""
    if ((difference > 3 || difference < -3) && (difference > explained || difference < -explained)) missed = 1
}
$1 == "clock" { sampled_hz = sampled_hz " " $2; next }
$1 == "mark" { cost = cost " " $2; marked_hz = marked_hz " " $3; next }
{
    split($2, method, ".")
    if (!($1 in seen)) { seen[$1] = ++n; name[n] = $1 }
    value[$1, method[1]] = value[$1, method[1]] " " $3
    if (method[1] == "marked") { iterations[$1] = $4; executions[$1] = $5 }
    sum = kernel ", all loops"; round[method[1], method[2]] += $3 * $4; amount[method[1], method[2]] += $4; parts[method[1], method[2]]++
}
END {
    evaluate(sampled_hz); clock = median; evaluate(marked_hz); clock = marked_hz ? 100 * (clock / median - 1) : 0
    evaluate(cost); inside = median
    if (n == 0) printf "%-16s %10s %6s %10s %6s %10s\n", kernel, "-", "", "-", "", "-"
    for (i = 1; i <= n; i++) row(name[i])
    if (n > 1) {
        for (r in round) { split(r, method, SUBSEP); if (parts[r] == n) value[sum, method[1]] = value[sum, method[1]] " " round[r] / amount[r] }
        for (i = 1; i <= n; i++) { iterations[sum] += iterations[name[i]]; executions[sum] += executions[name[i]] }
        row(sum)
    }
    exit missed
}
END
missed=0
printf '%-16s %10s %6s %10s %6s %10s %10s %7s\n' loop marks '+-' samples '+-' difference correction clock
for k in ${KERNELS:-$(seq 24)}; do
    measure_kernel "$k" >"rows.$k" || { cat "rows.$k"; missed=1; continue; }
    awk -v kernel="lfk$k" -f table.awk "rows.$k" || missed=1
done
exit $missed
