-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 14: passes of sampled rows that the count build counted. NULL = unknown, with the reason.

alter table profile add column count_slowdown real;         -- CPU time of the counted run / of this run
alter table profile add column count_slowdown_missing text; -- why no counts are used
alter table profile_row add column passes_counted integer not null default 0 check (passes_counted in (0, 1));
alter table profile_row add column passes_spread real;      -- (largest - smallest) / mean of several counted runs
