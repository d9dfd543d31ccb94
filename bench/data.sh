# SPDX-License-Identifier: GPL-3.0-or-later
# The data bound and the data estimate compared with measured cycles: the kernels of data/kernels.list, with data in each
# level of this machine, on one core and on all allowed cores. Prints a row for each kernel, level and number of cores:
# measured cycles per iteration (median, half of the interquartile range, 95 % confidence interval of measured / MACSD over
# ten repeats), MACS of the compiled loop, MACSD = max(MACS, eq. D.3), the estimate (eq. D.4 and D.5), and ECM: the same
# transfers by kerncraft's rule, max(MACS, cycles of loads and stores + transfers), which overlaps no transfers with loads
# and stores. Targets:
#   MACSD    no row above the measurement: the 95 % interval of measured / MACSD is below 0.97
#   estimate mean error at most 10 %, 90 % of the rows within 25 %, and no greater mean error than ECM
# The same data are loaded before and after a row of a shared level. If these rates differ by more than 10 %, the row is a
# range and does not count for the estimate; if more than 5 % of the rows are ranges, run it again.
#   HOST=FILE          machine file with measured rates (default: macs machine --probe --memory)
#   CLOCK=RATE         with HOST: the core clock of the probe, for example 3.5GHz
#   ONLY="NAME..."     these kernels only; LEVELS="l1 memory" these levels; CORES="1" these numbers of cores
#   QUICK=1            nine kernels, one core, the quick probe: about 2 minutes
#   FLAGS="..."        of gfortran; the default keeps the order of the loops, from which the bound follows
#   RECORDED=COMMAND   for kernels whose addresses are not affine: a command that prints the cycles of the data bound, from
#                      recorded addresses for example; called with the kernel, n and a machine file. Without it, no bound
#   MEASURED=FILE      with HOST: take the measured cycles from these rows, and compute the others again
#   ROWS=FILE          append the rows to a file, from which OLD=FILE prints the table again
here=$SRCDIR/bench/data
FLAGS=${FLAGS:--O2 -ftree-vectorize -fvect-cost-model=dynamic -fno-tree-loop-distribute-patterns -ffast-math -march=native}
for need in gfortran gcc; do
    command -v $need >/dev/null || { echo "skipped: no $need"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skipped: no x86-64"; exit 0; }
if [ -n "${QUICK:-}" ]; then
    ONLY=${ONLY:-triad dot stride9 star5 transr matvec mmjki star7 gather} CORES=${CORES:-1}
fi
allowed=$(nproc)
CORES=${CORES:-$([ "$allowed" = 1 ] && echo 1 || echo "1 $allowed")}

# ---- this machine ----

probe() {
    macs machine --probe --memory ${QUICK:+--quick} --format=csv --write=host.machine >host.csv 2>host.err || { cat host.err; exit 1; }
    grep '^noise' host.err
    CLOCK=$(awk -F, '$2 == "clock" { printf "%.6gGHz", $5 / 1e9 }' host.csv)
    HOST=host.machine
}

# Prints the effective size of a cache in bytes.
cache_bytes() { # name
    awk -v name="$1" '
        function bytes(n, unit) { return n * (unit == "KB" ? 1024 : unit == "MB" ? 1048576 : 1) }
        $1 == "cache." name ".size" && !found { size = bytes($2, $3) }
        $1 == "cache." name ".effective" { size = bytes($2, $3); found = 1 }
        END { printf "%.0f\n", size }' "$HOST"
}

# Writes the machine file of one of that many cores: its share of the shared caches and of the rates of all of them.
write_share() { # cores
    awk -v cores="$1" '
        { split($1, key, "."); line[NR] = $0; first[NR] = $1 }
        key[1] == "cache" && key[3] == "shared" && $2 > 1 { shared[key[2]] = 1 }
        key[1] == "rate" && $1 ~ "\\.cores-" cores "(\\.|$)" {
            one = $1; sub("\\.cores-" cores, "", one); value[one] = $2; unit[one] = $3; has[key[2]] = 1
        }
        END {
            for (i = 1; i <= NR; i++) {
                split(first[i], key, "."); split(line[i], f, /[ \t]+/)
                if (first[i] ~ /\.cores-/) continue
                if (key[1] == "rate" && (shared[key[2]] || key[2] == "memory")) {
                    if (!(first[i] in value)) continue
                    print first[i], first[i] ~ /spread$/ ? value[first[i]] : value[first[i]] / cores " " unit[first[i]]
                } else if (key[1] == "cache" && shared[key[2]] && (key[3] == "size" || key[3] == "effective"))
                    print first[i], f[2] / cores, f[3]
                else print line[i]
            }
        }' "$HOST"
}

# ---- kernels ----

# Writes NAME.f90 and NAME.s.
compile() { # name
    awk -v name="$1" '$0 ~ "^subroutine " name "\\(" { on = 1 } on; $0 == "end subroutine " name { on = 0 }' "$here/kernels.f90" >"$1.f90"
    # shellcheck disable=SC2086
    gfortran $FLAGS -g1 -S -o "$1.s" "$1.f90"
}

# Prints the loops of NAME.s: label, kind, k, MACS and the cycles of its loads and stores.
loops() { # name, [counts]
    kmacstat --machine="$HOST" --bounds --format=csv ${2:+--counts="$2"} "$1.s" 2>>kmacstat.err | awk -F, '
        { gsub(/"[^"]*"/, "") }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { print $at["label"], $at["kind"], $at["k"], $at["macs"], $at["tm"] }'
}

# Prints per iteration of the source loop, for executions of that many iterations: MACS, the cycles of all work, and those of
# the loads and stores. MACS is that of the loop with the greatest k. The work also contains the remaining iterations and the
# code around the loop: MACS of the loops after it, up to the first code of an outer loop.
work_of() { # name, iterations of an execution
    main=$(loops "$1" | awk '$2 == "innermost" && $3 + 0 > best + 0 { best = $3; label = $1 } END { if (best) print label, best }')
    [ "$main" ] || { echo null null null; return; }
    # shellcheck disable=SC2086
    set -- "$1" "$2" $main
    awk -v label="$3" -v k="$4" -v trip="$2" 'BEGIN {
        passes = int(trip / k); if (passes < 1) exit
        printf "%s %.0f\nentries %s 1000\n", label, 1000 * passes, label }' >"$1.counts"
    loops "$1" "$1.counts" | awk -v label="$3" -v k="$4" -v trip="$2" '
        $1 == label { on = 1; macs = $4; tm = $5; done = int(trip / k) * k; left = trip - done; sum = done * macs; next }
        on && $2 == "innermost" && $3 + 0 == 1 { sum += left * $4 }
        on && $2 == "residue" { sum += $4; on = 0 }
        END { print macs, sum / trip, tm }'
}

# Prints n and m for data of that many bytes in all: m = n for "s"; otherwise rows are longer than columns, so that the time
# to start a loop matters less.
choose_size() { # bytes, dimensions, words of each array, multiple, shape, indices, level
    awk -v bytes="$1" -v d="$2" -v words="$3" -v of="$4" -v shape="$5" -v indices="$6" -v level="$7" '
        function whole(x) { x = int(x); return x < of ? of : of > 1 ? int(x / of) * of : x }
        BEGIN {
            k = split(words, w, ","); for (i = 1; i <= k; i++) sum += w[i]
            if (indices != "-") sum += 0.5
            elements = bytes / 8 / sum
            m = 1
            if (d > 1 && shape != "s") {
                m = level == "l1" ? 4 + d : (elements / (d == 2 ? 4 : 6)) ^ (1 / d)
                m = d == 3 ? whole(m) : int(m)
                n = whole(elements / m ^ (d - 1))
            } else
                n = whole(elements ^ (1 / d))
            if (d > 1 && of == 1 && n % 2 == 0) n--
            print n, (d > 1 && shape == "s" ? n : m)
        }'
}

# Prints words of 8 bytes of each array.
array_words() { # n, m, dimensions, words of each array
    awk -v n="$1" -v m="$2" -v d="$3" -v words="$4" 'BEGIN {
        k = split(words, w, ",")
        for (i = 1; i <= k; i++) printf "%.0f ", w[i] ? w[i] * (n + 2) * (d > 1 ? (m + 2) ^ (d - 1) : 1) + 16 : n + m + 16 }'
}

