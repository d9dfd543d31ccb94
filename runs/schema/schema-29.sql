-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 29: lines that are written back, and the slowdown of the program that records its data accesses.

alter table profile_reuse add column written real check (written >= 0); -- stores per pass by the largest distance since the store before
alter table profile add column record_slowdown real;         -- CPU time of the recorded run / of this run
alter table profile add column record_slowdown_missing text; -- why no accesses were recorded
