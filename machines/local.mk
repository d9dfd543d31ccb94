# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	machines/caches.c \
	machines/features.c machines/features.h machines/features.def \
	machines/find.c \
	machines/host.c machines/host.h machines/host-cpuid.c machines/hosts.def \
	machines/instructions.c \
	machines/keys.def \
	machines/machine.c machines/machine.h \
	machines/override.c \
	machines/ports.c \
	machines/rates.c \
	machines/read.c machines/read.h machines/reader.h \
	machines/values.c machines/values.h

machinesdir = $(pkgdatadir)/machines
dist_machines_DATA = $(wildcard $(srcdir)/machines/*.machine)

# A build directory outside of the sources has copies, for its commands.
machines-here:
	@test "$(srcdir)" = . || { $(MKDIR_P) machines && \
		for f in $(dist_machines_DATA); do f=machines/$${f##*/}; \
			cmp -s $(srcdir)/$$f $$f || cp $(srcdir)/$$f $$f; done; }
machines-gone:
	@test "$(srcdir)" = . || rm -f machines/*.machine
all-local: machines-here
clean-local: machines-gone
.PHONY: machines-here machines-gone
