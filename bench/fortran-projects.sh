#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How much of Fortran projects `kma` reads, compared with gfortran and flang:
#
#   sh bench/fortran-projects.sh FOLDER...
#
# Each FOLDER is one project, a row of the table that is printed. Its Fortran files are copied and
# preprocessed as the project does it: files with lines that begin with `#:` by fypp (with
# FYPP_FLAGS), files for the C preprocessor by `gfortran -E`, but kma reads these before that.
# gfortran compiles them with -fsyntax-only in the order of their modules. Modules of a FOLDER are available to the
# FOLDERs after it, so name the dependencies of a project first. flang's parser reads each file and prints it again,
# which gives the number of its DO statements without kma.
#
# A file that gfortran accepts must be read by kma with no error. A file that flang's parser
# accepts must be read by kma with no error, and kma must find the same number of DO loops, which may differ only if
# the two preprocess differently. Exit status 1 if one of these fails.
#
# RESULTS names a folder to keep: copies, messages of all three, and for each project PROJECT/rows:
# gfortran's verdict, flang's, kma's status, DO statements by flang, by kma, loops by kma, FILE.
# With AGAIN=1 only kma runs again. FLANG names the flang binary; without one its columns are
# left out. FLAGS holds what cpp and all three need, -D and -I, and -cpp where a project runs cpp on
# every file.
set -u
export LC_ALL=C
[ $# -ge 1 ] || { echo "no FOLDER of Fortran was named; skipped"; exit 0; }
KMA=${KMA:-$(command -v kma || echo "${BUILDDIR:-$(pwd)}/kma")}
FLANG=${FLANG:-$(ls /usr/lib/llvm-*/bin/flang-new /usr/lib/llvm-*/bin/flang 2>/dev/null | tail -1)}
FLAGS=${FLAGS:-}; FYPP_FLAGS=${FYPP_FLAGS:-}; AGAIN=${AGAIN:-}
results=${RESULTS:-}
[ -n "$results" ] || { results=$(mktemp -d) && trap 'rm -rf "$results"' EXIT; }
mkdir -p "$results"
results=$(cd "$results" && pwd)
sources='\.([fF]|[fF]or|FOR|ftn|FTN|f77|F77|[fF]90|[fF]95|[fF]03|[fF]08|[fF]18)$'
tab=$(printf '\t')

# ---- copies ----

# Replaces FILE by the output of fypp.
run_fypp() {
    case $1 in *.fypp) to=${1%.fypp}; case ${to##*/} in *.*) ;; *) to=$to.f90 ;; esac ;; *) to=$1 ;; esac
    # shellcheck disable=SC2086
    (cd "$(dirname "$1")" && fypp $fypp_folders $FYPP_FLAGS "${1##*/}" "$1.out") &&
        rm "$1" && mv "$1.out" "$to"
}
copy() { # folder, work
    mkdir -p "$2/text"
    cp -RL "$1/." "$2/text/" 2>"$2/copy-said" || echo "$1: some files could not be copied, see $2/copy-said"
    cd "$2/text" || exit
    fypp_folders=$(find "$PWD" -name '*.fypp' | sed 's,/[^/]*$,,' | sort -u | sed 's/^/-I/' | tr '\n' ' ')
    : >"$2/fypp-said"
    if command -v fypp >/dev/null; then
        find "$PWD" -type f \( -iname '*.f90' -o -iname '*.fypp' \) \
            -exec grep -lE '^ *#:|\$\{|^ *#!' {} + >"$2/fypp-files"
        while read -r file; do
            case $(basename "$file") in common.fypp) continue ;; esac
            run_fypp "$file"
        done <"$2/fypp-files" 2>"$2/fypp-said"
    fi
    find "$PWD" -type f | grep -E "$sources" | sort >"$2/files"
    find "$PWD" -type f | grep -iE '\.(inc|h|fh|fi|incl|cmn|f90|f|hf|mod|fpp|inc90)$' |
        sed 's,/[^/]*$,,' | sort -u >"$2/folders"
}

# ---- the order of modules ----

