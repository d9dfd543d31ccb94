# SPDX-License-Identifier: GPL-3.0-or-later
# Markdown and the report show the numbers that CSV has, of a sample and of random databases.
here=$SRCDIR/tests/scripts
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1

compare() { # name, least number of numbers, arguments of macs-gap
    name=$1 least=$2 && shift 2
    macs-gap run.db --format=csv "$@" >table.csv && macs-gap run.db --format=markdown "$@" >table.md &&
        macs-gap run.db --report=report.html "$@" &&
        awk -f "$here/gap-forms.awk" table.csv table.md report.html >found
    awk -v least="$least" '/^checked/ { exit !($2 >= least) }' found || echo "too few numbers" >>found
    if [ "$(wc -l <found)" = 1 ]; then echo "ok forms of $name: $(cat found)"
    else head -20 found | sed 's/^/# /'; echo "not ok forms of $name"; fi
}

kma --db=run.db "$SAMPLES/lfk.f" >log && kmacstat --db=run.db "$SAMPLES/lfk.s" >log &&
    macs-gap run.db --import="$here/gap-forms.csv" --import="$here/gap-forms-counters.csv"
compare 'eight runs with counters' 2000
compare 'a few of its loops' 100 --where='measured > 5' --set=peak.8=1
for seed in 11 12; do
    for what in facts rows skips; do awk -v what=$what -v seed=$seed -f "$here/gap-random.awk" >$what; done
    rm -f run.db
    put-facts run.db <facts && macs-gap run.db --import=rows --import=skips 2>err
    compare "database $seed" 300
done
