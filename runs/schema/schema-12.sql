-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 12: passes of the loops of a sampled run, from samples of the instruction counter. NULL = unknown, with the
-- reason.

alter table profile add column instructions real;         -- executed in user code, counted
alter table profile add column instructions_missing text;
alter table profile_row add column passes real;           -- of a loop
alter table profile_row add column passes_missing text;