# Prints "A B" if A must be compiled before B, and "A A" for each file.
cat >"$results/order.awk" <<'AWK'
function give(name) { if (!(name in giver)) giver[name] = FILENAME }
function want(name) { wants[FILENAME] = wants[FILENAME] " " name }
{ line = tolower($0); sub(/^[ \t]*/, "", line) }
line ~ /^module[ \t]+[a-z]/ && line !~ /^module[ \t]+(procedure|subroutine|function|pure|elemental|recursive|impure|integer|real|logical|character|type|class|complex|double)[ \t(]/ {
    split(line, w, /[ \t!;]+/); give(w[2]); next }
line ~ /^submodule[ \t]*\(/ {
    s = line; sub(/^submodule[ \t]*\(/, "", s); of = s; sub(/\).*/, "", of); gsub(/[ \t]/, "", of)
    sub(/^[^)]*\)[ \t]*/, "", s); split(s, w, /[ \t!;]+/); split(of, part, ":")
    want(of); give(part[1] ":" w[1]); next }
line ~ /^use[ \t,:]/ {
    s = line; sub(/^use[ \t]*/, "", s)
    if (s ~ /^,[ \t]*intrinsic/) next
    sub(/^(,[ \t]*non_intrinsic[ \t]*)?(::)?[ \t]*/, "", s)
    split(s, w, /[ \t,!;]+/); want(w[1]) }
END {
    for (i = 1; i < ARGC; i++) {
        print ARGV[i], ARGV[i]
        n = split(wants[ARGV[i]], w, " ")
        for (k = 1; k <= n; k++)
            if (w[k] in giver && giver[w[k]] != ARGV[i]) print giver[w[k]], ARGV[i]
    }
}
AWK
order() { # work
    xargs -d '\n' awk -f "$results/order.awk" <"$1/files" | tsort 2>/dev/null >"$1/ordered"
}

# ---- the three readers ----

# Writes "VERDICT FILE" in the order of the modules: accepted, rejected, or missing (a module or file does not exist;
# such a file is tried again at the end).
judge() { # work, files
    while read -r file; do
        cd "$(dirname "$file")" || continue
        case $file in *.ftn | *.FTN) form='-x f77' ;; *) form= ;; esac
        verdict=accepted
        # shellcheck disable=SC2086
        timeout 300 gfortran -fsyntax-only -w -fcoarray=single -fmax-errors=5 \
            -ffree-line-length-none -J"$1/modules" $modules $FLAGS $folders $form "$file" >"$1/one" 2>&1 ||
            verdict=rejected
        if [ $verdict = rejected ]; then
            grep -qE 'Cannot open (module|included)|No such file|smod|requires the (option|flag)' "$1/one" &&
                verdict=missing
            sed "s,^,$file: ," "$1/one" >>"$1/gfortran-said"
        fi
        echo "$verdict $file"
    done <"$2"
}
# Prints the path of the text that a compiler reads: the file, or a copy preprocessed by cpp.
preprocessed() { # work, file
    case " $FLAGS :$2" in
    *' -cpp '* | *.F | *.FOR | *.FTN | *.F??) ;;
    *) echo "$2"; return ;;
    esac
    case $2 in *.[fF] | *.for | *.FOR | *.ftn | *.FTN | *.[fF]77) to=$1/one.f ;; *) to=$1/one.f90 ;; esac
    echo "$to"
    cd "$(dirname "$2")" || return
    # shellcheck disable=SC2086
    gfortran -E -P -cpp $FLAGS $folders "$2" >"$to" 2>"$1/one"
}
# "accepted|rejected DOS FILE" by flang's parser.
unparse() { # work
    while read -r file; do
        # shellcheck disable=SC2086
        if input=$(preprocessed "$1" "$file") && cd "$(dirname "$file")" &&
            timeout 60 "$FLANG" -fc1 -fdebug-unparse-no-sema -I"$(dirname "$file")" $folders \
                "$input" >"$1/unparsed" 2>"$1/one"; then
            echo "accepted $(grep -acE '^ *([0-9]+ +)?([A-Za-z][A-Za-z0-9_]*: *)?DO( |$|\()' "$1/unparsed") $file"
        else
            grep 'error:' "$1/one" | head -3 | sed "s,^,$file: ," >>"$1/flang-said"
            echo "rejected - $file"
        fi
    done <"$1/files"
}
# DO statements of the AST, then the loops that begin at such a statement.
cat >"$results/loops.awk" <<'AWK'
FNR == NR {
    if ($0 ~ /^[0-9]+ (\[[0-9]+\] )?([a-z0-9_]+: )?DO( |$|_)/) { dos++; at[$1]++ }
    next
}
/^      "line": / { n = $2 + 0; if (at[n] > 0) { at[n]--; loops++ } }
END { print dos + 0, loops + 0 }
AWK
# "STATUS DOS LOOPS FILE" by kma.
read_all() { # work
    while read -r file; do
        cd "$(dirname "$file")" || continue
        # shellcheck disable=SC2086
        timeout 60 "$KMA" --max-errors=0 --all-loops --format=json $kma_flags $folders "$file" \
            >"$1/json" 2>"$1/one"
        status=$?
        [ $status = 0 ] || sed "s,^,$file: ," "$1/one" >>"$1/kma-said"
        # shellcheck disable=SC2086
        timeout 60 "$KMA" --dump=ast $kma_flags $folders "$file" >"$1/ast" 2>/dev/null
        echo "$status $(awk -f "$results/loops.awk" "$1/ast" "$1/json") $file"
    done <"$1/files"
}

