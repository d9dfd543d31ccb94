# SPDX-License-Identifier: GPL-3.0-or-later
# What random-fortran prints is Fortran that ends and stays inside its arrays, and the same for the
# same seed; kfc and ksr1 do with it what gfortran does. More of it: tests/lab/random.sh.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
PATH=$BUILDDIR/tests/lab:$PATH

verdict() { # status name
    if [ "$1" -eq 0 ]; then echo "ok $2"; else echo "not ok $2"; fi
}

# The text of one program in the file: from its SUBROUTINE to the next END.
program() { awk -v name="SUBROUTINE T$1(" 'index($0, name) { on = 1 } on; on && $0 == "      END" { exit }' "$2"; }
random-fortran 11 1 9 >many.f && random-fortran 11 5 1 >one.f
program 5 many.f >a && program 5 one.f >b && [ -s a ] && cmp -s a b
verdict $? "random-fortran: a program is the same whatever is printed with it"
random-fortran 12 5 1 >other.f && program 5 other.f >c && ! cmp -s a c
verdict $? "random-fortran: another seed, another program"
random-fortran --without=branches,jumps,maths,calls 11 1 60 >few.f &&
    ! sed -n '/SUBROUTINE T/,/^      END$/p' few.f | grep -Ev 'IF \(L1 .AND' | grep -Eq 'GO TO|CYCLE|EXIT|SIN\(|EXP\(|CALL|FN[0-9]|IF \('
verdict $? "random-fortran: what is left out is not there"
[ "$(awk 'length($0) > 72' many.f | wc -l)" -eq 0 ]
verdict $? "random-fortran: no line is longer than a card"

mkdir empty && (cd empty && BUILDDIR=. PATH=/usr/bin:/bin sh "$SRCDIR/tests/lab/random.sh" 1 1 2>&1) >out
[ $? = 2 ] && grep -q 'random.sh: no .*: run this in the build directory' out
verdict $? "random.sh: says what it has not, and calls no program different"

if ! command -v gfortran >/dev/null; then
    echo "skip random programs: no gfortran"
    exit 0
fi
checked="-fcheck=all -ffpe-trap=invalid,zero,overflow -finit-real=snan -finit-integer=77777777"
random-fortran 13 1 50 >p.f && gfortran -w -O0 -ffp-contract=off $checked -o p p.f && ./p >out 2>err
s=$?
[ $s -eq 0 ] && [ "$(wc -l <out)" -eq 50 ] && ! grep -q -e NaN -e Inf out
verdict $? "random programs: inside their arrays, nothing unset, no number out of range"
random-fortran --openmp 13 1 30 >o.f && gfortran -w -O0 -ffp-contract=off -o o o.f && ./o >serial &&
    gfortran -w -fopenmp -O0 -ffp-contract=off -o o o.f && OMP_NUM_THREADS=1 ./o >parallel &&
    awk -v least=1e-12 -f "$SRCDIR/tests/lab/compare.awk" serial parallel >differ && [ ! -s differ ]
verdict $? "random programs: parallel loops do what they do without OpenMP"

case " $COMMANDS " in
*" ksr1 "*)
    BUILDDIR=$BUILDDIR sh "$SRCDIR/tests/lab/random.sh" --batch=30 60 1 >out 2>&1
    s=$?
    [ $s -eq 0 ] || sed 's/^/# /' out
    verdict $s "60 random programs at -O0 to -O3 on ksr1: what gfortran says"
    # 6456: a loop that follows itself through an empty block.
    BUILDDIR=$BUILDDIR sh "$SRCDIR/tests/lab/random.sh" --first=6456 1 2026 >out 2>&1
    s=$?
    [ $s -eq 0 ] || sed 's/^/# /' out
    verdict $s "random programs that went wrong once"
    printf 'C$OMP BARRIER\n      END\n' >probe.f
    if ! kfc --openmp -o probe.s probe.f 2>say && grep -q "not in kfc's subset yet" say; then
        echo "skip random parallel programs: kfc obeys no directives yet"
        exit 0
    fi
    BUILDDIR=$BUILDDIR sh "$SRCDIR/tests/lab/random.sh" --openmp --batch=15 15 2 >out 2>&1
    s=$?
    [ $s -eq 0 ] || sed 's/^/# /' out
    verdict $s "15 random parallel programs on 1, 3 and 8 cells: what gfortran says"
    ;;
*) echo "skip random programs on ksr1: there is no ksr1" ;;
esac
