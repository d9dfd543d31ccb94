# SPDX-License-Identifier: GPL-3.0-or-later
# whole.mkn: the samples of invented.mkn, none lost.
multikron decode --format=csv invented.mkn 2>/dev/null | grep -v ',clock,' | sed 's/,true,/,false,/' >whole.csv
multikron encode -o whole.mkn whole.csv
