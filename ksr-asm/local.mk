# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	ksr-asm/bases.c \
	ksr-asm/body.h \
	ksr-asm/details.c \
	ksr-asm/directives.c \
	ksr-asm/file.h \
	ksr-asm/flow.c \
	ksr-asm/ksr-asm.h \
	ksr-asm/lines.c ksr-asm/lines.h \
	ksr-asm/opcodes.c ksr-asm/opcodes.h ksr-asm/opcodes.def \
	ksr-asm/operands.c \
	ksr-asm/reader.c ksr-asm/reader.h \
	ksr-asm/scan.c \
	ksr-asm/text.c ksr-asm/text.h
