-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 7: the number of the machine description that gives each latency of a recurrence (a name of
-- facts/latencies.def). NULL: stored by an older version.

alter table source_step add column key text;
alter table source_free_step add column key text;
alter table compiled_step add column key text;
