# SPDX-License-Identifier: GPL-3.0-or-later
# Random trees of regions: the run-time bounds are compared with those that gap-regions.awk, written from the
# equations alone, computes while it generates the tree; the same for the file that --export-regions prints.
here=$SRCDIR/tests/scripts
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
command -v jq >/dev/null || { echo 'skip gap-regions: no jq'; exit 0; }

bounds() {
    macs-gap run.db --format=json | jq -r '.runs[0].runtime_bound | "\(.balanced) \(.actual)"' |
        awk '{ printf "%.12g %.12g\n", $1, $2 }'
}
differ() { # two files of a line with two numbers
    paste -d ' ' "$1" "$2" | awk '{ for (i = 1; i <= 2; i++) { d = $i - $(i + 2); if (d * d > 1e-18 * $i * $i) exit 0 } exit NF == 4 }'
}

for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    for what in facts rows regions bounds; do awk -v what=$what -v seed=$seed -f "$here/gap-regions.awk" >$what; done
    rm -f run.db
    put-facts run.db <facts && macs-gap run.db --import=rows --import-regions=regions && bounds >found
    macs-gap run.db --export-regions >again && macs-gap run.db --import-regions=again && bounds >found-again
    if differ bounds found || differ bounds found-again; then
        sed 's/^/# /' regions bounds found found-again
        echo "not ok regions $seed"
    else echo "ok regions $seed: $(cat bounds)"; fi
done
