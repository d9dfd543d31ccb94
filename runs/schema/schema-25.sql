-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 25: the runs of a program that was sampled several times. The times in profile are then means, its
-- samples those of all runs.

create table profile_repeat (
  profile integer not null references profile on delete cascade,
  seq integer not null check (seq >= 0),
  wall_seconds real not null check (wall_seconds >= 0),
  cpu_seconds real check (cpu_seconds >= 0),
  cpu_seconds_missing text,
  samples real not null check (samples >= 0),
  primary key (profile, seq),
  check ((cpu_seconds is null) = (cpu_seconds_missing is not null))
) strict, without rowid;
