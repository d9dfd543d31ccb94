# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	base/arena.c base/arena.h \
	base/array.c base/array.h \
	base/bits.h \
	base/checksum.h \
	base/cleanup.c base/cleanup.h \
	base/command.c base/command.h \
	base/deep.c base/deep.h \
	base/diag.c base/diag.h \
	base/file.c base/file.h \
	base/infile.c base/infile.h \
	base/inorder.c base/inorder.h \
	base/interpose.h \
	base/json.c base/json.h \
	base/keyfile.c base/keyfile.h \
	base/name-index.c base/name-index.h \
	base/names.c base/names.h \
	base/nearest.c base/nearest.h \
	base/options.c base/options.h \
	base/outfile.c base/outfile.h \
	base/pile.c base/pile.h \
	base/quantity.c base/quantity.h \
	base/shown.c base/shown.h \
	base/signals.c base/signals.h \
	base/source.c base/source.h \
	base/temporary.c base/temporary.h \
	base/text-kind.c base/text-kind.h \
	base/textstream.c base/textstream.h \
	base/trace.c base/trace.h base/user-stack.h base/util.h
