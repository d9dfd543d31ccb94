# SPDX-License-Identifier: GPL-3.0-or-later
# Prints an input of one kind with n parts: awk -v kind=KIND -v n=N -f inputs.awk
#
# It is free-form Fortran, for kinds ksr-* KSR1 assembly, for kinds x86-* x86-64 assembly, and for
# transputers a script of procmon sim.

function begin(declared) {
    print "subroutine s(m, x, y, z, a, ix)"
    print "  integer m, i, j, k, ix(m)"
    print "  real(8) x(m), y(m), z(m), a(m, m), t, u" declared
}
function each(before, after,   i) { for (i = 1; i <= n; i++) print before i after }
function loop(body) { print "  do i = 1, m\n" body "\n  end do" }
function finish() { print "end subroutine" }
function open_loop() { begin(""); print "  do i = 1, m" }
function close_loop() { print "  end do"; finish() }

BEGIN {
    made = 1
    if (kind == "loops") { # in one unit, of the same arrays
        begin(""); for (i = 1; i <= n; i++) loop("    x(i) = y(i) + z(i) * " i); finish()
    } else if (kind == "loops-arrays") { # each with separate dummy arrays
        printf "subroutine s(m"; for (i = 1; i <= n; i++) printf ", &\n x%d, y%d", i, i
        print ")\n  integer m, i"
        for (i = 1; i <= n; i++) printf "  real(8) x%d(m), y%d(m)\n", i, i
        for (i = 1; i <= n; i++) loop("    x" i "(i) = x" i "(i) + y" i "(i)")
        finish()
    } else if (kind == "loops-scalars") { # bounds come from scalars assigned before
        begin("\n  integer " "k0"); print "  k0 = 5"
        for (i = 1; i <= n; i++) { print "  k = k0 + " i; loop("    x(i + k) = y(i) + k0") }
        finish()
    } else if (kind == "loops-functions") { # each with a note of its own
        begin(""); for (i = 1; i <= n; i++) loop("    x(i) = y(i) + f" i "(z(i))"); finish()
    } else if (kind == "units") {
        for (i = 1; i <= n; i++) {
            print "subroutine s" i "(m, x, y)\n  real(8) x(m), y(m)"; loop("    x(i) = x(i) + y(i)"); finish()
        }
    } else if (kind == "contained") {
        print "module q\ncontains"
        for (i = 1; i <= n; i++) {
            print "subroutine s" i "(m, x, y)\n  real(8) x(m), y(m)"; loop("    x(i) = x(i) + y(i)"); finish()
        }
        print "end module"
    } else if (kind == "references") { # x(i+1) ... x(i+n), all stored to
        open_loop(); for (i = 1; i <= n; i++) print "    x(i + " i ") = y(i + " i ") + " i ".5"; close_loop()
    } else if (kind == "references-own") { # each read and written
        open_loop(); for (i = 1; i <= n; i++) print "    x(i + " i ") = x(i + " i ") + 1.5"; close_loop()
    } else if (kind == "references-strides") { # x(i), x(2*i) ...
        open_loop(); for (i = 1; i <= n; i++) print "    x(" i " * i) = x(" i " * i + 1) + 1.5"; close_loop()
    } else if (kind == "references-loads") {
        open_loop(); for (i = 1; i <= n; i++) print "    t = t + x(i + " i ") * x(i + 2 * " i ")"; close_loop()
    } else if (kind == "references-fixed") { # x(1) = x(2) + ..., no index
        open_loop(); for (i = 1; i <= n; i++) print "    x(" i ") = x(" i + 1 ") + y(i)"; close_loop()
    } else if (kind == "references-indirect") {
        open_loop(); for (i = 1; i <= n; i++) print "    x(ix(i + " i ")) = y(i) + " i; close_loop()
    } else if (kind == "references-squares") { # subscripts that are not affine
        open_loop(); for (i = 1; i <= n; i++) print "    x(i * i + " i ") = x(i * i - " i ") + 1.5"; close_loop()
    } else if (kind == "references-columns") { # a(i, 1) ...
        open_loop(); for (i = 1; i <= n; i++) print "    a(i, " i ") = a(i, " i + 1 ") + 1.5"; close_loop()
    } else if (kind == "references-symbols") { # x(i + k1) ...
        begin(""); print "  do i = 1, m"
        for (i = 1; i <= n; i++) print "    x(i + k" i ") = y(i) + 1.5"
        close_loop()
    } else if (kind == "loads-symbols") { # x(i + k1) ..., no stores
        begin(""); print "  do i = 1, m"
        for (i = 1; i <= n; i++) print "    t = t + x(i + k" i ")"
        close_loop()
    } else if (kind == "go-tos") { # forward, around additions to one scalar
        open_loop(); for (i = 1; i <= n; i++) print "    if (x(i) > " i ".5) go to " i "\n    t = t + y(i)\n" i "   continue"
        close_loop()
    } else if (kind == "go-tos-end") { # all to one label
        open_loop(); for (i = 1; i <= n; i++) print "    if (x(i) > " i ".5) go to 7\n    t = t + y(i)"
        print "7   continue"; close_loop()
    } else if (kind == "go-tos-crossing") {
        open_loop(); for (i = 1; i <= n; i++) print "    if (x(i) > " i ".5) go to " i
        for (i = 1; i <= n; i++) print "    t = t + y(i)\n" i "   continue"; close_loop()
    } else if (kind == "blocks") {
        open_loop(); for (i = 1; i <= n; i++) print "    if (x(i) > " i ".5) then\n      t = t + y(i)\n    else\n      t = t - z(i)\n    end if"
        close_loop()
    } else if (kind == "blocks-stores") {
        open_loop(); for (i = 1; i <= n; i++) print "    if (x(i) > " i ".5) then\n      y(i + " i ") = z(i)\n    end if"
        close_loop()
    } else if (kind == "blocks-scalars") { # each with a separate scalar
        open_loop(); for (i = 1; i <= n; i++) print "    if (x(i) > " i ".5) then\n      s" i " = y(i)\n    end if\n    z(i) = s" i
        close_loop()
    } else if (kind == "blocks-nested") {
        open_loop(); for (i = 1; i <= n; i++) print "    if (x(i) > " i ".5) then\n      t = t + y(i)"
        for (i = 1; i <= n; i++) print "    end if"; close_loop()
    } else if (kind == "else-ifs") {
        open_loop(); print "    if (x(i) > 0) then\n      t = t + 1"
        for (i = 1; i <= n; i++) print "    else if (x(i) > " i ".5) then\n      t = t + y(i) * " i
        print "    end if"; close_loop()
    } else if (kind == "cases") {
        open_loop(); print "    select case (ix(i))"
        for (i = 1; i <= n; i++) print "    case (" i ")\n      t = t + y(i) * " i
        print "    end select"; close_loop()
    } else if (kind == "logical-ifs") {
        open_loop(); for (i = 1; i <= n; i++) print "    if (x(i) > " i ".5) t = t + y(i)"; close_loop()
    } else if (kind == "cycles") {
        open_loop(); for (i = 1; i <= n; i++) print "    if (x(i) > " i ".5) cycle\n    t = t + y(i)"; close_loop()
    } else if (kind == "nested") { # DO in DO
        begin(""); for (i = 1; i <= n; i++) print "  do i" i " = 1, m"
        print "  x(i1) = y(i1) + 1.5"; for (i = 1; i <= n; i++) print "  end do"; finish()
    } else if (kind == "loops-in-loop") {
        begin(""); print "  do j = 1, m"; for (i = 1; i <= n; i++) loop("    x(i) = y(i) + z(i) * " i); print "  end do"; finish()
    } else if (kind == "loops-one-label") {
        begin(""); for (i = 1; i <= n; i++) print "  do 7 i" i " = 1, m"
        print "7  x(i1) = y(i1) + 1.5"; finish()
    } else if (kind == "sum") { # of different elements
        open_loop(); printf "    t = t"; for (i = 1; i <= n; i++) printf " + &\n      x(i + %d)", i; print ""; close_loop()
    } else if (kind == "sum-constants") {
        open_loop(); printf "    t = t"; for (i = 1; i <= n; i++) printf " + &\n      %d.5", i; print ""; close_loop()
    } else if (kind == "sum-integers") {
        open_loop(); printf "    k = k"; for (i = 1; i <= n; i++) printf " + &\n      k%d", i; print "\n    x(k) = 1"; close_loop()
    } else if (kind == "sum-subscript") {
        open_loop(); printf "    x(i"; for (i = 1; i <= n; i++) printf " + &\n      %d", i; print ") = 1.5"; close_loop()
    } else if (kind == "product") {
        open_loop(); printf "    t = t"; for (i = 1; i <= n; i++) printf " * &\n      x(i + %d)", i; print ""; close_loop()
    } else if (kind == "concatenation") {
        print "subroutine s(c)\n  character(*) c"; printf "  c = 'a'"
        for (i = 1; i <= n; i++) printf " // &\n      'b%d'", i; print ""; finish()
    } else if (kind == "conditions") {
        open_loop(); printf "    if (x(i) > 0"; for (i = 1; i <= n; i++) printf " .and. &\n      x(i) < %d", i; print ") t = t + 1"; close_loop()
    } else if (kind == "statements-sum") { # t = t + ... n times
        open_loop(); for (i = 1; i <= n; i++) print "    t = t + x(i + " i ")"; close_loop()
    } else if (kind == "statements-constants") { # each with a constant of its own
        open_loop(); for (i = 1; i <= n; i++) print "    x(i) = x(i) * y(i + " i % 50 ") + " i ".5d0"; close_loop()
    } else if (kind == "statements-scalars") {
        open_loop(); for (i = 1; i <= n; i++) print "    s" i " = x(i) * " i "\n    y(i) = y(i) + s" i; close_loop()
    } else if (kind == "statements-induction") {
        open_loop(); for (i = 1; i <= n; i++) print "    k" i " = k" i " + " i "\n    x(k" i ") = y(i)"; close_loop()
    } else if (kind == "statements-chain") {
        open_loop(); for (i = 1; i <= n; i++) print "    s" i " = s" i - 1 " + x(i)"; close_loop()
    } else if (kind == "one-line") {
        open_loop(); for (i = 1; i <= n; i++) printf "t = t + %d;", i; print ""; close_loop()
    } else if (kind == "arguments") {
        begin(""); printf "  call q(x"; for (i = 1; i <= n; i++) printf ", &\n      k%d", i; print ")"; finish()
    } else if (kind == "calls") {
        open_loop(); for (i = 1; i <= n; i++) print "    call q" i "(x, y(i))\n    t = t + x(i)"; close_loop()
    } else if (kind == "functions") {
        open_loop(); for (i = 1; i <= n; i++) print "    t = t + sin(x(i) + " i ")"; close_loop()
    } else if (kind == "parameters") {
        begin(""); print "  integer, parameter :: p0 = 1"
        for (i = 1; i <= n; i++) print "  integer, parameter :: p" i " = p" i - 1 " + 1"
        loop("    x(i + p" n ") = y(i)"); finish()
    } else if (kind == "common") {
        begin(""); for (i = 1; i <= n; i++) print "  real(8) c" i "(10)\n  common /b/ c" i
        loop("    c" n "(i) = c1(i)\n    call q"); finish()
    } else if (kind == "equivalence") {
        begin(""); for (i = 0; i <= n; i++) print "  real(8) c" i "(10)"
        for (i = 1; i <= n; i++) print "  equivalence (c" i "(1), c" i - 1 "(2))"
        loop("    c" n "(i) = c1(i)"); finish()
    } else if (kind == "statement-functions") {
        begin(""); print "  f0(q) = q + 1"; for (i = 1; i <= n; i++) print "  f" i "(q) = q * " i
        print "  do i = 1, m"; for (i = 1; i <= n; i++) print "    x(i) = x(i) + f" i "(y(i))"; close_loop()
    } else if (kind == "modules") {
        for (i = 1; i <= n; i++) print "module q" i "\n  integer, parameter :: p" i " = " i "\nend module"
        print "subroutine s(m, x)\n"; for (i = 1; i <= n; i++) print "  use q" i
        print "  real(8) x(m)"; loop("    x(i) = x(i) + p1"); finish()
    } else if (kind == "module-chain") {
        print "module q0\n  integer p0\nend module"
        for (i = 1; i <= n; i++) print "module q" i "\n  use q" i - 1 "\n  integer p" i "\nend module"
        print "subroutine s(m, x)\n  use q" n "\n  integer m, i\n  real(8) x(m)"; loop("    x(i) = x(i) + p0(i)"); finish()
    } else if (kind == "associates") {
        begin(""); for (i = 1; i <= n; i++) print "  associate (b" i " => x)"
        loop("    b" n "(i) = b1(i) + 1"); for (i = 1; i <= n; i++) print "  end associate"; finish()
    } else if (kind == "errors") {
        begin(""); for (i = 1; i <= n; i++) print "  x(i = " i; finish()
    } else if (kind == "lines-named") {
        for (i = 1; i <= n; i++) print "# 1 \"f" i ".f90\"\nsubroutine s" i "(m, x)\n  real(8) x(m)\n  do i = 1, m\n    x(i) = 1.5 + x(i)\n  end do\nend"
    } else if (kind == "dimensions") {
        begin(""); for (i = 1; i <= n; i++) print "  real(8) d" i "(m, m)"
        print "  do i = 1, m"; for (i = 1; i <= n; i++) print "    d" i "(i, 1) = d" i "(1, i) + 1"; close_loop()
    } else if (kind == "array-statements") {
        begin(""); for (i = 1; i <= n; i++) print "  x(1:m) = y(1:m) + z(1:m)"; finish()
    } else if (kind == "jumps-back") {
        begin(""); for (i = 1; i <= n; i++) print i " t = t + 1"; for (i = 1; i <= n; i++) print "  if (t < " i ") go to " i; finish()
    } else if (kind == "computed") {
        open_loop(); printf "    go to (1"; for (i = 2; i <= n; i++) printf ", &\n    %d", i; print "), ix(i)"
        for (i = 1; i <= n; i++) print i " t = t + y(i)"; close_loop()
    } else if (kind == "transputers") { # each with a process
        print "run 10 ms"
        for (i = 1; i <= n; i++) print "transputer t" i " monitor process\nprocess p" i " on t" i "\n  monitor\n  repeat\n    compute 1 ms\n    wait 9 ms"
    } else if (kind == "parentheses") {
        open_loop(); printf "    t = "; for (i = 1; i <= n; i++) printf "(&\n"; printf "t"; for (i = 1; i <= n; i++) printf ")&\n"; print ""; close_loop()
    } else made = 0
    if (!made && kind !~ /^(ksr|x86)-/) { print "inputs.awk: no kind " kind > "/dev/stderr"; exit 1 }
    if (kind ~ /^ksr-/) ksr()
    if (kind ~ /^x86-/) x86()
}

