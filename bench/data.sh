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

# Writes NAME.f90 and NAME.s, and prints MACS and the cycles of its loads and stores, per iteration.
compile() { # name
    awk -v name="$1" '$0 ~ "^subroutine " name "\\(" { on = 1 } on; $0 == "end subroutine " name { on = 0 }' "$here/kernels.f90" >"$1.f90"
    # shellcheck disable=SC2086
    gfortran $FLAGS -g1 -S -o "$1.s" "$1.f90" || return 1
    kmacstat --machine="$HOST" --bounds --format=csv "$1.s" 2>>kmacstat.err | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["kind"] == "innermost" && $at["k"] + 0 > best + 0 { best = $at["k"]; macs = $at["macs"]; tm = $at["tm"] }
        END { print best ? macs " " tm : "null null" }'
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

# Prints the cycles of D.3, those of D.4, the two overlaps, and the cycles of the transferred data in the first cache; null if
# unknown.
data_of() { # name, n, m, machine file
    kma --machine="./$4" --set="clock=$CLOCK" --cache=machine --format=csv -D n="$2" -D m="$3" "$1.f90" 2>>kma.err | awk -F, '
        { gsub(/"[^"]*"/, "") }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        function known(key) { return $at[key] == "" || $at[key] == "null" ? "null" : $at[key] }
        $at["innermost"] == "true" && !n++ {
            print known("data_cycles"), known("transfer_cycles"), known("transfer_overlap"), known("transfer_overlap_loads"),
                known("transfer_own")
        }
        END { if (!n) print "null null null null null" }'
}

row() { # name, dimensions, words, iterations, multiple, shape, indices, MACS, t_m, level, bytes, cores
    # shellcheck disable=SC2046
    set -- "$@" $(choose_size "${11}" "$2" "$3" "$5" "$6" "$7" "${10}")
    machine=host-${12}.machine
    passes=$(awk -v n="${13}" -v m="${14}" "BEGIN { printf \"%.0f\", $4 }")
    # 10^8 iterations take about a second.
    [ "$(awk -v i="$passes" 'BEGIN { print (i < 1 || i > 2e8) }')" = 1 ] && return
    bound=$(data_of "$1" "${13}" "${14}" "$machine")
    [ "$7" = - ] || [ -z "${RECORDED:-}" ] || bound="$($RECORDED "$1" "${13}" "$machine") null null null null"
    # shellcheck disable=SC2046
    measured=$(./data-cycles ./kernels.so "$1" "${13}" "${14}" "$passes" "$7" "${12}" 0.003 \
        $(array_words "${13}" "${14}" "$2" "$3")) || return
    echo "$1 ${10} ${12} ${13} $8 $9 $bound $measured"
}

rows() {
    grep -v '^#' "$here/kernels.list" | while read -r name d words iterations of shape indices; do
        case " ${ONLY:-$name} " in *" $name "*) ;; *) continue ;; esac
        set -- $(compile "$name" </dev/null)
        for level in ${LEVELS:-l1 l2 l3 memory}; do
            eval "bytes=\${bytes_$level}"
            for cores in $CORES; do
                row "$name" "$d" "$words" "$iterations" "$of" "$shape" "$indices" "$1" "$2" "$level" "$bytes" "$cores" </dev/null
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
