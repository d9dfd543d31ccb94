# SPDX-License-Identifier: GPL-3.0-or-later
# Makes bin/: macs with substitutes for all programs that it calls (tests/macs-tools.sh); x.f is its program.
. "$SRCDIR/tests/macs-tools.sh"
printf 'program x\n!sh echo 1\nend\n' >x.f
for f in bin/*; do
    [ "$f" = bin/macs-real ] || sed -i '/>>.*calls"$/d' "$f" # they need not say what they were called with
done
