-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 21: memory accesses of source lines by code outside of the innermost machine loops that have rows.

create table profile_line (
  profile integer not null references profile on delete cascade,
  seq integer not null check (seq >= 0),   -- by source, then line
  source text not null,                    -- file
  line integer not null check (line > 0),
  float_stores real not null check (float_stores >= 0), -- bytes of all executions
  float_loads real not null check (float_loads >= 0),
  integer_stores real not null check (integer_stores >= 0),
  integer_loads real not null check (integer_loads >= 0),
  incomplete integer not null check (incomplete in (0, 1)), -- executions of some instructions are unknown
  primary key (profile, seq)
) strict, without rowid;
