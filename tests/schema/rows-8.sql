-- SPDX-License-Identifier: GPL-3.0-or-later
-- Values of the column that version 8 of the run database added.
update source_part set unknown = 1 where seq = 0;
