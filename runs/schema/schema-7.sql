-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 7: which number of the machine description each latency of a recurrence is (a name of
-- facts/latencies.def). NULL: put by an older version, which did not store it.

alter table source_step add column key text;
alter table source_free_step add column key text;
alter table compiled_step add column key text;
