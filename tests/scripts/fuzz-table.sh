#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The table of tests/fuzz/README.md agrees with the record of the campaign.
if said=$(sh "$SRCDIR/tests/fuzz/table" -c 2>&1); then echo "ok the table is that of the record"
else echo "$said" | sed 's/^/# /'; echo "not ok the table is not that of the record"; fi
