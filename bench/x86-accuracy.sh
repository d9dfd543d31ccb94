# SPDX-License-Identifier: GPL-3.0-or-later
# How far MACS is from the cycles measured on this CPU, with data in its first-level cache: the kernels of
# x86/kernels.list, each compiled with the flags of each line of x86/flags.list, compared with llvm-mca, if
# installed, on the same instructions. Cycles per iteration of the source loop. Targets on golden-cove, for the two
# lists together: the mean error is at most 8 %, the greatest 25 %, and neither MAC nor MACS is more than 3 % above
# the measured cycles.
#   MACHINE=NAME       the machine file (golden-cove)
#   KERNELS=FILE       another list (each line starts with the name of a kernel; its file is in the same folder)
#   ONLY="NAME..."     these kernels only
#   MEASURED=FILE      lines of KERNEL NUMBER-OF-FLAGS CYCLES, used instead of measuring;
#                      measured.txt has the measured ones
MACHINE=${MACHINE:-golden-cove} CORE=${CORE:-1}
list=${KERNELS:-$SRCDIR/bench/x86/kernels.list}
folder=$(dirname "$list")
for need in gfortran gcc; do
    command -v $need >/dev/null || { echo "skipped: no $need"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skipped: no x86-64"; exit 0; }
mca=
for name in llvm-mca-19 llvm-mca-20 llvm-mca-22 llvm-mca; do
    command -v $name >/dev/null && { mca=$name; break; }
done
case $MACHINE in
golden-cove) cpu=sapphirerapids ;;
ice-lake-server) cpu=icelake-server ;;
sky-lake-server) cpu=skylake-avx512 ;;
zen3) cpu=znver3 ;;
*) cpu=znver4 ;;
esac
# The targets apply if the CPU is of that kind.
promised=no
[ "$MACHINE" = golden-cove ] && grep -q 'GenuineIntel' /proc/cpuinfo &&
    grep -Eq '^model[[:space:]]*: (143|151|154|207)$' /proc/cpuinfo && promised=yes
pinned=
command -v taskset >/dev/null && taskset -c "$CORE" true 2>/dev/null && pinned="taskset -c $CORE"

gcc -O2 -std=gnu11 -c -o cycles.o "$SRCDIR/bench/x86-cycles.c" || exit 1
for place in 0 16 32 48; do
    printf '\t.text\n\t.p2align 6\n\t.skip %s,0x90\n\t.section .note.GNU-stack,"",@progbits\n' $place |
        gcc -x assembler -c -o pad$place.o - 2>pad.err || { cat pad.err; exit 1; }
done

# Prints the cycles of the kernel in kernel.o: the lower median over four positions of the code in a cache line.
measured() { # routine, arguments, iterations
    for place in 0 16 32 48; do
        gcc -o kernel$place cycles.o pad$place.o kernel.o -lgfortran -lm \
            -Wl,--defsym=kernel="$1"_ || return 1
        $pinned ./kernel$place "$2" "$3" || return 1
    done | sort -n | awk 'NR == 2 { print $1 }'
}

