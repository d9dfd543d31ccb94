# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += commands/common.c commands/common.h
