# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	frontend/ast.c frontend/ast.h \
	frontend/ast-print.c \
	frontend/blocks.c \
	frontend/build.c frontend/build.h \
	frontend/cards.c frontend/cards.h \
	frontend/classify.c frontend/classify.h \
	frontend/frontend.h \
	frontend/join.c frontend/join.h \
	frontend/keywords.def \
	frontend/lex.l \
	frontend/operators.def \
	frontend/parse.y \
	frontend/read.c \
	frontend/statements.def \
	frontend/units.c frontend/units.h
BUILT_SOURCES += frontend/parse.h
MAINTAINERCLEANFILES += frontend/parse.c frontend/parse.h frontend/lex.c
