# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	x86-asm/addresses.c \
	x86-asm/att.c \
	x86-asm/begins.c \
	x86-asm/blocks.c \
	x86-asm/body.c x86-asm/body.h \
	x86-asm/cold-parts.c \
	x86-asm/details.c \
	x86-asm/feed.c \
	x86-asm/file.h \
	x86-asm/flow.c x86-asm/flow.h \
	x86-asm/flows.c \
	x86-asm/graph.c \
	x86-asm/instruction.c x86-asm/instruction.h \
	x86-asm/intel.c \
	x86-asm/isa.c x86-asm/isa.h \
	x86-asm/lanes.c x86-asm/lanes.h \
	x86-asm/lines.c \
	x86-asm/loop-graph.c \
	x86-asm/match.c \
	x86-asm/members.c \
	x86-asm/never-return.def \
	x86-asm/nodes.c \
	x86-asm/objdump.c \
	x86-asm/once.c \
	x86-asm/opcodes.def \
	x86-asm/order.c \
	x86-asm/origin.c \
	x86-asm/parse.c x86-asm/parse.h \
	x86-asm/reader.c x86-asm/reader.h \
	x86-asm/scan.c \
	x86-asm/state.h \
	x86-asm/table.c x86-asm/table.h \
	x86-asm/trips.c x86-asm/trips.h \
	x86-asm/undefined.c \
	x86-asm/unit.c x86-asm/unit.h \
	x86-asm/unroll.c \
	x86-asm/values.c x86-asm/values.h \
	x86-asm/versions.c \
	x86-asm/x86-asm.h