# Prints the cycles of D.3, those of D.4, the two overlaps, the cycles of the transferred data in the first cache, and those of
# accesses that cross lines; null if unknown.
data_of() { # name, n, m, machine file
    kma --machine="./$4" --set="clock=$CLOCK" --cache=machine --format=csv -D n="$2" -D m="$3" "$1.f90" 2>>kma.err | awk -F, '
        { gsub(/"[^"]*"/, "") }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        function known(key) { return $at[key] == "" || $at[key] == "null" ? "null" : $at[key] }
        $at["innermost"] == "true" && !n++ {
            print known("data_cycles"), known("transfer_cycles"), known("transfer_overlap"), known("transfer_overlap_loads"),
                known("transfer_own"), known("crossing_cycles")
        }
        END { if (!n) print "null null null null null null" }'
}

# Prints an expression in n and m, rounded.
value_of() { # expression, n, m
    awk -v n="$2" -v m="$3" "BEGIN { printf \"%.0f\", $1 }"
}

# Measures a row, or prints what MEASURED has of it.
measure_row() { # name, level, cores, n, m, iterations, indices, words...
    if [ "${MEASURED:-}" ]; then
        awk -v name="$1" -v level="$2" -v cores="$3" -v n="$4" '
            $1 == name && $2 == level && $3 == cores && $4 == n {
                for (i = NF - 8; i < NF; i++) printf "%s ", $i; print $NF; found = 1; exit }
            END { exit !found }' "$MEASURED"
        return
    fi
    # shellcheck disable=SC2046,SC2068
    set -- "$1" "$4" "$5" "$6" "$7" "$3" 0.003 $(shift 7; echo $@)
    ./data-cycles ./kernels.so "$@"
}

row() { # name, dimensions, words, iterations, of an execution, multiple, shape, indices, level, bytes, cores
    # shellcheck disable=SC2046
    set -- "$@" $(choose_size "${10}" "$2" "$3" "$6" "$7" "$8" "$9")
    machine=host-${11}.machine
    total=$(value_of "$4" "${12}" "${13}")
    # 10^8 iterations take about a second.
    [ "$(awk -v i="$total" 'BEGIN { print (i < 1 || i > 2e8) }')" = 1 ] && return
    bound=$(data_of "$1" "${12}" "${13}" "$machine")
    [ "$8" = - ] || [ -z "${RECORDED:-}" ] || bound="$($RECORDED "$1" "${12}" "$machine") null null null null null"
    # shellcheck disable=SC2046
    measured=$(measure_row "$1" "$9" "${11}" "${12}" "${13}" "$total" "$8" $(array_words "${12}" "${13}" "$2" "$3")) || return
    echo "$1 $9 ${11} ${12} $(work_of "$1" "$(value_of "$5" "${12}" "${13}")") $bound $measured"
}

rows() {
    grep -v '^#' "$here/kernels.list" | while read -r name d words iterations trip of shape indices; do
        case " ${ONLY:-$name} " in *" $name "*) ;; *) continue ;; esac
        compile "$name" </dev/null || continue
        for level in ${LEVELS:-l1 l2 l3 memory}; do
            eval "bytes=\${bytes_$level}"
            for cores in $CORES; do
                row "$name" "$d" "$words" "$iterations" "$trip" "$of" "$shape" "$indices" "$level" "$bytes" "$cores" </dev/null
            done
        done
    done
}

if [ -z "${OLD:-}" ]; then
    [ -n "${HOST:-}" ] || probe
    for cores in 1 $CORES; do
        if [ "$cores" = 1 ]; then cp "$HOST" host-1.machine; else write_share "$cores" >"host-$cores.machine"; fi
    done
    gcc -O2 -std=gnu11 -o data-cycles "$SRCDIR/bench/data-cycles.c" -ldl -lpthread -lm || exit 1
    # shellcheck disable=SC2086
    gfortran $FLAGS -shared -fPIC -o kernels.so "$here/kernels.f90" || exit 1
    # No set of the probe: it uses 1/2 of L1, the geometric middle for L2 and L3, and 8 times the last cache.
    bytes_l1=$(($(cache_bytes l1) * 62 / 100)) bytes_l2=$(($(cache_bytes l2) * 45 / 100))
    bytes_l3=$(($(cache_bytes l3) * 35 / 100)) bytes_memory=$(($(cache_bytes l3) * 31 / 10))
    rows | if [ -n "${ROWS:-}" ]; then tee -a "$ROWS"; else cat; fi >rows
else
    cp "$OLD" rows
fi
awk -f "$here/table.awk" rows
