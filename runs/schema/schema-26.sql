-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 26: source loops of functions that were folded into identical ones, and entries of loops.

alter table profile_source_loop add column folded_into integer check (folded_into >= 0); -- seq of the loop whose machine code executes it; NULL = none
alter table profile_row add column entries real check (entries >= 0); -- executions of the loop; NULL or 0 = unknown
