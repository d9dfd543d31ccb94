-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 17: source loops of the reference build, which is compiled without optimization. NULL = unknown, with the
-- reason.

alter table profile add column reference_slowdown real;         -- CPU time of the reference run / of this run
alter table profile add column reference_slowdown_missing text; -- why there are no source loops

create table profile_source_loop (
  profile integer not null references profile on delete cascade,
  seq integer not null check (seq >= 0),      -- by function; a loop follows the loop around it
  source text not null,                       -- file
  function text,                              -- symbol of the assembly text
  line integer not null check (line > 0),     -- smallest source line of its code
  end_line integer not null,                  -- largest one
  parent integer,                             -- seq of the loop around it
  entries real,                               -- executions of the loop
  iterations real,
  missing text,                               -- why these numbers are unknown
  spread real not null default 0,             -- of iterations: (largest - smallest) / mean of several runs
  primary key (profile, seq),
  check ((missing is null) = (iterations is not null and entries is not null))
) strict, without rowid;
