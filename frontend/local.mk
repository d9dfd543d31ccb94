# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	frontend/access.c \
	frontend/analyse.c \
	frontend/ast.c frontend/ast.h \
	frontend/ast-print.c \
	frontend/bases.c frontend/bases.h \
	frontend/blocks.c \
	frontend/body.c frontend/body.h \
	frontend/build.c frontend/build.h \
	frontend/cards.c frontend/cards.h \
	frontend/classify.c frontend/classify.h \
	frontend/depend.c frontend/depend.h \
	frontend/evaluate.c \
	frontend/file.c \
	frontend/forms.c frontend/forms.h \
	frontend/frontend.h \
	frontend/intrinsics.c frontend/intrinsics.h frontend/intrinsics.def \
	frontend/join.c frontend/join.h \
	frontend/keywords.def \
	frontend/layout.c \
	frontend/lex.l \
	frontend/loop-facts.c frontend/loop-facts.h \
	frontend/nests.c frontend/nests.h \
	frontend/operators.def \
	frontend/parse.y \
	frontend/reach.c frontend/reach.h \
	frontend/read.c \
	frontend/recurrence.c frontend/recurrence.h \
	frontend/regions.c \
	frontend/reuse.c frontend/reuse.h \
	frontend/statements.def \
	frontend/symbols.c frontend/symbols.h \
	frontend/units.c frontend/units.h \
	frontend/values.c frontend/values.h \
	frontend/work.c frontend/work.h \
	frontend/works.def
BUILT_SOURCES += frontend/parse.h
MAINTAINERCLEANFILES += frontend/parse.c frontend/parse.h frontend/lex.c
