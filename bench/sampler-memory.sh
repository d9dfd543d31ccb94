# SPDX-License-Identifier: GPL-3.0-or-later
# Memory of the sampler: an hour of 64 threads, each with 1000 samples a second of CPU time, in code with 40,000 and,
# for 300 seconds, 300,000 distinct addresses. Target: 64 MB with the rings, which have 16 MB.
missed=0
for ask in "${HOUR:-3600} 64 40000 3" "300 64 300000 3"; do
    sampler-memory $ask >said || exit 1
    echo "seconds, threads, addresses, callers $ask: $(cat said)"
    awk '{ exit $(NF - 1) + 16 > 64 }' said || { echo "missed: 64 MB with the rings"; missed=1; }
done
exit $missed
