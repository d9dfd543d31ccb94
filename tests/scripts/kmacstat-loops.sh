# SPDX-License-Identifier: GPL-3.0-or-later
# Loops of random code, compared with a slow reference that was written from the rules alone: the text report, the
# loops that are not nested, and the branches that leave an innermost loop. SEED and
# FILES may be set; a difference is reproduced by the seed it prints.
here=$SRCDIR/tests/scripts
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
SEED=${SEED:-1} FILES=${FILES:-400}
awk -v SEED="$SEED" -v FILES="$FILES" -v PREFIX=r -f "$here/kmacstat-random.awk"
awk -v ERRORS=crossings -v EXITS=exits -f "$here/kmacstat-reference.awk" r*.s >want

held() { # what, wanted, got
    if [ -s "$2" ] && cmp -s "$2" "$3"; then echo "ok $1"
    else diff "$2" "$3" | head -20 | sed 's/^/# /'; echo "# SEED=$SEED FILES=$FILES"; echo "not ok $1"; fi
}
kmacstat r*.s >got 2>all.err
held "counts, nesting, residues and areas of random code" want got

# One file at a time, as messages of a run are limited. A loop may cross several; one is named.
for f in r*.s; do kmacstat "$f" 2>&1 >one; done >err
sed -n "s/^\([^:]*:[0-9]*\):.*the loop at '\(.*\)' is not nested with the loop at '\([^']*\)'.*/\1 \2 \3/p" err | sort >named
sort -u crossings | comm -13 - named >strange
[ -s strange ] && { sed 's/^/# /' strange; echo "not ok what a loop crosses"; } || echo "ok what a loop crosses"
cut -d' ' -f1,2 crossings | sort -u >want
cut -d' ' -f1,2 named | sort -u >got
held "loops of random code that are not nested" want got

kmacstat --format=json r*.s 2>all.err | awk '
    /the branch at line/ { split($0, part, " "); line[++n] = part[5] " " part[7] }
    /"file":/ { split($0, part, "\""); for (i = 1; i <= n; i++) print part[4] ":" line[i]; n = 0 }' >got
held "exits of innermost loops of random code" exits got
grep -v 'not nested' err | grep -e error: -e warning: >strange
[ -s strange ] && { sed 's/^/# /' strange; echo "not ok random code is sound"; } || echo "ok random code is sound"
