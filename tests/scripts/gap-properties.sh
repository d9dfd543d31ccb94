# SPDX-License-Identifier: GPL-3.0-or-later
# Random databases: all numbers of their gap tables are compared with gap-reference.awk, which was written from the
# definitions alone; shares sum to 1 within 1e-12, the average of threads weighted by iterations equals the loop,
# balanced is not above actual, MUF is 1 minus the share of P, or missing where it would be above 1.
here=$SRCDIR/tests/scripts
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
for seed in 1 2 3 4 5; do
    for what in facts rows skips; do awk -v what=$what -v seed=$seed -f "$here/gap-random.awk" >$what; done
    rm -f run.db
    put-facts run.db <facts && macs-gap run.db --import=rows --import=skips 2>err || { sed 's/^/# /' err; echo "not ok seed $seed is stored"; }
    macs-gap run.db --format=csv >table.csv && macs-gap run.db --format=json >threads.json
    awk -f "$here/gap-reference.awk" facts rows skips table.csv threads.json >found
    awk '/^checked/ { exit !($2 > 1000 && $5 > 100) }' found || echo "too few numbers" >>found
    if [ "$(wc -l <found)" = 1 ]; then echo "ok database $seed: $(cat found)"
    else head -20 found | sed 's/^/# /'; echo "not ok database $seed"; fi
done
