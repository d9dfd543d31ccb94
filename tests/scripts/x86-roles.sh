#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The registers that instructions read and write by the table, compared with the processor: each kind of instruction
# that the assembler accepts is run with registers changed one by one. EVERY=1 runs them all (a minute); the default
# is every eighth. AVX-512 instructions are run if the processor has them.
. "$SRCDIR/tests/cpu.sh"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

skip() { echo "skip $1"; exit 0; }
for tool in gcc as; do
    command -v $tool >/dev/null || skip "registers read and written: there is no $tool"
done
later='[yz]mm(1[6-9]|2|3)|xmm(1[6-9]|2[0-9]|3[01])|zmm|[^a-z]k[0-7]|[{]'
if cpu_has avx512bw; then x86-names >all.s; symbols= least=500
elif cpu_has avx2; then
    x86-names | grep -vE "$later" >all.s; symbols='-DAVX2 -Wa,--defsym,AVX2=1' least=350
    echo "# left out: registers of AVX-512: this CPU has none"
else
    echo "# left out: registers read and written: this CPU has no AVX2"; exit 0
fi
as -o all.o all.s 2>refused
awk -F: -v every="${EVERY:-8}" 'NR == FNR { if (/Error|Warning/) bad[$2] = 1; next }
    FNR > 1 && !bad[FNR] && n++ % every == 0' refused all.s >names
{
    echo ".intel_syntax noprefix"; echo ".text"
    awk '{ print "f" NR ": " $0 "\nret" }' names
    echo ".section .data.rel.ro,\"aw\""; echo ".globl roles_table"; echo "roles_table:"
    awk '{ print ".quad f" NR }' names
    echo '.section .note.GNU-stack,"",@progbits'
} >functions.s
gcc -O1 -I"$SRCDIR" $symbols -o roles "$SRCDIR/tests/x86/run-roles.c" "$SRCDIR/tests/x86/run-roles.s" functions.s \
    >gcc.err 2>&1 || skip "registers read and written: $(head -1 gcc.err)"
./roles <names >observed || { echo "not ok registers read and written: cannot be tried"; exit 0; }
{ echo ".intel_syntax noprefix"; cat names; } >names.s
x86-parts names.s | grep -v '^[.(]' >told

# The table must list every register that was observed to be read or written. The part of RDX that a 16-bit
# multiplication keeps is not listed. A listed register without an observed effect is not an error: the values that
# show the effect are rare. Flags that the Intel SDM (volume 2) calls undefined after an instruction keep their
# value on some processors (Zen 5), which does not count as a read: after MUL and IMUL SF, ZF, AF and PF, after DIV
# and IDIV all, after LZCNT and TZCNT OF, SF, AF and PF.
awk -F'|' -v least="$least" '
    function missing(seen, tell, what,    n, i, s, t, w) {
        gsub(/[@+]/, "", tell); n = split(seen, s, " "); w = ""
        for (i = 1; i <= n; i++) if (index(" " tell " ", " " s[i] " ") == 0) w = w " " s[i]
        if (w != "") print name " " what w
    }
    function count(text,    f) { return split(text, f, " ") }
    NR == FNR { reads[FNR] = $2; writes[FNR] = $3; next }
    NF < 3 { next }
    { name = $1; if (name ~ /^i?mul (WORD|[a-z]x )/) next
      if (name ~ /^(i?mul|i?div|[lt]zcnt) /) gsub(/flags/, "", $2)
      if (name ~ /^i?div /) gsub(/carry/, "", $2)
      missing($2, reads[FNR], "reads"); missing($3, writes[FNR], "writes")
      seen += count($3); said += count(writes[FNR]); tried++ }
    END { if (tried < least) print "only " tried + 0 " were tried"
          if (seen < 0.95 * said) print "of " said " writes " seen " were seen" }' told observed >wrong
if [ -s wrong ]; then
    sed 's/^/# /' wrong | head -30
    echo "not ok registers read and written"
else
    echo "ok registers read and written"
fi
