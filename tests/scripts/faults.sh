# SPDX-License-Identifier: GPL-3.0-or-later
# Each command with one of its system calls failing: the first ones of each kind, and some of the others.
# tests/fault/README.md describes how to try all.
if grep -q fsanitize "$BUILDDIR/Makefile"; then
    echo "# left out: faults: a sanitizer comes before what is preloaded"; exit 0
fi
[ "$(uname -m)" = x86_64 ] || { echo "# left out: faults: system calls are intercepted on x86-64 only"; exit 0; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
${CC:-gcc} -O1 -Wall -Wextra -Werror -shared -fPIC -I"$SRCDIR" -o "$dir/fail.so" "$SRCDIR/tests/fault/fail.c" -ldl -lpthread >"$dir/said" 2>&1 ||
    { sed 's/^/# /' "$dir/said"; echo "not ok the library that makes calls fail is built"; exit 1; }
python3 "$SRCDIR/tests/fault/faults.py" --most=4 "$dir/fail.so"
