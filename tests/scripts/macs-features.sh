# SPDX-License-Identifier: GPL-3.0-or-later
# A CPU that does not report a feature of its description (a hypervisor masks AVX-512): the description is used
# without the feature, a message reports this, and the bounds are those of such a core.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
result() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
masked='avx2 fma'

MACS_CPU="AuthenticAMD 25 17 1 $masked" macs machine >said 2>&1
grep -q '^machine file: zen4-without-avx512,' said && grep -q '^this CPU does not report AVX-512' said &&
    grep -q '^removed: .*vector 64 bytes -> 32 bytes.*fp-registers 32 -> 16' said; result $? "what is removed is printed"
MACS_CPU="AuthenticAMD 25 17 1" macs machine >said 2>&1
grep -q '^machine file: zen4,' said && ! grep -q removed said; result $? "nothing where all is reported"

# Zen 4 without AVX-512 has the ports and latencies of Zen 3, whose file was written independently: all bounds of the
# Livermore kernels are equal.
macs machine --machine=zen4 --without=avx512 --write=cut.machine >said 2>&1 &&
    kma --machine=./cut.machine --format=csv "$SAMPLES/lfk.f" >cut.csv 2>said &&
    kma --machine=zen3 --format=csv "$SAMPLES/lfk.f" >zen3.csv 2>said && diff cut.csv zen3.csv >said
result $? "bounds without AVX-512 are those of a core without"

