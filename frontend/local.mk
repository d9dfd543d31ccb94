# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	frontend/ast.c frontend/ast.h \
	frontend/frontend.h \
	frontend/operators.def \
	frontend/statements.def
