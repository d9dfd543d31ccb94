#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# k of kmacstat against k by counting: the loops of k/kernels.c and k/fortran.awk by each installed compiler and set of
# flags. k/counters.awk inserts a counter after each label of the compiler's assembly, and k/driver.c runs the result with
# 602 trip counts. Prints a line for each compiled loop whose k was counted (compiler, flags, kernel, label, counted k, k of
# kmacstat or -, right unknown wrong) and is not right, then the sums per kind. Exit status 1 if one is wrong, or more
# than 5 % are unknown. Without arguments, all compilers and flags; otherwise
#   k.sh COMPILER FLAGS...      one
here=$(cd "$(dirname "$0")" && pwd)/k
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
KMACSTAT=${KMACSTAT:-kmacstat}
cpu() { case $1 in *v4*) grep -q avx512vl /proc/cpuinfo ;; *v3*) grep -q avx2 /proc/cpuinfo ;; esac; }

# compiler, flags: writes lines to $dir/lines
one() {
    c=$1; shift
    cpu "$*" || { echo "# left out: $c $*: not on this CPU" >&2; return; }
    case $c in
    *fortran* | *flang*) src=$dir/kernels.f90 ;;
    *) src=${KERNELS:-$here/kernels.c} ;;
    esac
    as=$c; case $c in *fortran*) as=gcc ;; *flang*) as=clang ;; esac
    $c "$@" -g1 -S "$src" -o "$dir/x.s" 2>"$dir/said" || { echo "# left out: $c $*: $(head -1 "$dir/said")" >&2; return; }
    rm -f "$dir/labels"
    awk -v LABELS="$dir/labels" -f "$here/counters.awk" "$dir/x.s" >"$dir/counted.s"
    grep -o '^k[a-z0-9_]*:' "$dir/x.s" | grep -v '^k_' | sed 's/\(.*\):/KERNEL(\1)/' >"$dir/kernels.list"
    cc -O1 -I"$dir" -c "$here/driver.c" -o "$dir/driver.o" &&
        $as -c "$dir/counted.s" -o "$dir/counted.o" &&
        cc -no-pie "$dir/driver.o" "$dir/counted.o" -o "$dir/counted" -lm ${LIBS:-} || return
    timeout 600 "$dir/counted" "$dir/labels" >"$dir/x.true" || echo "# $c $*: counting failed" >&2
    [ -z "${KEEP:-}" ] || for f in s true; do cp "$dir/x.$f" "$KEEP/$(echo "$c $*" | tr ' /' '_.').$f"; done
    compare "$c $*" "$dir/x.s" "$dir/x.true" >>"$dir/lines"
}
compare() { # build, assembly, counted
    $KMACSTAT --machine=golden-cove --format=csv "$2" 2>/dev/null |
        awk -F, -v build="$1" -v counted="$3" '
            BEGIN { while ((getline line <counted) > 0) { split(line, f, " "); kernel[f[2]] = f[1]; k[f[2]] = f[3] } }
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            $at["kind"] !~ /residue/ && k[$at["label"]] > 0 {
                l = $at["label"]; found = ($at["k"] == "" || $at["k"] == "null") ? "-" : $at["k"]
                # k of an inner loop does not include outer iterations that were unrolled into its passes
                jam = kernel[l] ~ /^kjam/ && found > 0 && (k[l] / found == 2 || k[l] / found == 4 || k[l] / found == 8)
                verdict = found == "-" ? "unknown" : found == k[l] || jam ? "right" : "wrong"
                print build "," kernel[l] "," l "," k[l] "," found "," verdict
            }'
}
sums() {
    awk -F, '{ kind = $2; sub(/^k/, "", kind); sub(/_.*/, "", kind); n[kind, $6]++; n["~all", $6]++; kinds[kind]; kinds["~all"] }
        END { for (kind in kinds) printf "%-12s %7d %7d %7d\n", kind, n[kind, "right"], n[kind, "unknown"], n[kind, "wrong"] }' \
        "$dir/lines" | LC_ALL=C sort | sed -e '1i kind           right unknown   wrong' -e 's/^~all/all /'
}
awk -f "$here/fortran.awk" >"$dir/kernels.f90"
: >"$dir/lines"
if [ $# -gt 0 ]; then one "$@"; else
    for c in ${COMPILERS:-gcc clang gfortran flang-new-19 clang-19}; do
        command -v $c >/dev/null || { echo "# left out: $c: not installed" >&2; continue; }
        for f in -O1 -O2 -O3 "-O3 -march=x86-64-v3" "-O3 -march=x86-64-v4" -Ofast "-Ofast -march=x86-64-v3" "-O2 -funroll-loops"; do
            case "$c $f" in clang-14*-O[12]*) continue ;; flang*unroll*) continue ;; esac
            one $c $f
        done
    done
fi
grep -v ',right$' "$dir/lines"
sums
awk -F, '{ n[$6]++ } END { exit n["wrong"] > 0 || n["unknown"] * 20 > NR }' "$dir/lines"
