# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += gaps/gaps.h