function ksr_line(left, right) { printf "\t%s\t;\t%s\n", left, right }
function ksr(   i) {
    print "\t.text\nf_$TXT:"
    if (kind == "ksr-nested") {
        for (i = 1; i <= n; i++) { print ".L" i ":"; ksr_line("finop", "ld8 0(%i2), %f0") }
        for (i = n; i >= 1; i--) { ksr_line("fadd8 %f0, %f1, %f1", "sadd8.ntr 0, %i2, 8, %i2"); ksr_line("finop", "bcc.qn @citst, .L" i); ksr_line("finop", "cxnop"); ksr_line("finop", "cxnop") }
    } else if (kind == "ksr-loops") {
        for (i = 1; i <= n; i++) { print "\t.ln " i "\n.L" i ":"; ksr_line("fadd8 %f0, %f1, %f1", "ld8 0(%i2), %f0"); ksr_line("itstge8 %i9, 8", "sadd8.ntr 0, %i2, 8, %i2"); ksr_line("finop", "bcc.qn @citst, .L" i); ksr_line("finop", "cxnop"); ksr_line("finop", "cxnop") }
    } else if (kind == "ksr-body") {
        print ".L1:"
        for (i = 1; i <= n; i++) ksr_line("fadd8 %f0, %f" i % 60 + 1 ", %f" i % 60 + 1, "ld8 " 8 * i "(%i2), %f0")
        ksr_line("finop", "bcc.qn @citst, .L1"); ksr_line("finop", "cxnop"); ksr_line("finop", "cxnop")
    } else if (kind == "ksr-forward") {
        print ".L0:"
        for (i = 1; i <= n; i++) { ksr_line("finop", "bcc.qn @citst, .L" i); ksr_line("finop", "cxnop"); ksr_line("finop", "cxnop"); ksr_line("fadd8 %f0, %f1, %f1", "ld8 0(%i2), %f0"); print ".L" i ":" }
        ksr_line("finop", "bcc.qn @citst, .L0"); ksr_line("finop", "cxnop"); ksr_line("finop", "cxnop")
    } else if (kind == "ksr-crossing") { # all forward branches first, their labels in the same order
        print ".L0:"
        for (i = 1; i <= n; i++) { ksr_line("finop", "bcc.qn @citst, .L" i); ksr_line("finop", "cxnop"); ksr_line("finop", "cxnop") }
        for (i = 1; i <= n; i++) { ksr_line("fadd8 %f0, %f1, %f1", "ld8 0(%i2), %f0"); print ".L" i ":" }
        ksr_line("finop", "bcc.qn @citst, .L0"); ksr_line("finop", "cxnop"); ksr_line("finop", "cxnop")
    } else if (kind == "ksr-overlapping") { # loops that are not nested
        for (i = 1; i <= n; i++) { print ".L" i ":"; ksr_line("fadd8 %f0, %f1, %f1", "ld8 0(%i2), %f0") }
        for (i = 1; i <= n; i++) { ksr_line("finop", "bcc.qn @citst, .L" i); ksr_line("finop", "cxnop"); ksr_line("finop", "cxnop") }
    } else if (kind == "ksr-one-label") { # n branches to one label
        print ".L1:"
        for (i = 1; i <= n; i++) { ksr_line("fadd8 %f0, %f1, %f1", "ld8 0(%i2), %f0"); ksr_line("finop", "bcc.qn @citst, .L1"); ksr_line("finop", "cxnop"); ksr_line("finop", "cxnop") }
    } else if (kind == "ksr-labels") {
        for (i = 1; i <= n; i++) { print ".L" i ":"; ksr_line("finop", "cxnop") }
    } else if (kind == "ksr-symbols") {
        for (i = 1; i <= n; i++) print "\t.def sym" i "; .val sym" i "; .scl 2; .type 0x20; .endef\nsym" i ":\t.word 1"
    } else if (kind == "ksr-registers") { # a body in which each value depends on the previous one
        print ".L1:"
        for (i = 1; i <= n; i++) ksr_line("fmul8 %f1, %f2, %f1", "st8 %f1, " 8 * i "(%i2)")
        ksr_line("finop", "bcc.qn @citst, .L1"); ksr_line("finop", "cxnop"); ksr_line("finop", "cxnop")
    } else { print "inputs.awk: no kind " kind > "/dev/stderr"; exit 1 }
}
function x86(   i) {
    print "\t.text\n\t.globl f\n\t.type f, @function\nf:\n\t.file 1 \"f.c\""
    if (kind == "x86-nested") {
        for (i = 1; i <= n; i++) print ".L" i ":\n\taddsd (%rdi), %xmm0"
        for (i = n; i >= 1; i--) print "\taddq $8, %rdi\n\tcmpq %rsi, %rdi\n\tjne .L" i
    } else if (kind == "x86-loops") {
        for (i = 1; i <= n; i++) print "\t.loc 1 " i " 1\n.L" i ":\n\tmovsd (%rdi), %xmm1\n\taddsd %xmm1, %xmm0\n\taddq $8, %rdi\n\tcmpq %rsi, %rdi\n\tjne .L" i
    } else if (kind == "x86-body") {
        print ".L1:"; for (i = 1; i <= n; i++) print "\t.loc 1 " i " 1\n\tmovsd " 8 * i "(%rdi), %xmm" i % 14 + 1 "\n\taddsd %xmm" i % 14 + 1 ", %xmm0"
        print "\taddq $8, %rdi\n\tcmpq %rsi, %rdi\n\tjne .L1"
    } else if (kind == "x86-stores") {
        print ".L1:"; for (i = 1; i <= n; i++) print "\tmovsd " 8 * i "(%rdi), %xmm1\n\taddsd %xmm0, %xmm1\n\tmovsd %xmm1, " 8 * i + 8 "(%rdi)"
        print "\taddq $8, %rdi\n\tcmpq %rsi, %rdi\n\tjne .L1"
    } else if (kind == "x86-forward") {
        print ".L0:"; for (i = 1; i <= n; i++) print "\tcmpq %rax, %rbx\n\tje .L" i "\n\taddsd (%rdi), %xmm0\n.L" i ":"
        print "\taddq $8, %rdi\n\tcmpq %rsi, %rdi\n\tjne .L0"
    } else if (kind == "x86-irreducible") {
        for (i = 1; i <= n; i++) print "\tje .M" i "\n.L" i ":\n\taddsd (%rdi), %xmm0\n.M" i ":\n\taddq $8, %rdi"
        for (i = 1; i <= n; i++) print "\tjne .L" i
    } else if (kind == "x86-one-label") {
        print ".L1:"; for (i = 1; i <= n; i++) print "\taddsd (%rdi), %xmm0\n\tcmpq %rsi, %rdi\n\tjne .L1"
    } else if (kind == "x86-functions") {
        for (i = 1; i <= n; i++) print "\t.globl g" i "\n\t.type g" i ", @function\ng" i ":\n.L" i ":\n\taddsd (%rdi), %xmm0\n\taddq $8, %rdi\n\tcmpq %rsi, %rdi\n\tjne .L" i "\n\tret"
    } else if (kind == "x86-jump-table") {
        print ".L0:\n\tjmp *.T(,%rax,8)\n\t.section .rodata\n.T:"; for (i = 1; i <= n; i++) print "\t.quad .C" i
        print "\t.text"; for (i = 1; i <= n; i++) print ".C" i ":\n\taddsd (%rdi), %xmm0\n\tjmp .E"
        print ".E:\n\taddq $8, %rdi\n\tcmpq %rsi, %rdi\n\tjne .L0"
    } else { print "inputs.awk: no kind " kind > "/dev/stderr"; exit 1 }
    print "\tret"
}
