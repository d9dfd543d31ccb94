-- SPDX-License-Identifier: GPL-3.0-or-later
update profile_line set float_loads_apart = float_loads / 2, integer_stores_apart = integer_stores;
