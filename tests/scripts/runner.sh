# SPDX-License-Identifier: GPL-3.0-or-later
# tests/run itself, with a few tests in a separate folder: its output, its counts, and that it finds and names a test
# that writes outside of its folder.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
result() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' "$dir/said"; echo "not ok $2"; fi; }
mkdir -p "$dir/src/tests/scripts" "$dir/src/tests/cases/a" "$dir/build/tests" || exit 1
: >"$dir/build/tests/built"; echo old >"$dir/src/kept"; echo old >"$dir/src/changed"; echo old >"$dir/build/removed"
test_of() { cat >"$dir/src/tests/scripts/$1.sh"; } # name; its text on standard input
run() { # pattern...; CI as the caller sets it
    (unset scratch update; cd "$dir/build" && SRCDIR=$dir/src BUILDDIR=$dir/build sh "$SRCDIR/tests/run" -j 1 "$@") >"$dir/said" 2>&1
}
same() { # expected text on standard input, name
    cat >"$dir/want"; cmp -s "$dir/want" "$dir/said"; result $? "$1"
}

test_of plain <<'T'
echo "a warning that is no result" >&2
echo "# a comment"
echo "ok it works"
echo "# left out: the other half: this CPU has no AVX-512"
T
test_of alone <<'T'
echo "# left out: all of it: this CPU has no AVX-512"
T
test_of own <<'T'
echo text >here && echo text >"$TMPDIR/there" && [ "$(ls)" = "$(printf 'here\nthere')" ] && echo "ok its own folder"
T
CI=true; export CI
run plain; [ $? = 0 ]; result $? "what a CPU cannot do does not make the run fail"
same "the summary holds results alone" <<'W'
# left out: the other half: this CPU has no AVX-512
1 passed, 0 failed, 0 skipped
W
run alone plain
same "a test that can do nothing here is no failure" <<'W'
# left out: all of it: this CPU has no AVX-512
# left out: the other half: this CPU has no AVX-512
1 passed, 0 failed, 0 skipped
W
run own; [ $? = 0 ]; result $? "the folder at hand is the test's own"

test_of skips <<'T'
echo "ok one"; echo "skip two: there is no compiler"
T
run skips; [ $? = 1 ] && grep -q '^skip skips: two' "$dir/said"; result $? "a skip fails where none is allowed"
test_of fails <<'T'
echo "what it printed"; echo "not ok one"
T
run fails; [ $? = 1 ]; result $? "a failure"
same "with what the test printed" <<'W'
# what it printed
not ok fails: one
0 passed, 1 failed, 0 skipped
W

# Writing outside: each file is named, and the test that ran then.
test_of writes <<T
cd "$dir/src" && echo x >stray && echo new >changed && mkdir -p folder && rm -f "$dir/build/removed" && echo "ok nothing seen"
T
run plain own writes; [ $? = 1 ]; result $? "a test that writes outside its folder fails the run"
sed "s|$dir|DIR|g" "$dir/said" >"$dir/said.plain" && mv "$dir/said.plain" "$dir/said"
same "each file and the test that ran are named" <<'W'
# left out: the other half: this CPU has no AVX-512
not ok files outside: DIR/build/removed was removed while this ran: tests/scripts/writes.sh
not ok files outside: changed was changed while this ran: tests/scripts/writes.sh
not ok files outside: folder/ was made while this ran: tests/scripts/writes.sh
not ok files outside: stray was made while this ran: tests/scripts/writes.sh
3 passed, 4 failed, 0 skipped
W
echo x >"$dir/src/changed"; (unset CI; run writes); [ $? = 0 ] && grep -q '^# files outside: changed was' "$dir/said"; result $? "on a machine where files are edited they are no failures"
mkdir "$dir/src/tests/cases/a/rule" && printf 'echo x >"$SRCDIR/by-a-case"\n' >"$dir/src/tests/cases/a/rule/cmd"
run cases/a
grep -q '^not ok files outside: by-a-case was made while this ran: tests/cases/a/rule/cmd$' "$dir/said"; result $? "also a case"
