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
	machines/read.c machines/read.h machines/reader.h \
	machines/values.c machines/values.h

machinesdir = $(pkgdatadir)/machines
dist_machines_DATA = machines/ksr1.machine machines/rs6000.machine machines/golden-cove.machine \
	machines/ice-lake-server.machine machines/sky-lake-server.machine machines/zen3.machine \
	machines/zen4.machine

# A build folder that is not in the sources has copies, so that its commands find them.
machines-here:
	@test "$(srcdir)" = . || { $(MKDIR_P) machines && \
		for f in $(dist_machines_DATA); do f=machines/$${f##*/}; \
			cmp -s $(srcdir)/$$f $$f || cp $(srcdir)/$$f $$f; done; }
machines-gone:
	@test "$(srcdir)" = . || rm -f machines/*.machine
all-local: machines-here
clean-local: machines-gone
.PHONY: machines-here machines-gone
