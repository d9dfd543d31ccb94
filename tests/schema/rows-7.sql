-- SPDX-License-Identifier: GPL-3.0-or-later
-- Values of the columns that version 7 of the run database added.
update source_step set key = 'fa' where seq = 0;
update source_free_step set key = 'fm' where seq = 1;
update compiled_step set key = 'load' where seq = 1;
