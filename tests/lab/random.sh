#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles random programs with kfc at each level, runs them on ksr1, and compares the results with gfortran's.
#
#   tests/lab/random.sh [OPTION]... N SEED
#
# N programs of the seed, batch by batch (random-fortran prints them); levels are -O0 to -O3.
# Every number must be the one that gfortran -O0 -ffp-contract=off prints; with --openmp, sums that
# several cells compute may differ by 1e-12 of their value. Of a batch that fails, the number of each wrong
# program is printed, with the command that prints the program. The last line has the totals; status 1 if
# a result differed.
#
#   --openmp         programs with parallel loops, on --cells
#   --cells=LIST     1,3,8 with --openmp, else 1
#   --levels=LIST    0,1,2,3
#   --batch=N        programs at a time; 100
#   --first=N        number of the first one; 1
#   --without=LIST   features left out, see random-fortran.h
#   --jobs=N         batches side by side; 1
#   --keep=FOLDER    where bad programs are left; nothing is, else
#
# The built commands stand in the current folder (or $BUILDDIR).
set -u
levels=0,1,2,3 cells= batch=100 first=1 openmp= without= jobs=1 keep=
while :; do
    case ${1-} in
    --openmp) openmp=--openmp ;;
    --cells=*) cells=${1#*=} ;;
    --levels=*) levels=${1#*=} ;;
    --batch=*) batch=${1#*=} ;;
    --first=*) first=${1#*=} ;;
    --without=*) without=$1 ;;
    --jobs=*) jobs=${1#*=} ;;
    --keep=*) keep=${1#*=} ;;
    *) break ;;
    esac
    shift
done
if [ $# -ne 2 ]; then
    echo "usage: random.sh [OPTION]... N SEED" >&2
    exit 2
fi
count=$1 seed=$2
build=${BUILDDIR:-.}
PATH=$build:$build/tests/lab:$PATH
LC_ALL=C
export PATH LC_ALL
for tool in kfc ksr1 random-fortran gfortran; do
    command -v "$tool" >/dev/null && continue
    echo "random.sh: no $tool: run this in the build directory after make check-programs" >&2
    exit 2
done
here=$(cd "$(dirname "$0")" && pwd)
least=0
[ -z "$openmp" ] || least=1e-12
cells=${cells:-${openmp:+1,3,8}}
cells=${cells:-1}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# One file at each level and number of cells; what is wrong is printed. Status 1 where it is.
try() { # folder
    bad=0
    for level in $(echo "$levels" | tr , ' '); do
        if ! timeout 300 kfc -O"$level" $openmp -o "$1/x.s" "$1/x.f" >"$1/say" 2>&1; then
            echo "kfc -O$level: $(head -3 "$1/say")"
            bad=1
            continue
        fi
        for c in $(echo "$cells" | tr , ' '); do
            with=
            [ "$c" -eq 1 ] || with=--cells=$c
            timeout 600 ksr1 $with "$1/x.s" >"$1/got" 2>"$1/say" || {
                echo "kfc -O$level, ksr1 --cells=$c: status $?: $(head -3 "$1/say")"
                bad=1
                continue
            }
            awk -v least="$least" -f "$here/compare.awk" "$1/want" "$1/got" >"$1/differ"
            if [ -s "$1/differ" ]; then
                echo "kfc -O$level, ksr1 --cells=$c: $(head -2 "$1/differ")"
                bad=1
            fi
        done
    done
    return $bad
}

# The results of gfortran for programs $2 ... in directory $1.
expect() { # folder first count
    random-fortran $openmp $without "$seed" "$2" "$3" >"$1/x.f" &&
        gfortran -w ${openmp:+-fopenmp} -O0 -ffp-contract=off -o "$1/x" "$1/x.f" &&
        OMP_NUM_THREADS=1 "$1/x" >"$1/want"
}

one() { # folder number: one program, by itself
    expect "$1" "$2" 1 && try "$1" >"$1/why" && return 0
    echo "program $2: random-fortran${openmp:+ --openmp}${without:+ $without} $seed $2 1"
    sed 's/^/  /' "$1/why"
    [ -z "$keep" ] || { mkdir -p "$keep" && cp "$1/x.f" "$keep/$seed-$2.f"; }
    return 1
}

a_batch() { # first count
    w=$scratch/$1
    mkdir "$w"
    expect "$w" "$1" "$2" || { echo "batch $1: gfortran fails"; return; }
    if ! try "$w" >"$w/together"; then
        i=$1 found=0
        while [ "$i" -lt $(($1 + $2)) ]; do
            one "$w" "$i" || found=$((found + 1))
            [ "$found" -ge 5 ] && break
            i=$((i + 1))
        done
        [ "$found" -gt 0 ] || { echo "programs $1 and $2 more, only together:"; cat "$w/together"; }
    fi
    rm -rf "$w"
}

a_job() { # which
    i=$((first + $1 * batch))
    while [ "$i" -lt $((first + count)) ]; do
        n=$((first + count - i))
        a_batch "$i" $((n < batch ? n : batch))
        i=$((i + jobs * batch))
    done >"$scratch/job$1"
}

j=0
while [ "$j" -lt "$jobs" ]; do
    a_job "$j" &
    j=$((j + 1))
done
wait
cat "$scratch"/job*
bad=$(cat "$scratch"/job* | grep -c '^[pb][ra]')
echo "$count programs of seed $seed at -O$levels on $cells cells: $bad differ"
[ "$bad" -eq 0 ]
