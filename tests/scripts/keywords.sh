# SPDX-License-Identifier: GPL-3.0-or-later
# frontend/keywords.def: a keyword that begins with another one stands before it, or the
# shorter one would take its statements (DOUBLE PRECISION is no DO).
sed -n 's/^KEYWORD("\([^"]*\)".*/\1/p' "$SRCDIR/frontend/keywords.def" |
    awk '{ for (i = 1; i <= n; i++) if (index($0, k[i]) == 1) { print "# " k[i] " before " $0; bad = 1 } k[++n] = $0 }
        END { print bad || !n ? "not ok longer keywords come first" : "ok longer keywords come first" }'
