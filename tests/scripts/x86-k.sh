# SPDX-License-Identifier: GPL-3.0-or-later
# k of kmacstat, compared with k by counting: bench/k.sh compiles loops with this machine's compilers, counts the passes
# of their compiled loops, and fails if one k is wrong or more than 5 % are unknown. Held-out loops in C, and Fortran.
if [ "$(uname -m)" != x86_64 ]; then
    echo "# left out: x86-k: this is no x86-64 machine"; exit 0
fi
if grep -q -e -fsanitize -e --coverage "$BUILDDIR/config.status" 2>/dev/null; then
    echo "# left out: x86-k: runs in other builds"; exit 0
fi
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
check() { # compiler, flags
    command -v "$1" >/dev/null || { echo "skip x86-k: $*: $1 is not installed"; return; }
    KERNELS=$SRCDIR/bench/k/held-out.c sh "$SRCDIR/bench/k.sh" "$@" >"$dir/said" 2>&1
    status=$?
    if grep -q "not on this CPU" "$dir/said"; then echo "# left out: x86-k: $*: this CPU lacks instructions"; return; fi
    counted=$(awk '$1 == "all" { print $2 + $3 + $4 }' "$dir/said")
    if [ $status = 0 ] && [ "${counted:-0}" -gt 20 ]; then echo "ok x86-k: $*"; else
        sed 's/^/# /' "$dir/said"; echo "not ok x86-k: $*"
    fi
}
check gcc -O3
check gcc -O2 -funroll-loops
check gcc -O3 -march=x86-64-v3
check clang -O2
check clang -O3 -march=x86-64-v4
check gfortran -O3
