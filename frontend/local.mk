# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	frontend/ast.c frontend/ast.h \
	frontend/ast-print.c \
	frontend/file.c \
	frontend/frontend.h frontend/semantics.h \
	frontend/openmp.h frontend/openmp.def \
	frontend/operators.def \
	frontend/statements.def

# From text to the AST, in the order of the passes.
libmacs_a_SOURCES += \
	frontend/reading/preprocess.c frontend/reading/preprocess.h \
	frontend/reading/bytes.c frontend/reading/bytes.h \
	frontend/reading/included.c frontend/reading/included.h \
	frontend/reading/text.c frontend/reading/text.h \
	frontend/reading/cards.c frontend/reading/cards.h \
	frontend/reading/join.c frontend/reading/join.h \
	frontend/reading/classify.c frontend/reading/classify.h \
	frontend/reading/attributes.def \
	frontend/reading/keywords.def \
	frontend/reading/lex.l \
	frontend/reading/parse.y \
	frontend/reading/build.c frontend/reading/build.h \
	frontend/reading/uses.c frontend/reading/uses.h \
	frontend/reading/unread.c frontend/reading/unread.h \
	frontend/reading/units.c frontend/reading/units.h \
	frontend/reading/blocks.c \
	frontend/reading/openmp.c \
	frontend/reading/read.c
BUILT_SOURCES += frontend/reading/parse.h
MAINTAINERCLEANFILES += \
	frontend/reading/lex.c \
	frontend/reading/parse.c frontend/reading/parse.h

# From the AST to facts, in the order of the passes.
libmacs_a_SOURCES += \
	frontend/analysis/symbols.c frontend/analysis/symbols.h \
	frontend/analysis/unread.c frontend/analysis/unread.h \
	frontend/analysis/kinds.c frontend/analysis/kinds.h \
	frontend/analysis/modules.c frontend/analysis/modules.h \
	frontend/analysis/library.c frontend/analysis/library.h \
	frontend/analysis/layout.c \
	frontend/analysis/calls.c frontend/analysis/calls.h \
	frontend/analysis/intrinsics.c frontend/analysis/intrinsics.h \
	frontend/analysis/intrinsics.def \
	frontend/analysis/associate.c frontend/analysis/associate.h \
	frontend/analysis/lower.c frontend/analysis/lower.h \
	frontend/analysis/nests.c frontend/analysis/nests.h \
	frontend/analysis/regions.c \
	frontend/analysis/jumps.c \
	frontend/analysis/definitions.c frontend/analysis/definitions.h \
	frontend/analysis/reach.c frontend/analysis/reach.h \
	frontend/analysis/forms.c frontend/analysis/forms.h \
	frontend/analysis/unknown.c \
	frontend/analysis/unroll.c frontend/analysis/unroll.h \
	frontend/analysis/values.c frontend/analysis/values.h \
	frontend/analysis/body.c frontend/analysis/body.h \
	frontend/analysis/evaluate.c \
	frontend/analysis/access.c \
	frontend/analysis/inner.c \
	frontend/analysis/depend.c frontend/analysis/depend.h \
	frontend/analysis/integers.c frontend/analysis/integers.h \
	frontend/analysis/iterations.c frontend/analysis/iterations.h \
	frontend/analysis/vectors.c frontend/analysis/vectors.h \
	frontend/analysis/scalars.c frontend/analysis/scalars.h \
	frontend/analysis/derived.c frontend/analysis/derived.h \
	frontend/analysis/components.c \
	frontend/analysis/deps-print.c \
	frontend/analysis/reuse.c frontend/analysis/reuse.h \
	frontend/analysis/work.c frontend/analysis/work.h \
	frontend/analysis/works.def \
	frontend/analysis/related.c frontend/analysis/related.h \
	frontend/analysis/recurrence.c frontend/analysis/recurrence.h \
	frontend/analysis/bases.c frontend/analysis/bases.h \
	frontend/analysis/windows.c frontend/analysis/windows.h \
	frontend/analysis/labels.c frontend/analysis/labels.h \
	frontend/analysis/strides.c frontend/analysis/strides.h \
	frontend/analysis/totals.c frontend/analysis/totals.h \
	frontend/analysis/loop-facts.c frontend/analysis/loop-facts.h \
	frontend/analysis/loop-names.c frontend/analysis/loop-names.h \
	frontend/analysis/analyse.c

# Source to source, in the order of the passes.
libmacs_a_SOURCES += \
	frontend/instrument/include.c frontend/instrument/include.h \
	frontend/instrument/plan.h \
	frontend/instrument/choice.c \
	frontend/instrument/openmp.c \
	frontend/instrument/leaving.c \
	frontend/instrument/counting.c \
	frontend/instrument/edits.c frontend/instrument/edits.h \
	frontend/instrument/table.c \
	frontend/instrument/instrument.c frontend/instrument/instrument.h
