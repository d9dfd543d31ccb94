# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	measure/multikron/folder.c measure/multikron/folder.h \
	measure/multikron/leftover.c measure/multikron/leftover.h \
	measure/multikron/manifest.c measure/multikron/manifest.def measure/multikron/manifest.h \
	measure/multikron/naming.c measure/multikron/naming.h \
	measure/multikron/marks.def \
	measure/multikron/regions.c measure/multikron/regions.h measure/multikron/regions-state.h \
	measure/multikron/regions-facts.c measure/multikron/troubles.def \
	measure/multikron/sample.c measure/multikron/sample.h measure/multikron/trips.h
libmacs_a_SOURCES += \
	measure/multikron/chip/chip.c measure/multikron/chip/chip.h \
	measure/multikron/chip/counters.c \
	measure/multikron/chip/fifo.c \
	measure/multikron/chip/net.c \
	measure/multikron/chip/params.def \
	measure/multikron/chip/parts.h \
	measure/multikron/chip/registers.c measure/multikron/chip/registers.def \
	measure/multikron/chip/script.c measure/multikron/chip/script.h \
	measure/multikron/chip/test-mode.c \
	measure/multikron/chip/words.def

libmacs_a_SOURCES += \
	measure/multikron/export/chrome.c \
	measure/multikron/export/ctf.c \
	measure/multikron/export/export.h \
	measure/multikron/export/folder.c measure/multikron/export/folder.h \
	measure/multikron/export/input.c measure/multikron/export/input.h \
	measure/multikron/export/names.c measure/multikron/export/names.h \
	measure/multikron/export/nest.c measure/multikron/export/nest.h measure/multikron/export/steps.def \
	measure/multikron/export/otf2.c \
	measure/multikron/export/survey.c measure/multikron/export/survey.h
libmacs_a_SOURCES += \
	measure/multikron/stream/bytes.h \
	measure/multikron/stream/clocks.c measure/multikron/stream/clocks.h \
	measure/multikron/stream/draft.c measure/multikron/stream/draft.h \
	measure/multikron/stream/drift.c measure/multikron/stream/drift.h \
	measure/multikron/stream/input.c measure/multikron/stream/input.h \
	measure/multikron/stream/keymap.c measure/multikron/stream/keymap.h \
	measure/multikron/stream/json-samples.c measure/multikron/stream/json-samples.h \
	measure/multikron/stream/keys.def \
	measure/multikron/stream/losses.def \
	measure/multikron/stream/merge.c measure/multikron/stream/merge.h \
	measure/multikron/stream/network.c measure/multikron/stream/network.h \
	measure/multikron/stream/reader.c measure/multikron/stream/reader.h \
	measure/multikron/stream/record-writer.c measure/multikron/stream/record-writer.h \
	measure/multikron/stream/runs.c measure/multikron/stream/runs.h \
	measure/multikron/stream/spool.c measure/multikron/stream/spool.h \
	measure/multikron/stream/tally.c measure/multikron/stream/tally.h \
	measure/multikron/stream/text.c measure/multikron/stream/text.h \
	measure/multikron/stream/wrap.h

libmacs_a_SOURCES += \
	measure/multikron/collect/numbers.h \
	measure/multikron/collect/protocol.def \
	measure/multikron/collect/channel.c measure/multikron/collect/channel.h \
	measure/multikron/collect/client.c measure/multikron/collect/client.h \
	measure/multikron/collect/keys.c measure/multikron/collect/keys.h \
	measure/multikron/collect/limits.c measure/multikron/collect/limits.h \
	measure/multikron/collect/protocol.c measure/multikron/collect/protocol.h \
	measure/multikron/collect/journal.c measure/multikron/collect/journal.h \
	measure/multikron/collect/server.c measure/multikron/collect/server.h measure/multikron/collect/server-state.h \
	measure/multikron/collect/server-keys.c \
	measure/multikron/collect/server-disk.c \
	measure/multikron/collect/server-streams.c \
	measure/multikron/collect/store.c measure/multikron/collect/store.h \
	measure/multikron/collect/tls.c measure/multikron/collect/tls.h \
	measure/multikron/collect/who.c measure/multikron/collect/who.h

libmacs_a_SOURCES += measure/multikron/mpi/parcel.c measure/multikron/mpi/parcel.h \
	measure/multikron/mpi/shared.c measure/multikron/mpi/shared.h