# ---- all projects ----

judge_all() { # work
    : >"$1/gfortran-said"
    judge "$1" "$1/ordered" >"$1/first"
    sed -n 's/^missing //p' "$1/first" >"$1/again"
    { grep -v '^missing ' "$1/first"; judge "$1" "$1/again"; } | sort -k2 >"$1/gfortran"
}
project() { # folder, in a shell of its own
    work=$results/$(basename "$1")
    if [ -z "$AGAIN" ] || [ ! -s "$work/flang" ]; then
        rm -rf "$work"
        mkdir -p "$work/modules"
        copy "$1" "$work"
        order "$work"
    fi
    folders=$(sed 's/^/-I/' "$work/folders" | tr '\n' ' ')
    kma_flags=
    for flag in $FLAGS; do
        case $flag in -D* | -U*) kma_flags="$kma_flags --cpp-option=$flag" ;; *) kma_flags="$kma_flags $flag" ;; esac
    done
    if [ -z "$AGAIN" ] || [ ! -s "$work/flang" ]; then
        judge_all "$work"
        : >"$work/flang-said"
        if [ -n "$FLANG" ]; then unparse "$work"; else sed 's/^/none - /' "$work/files"; fi >"$work/flang"
    fi
    : >"$work/kma-said"
    read_all "$work" >"$work/kma"
    sort -k2 "$work/gfortran" | paste -d' ' - "$work/flang" "$work/kma" |
        awk '{ print $1, $3, $6, $4, $7, $8, $9 }' >"$work/rows"
    awk -v name="$(basename "$1")" '
        { files++ }
        $1 == "accepted" { g++; gk += $3 == 0 }
        $2 == "accepted" {
            f++; fk += $3 == 0
            dos += $4; ast += $5; loops += $6; differ += $4 != $5 || $4 != $6
        }
        $3 > 1 { crash++ }
        END {
            printf "%-26s %5d | %5d %5d | %5d %5d | %6d %6d %6d %4d | %d\n", name, files, g, gk, f, fk,
                dos, ast, loops, differ, crash
            exit g != gk || f != fk || differ || crash
        }' "$work/rows"
}

printf '%-26s %5s | %-11s | %-11s | %-25s | %s\n' project files gfortran 'flang parses' 'DO loops in the latter' 'crash or'
printf '%-26s %5s | %5s %5s | %5s %5s | %6s %6s %6s %4s | %s\n' '' '' 'accep.' kma 'accep.' kma flang \
    read found diff 'over 60 s'
missed=0 modules=
for folder in "$@"; do
    path=$(cd "$folder" 2>/dev/null && pwd) || { echo "$folder: no such folder"; missed=1; continue; }
    (project "$path") || missed=1
    modules="$modules -I$results/$(basename "$path")/modules"
done
exit $missed
