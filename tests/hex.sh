# SPDX-License-Identifier: GPL-3.0-or-later
# For tests that write bytes: . "$SRCDIR/tests/hex.sh"

# hex DIGITS...: those bytes; blanks between digits are left out.
hex() { printf '%b' "$(echo "$*" | tr -d ' \n' | sed 's/../\\x&/g' | awk '
    function digit(c) { return index("0123456789abcdef", c) - 1 }
    { for (i = 3; i <= length($0); i += 4) printf "\\0%03o", 16 * digit(substr($0, i, 1)) + digit(substr($0, i + 1, 1)) }')"; }
# counters: the digits of sixteen counters, counter i = $1 + i.
counters() { i=0; while [ $i -lt 16 ]; do printf %08x $(($1 + i)); i=$((i + 1)); done; }
