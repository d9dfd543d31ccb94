-- SPDX-License-Identifier: GPL-3.0-or-later
update profile_source_loop set iterations_alone = 7 where iterations is null;