# Prints LABEL FIRST-LINE LAST-LINE K MAC MACS of the main loop, which is the widest one.
bounds() { # assembly, elements by which an iteration advances
    kmacstat --machine="$MACHINE" --bounds --format=json "$1" 2>>kmacstat.err | awk -v step="$2" '
        function value(s) { sub(/^[^:]*: */, "", s); gsub(/[",]/, "", s); return s }
        function by(x, n) { return x == "null" ? x : x * n }
        function keep() {
            if (kind == "innermost" && (k + 0 > best + 0 || !found)) {
                found = 1; best = k
                line = label " " from " " to " " by(k, 1 / step) " " by(mac, step) " " by(macs, step)
            }
        }
        /^ *"label":/ { keep(); label = value($0); kind = k = mac = macs = from = to = "null" }
        /^ *"kind":/ { kind = value($0) }
        /^ *"k":/ { k = value($0) }
        /^ *"mac":/ { mac = value($0) }
        /^ *"macs":/ { macs = value($0) }
        /^ *"asm_line":/ { from = value($0) }
        /^ *"asm_end_line":/ { to = value($0) }
        END { keep(); print found ? line : "none 0 0 null null null" }'
}

# Prints the cycles of an iteration of the compiled loop by llvm-mca; null if it fails.
simulated() { # assembly, first line, last line
    [ -n "$mca" ] && [ "$3" -gt 0 ] || { echo null; return; }
    sed -n "$2,$3p" "$1" | grep -v '^[[:space:]]*\.\(loc\|p2align\)' >body.s
    $mca -mtriple=x86_64 -mcpu=$cpu -iterations=1000 body.s 2>/dev/null |
        awk '/^Total Cycles:/ { print $3 / 1000; n++ } END { if (!n) print "null" }'
}

printf '%-9s %-18s %3s %8s %8s %8s %6s %8s %6s\n' kernel flags k measured MAC MACS 'error%' \
    llvm-mca 'error%'
: >figures
grep -v '^#' "$list" | while read -r kernel routine arguments iterations step; do
    case " ${ONLY:-$kernel} " in *" $kernel "*) ;; *) continue ;; esac
    [ -n "$kernel" ] || continue
    number=0
    grep -v '^#' "$SRCDIR/bench/x86/flags.list" | while read -r flags; do
        number=$((number + 1))
        # shellcheck disable=SC2086
        gfortran -std=legacy $flags -g1 -S -o "$kernel.$number.s" "$folder/$kernel.f" &&
            gcc -c -o kernel.o "$kernel.$number.s" || { echo "$kernel $flags: not compiled"; continue; }
        if [ -n "${MEASURED:-}" ]; then
            cycles=$(awk -v a="$kernel" -v b=$number '$1 == a && $2 == b { print $3 }' "$MEASURED")
        else
            cycles=$(measured "$routine" "$arguments" "$iterations" </dev/null)
        fi
        echo "$kernel $number ${cycles:-null}" >>measured.txt
        set -- $(bounds "$kernel.$number.s" "$step")
        echo "$kernel|$flags|${cycles:-null}|$4|$5|$6|$(simulated "$kernel.$number.s" "$2" "$3")"
    done
done | awk -F'|' -v promised=$promised '
    function shown(x) { return x == "null" || x == "" ? "-" : sprintf("%.2f", x) }
    function error(x, of) { return x == "null" || x == "" || of == "null" ? "-" : sprintf("%+.1f", 100 * (x / of - 1)) }
    function size(x) { return x < 0 ? -x : x + 0 }
    {
        of = $3; macs = error($6, of); mac = error($5, of)
        mca = $7 == "null" || $4 == "null" ? "null" : $7 / $4
        mcae = error(mca, of)
        printf "%-9s %-18s %3s %8s %8s %8s %6s %8s %6s\n", $1, $2, $4 == "null" ? "-" : $4,
            shown(of), shown($5), shown($6), macs, shown(mca), mcae
        all++
        if (macs == "-") missing++
        else {
            n++; sum += size(macs + 0)
            if (size(macs + 0) > size(worst + 0)) { worst = macs; where = $1 " " $2 }
            if (macs + 0 > over) { over = macs + 0; overwhere = "MACS of " $1 " " $2 }
            if (mac + 0 > over) { over = mac + 0; overwhere = "MAC of " $1 " " $2 }
        }
        if (mcae != "-") { m++; msum += size(mcae + 0); if (size(mcae + 0) > mworst) mworst = size(mcae + 0) }
    }
    END {
        if (n) printf "MACS: %d of %d loops, mean error %.1f %%, worst %s %% (%s), greatest excess over measured cycles %.1f %%%s\n",
            n, all, sum / n, worst, where, over, (over > 0 ? " (" overwhere ")" : "")
        if (m) printf "llvm-mca: %d loops, mean error %.1f %%, worst %.1f %%\n", m, msum / m, mworst
        exit promised == "yes" && (missing || sum / n > 8 || size(worst + 0) > 25 || over > 3)
    }'
