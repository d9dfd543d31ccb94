# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	binaries/binary.c binaries/binary.h \
	binaries/extract.c binaries/extract.h \
	binaries/functions.c \
	binaries/inside.h \
	binaries/labels.c \
	binaries/languages.def \
	binaries/lines.c \
	binaries/plt.c \
	binaries/procedures.c \
	binaries/tables.c \
	binaries/unwind.c binaries/unwind.h
