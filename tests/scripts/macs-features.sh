# SPDX-License-Identifier: GPL-3.0-or-later
# A CPU that does not report what its description has (a hypervisor masks AVX-512): the description is
# used without that, which is printed, and the bounds are those of such a core.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
result() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
masked='avx2 fma'

MACS_CPU="AuthenticAMD 25 17 1 $masked" macs machine >said 2>&1
grep -q '^machine file: zen4-without-avx512,' said && grep -q '^this CPU does not report AVX-512' said &&
    grep -q '^removed: .*vector 64 bytes -> 32 bytes.*fp-registers 32 -> 16' said; result $? "what is removed is printed"
MACS_CPU="AuthenticAMD 25 17 1" macs machine >said 2>&1
grep -q '^machine file: zen4,' said && ! grep -q removed said; result $? "nothing where all is reported"

# Zen 4 without AVX-512 has the ports and latencies of Zen 3, whose file was written on its own: all
# bounds of the Livermore kernels are the same.
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

MACS_CPU="AuthenticAMD 25 1 1 avx2" macs machine >said 2>&1
grep -q '^this CPU does not report FMA, which zen3 describes it with: its bounds are too low' said
result $? "what a description cannot be freed of is said"
macs machine --machine=zen4 --without=mmx >said 2>&1; [ $? = 2 ]; result $? "a feature that there is not"
fault() { # line, message
    { cat "$MACS_MACHINES/zen4.machine"; echo "$1"; } >bad.machine; echo '      END' >empty.f
    ! kma --machine=./bad.machine empty.f >said 2>&1 && grep -q "$2" said; result $? "a line '$1'"
}
fault 'without.mmx.vector 8 bytes' "there is no feature 'mmx'"
fault 'without.avx2.vectr 8 bytes' "a machine has no key 'vectr'"
{ cat "$MACS_MACHINES/zen4.machine"; echo 'without.avx512.latency.fa soon'; } >bad.machine
macs machine --machine=./bad.machine --without=avx512 >said 2>&1; [ $? = 1 ]; result $? "a value that is none"
