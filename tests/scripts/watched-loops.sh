# SPDX-License-Identifier: GPL-3.0-or-later
# From source to the parts of gap P: kma instruments a loop that sleeps, procmon monitors it, and the database then
# has its wait for a timer: 2 seconds, at least half of its time on any machine. The monitor gets the number of the
# loop; the import adds its name, before or after the monitoring.
command -v gfortran >/dev/null || { echo 'skip watched loops: there is no gfortran'; exit 0; }
command -v jq >/dev/null || { echo 'skip watched loops: there is no jq'; exit 0; }
[ "$MAY_LOOK" ] || { echo "# left out: watched loops: no process may be looked into here"; exit 0; }
. "$SRCDIR/tests/compiled.sh"
flags="$fortran_flags -w -O1 -std=gnu"
cat >naps.f <<'E1'
      program naps
      integer i
      real x
      x = 0
      do 10 i = 1, 2
        x = x*0.5 + 1
        call sleep(1)
   10 continue
      print *, x
      end
E1
built() {
    kma --machine=golden-cove --db=run.db naps.f
    for mode in time count; do
        kma --instrument=$mode/ --instrument-mode=$mode --loops=all --regions=regions naps.f &&
            gfortran $flags -o $mode.exe $mode/naps.f -L"$BUILDDIR/measure/multikron/lib" -lmultikron &&
            mkdir st.$mode || return 1
    done
    MULTIKRON_RUN=here MULTIKRON_DIR=st.count ./count.exe
}
# The loop's samples and its part of gap P, as JSON has them.
slept() {
    macs-gap run.db --run=here --format=json >gaps.json || return 1
    sed -n 's/.*"samples": {"of": "loop",.* "timer": \([0-9]*\),.*/\1/p' gaps.json >timer
    all=$(jq '.runs[0].watch.samples' gaps.json)
    echo "$(cat timer) of $all"; [ "$(cat timer)" -ge 20 ] && [ "$(cat timer)" -ge $((all / 2)) ] && grep '"gap_p_parts":.* "timer": [1-9]' gaps.json
}
watched_first() {
    built && MULTIKRON_RUN=here MULTIKRON_DIR=st.time procmon --db=run.db --run=here -- ./time.exe &&
        multikron import --regions=regions --counts=st.count run.db st.time && slept
}
watched_first >said 2>&1; result 'samples within an instrumented loop are its own' $?
imported_first() {
    mkdir again && MULTIKRON_RUN=here MULTIKRON_DIR=again procmon --db=run.db --run=here -- ./time.exe && slept
}
imported_first >said 2>&1; result 'and so they are where the import was before the watch' $?
