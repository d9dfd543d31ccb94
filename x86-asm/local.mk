# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	x86-asm/att.c \
	x86-asm/instruction.c x86-asm/instruction.h \
	x86-asm/intel.c \
	x86-asm/isa.c x86-asm/isa.h \
	x86-asm/match.c \
	x86-asm/objdump.c \
	x86-asm/opcodes.def \
	x86-asm/parse.c x86-asm/parse.h \
	x86-asm/reader.c x86-asm/reader.h \
	x86-asm/state.h \
	x86-asm/table.c x86-asm/table.h
