# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	x86-asm/instruction.h \
	x86-asm/isa.h \
	x86-asm/reader.h
