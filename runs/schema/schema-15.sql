-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 15: memory of a sampled run that had most page faults.

create table profile_fault (
  profile integer not null references profile on delete cascade,
  seq integer not null check (seq >= 0),     -- by faults, the most first
  process integer not null,
  first integer not null,                    -- address
  bytes integer not null check (bytes > 0),
  faults real not null check (faults > 0),   -- estimated by sampling
  primary key (profile, seq)
) strict, without rowid;