# y(i) = y(i) + a*x(i), 4 elements of 8 bytes in a vector. Golden Cove: peak two multiply-adds and an add
# of 4 a cycle, 20 flops; M = 2/20. MA: two loads on three ports, 2/4/3 = 1/6; a store on two, 1/4/2; a
# multiply-add on two, 1/4/2; so 1/6. With AVX-512 M = 2/32, MA = 2/8/2 = 1/8.
bounds() { kma --machine="$1" --format=csv "$SAMPLES/daxpy.f" 2>said | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { printf "%.4f %.4f\n", $at["m"], $at["ma"] }'; }
macs machine --machine=golden-cove --without=avx512 --write=gc.machine >said 2>&1
[ "$(bounds golden-cove)" = '0.0625 0.1250' ] && [ "$(bounds ./gc.machine)" = '0.1000 0.1667' ]
result $? "M and MA of daxpy, by hand"

# Without FMA a linked pair is a multiply and an add; without AVX, vectors have 16 bytes and there is no FMA.
# The first loop has 4 multiplies and 4 adds in an iteration, on 4 elements of a vector (2 without AVX).
# Its bounds, M = flops / peak and MA = vectors / ports, all in cycles of an iteration:
#   zen3             multiplies on f0 f1, adds on f2 f3. M 8/24 with FMA, 8/(2*4 + 2*4) without, 8/(2*2 +
#                    2*2) without AVX. MA 4/4/2 with FMA, the same without, 4/2/2 without AVX.
#   golden-cove      multiplies on p0 p1, adds on p1 p5: three vectors a cycle. With FMA, of 8 elements, M
#                    8/32, MA 4/8/2; without M 8/(3*4), MA 8/4/3; without AVX M 8/(3*2), MA 8/2/3.
#   sky-lake-server  both on p0 p1: M 8/32, MA 4/8/2; 8/(2*4), 8/4/2; 8/(2*2), 8/2/2.
# The second loop's next value waits for a linked pair: 4 cycles; without FMA for a multiply and then an
# add: 3 + 3 on zen3, 4 + 3 on golden-cove, 4 + 4 on sky-lake-server. M: 2 flops / peak.
# The third one adds to a sum; the products do not depend on it: one add, 3 cycles on zen3 in all cases.
cat >poly.f <<'END'
      SUBROUTINE POLY(N, A, B, C, D, E, X, Y)
      REAL*8 A, B, C, D, E, X(N), Y(N), S
      DO 10 I = 1, N
   10 Y(I) = A + X(I)*(B + X(I)*(C + X(I)*(D + X(I)*E)))
      S = A
      DO 20 I = 1, N
   20 S = S*X(I) + Y(I)
      Y(1) = S
      DO 30 I = 1, N
   30 S = S + X(I)*Y(I)
      Y(2) = S
      END
END
poly() { # machine, features that lack, bounds of the first two loops
    kept=$1
    [ -z "$2" ] || { kept=./$1-$2.machine && macs machine --machine="$1" --without="$2" --write="$kept" >said 2>&1; }
    kma --machine="$kept" --format=csv poly.f 2>said | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { printf "%.4f %.4f ", $at["m"], $at["ma"] }' >>said
    grep -q "^$3 " said; result $? "M and MA on $1 without '$2', by hand"
}
poly zen3 '' '0.3333 0.5000 0.0833 4.0000 0.0833 3.0000'
poly zen3 fma '0.5000 0.5000 0.1250 6.0000 0.1250 3.0000'
poly zen3 avx '1.0000 1.0000 0.2500 6.0000 0.2500 3.0000'
poly golden-cove '' '0.2500 0.2500 0.0625 4.0000'
poly golden-cove fma '0.6667 0.6667 0.1667 7.0000'
poly golden-cove avx '1.3333 1.3333 0.3333 7.0000'
poly sky-lake-server '' '0.2500 0.2500 0.0625 4.0000'
poly sky-lake-server fma '1.0000 1.0000 0.2500 8.0000'
poly sky-lake-server avx '2.0000 2.0000 0.5000 8.0000'

# AVX2 adds work on integers to AVX, and AVX-512 includes it: floating-point bounds without AVX2 are those
# without AVX-512.
macs machine --machine=zen4 --without=avx2 --write=cut.machine >said 2>&1 &&
    grep -q '^removed: .*vector.left f0|f1 + f2|f3 -> f0|f1|f2|f3 + f0|f1|f2|f3' said &&
    kma --machine=./cut.machine --format=csv "$SAMPLES/lfk.f" >cut.csv 2>said && diff cut.csv zen3.csv >said
result $? "bounds without AVX2 are those of AVX"
cpu() { # features, what is printed
    MACS_CPU="AuthenticAMD 25 17 1 $1" macs machine >said 2>&1
    grep -q "^machine file: $2," said; result $? "a CPU with '$1' is $2"
}
all512='avx512f avx512bw avx512dq avx512vl'
cpu 'sse2' zen4-without-avx
cpu 'avx' zen4-without-avx2-without-fma
cpu 'avx fma' zen4-without-avx2
cpu 'avx avx2' zen4-without-fma
cpu 'fma avx2' zen4-without-avx512
cpu "$all512" zen4

mkdir bare && sed '/^without.fma/d' "$MACS_MACHINES/zen3.machine" >bare/zen3.machine
MACS_MACHINES=bare MACS_CPU="AuthenticAMD 25 1 1 avx2" macs machine >said 2>&1
grep -q '^this CPU does not report FMA, which cannot be removed from zen3: its bounds are too low' said
result $? "a feature that cannot be removed is reported"
macs machine --machine=zen4 --without=mmx >said 2>&1; [ $? = 2 ]; result $? "an unknown feature is wrong usage"
fault() { # line, message
    { cat "$MACS_MACHINES/zen4.machine"; echo "$1"; } >bad.machine; echo '      END' >empty.f
    ! kma --machine=./bad.machine empty.f >said 2>&1 && grep -q "$2" said; result $? "a line '$1'"
}
fault 'without.mmx.vector 8 bytes' "unknown feature 'mmx'"
fault 'without.avx2.vectr 8 bytes' "unknown key of a machine 'vectr'"
{ cat "$MACS_MACHINES/zen4.machine"; echo 'without.avx512.latency.fa soon'; } >bad.machine
macs machine --machine=./bad.machine --without=avx512 >said 2>&1
[ $? = 1 ] && grep -q "^./bad.machine:$(wc -l <bad.machine):27: error: expected a number for latency.fa" said
result $? "an invalid value of a line for CPUs without a feature is an error of the file, at its line"
