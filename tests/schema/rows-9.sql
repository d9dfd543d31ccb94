-- SPDX-License-Identifier: GPL-3.0-or-later
-- Values of the column that version 9 of the run database added.
update source_block set decided = 5 where seq = 0;
