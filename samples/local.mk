# SPDX-License-Identifier: GPL-3.0-or-later
EXTRA_DIST += samples/README.md samples/lfk.f samples/lfk.s samples/daxpy.f samples/daxpy.s samples/daxpy.csv
