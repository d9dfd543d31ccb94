-- SPDX-License-Identifier: GPL-3.0-or-later
update source_shape set indices = 2;
