# SPDX-License-Identifier: GPL-3.0-or-later
dist_man_MANS += doc/macs-machine.5
dist_man_MANS += doc/macs-gap.1
dist_man_MANS += doc/kmacstat.1
dist_man_MANS += doc/kma.1
dist_man_MANS += doc/kfc.1
dist_man_MANS += doc/macs.1 doc/macs-run.1
EXTRA_DIST += doc/index.md doc/limitations.md doc/macs-zen4.svg
EXTRA_DIST += doc/gaps.svg doc/macs-guide.md doc/macs-lfk.svg doc/macs-triad.svg doc/macs-cg.svg \
	doc/macs-stencil.svg doc/macs-fft.svg doc/macs-crash.svg doc/kma-guide.md doc/data-guide.md doc/multikron-guide.md doc/macs-gap-guide.md
dist_man_MANS += doc/multikron.1
EXTRA_DIST += doc/multikron-protocol.md doc/collector-threats.md
dist_man_MANS += doc/libmultikron.3 doc/libmacsgap.3
dist_doc_DATA = doc/macs-gap.schema.json doc/procmon.schema.json
EXTRA_DIST += doc/schema-columns.awk

# Writes the columns of gaps/columns.def into the schema of macs-gap, in the source tree.
gap_schema = $(srcdir)/doc/macs-gap.schema.json
.PHONY: schema
schema:
	awk -f $(srcdir)/doc/schema-columns.awk $(srcdir)/gaps/columns.def $(gap_schema) >schema.tmp && \
		cat schema.tmp >$(gap_schema) && rm schema.tmp
dist_man_MANS += doc/ksr1.1
dist_man_MANS += doc/klcache.1
EXTRA_DIST += doc/lab-guide.md doc/lab-gaps.svg doc/lab-muf.svg doc/lab-speedup.svg
EXTRA_DIST += doc/klcache-guide.md doc/whole-program-guide.md
dist_man_MANS += doc/procmon.1
dist_man_MANS += doc/procmon-sim.1
EXTRA_DIST += doc/procmon-sim-guide.md
dist_doc_DATA += doc/procmon-sim.schema.json
dist_man_MANS += doc/libprocmon.3
EXTRA_DIST += doc/procmon-guide.md
