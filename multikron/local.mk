# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	multikron/folder.c multikron/folder.h \
	multikron/leftover.c multikron/leftover.h \
	multikron/manifest.c multikron/manifest.def multikron/manifest.h \
	multikron/naming.c multikron/naming.h \
	multikron/marks.def \
	multikron/regions.c multikron/regions.h multikron/regions-state.h \
	multikron/regions-facts.c multikron/troubles.def \
	multikron/sample.c multikron/sample.h
libmacs_a_SOURCES += \
	multikron/chip/chip.c multikron/chip/chip.h \
	multikron/chip/counters.c \
	multikron/chip/fifo.c \
	multikron/chip/net.c \
	multikron/chip/params.def \
	multikron/chip/parts.h \
	multikron/chip/registers.c multikron/chip/registers.def \
	multikron/chip/script.c multikron/chip/script.h \
	multikron/chip/test-mode.c \
	multikron/chip/words.def

libmacs_a_SOURCES += \
	multikron/export/chrome.c \
	multikron/export/ctf.c \
	multikron/export/export.h \
	multikron/export/folder.c multikron/export/folder.h \
	multikron/export/input.c multikron/export/input.h \
	multikron/export/names.c multikron/export/names.h \
	multikron/export/nest.c multikron/export/nest.h \
	multikron/export/otf2.c \
	multikron/export/survey.c multikron/export/survey.h
libmacs_a_SOURCES += \
	multikron/stream/clocks.c multikron/stream/clocks.h \
	multikron/stream/draft.c multikron/stream/draft.h \
	multikron/stream/drift.c multikron/stream/drift.h \
	multikron/stream/input.c multikron/stream/input.h \
	multikron/stream/keymap.c multikron/stream/keymap.h \
	multikron/stream/json-samples.c multikron/stream/json-samples.h \
	multikron/stream/keys.def \
	multikron/stream/losses.def \
	multikron/stream/merge.c multikron/stream/merge.h \
	multikron/stream/network.c multikron/stream/network.h \
	multikron/stream/reader.c multikron/stream/reader.h \
	multikron/stream/record-writer.c multikron/stream/record-writer.h \
	multikron/stream/runs.c multikron/stream/runs.h \
	multikron/stream/spool.c multikron/stream/spool.h \
	multikron/stream/tally.c multikron/stream/tally.h \
	multikron/stream/text.c multikron/stream/text.h \
	multikron/stream/wrap.h

libmacs_a_SOURCES += \
	multikron/collect/protocol.def \
	multikron/collect/channel.c multikron/collect/channel.h \
	multikron/collect/client.c multikron/collect/client.h \
	multikron/collect/keys.c multikron/collect/keys.h \
	multikron/collect/limits.c multikron/collect/limits.h \
	multikron/collect/protocol.c multikron/collect/protocol.h \
	multikron/collect/journal.c multikron/collect/journal.h \
	multikron/collect/server.c multikron/collect/server.h multikron/collect/server-state.h \
	multikron/collect/server-keys.c \
	multikron/collect/server-room.c \
	multikron/collect/server-streams.c \
	multikron/collect/store.c multikron/collect/store.h \
	multikron/collect/tls.c multikron/collect/tls.h \
	multikron/collect/who.c multikron/collect/who.h

libmacs_a_SOURCES += multikron/mpi/parcel.c multikron/mpi/parcel.h \
	multikron/mpi/shared.c multikron/mpi/shared.h
