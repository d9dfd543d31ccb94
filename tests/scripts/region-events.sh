# SPDX-License-Identifier: GPL-3.0-or-later
# A real program on two threads, measured through the library: its tree of regions is read from the marks alone, and
# its numbers are consistent.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
if ! command -v gfortran >/dev/null; then echo "skip regions of a real program: no gfortran"; exit 0; fi
flags=$(sed -n 's/^MACS_CFLAGS = //p' "$BUILDDIR/Makefile" | tr ' ' '\n' | grep -e '^-fsanitize=[a-eg-z]' -e '^--coverage')
lib=$SRCDIR/measure/multikron/lib source=$SAMPLES/regions-omp.f
ASAN_OPTIONS=detect_leaks=0; export ASAN_OPTIONS
measured() {
    gfortran -O2 -fopenmp $flags -I"$lib" "$source" "$BUILDDIR/measure/multikron/lib/libmultikron.a" -lpthread -o prog || return 1
    mkdir trace && OMP_NUM_THREADS=2 OMP_DYNAMIC=false MULTIKRON_DIR=trace MULTIKRON_RUN=two ./prog &&
        sed -i '/^isa /d' trace/0.0.manifest && # the bounds of the tree are derived for the KSR1
        kma --db=run.db -I"$lib" "$source" >kma.out &&
        multikron import --manifest=trace/0.0.manifest run.db trace/0.0.mkn && macs-gap run.db --format=json >out.json
}
measured >said 2>&1 || { sed 's/^/# /' said; echo "not ok a program on two threads is measured"; exit 0; }
echo "ok a program on two threads is measured"

# The tree: kinds and names by depth. MA of the program: 20000 iterations a step and five steps; 2.1875 for
# the first loop, once; then 3.125 and 5.25 shared by two threads; 2 of the sum's recurrence:
# 43750 + 5 * (31250 + 52500 + 40000) = 662500.
cat >tree.want <<'E1'
program
  loop main:22
  parallel sweep
    loop main:37
    loop main:43
  loop main:53
E1
jq -r 'def walk(d): (d + .kind + (if .name then " " + .name else "" end) + (if .loop then " " + (.loop | sub(".*:main"; "main")) else "" end)), (.regions[]? | walk(d + "  "));
    .runs[0].regions[] | walk("")' out.json >tree 2>&1
if cmp -s tree tree.want && [ "$(jq '.runs[0].regions[0] | .balanced.ma, .actual.ma' out.json | tr '\n' ' ')" = "662500 662500 " ]
then echo "ok the tree is that of the program"
else diff tree.want tree | sed 's/^/# /'; jq -c '.runs[0].regions[0] | .balanced, .actual' out.json | sed 's/^/# /'; echo "not ok the tree is that of the program"; fi
# Measured times: the parts of the program add up; a region takes at least the time of a thread in its loops, and
# each of its threads at most the time of the region.
jq -e '.runs[0].regions[0] as $p | $p.regions as $r |
    ($p.measured == ([$r[].measured] | add)) and
    ([$r[1].regions[].measured] | max) <= $r[1].measured and
    ([$r[1].threads[] | .measured] | max) == $r[1].measured and ($r[1].threads | length) == 2' out.json >said 2>&1 &&
    echo "ok its times fit together" || { jq -c '.runs[0].regions[0].regions[1]' out.json | sed 's/^/# /'; echo "not ok its times fit together"; }
# No compiled loop is known here, so the tree is shown at the MA bound: no P.
macs-gap run.db --regions >said 2>&1
if sed -n 1,2p said | tr -s ' ' | tr '\n' '|' | grep -q 'at the MA bound|region processors balanced as distributed imbalance imbalance % measured|$' &&
    grep -q '^  parallel sweep  *2  *418750[][a-z,]*  *418750[][a-z,]*  *0[][a-z,]*  *0[][a-z,]*  *[0-9]*[][a-z,]*$' said
then echo "ok without compiled loops the tree is shown at the MA bound"
else sed 's/^/# /' said; echo "not ok without compiled loops the tree is shown at the MA bound"; fi
