# SPDX-License-Identifier: GPL-3.0-or-later
# The counted program of macs: passes of loops and calls of functions whose numbers are known by construction, and
# counted programs that fail or print something else.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
result() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
for tool in gcc gfortran objdump sqlite3; do
    command -v $tool >/dev/null || { echo "skip the counted program: $tool is not installed"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skip the counted program: the machine is not x86-64"; exit 0; }
macs sample -o first.txt -- true >said 2>&1 || { echo "skip the counted program: $(head -1 said)"; exit 0; }

# Most tests need few samples.
repeat=--repeat=1
# measure FLAGS WORD...: measures a program without marks in the folder out.
measure() { flags=$1; shift; rm -rf out; macs -q $repeat --machine=zen4 -o out --flags="$flags" "$@" >said 2>&1; }
# measure_loop LINE FLAGS FILE: measures until the loop of that line has 20 samples, at most 5 times: a short program on a
# loaded machine can have few.
measure_loop() {
    line=$1; shift
    repeat=
    for try in 1 2 3 4 5; do
        measure "$@"
        samples=$(sqlite3 out/run.db "select printf('%.0f', ifnull(max(samples), 0)) from profile_row where kind = 'loop' and line = $line" 2>>said)
        [ "${samples:-0}" -lt 20 ] || break
        echo "measurement $try: ${samples:-no} samples in the loop of line $line" >>said
    done
    repeat=--repeat=1
}
# passes KIND PATTERN: the passes of the rows whose title, "FILE:LINE FUNCTION", matches.
passes() {
    sqlite3 -separator ' ' out/run.db "select replace(source, rtrim(source, replace(source, '/', '')), '') || ':' || line, function,
        printf('%.0f', passes), kind from profile_row where passes_counted" | awk -v kind="$1" -v pattern="$2" \
        '$NF == kind && $0 ~ pattern { print $(NF - 1) }' | sort -n | tr '\n' ' ' | sed 's/ $//'
}
# is KIND PATTERN EXPECTED NAME
is() {
    found=$(passes "$1" "$2")
    [ "$found" = "$3" ]; s=$?
    [ $s = 0 ] || echo "$2: $found passes, $3 expected" >>said
    result $s "$4"
}

# ---- trip counts ----

# Fortran: 150,000 x 2,000 iterations; with -O1 a pass is an iteration, with SSE2 it is two of them.
cat >nest.f90 <<'END'
program nest
  real(8) :: a(2000)
  integer :: i, j
  a = 1.5d0
  do j = 1, 150000
    do i = 1, 2000
      a(i) = a(i) * 0.5d0 + 0.25d0
    end do
    if (a(1 + mod(j, 2000)) > 9) print *, 'large'
  end do
  print *, a(1)
end program nest
END
# C, the program of the guide: the inner loop of triangle() has n (n + 1) / 2 = 1,125,750 passes for n = 1500, 400 times; the outer one 1500 x 400.
# step() is called 60,000,000 times.
guide=$SRCDIR/doc/whole-program-guide.md
awk '/^    #include/ { code = 1 } code && /^`/ { exit } code' "$guide" | sed 's/^    //' >triangle.c
grep -q '450,300,000 passes' "$guide" && grep -q '^passes of the loop of line 4, and 60,000,000 calls' "$guide" && grep -q ' 600,000$' "$guide"
result $? "the guide prints the numbers that are checked here"
repeat= measure -O1 nest.f90; s=$?
result $s "a Fortran program is measured"
is loop 'nest.f90:6 nest' 300000000 "passes of a Fortran loop: 150,000 x 2,000"
macs-gap out/run.db >said && grep -q '^counting: [0-9.]* times the CPU time$' said
result $? "the slowdown of counting is reported"
grep -Eq '^ *[0-9.]+% .* nest.f90:6 .* iteration +[0-9.]+ +[0-9.]+' said
result $? "the row has a measured time per iteration of its source loop"
measure '-O3 -march=x86-64' nest.f90
is loop 'nest.f90:[67] nest' 150000000 "passes of 2 lanes: k x passes are the iterations, 2 x 150,000,000"
# Rows of 0 to 9 elements, 40 of each: with gfortran -O2 the loop begins directly after the branch that omits empty rows,
# and ends where this branch leads, so that the counts of blocks do not determine the entries: 360 rows x 20,000. The
# iterations are 40 x (1 + ... + 9) = 1800 x 20,000.
cat >sparse.f90 <<'END'
subroutine matvec(n, first, column, a, x, y)
  integer :: n, first(n + 1), column(*), i, k
  real(8) :: a(*), x(n), y(n), s
  do i = 1, n
    s = 0
    do k = first(i), first(i + 1) - 1
      s = s + a(k) * x(column(k))
    end do
    y(i) = s
  end do
end subroutine matvec
program sparse
  integer, parameter :: n = 400
  integer :: first(n + 1), column(5 * n), i, r
  real(8) :: a(5 * n), x(n), y(n)
  first(1) = 1
  do i = 1, n
    first(i + 1) = first(i) + mod(i, 10)
  end do
  column = 7
  a = 0.5d0
  x = 1
  do r = 1, 20000
    call matvec(n, first, column, a, x, y)
    x(7) = 1 + y(5) / 100
  end do
  print *, y(n - 1)
end program sparse
END
measure -O2 sparse.f90
is loop 'sparse.f90:[678] ' 36000000 "passes of a loop over rows of a sparse matrix: 20,000 x 1800"
# entries LINES: entries of the loops that begin in these lines.
entries() { sqlite3 out/run.db "select printf('%.0f', entries) from profile_row where kind = 'loop' and line in ($1)" 2>>said; }
echo "entries: $(entries 6,7)" >>said
grep -qx 'entries: 7200000' said
result $? "entries of a loop whose guard leads to its exit: 20,000 x 360"
# Rows of 3 to 9 steps, 100 of each. The jumps through a table in the loop lead to its blocks only: they do not enter it.
cat >switch.c <<'END'
#include <stdio.h>
static __attribute__((noipa)) long steps(int rows, const int *first, const unsigned char *step) {
    long a = 0, b = 1, c = 2, d = 3, e = 4, f = 5;
    for (int i = 0; i < rows; i++)
        for (int k = first[i]; k < first[i + 1]; k++)
            switch (step[k]) {
            case 0: a += 3 * b; break;
            case 1: b ^= a + 1; break;
            case 2: c += a - d; break;
            case 3: d ^= c >> 2; break;
            case 4: e += c * 5; break;
            case 5: f ^= e + a; break;
            }
    return a + b + c + d + e + f;
}
int main(void) {
    enum { ROWS = 700 };
    static int first[ROWS + 1];
    static unsigned char step[10 * ROWS];
    long sum = 0;
    for (int i = 0; i < ROWS; i++) first[i + 1] = first[i] + 3 + i % 7;
    for (int k = 0; k < first[ROWS]; k++) step[k] = (unsigned char)(k % 6);
    for (int r = 0; r < 10000; r++) sum += steps(ROWS, first, step);
    printf("%ld\n", sum);
    return 0;
}
END
measure -O2 switch.c
echo "entries: $(entries 5,6)" >>said
grep -qx 'entries: 7000000' said
result $? "entries of a loop with a jump through a table: 10,000 x 700"
measure -O1 triangle.c
is loop 'triangle.c:[67] triangle' 450300000 "passes of a triangular loop: 400 x 1500 x 1501 / 2"
is loop 'triangle.c:4 triangle' 600000 "passes of the loop around it: 400 x 1500"
is straight_line 'triangle.c:1[12] step' 60000000 "calls of a function"
# The guide prints the columns of the same table, and the unit and the limit of both rows.
columns() { sed -n 's/^ *share  *95 %/share/p' "$1" | tr -s ' ' | sed 's/ measured to / measured /'; }
macs-gap out/run.db >table 2>said
sed -n '/^`macs --flags=-O1 triangle.c` counts/,/^Column/p' "$guide" >printed
columns table >got; columns printed >expected; diff expected got >>said 2>&1
result $? "the table of the guide has the columns of the program"
for row in 'triangle.c:1[12] step.* call .* divider' 'triangle.c:[67] .* iteration .*M, MA'; do
    grep "$row" table printed >>said; grep -q "$row" table && grep -q "$row" printed
    result $? "the row of the guide: $row"
done
# Counts of a thread that are cut off, or missing, are no passes.
for how in truncated missing; do
    block=$(echo out/O1/runs/p1.counted/run1/*-1.counts)
    if [ $how = truncated ]; then head -c 4100 "$block" >cut && cp cut "$block"; else rm "$block"; fi
    count-tool seal out/O1/runs/p1.counted/result
    rm -f cut.db; macs attribute --db=cut.db --machine=zen4 --counts=out/O1/runs/p1.counted out/O1/runs/p1.sampled.profile >said 2>&1
    sqlite3 cut.db "select distinct passes, passes_missing from profile_row where name like 'program:triangle%' or name like 'program:step'" >>said 2>&1
    tail -1 said | grep -q "^|a file of its counts is $how" && [ "$(grep -c '^|' said)" = 1 ]
    result $? "passes of a unit whose file of counts is $how are unknown, with the reason"
done
measure '-O1 -fcf-protection=full -fPIE -pie' triangle.c
is straight_line 'triangle.c:1[12] step' 60000000 "calls of a function that begins with endbr64"
rm -rf out; macs -q --repeat=1 --machine=zen4 -o out --flags=-O1 --count=loops triangle.c >said 2>&1
is straight_line 'triangle.c:1[12] step' '' "--count=loops: calls are not counted"
is loop 'triangle.c:[67] triangle' 450300000 "--count=loops: passes are"
# seldom() is executed, but too short for samples: its loop has counters only with --count=all.
sed 's/^int main(void) {/__attribute__((noipa, noinline)) void seldom(int n) { for (int i = 0; i < n; i++) x[i] += i; }\nint main(void) { seldom(3);/' triangle.c >rare.c
counted_functions() { rm -rf out; macs -q --repeat=1 --machine=zen4 -o out --flags=-O1 --count="$1" rare.c >said 2>&1; cat out/O1/counted/*.map >>said; }
counted_functions loops; ! grep -q 'seldom' said && grep -q 'triangle' said
result $? "--count=loops: loops of functions without samples have no counters"
is loop 'rare.c:[67] triangle' 450300000 "--count=loops: loops of functions with samples have passes"
counted_functions all; grep -q 'seldom' said
result $? "--count=all: they have"
rm -rf out; macs -q --repeat=1 --machine=zen4 -o out --flags=-O1 --count=none triangle.c >said 2>&1
[ ! -e out/O1/counted ] && [ ! -e out/O1/plain/triangle.c.s ]
result $? "--count=none builds no counted program"

# Two loops with one first instruction: 40,000,000 passes of the outer one, each with 7 of the inner one. The text names a
# compiler, so that it is counted; macs insert is called with it, because macs does not count assembly of the user.
cat >both.s <<'END'
	.text
	.globl both
	.type both, @function
both:
	movl $40000000, %ecx
	movl $7, %eax
.L2:
	addq $1, %rdx
	imulq $3, %rdx, %rdx
	subl $1, %eax
	jne .L2
	movl $7, %eax
	xorq %rcx, %rdx
	subl $1, %ecx
	jne .L2
	ret
	.size both, .-both
	.ident "GCC: (GNU) 12.2.0"
	.section .note.GNU-stack,"",@progbits
END
echo 'void both(void); int main(void) { both(); return 0; }' >calls-both.c
mkdir both-counted both-counts && {
    gcc -c both.s && gcc -c calls-both.c && gcc -o both calls-both.o both.o &&
        macs insert -o both-counted both.s -- gcc -o both calls-both.o both.o && macs sample -o both.txt -- ./both &&
        macs count -o both-counts --counted=both-counted --program=./both --profile=both.txt -- ./both &&
        macs attribute --db=both.db --machine=zen4 --counts=both-counts both.txt
} >said 2>&1
sqlite3 -separator ' ' both.db "select passes from profile_row where kind = 'loop' order by passes" >>said 2>&1
[ "$(tail -2 said | tr '\n' ' ')" = '40000000.0 280000000.0 ' ]
result $? "an outer loop that begins with its inner loop has passes"

# ---- paths by counts ----

# 3 of 10 iterations execute the IF, 7 the ELSE. Flops of an iteration: a comparison, 0.3 (division, multiplication and
# addition), 0.7 (addition and multiplication): 1 + 0.3 * 3 + 0.7 * 2 = 3.3.
cat >branch.f90 <<'END'
program branch
  real(8) :: a(1000), b(1000), c(1000), d(1000)
  integer :: i, j
  do i = 1, 1000
    a(i) = merge(-1d0, 1d0, mod(i, 10) < 3)
    b(i) = 1d0
    c(i) = 0.5d0
  end do
  do j = 1, 600000
    call select(a, b, c, d, 1000)
  end do
  print *, d(1), c(5)
contains
  subroutine select(a, b, c, d, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n), b(n), c(n), d(n)
    integer :: i
    do i = 1, n
      if (a(i) < 0d0) then
        d(i) = b(i) / c(i) + b(i) * c(i)
      else
        d(i) = b(i) + c(i)
        c(i) = c(i) * 0.999999d0
      end if
    end do
  end subroutine
end program
END
# number LOOP KEY: a number of the source loop of the last measurement.
number() { macs-gap --format=json out/run.db | sed -n "/^ *\"loop\": \"$1/,\$ s/^ *\"$2\": \([0-9.e-]*\),\$/\1/p" | head -1; }
# near A B: they are equal within 0.001.
near() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a - b < 0.001 && b - a < 0.001) }'; }
# ladder NAME: M <= MA <= MAC <= MACS of the loop.
ladder() {
    echo "$(number "$1" m) $(number "$1" ma) $(number "$1" mac) $(number "$1" macs)" | tee -a said |
        awk 'NF == 4 && $1 <= $2 && $2 <= $3 && $3 <= $4 { ok = 1 } END { exit !ok }'
}
measure_loop 18 -O2 branch.f90; cat said >few
sqlite3 out/run.db "select group_concat(round(frequency, 4), ' ') from (select frequency from compiled_block b
    join compiled_body y using (compiled_loop) where passes = 600000000 order by seq)" >frequencies; cat frequencies few >said
grep -q '0[.]3' frequencies && grep -q '0[.]7' frequencies
result $? "the frequencies of an IF and its ELSE: 0.3 and 0.7"
macs-gap out/run.db >>said 2>&1; tnf=$(number branch.f90:select tnf); echo "TNF $tnf" >>said
near "$tnf" 3.3
result $? "TNF weighs the IF by 0.3 and the ELSE by 0.7: 3.3"
ladder branch.f90:select
result $? "M <= MA <= MAC <= MACS of a loop with branches"
tr '\n' ' ' <said | sed 's/  */ /g' | grep -q 'paths by counts: M and MA weigh the conditional code at line 20, 22 '
result $? "macs-gap names the paths that are weighed by counts"

# halve() is inlined twice. The first copy has no samples, but 900 of 900 + 500,000 x 1000 iterations.
cat >twice.f90 <<'END'
program twice
  real(8) :: a(1000), b(900)
  integer :: j
  a = 1.5d0
  b = 2.5d0
  call halve(b, 900)
  do j = 1, 500000
    call halve(a, 1000)
    if (a(1 + mod(j, 1000)) > 9) print *, 'large'
  end do
  print *, a(7), b(7)
contains
  subroutine halve(x, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) * 0.5d0 + 0.25d0
    end do
  end subroutine
end program
END
measure '-O3 -march=x86-64' twice.f90
sqlite3 -separator ' ' out/run.db "select samples, passes from profile_row where kind = 'loop' order by passes" >said
grep -q '^0.0 450.0$' said
result $? "a version of a loop without samples has its passes: 900 iterations of 2 lanes"
number twice.f90:halve iterations >>said; [ "$(tail -1 said)" = 500000900 ]
result $? "the iterations of all versions add up"

# A version without samples in an outer loop of 3 iterations, which has no row: 3 x 450 passes.
awk '/call halve[(]b/ { print "  m = command_argument_count() + 3"; print "  do j = 1, m"; print; print "    b(j) = b(j) + 1"; print "  end do"; next }
    { sub(/integer :: j$/, "integer :: j, m"); print }' twice.f90 >outer.f90
measure '-O3 -march=x86-64' outer.f90; s=$?
result $s "a loop without samples in an outer loop without row is measured"
sqlite3 -separator ' ' out/run.db "select samples, passes from profile_row where kind = 'loop' order by passes" >>said
grep -q '^0.0 1350.0$' said
result $? "it has its passes"

# Copies in a function without samples: 2,000,000 x 1000 iterations in hot(), and in cold() 650 x (999 + 1000) + 1300 x 999.
cat >copy.f <<'END'
      program p
      double precision x(1000), y(1000)
      integer i, r
      do 10 i = 1, 1000
         x(i) = i
         y(i) = 0
   10 continue
      call hot(x, y)
      call cold(x, y)
      print *, y(7)
      end
      subroutine hot(x, y)
      double precision x(*), y(*)
      integer r
      do 20 r = 1, 2000000
         call axpy(1000, 1d-3 * r, x, y)
   20 continue
      end
      subroutine cold(x, y)
      double precision x(*), y(*)
      integer r
      do 30 r = 1, 1300
         call axpy(1000 - mod(r, 2), 1d-3 * r, x, y)
         call axpy(999, 1d-3 * r, x, y)
   30 continue
      end
      subroutine axpy(n, a, x, y)
      integer n, i
      double precision a, x(*), y(*)
      do 40 i = 1, n
         y(i) = y(i) + a * x(i)
   40 continue
      end
END
repeat= measure '-O2 -march=x86-64-v3' copy.f
number copy.f:axpy iterations >said; [ "$(tail -1 said)" = 2002598050 ]
result $? "the iterations of copies in a function without samples are added"

# Rows of 5 elements: the sum is a recurrence of 3 cycles on Zen 4, but sums of several rows overlap.
cat >rows.f90 <<'END'
program rows
  real(8) :: a(5, 200), x(5), s(200)
  integer :: j
  a = 0.5d0
  x = 1.5d0
  do j = 1, 100000
    call product(a, x, s, 200)
    x(1) = s(1) * 0.1d0
  end do
  print *, s(200)
contains
  subroutine product(a, x, s, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(5, n), x(5)
    real(8), intent(out) :: s(n)
    integer :: i, k, m
    m = n / 40
    do i = 1, n
      s(i) = 0
      do k = 1, m
        s(i) = s(i) + a(k, i) * x(k)
      end do
    end do
  end subroutine
end program
END
measure -O2 rows.f90
sqlite3 -separator ' ' out/run.db "select trip, mac, macs from compiled_body where passes = 100000000" >said
awk '$1 == 5 && $2 <= $3 && $3 < 2.9 && $3 > 0 { ok = 1 } END { exit !ok }' said
result $? "executions of 5 passes: MACS is less than the latency of the sum"
rm -rf out; macs -q --repeat=1 --machine=zen4 -o out --flags=-O2 --count=none rows.f90 >said 2>&1
sqlite3 out/run.db "select max(macs) from compiled_body where mac_limit = 'recurrence'" >>said
awk '$1 >= 3 { ok = 1 } END { exit !ok }' said
result $? "without counts MACS is that latency"

# The recurrence of relax: 4 cycles in the source (fma), 6 in code without fma (mulsd 3, addsd 3). An execution has 999
# passes of 5 slots (mulsd, addsd, movsd, add, cmp with jne), and 5 operations in the source. The reorder buffer of Zen 4 has
# 320 entries, so that 320 / 5 + 2 = 66 passes overlap: of 4 and 6 cycles, 1 - 66 / 999 = 0.933934 is in MA and MAC.
awk '/^program p$/ { code = 1 } /^```/ { code = 0 } code' "$guide" >p.f90
measure_loop 13 '-O2 -march=x86-64' p.f90
echo "$(number p.f90:relax:12 ma) $(number p.f90:relax:12 mac)" >>said
near "$(number p.f90:relax:12 ma)" 3.735736 && near "$(number p.f90:relax:12 mac)" 5.603604
result $? "MA and MAC contain the share of the recurrence that executions of 999 passes cannot overlap"
macs-gap --explain=relax:12 out/run.db >said 2>&1
grep -q '^  t_d  = (4) / 1 \* 0.933934 = 3.73574 ' said && grep -q '^  MA   = max(t_i, t_d) = max(.*, 3.73574) = 3.73574 CPL' said &&
    grep -q '^  t_d  = 6 \* 0.933934 = 5.6036 ' said && grep -q '^  gap A    = MA - M = 3.73574 - ' said
result $? "--explain prints this share, and the MA of the table"
macs-gap --advice --loop=relax:12 out/run.db >said 2>&1
tr '\n' ' ' <said | tr -s ' ' | grep -q 'the recurrence takes 4 cycles .* every 1 iteration; the next execution of the loop overlaps 6.607 % of the recurrence: t_d = 4 x 0.9339 = 3.736' &&
    ! grep -q 'that of an average iteration' said
result $? "so does the advice, whose bounds are those of the row"
tr '\n' ' ' <said | tr -s ' ' | grep -q 'MAC is limited by recurrence: 5.604 cycles.* takes 6 cycles .* every 1 pass; the next execution of the loop overlaps 6.607 % of the recurrence: t_d = 6 x 0.9339 = 5.604'
result $? "the limit of MAC in the advice is that of the counted passes"

# Loops that test at their top, as -Os compiles them: an execution of n iterations executes the test n + 1 times.
# C: 10,000,000 executions of 2 and of 3 iterations; Fortran: 5,000,000 of each.
cat >top.c <<'END'
double b[20] = {1.5, 1.5, 1.5, 1.5, 1.5};
__attribute__((noipa)) double two(long n, double x) {
    for (long i = 0; i < n; i++) x = x / b[i] + 1;
    return x;
}
__attribute__((noipa)) double three(long n, double x) {
    for (long i = 0; i < n; i++) x = x / b[i] + 1;
    return x;
}
int main(void) {
    double s = 0;
    for (long r = 0; r < 10000000; r++) s += two(2, s * 1e-9) + three(3, s * 1e-9);
    return s == 77;
}
END
cat >top.f90 <<'END'
program p
  real(8) :: a(8), t
  integer :: r
  a = 1.5d0
  t = 1
  do r = 1, 5000000
    call two(a, 2, t)
    call three(a, 3, t)
  end do
  print *, t
end program
subroutine two(x, n, t)
  integer :: n, i
  real(8) :: x(n), t
  do i = 1, n
    t = t / x(i) + 1
  end do
end subroutine
subroutine three(x, n, t)
  integer :: n, i
  real(8) :: x(n), t
  do i = 1, n
    t = t / x(i) + 2
  end do
end subroutine
END
measure -Os top.c
is loop 'top.c:3 two' 20000000 "passes of a loop that tests at its top: 10,000,000 x 2"
is loop 'top.c:7 three' 30000000 "passes of a loop that tests at its top: 10,000,000 x 3"
measure -Os top.f90
is loop 'top.f90:1[56] two' 10000000 "Fortran: passes of a loop that tests at its top: 5,000,000 x 2"
is loop 'top.f90:2[23] three' 15000000 "Fortran: passes of a loop that tests at its top: 5,000,000 x 3"

# A function whose first instruction begins a loop, also after endbr64: 3,000,000 calls of 20 passes.
cat >first.c <<'END'
__attribute__((noinline)) double work(const double *p, const double *e, double x) {
    do { x += *p++; } while (p != e);
    x = 3 / x + 1; x = 3 / x + 1; x = 3 / x + 1; x = 3 / x + 1; x = 3 / x + 1; x = 3 / x + 1;
    x = 3 / x + 1; x = 3 / x + 1; x = 3 / x + 1; x = 3 / x + 1; x = 3 / x + 1; x = 3 / x + 1;
    return x;
}
double b[20];
int main(void) {
    double s = 0;
    for (long r = 0; r < 3000000; r++) s += work(b, b + 20, s * 1e-9);
    return s == 77;
}
END
for flags in -O2 '-O2 -fcf-protection=full'; do
    measure "$flags" first.c
    is straight_line 'first.c:[0-9]* work' 3000000 "calls of a function that begins with a loop: $flags"
    is loop 'first.c:2 work' 60000000 "passes of the loop with which a function begins: $flags"
done

# clang
if command -v clang >/dev/null; then
    rm -rf out; macs -q --repeat=1 --machine=zen4 -o out --compiler=clang --flags='-O1 -fno-vectorize -fno-unroll-loops' triangle.c >said 2>&1
    is loop 'triangle.c:[67] triangle' 450300000 "clang: passes of a triangular loop"
    is straight_line 'triangle.c:1[12] step' 60000000 "clang: calls of a function"
else echo "skip clang: it is not installed"; fi

# C++: half of the calls throw. 3,000,000 calls, 150 throws.
cat >throws.cc <<'END'
#include <cstdio>
#include <stdexcept>
static volatile double sink;
__attribute__((noipa)) double risky(long i) {
    double v = (double)i;
    for (int k = 0; k < 50; k++) v = v * 0.5 + 1;
    if (i % 20000 == 0) throw std::runtime_error("multiple");
    return v;
}
int main() {
    long caught = 0;
    for (long i = 0; i < 3000000; i++)
        try { sink = risky(i); } catch (const std::exception &) { caught++; }
    std::printf("%ld\n", caught);
    return 0;
}
END
if command -v g++ >/dev/null; then
    rm -rf out; macs -q --repeat=1 --machine=zen4 -o out --compiler=g++ --flags=-O1 throws.cc >said 2>&1
    is loop 'throws.cc:6 risky' 150000000 "C++ with exceptions: passes of the loop before the throw, 3,000,000 x 50"
else echo "skip C++: g++ is not installed"; fi

# OpenMP: the counts of both threads are added.
cat >shared.c <<'END'
#include <stdio.h>
double a[1000], b[2];
int main(void) {
    for (int r = 0; r < 40000; r++)
#pragma omp parallel for schedule(static)
        for (int i = 0; i < 1000; i++)
            for (int k = 0; k < 3; k++) a[i] = a[i] * 0.5 + 1;
    printf("%g\n", a[7]);
    return 0;
}
END
echo 'int main(void) { return 0; }' >empty.c
if gcc -fopenmp empty.c -o empty >/dev/null 2>&1 && ./empty; then
    rm -rf out; OMP_WAIT_POLICY=passive macs -q --repeat=1 --machine=zen4 -o out -p 2 --flags='-O1 -fopenmp -fno-tree-loop-optimize' shared.c >said 2>&1
    is loop 'shared.c:7 ' '40000000 120000000' "OpenMP: passes of both loops, of all threads: 40,000 x 1000, and 3 times as many"
    # schedule(static): each of two threads has 500 of 1000 iterations.
    [ "$(sqlite3 -separator ' ' out/run.db 'select passes_threads, passes_least, passes_greatest from profile_row where passes = 120000000' 2>>said)" = '2.0 60000000.0 60000000.0' ]
    result $? "OpenMP: each of two threads has half of the passes"
    macs-gap --all-rows out/run.db >said 2>&1; tr '\n' ' ' <said | sed 's/  */ /g' | grep -q '2 threads executed it: 60000000 to 60000000 of its passes, the greatest number is 1 times the mean'
    result $? "macs-gap prints the passes of threads"
else echo "skip OpenMP: gcc has no libgomp"; fi

# ---- counted programs that fail ----

# The variable MACS_COUNTS is not empty in the counted run only.
cat >odd.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
volatile double v = 1;
int main(int argc, char **argv) {
    const char *counts = getenv("MACS_COUNTS"), *how = argc > 1 ? argv[1] : "";
    int counted = counts && *counts;
    long n = 50000000;
    if (strcmp(how, "varies") == 0) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        n += t.tv_nsec / 1000;
        printf("%ld\n", n);
    }
    if (counted && strcmp(how, "prints") == 0) puts("counted");
    for (int i = 0; strcmp(how, "middle") == 0 && i < 400000; i++)
        printf("%07d\n", i == 200000 && counted ? 9999999 : i);
    if (counted && strcmp(how, "ends") == 0) return 3;
    for (long i = 0; i < n; i++) v = v * 0.5 + 1;
    if (counted && strcmp(how, "crashes") == 0) abort();
    return 0;
}
END
# odd HOW: the reason why passes are unknown.
odd() {
    rm -rf out; macs -q --repeat=1 --machine=zen4 -o out --flags=-O1 odd.c -- "$1" >said 2>&1 || echo "status $?" >>said
    sqlite3 out/run.db "select ifnull(count_slowdown_missing, 'counted') from profile" 2>>said
}
reason() { found=$(odd "$1"); [ "$found" = "$2" ]; s=$?; echo "$found" >>said; result $s "$3"; }
reason prints 'the counted program prints something else than the sampled one: line 1 of its output is "counted"; the output of the sampled run ends before it' "counts of a program that prints something else are not used"
grep -q 'macs count: warning: passes of loops are not counted: the counted program prints something else' said || grep -q 'warning: passes of loops are not counted: the counted program prints' said
result $? "the reason is a warning, and the measurement succeeds"
reason ends 'the counted program exited with status 3, the sampled one exited with status 0' "another exit status is the reason why passes are unknown"
reason crashes 'the counted program was ended by signal 6 (Aborted), the sampled one exited with status 0' "a counted program that crashes does not fail the measurement"
reason middle 'the counted program prints something else than the sampled one: after line 32768 of its output' "another line in the middle of 3.2 MB of output is noticed"
reason varies counted "a program whose output varies is counted twice"
macs-gap out/run.db >said 2>&1 && tr '\n' ' ' <said | grep -q 'the output of the program differs from run to run: passes are means of two counted runs, which *differ by up to'
result $? "the difference between the counted runs is reported"
# The 95 % prediction interval of a third number around the mean of two, by their difference d: Student's t of one degree
# of freedom, 12.706, times d / sqrt(2) times sqrt(3/2), 11 d. With d = 1 % nanoseconds per pass are a range from
# 1/1.11 to 1/0.89 of the mean: the quotient of its ends is 1.2472.
spread() { sqlite3 out/run.db "update profile_row set passes_spread = $1; update profile_source_loop set spread = $1" && macs-gap out/run.db >said 2>&1; }
spread 0.01 && grep -o '[0-9.]* to [0-9.]*\[a' said | head -1 |
    awk '{ quotient = $3 / $1 } END { exit !(quotient > 1.245 && quotient < 1.25) }' &&
    tr '\n' ' ' <said | tr -s ' ' | grep -q 'counted runs differ by 1 %: those of the timed run differ from their mean by up to 11 %'
result $? "cycles of a loop whose counts differ by 1 % are a range"
spread 0.0005 && ! grep -q 'those of the timed run' said && grep -q ' ns ' said
result $? "cycles of a loop whose counts differ by 0.05 % are a number"
spread 0.03 && ! grep -q 'equal the iterations' said && ! grep -q ' ns ' said && grep -q 'two counted runs differ by 3 %' said
result $? "cycles of a loop whose counts differ by 3 % are unknown, and its iterations are not called equal"

# Link options that remove symbols, in lists and pairs: the program with labels is linked without them. Rows of such a
# program have no line: they are found by their passes.
for flags in '-Wl,-O1,-s' '-Wl,--build-id=none,--strip-all' '-Xlinker -s' '-Xlinker --discard-all -s'; do
    measure "-O1 $flags" triangle.c
    [ "$(sqlite3 out/run.db "select count(*) from profile_row where kind = 'loop' and passes = 450300000" 2>>said)" = 1 ]
    result $? "passes of a program that is linked with $flags"
done
strip out/*/counted/program.labelled
count-tool seal out/*/runs/p1.counted/result
rm -f cut.db; macs attribute --db=cut.db --machine=zen4 --counts="$(echo out/*/runs/p1.counted)" out/*/runs/p1.sampled.profile >said 2>&1
sqlite3 cut.db "select distinct passes_missing from profile_row where kind = 'loop'" >>said 2>&1
[ "$(tail -1 said)" = 'the program with labels has no symbols of blocks: a link option removes them' ]
result $? "a program with labels that has no symbols is the reason why passes are unknown"

# An argument that is the path of the program is not replaced by the counted program.
cat >own.c <<'END'
#include <stdio.h>
volatile double v = 1;
int main(int argc, char **argv) {
    for (long i = 0; i < 50000000; i++) v = v * 0.5 + 1;
    puts(argv[argc - 1]);
    return 0;
}
END
measure -O1 own.c -- "$PWD/out/O1/plain/program"
is loop own.c:4 50000000 "a program that gets its own path as argument"

# Hand-written assembly and objects are linked as they are; only compiled code is counted.
# Both parts have samples: the fences separate their times, a chain of 10 multiplications here, and two of a
# multiplication, an addition and a store there.
cat >twice.s <<'END'
	.text
	.globl twice
twice:	leal (%rdi,%rdi), %eax
	lfence
	imull %edi, %edi
	imull %edi, %edi
	imull %edi, %edi
	imull %edi, %edi
	imull %edi, %edi
	imull %edi, %edi
	imull %edi, %edi
	imull %edi, %edi
	imull %edi, %edi
	imull %edi, %edi
	lfence
	ret
	.section .note.GNU-stack,"",@progbits
END
cat >calls.c <<'END'
int twice(int);
volatile double v = 1;
int main(void) {
    int s = 0;
    for (int i = 0; i < 30000000; i++) { s ^= twice(i); v = v * 0.5 + 1; v = v * 0.5 + 1; }
    return s & 0;
}
END
measure -O1 calls.c twice.s
is loop 'calls.c:[0-9]* main' 30000000 "a program with hand-written assembly: its C code is counted"
sqlite3 out/run.db "select passes_missing from profile_row where name like '%twice'" >>said
[ "$(tail -1 said)" = 'its object file has no counters: it is not output of a compiler that macs called' ]
result $? "hand-written code has no counts, with the reason"

# ---- macs build ----

# sum() is in a library: 200,000 x 1000 passes; the program is linked with -s, and the user's files are those of a build without macs.
mkdir tree
cat >tree/sum.c <<'END'
double sum(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
END
cat >tree/prog.c <<'END'
#include <stdio.h>
double sum(const double *, int);
double x[1000];
int main(void)
{
    double s = 0;
    for (int i = 0; i < 200000; i++)
        s += sum(x, 1000);
    printf("%g\n", s);
    return 0;
}
END
printf 'prog: prog.o libsum.a\n\tgcc -o prog prog.o -L. -lsum -s\n%%.o: %%.c\n\tgcc -O1 -MD -c $< -o $@\nlibsum.a: sum.o\n\tar rcs libsum.a sum.o\n' >tree/Makefile
# loops of the program have no line information where it is stripped: the row is found by its passes.
if command -v make >/dev/null; then
    rm -rf out; (cd tree && macs build -q --repeat=1 --machine=zen4 -o ../out -- make) >said 2>&1
    [ "$(sqlite3 out/run.db "select count(*) from profile_row where kind = 'loop' and passes = 200000000" 2>>said)" = 1 ]
    result $? "macs build: passes of a loop in a static library of a stripped program"
    grep -q '^sum.o: sum.c' tree/sum.d && [ "$(find tree -type f | sed 's,.*/,,' | LC_ALL=C sort | tr '\n' ' ')" = 'Makefile libsum.a prog prog.c prog.d prog.o sum.c sum.d sum.o ' ]
    result $? "macs build: the user's directory has only the files of the user's build"
    rm -rf out tree/*.o tree/*.a tree/prog; (cd tree && macs build -q --repeat=1 --count=none --machine=zen4 -o ../out -- make) >said 2>&1
    [ ! -e out/build/counted ] && [ "$(sqlite3 out/run.db "select count(*) from profile_row where passes_counted" 2>>said)" = 0 ]
    result $? "macs build --count=none counts nothing"
    # The same library as a shared one: found by its name in the directory of the program, and by its path.
    for soname in -Wl,-soname,libsum.so ''; do
        printf 'prog: prog.o libsum.so\n\tgcc -o prog prog.o -L. -lsum -Wl,-rpath,$(CURDIR)\n%%.o: %%.c\n\tgcc -O1 -fPIC -c $< -o $@\nlibsum.so: sum.o\n\tgcc -shared %s -o libsum.so sum.o\n' "$soname" >tree/Makefile
        rm -rf out tree/*.o tree/*.a tree/*.so tree/prog; (cd tree && macs build -q --repeat=1 --machine=zen4 -o ../out -- make) >said 2>&1
        is loop 'sum.c:[45] sum' 200000000 "macs build: passes of a loop in a shared library (${soname:-without a name})"
    done
    # A library that is linked with another one: half() is called 200,000 times by sum().
    cat >tree/half.c <<'END'
double half(double x)
{
    double s = 0;
    for (int i = 0; i < 600; i++)
        s += x / (i + 1);
    return s;
}
END
    sed -e 's/^double sum/double half(double);\n&/' -e 's/return s;/return half(s);/' tree/sum.c >tree/sums.c
    printf 'prog: prog.o libsum.so\n\tgcc -o prog prog.o -L. -lsum -Wl,-rpath,$(CURDIR) -Wl,-rpath-link,.\n%%.o: %%.c\n\tgcc -O1 -fPIC -c $< -o $@\nlibsum.so: sums.o libhalf.so\n\tgcc -shared -Wl,-soname,libsum.so -o libsum.so sums.o -L. -lhalf -Wl,-rpath,$(CURDIR)\nlibhalf.so: half.o\n\tgcc -shared -Wl,-soname,libhalf.so -o libhalf.so half.o\n' >tree/Makefile
    rm -rf out tree/*.o tree/*.so tree/prog; (cd tree && macs build -q --repeat=1 --machine=zen4 -o ../out -- make) >said 2>&1
    is loop 'half.c:[45] half' 120000000 "macs build: passes of a loop in a library of a library, 200,000 x 600"
    is loop 'sums.c:[56] sum' 200000000 "macs build: passes of a loop in the library that is linked with it"
    rm -f tree/half.c tree/sums.c tree/*.o tree/*.so tree/prog
else echo "skip macs build: make is not installed"; fi
if command -v cmake >/dev/null && command -v make >/dev/null; then
    mkdir project && cp tree/*.c project/
    cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(prog C)
set(CMAKE_C_FLAGS "-O1")
add_library(sum STATIC sum.c)
add_executable(prog prog.c)
target_link_libraries(prog sum)
END
    rm -rf out; (cd project && macs build -q --repeat=1 --machine=zen4 -o ../out -- sh -c 'cmake -G "Unix Makefiles" -S . -B b && cmake --build b') >said 2>&1
    is loop 'sum.c:[45] sum' 200000000 "macs build: passes of a loop that CMake builds"
else echo "skip a CMake project: cmake or make is not installed"; fi

# ---- the sampled program ----

# The code that is assembled from the compiler's text is that of -c.
same_code() { # compiler, flags, source
    # shellcheck disable=SC2086
    $1 $2 -g1 -c "$3" -o direct.o && $1 $2 -g1 -S "$3" -o text.s && $1 $2 -c text.s -o text.o 2>/dev/null &&
        objcopy -O binary -j '.text*' direct.o direct.code && objcopy -O binary -j '.text*' text.o text.code && cmp direct.code text.code
}
for flags in -O1 '-O3 -march=x86-64'; do
    same_code gfortran "$flags" nest.f90 >said 2>&1 && same_code gcc "$flags" triangle.c >>said 2>&1
    result $? "the code of the sampled program is that of -c: gfortran and gcc $flags"
    if command -v clang >/dev/null; then
        # clang may use other instructions as padding: they do not count.
        clang $flags -c triangle.c -o direct.o 2>/dev/null && clang $flags -S triangle.c -o text.s 2>/dev/null && clang -c text.s -o text.o &&
            for kind in direct text; do objdump -d --no-show-raw-insn $kind.o | sed -n 's/^ *[0-9a-f]*:[ \t]*\([a-z0-9]*\).*/\1/p' | grep -v '^nop\|^data16\|^cs' >$kind.code; done
        [ -s direct.code ] && cmp direct.code text.code >said 2>&1
        result $? "the code of the sampled program is that of -c but for padding: clang $flags"
    fi
    if command -v g++ >/dev/null; then same_code g++ "$flags" throws.cc >said 2>&1; result $? "the code of the sampled program is that of -c: g++ $flags"; fi
done
