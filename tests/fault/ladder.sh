# SPDX-License-Identifier: GPL-3.0-or-later
# Makes run.db: a measured loop with all its bounds.
kma --db=run.db daxpy.f && kmacstat --db=run.db daxpy.s && macs-gap run.db --import=daxpy.csv
