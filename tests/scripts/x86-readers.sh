#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The table has each instruction found in compilers' output. The compilers' text, and objdump's text of the same
# machine code in either syntax, are read as the same instructions.
corpus=$SRCDIR/tests/x86/compiled.s
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

verdict() { # name, then a command that prints what is wrong
    name=$1; shift
    "$@" >wrong 2>&1
    if [ -s wrong ]; then sed 's/^/# /' wrong | head -20; echo "not ok $name"; else echo "ok $name"; fi
}

# Numbers of those lines, and lines without counterpart, are left out: labels and constants have
# other names in machine code, SAL is another name of SHL, string instructions and SHRD are written
# without the registers that they take anyway.
plain() {
    sed -E 's/\$[A-Za-z_."][^ ]*/$/g; s/\$0$/$/; s/=[^ ]*/=/g; s/^sal /shl /; /^rep (movs|stos)|^sh[lr]d/d
        s/m([0-9]+)\[[^]]*[A-Za-z_.@$"]{3}[A-Za-z_.@$"0-9]+[^]]*\]/m\1[symbol]/g
        s/\[[^]]*\]\?/[symbol]/g' "$1"
}

# Reads what objdump prints of FILE's machine code, in both syntaxes.
dump() { # object
    objdump -d "$1" >att.txt && objdump -d -M intel "$1" >intel.txt || return 1
    x86-parts --operands att.txt >att
    x86-parts --operands intel.txt >intel
}

verdict "no instruction is unknown" x86-parts --unknown "$corpus"

# As nvfortran writes registers and mnemonics.
x86-parts --operands "$corpus" | tr '[:lower:]' '[:upper:]' >lower
tr '[:lower:]' '[:upper:]' <"$corpus" >upper.s
x86-parts --operands upper.s 2>&1 | tr '[:lower:]' '[:upper:]' >upper
verdict "upper case" diff lower upper

if ! command -v as >/dev/null || ! command -v objdump >/dev/null; then
    echo "skip machine code: there is no as or no objdump"
    exit 0
fi
if ! as -o corpus.o "$corpus" 2>as.err; then
    echo "skip machine code: $(head -2 as.err | tail -1 | cut -d: -f3-)"
    exit 0
fi
dump corpus.o
x86-parts --operands "$corpus" >all
plain all >written
plain att >machine
verdict "objdump in both syntaxes" diff att intel
verdict "compiler and objdump" diff written machine
verdict "all of it was read" awk 'NR == FNR { n++; next } { m++ }
    END { if (m != n || n < 1600) print n + 0, m + 0 }' att all

# The loops of samples/, as the compiler at hand writes them in either syntax.
if ! command -v gfortran >/dev/null; then
    echo "skip a compiler's two syntaxes: there is no gfortran"
    exit 0
fi
for flags in -O1 -O2 "-O3 -march=x86-64-v3" "-O3 -march=x86-64-v4 -mprefer-vector-width=512"; do
    name="a compiler's two syntaxes, $flags"
    # shellcheck disable=SC2086
    if ! gfortran -w -std=legacy -S $flags -o a.s "$SAMPLES/lfk.f" 2>/dev/null ||
        ! gfortran -w -std=legacy -S $flags -masm=intel -o i.s "$SAMPLES/lfk.f" 2>/dev/null; then
        echo "skip $name: the compiler does not take these flags"
        continue
    fi
    x86-parts --operands a.s | plain /dev/stdin >a.out
    x86-parts --operands i.s | plain /dev/stdin >i.out
    verdict "$name" diff a.out i.out
done
