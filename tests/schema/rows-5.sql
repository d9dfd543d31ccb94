-- SPDX-License-Identifier: GPL-3.0-or-later
-- Values of the columns that version 5 of the run database added.
update instance_count set overhead = 12.25 where thread = 0;
update sample_sum set overhead = 12.25 where measurement = 1;
