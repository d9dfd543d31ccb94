-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 23: recorded data accesses of sampled loops. Numbers are per pass of the machine code.

create table profile_data (
  profile integer not null,
  row integer not null,                      -- seq of the loop in profile_row
  missing text,                              -- why nothing is known; NULL = something is
  movement_missing text,                     -- which references are not in profile_sweep, and why; NULL = all are
  line real not null check (line >= 0),      -- of the reuse distances, bytes
  passes real not null check (passes >= 0),  -- recorded for them; 0 = nothing was recorded
  window real not null check (window >= 0),  -- longest recorded interval: bytes in distinct lines
  error real not null check (error >= 0),    -- standard error of the sum of all parts / the sum
  primary key (profile, row),
  foreign key (profile, row) references profile_row on delete cascade
) strict, without rowid;

create table profile_level (                 -- loops of its nest, outermost first
  profile integer not null,
  row integer not null,
  seq integer not null check (seq between 0 and 7),
  name text,                                 -- NULL = none
  line integer check (line > 0),
  trip real check (trip >= 0),               -- mean number of iterations of an execution; the innermost: of passes
  trip_missing text,
  varies text,                               -- why executions may have different numbers; NULL = they have not
  optional integer not null check (optional in (0, 1)), -- the loop around it may skip it
  primary key (profile, row, seq),
  foreign key (profile, row) references profile_data on delete cascade,
  check ((trip is null) = (trip_missing is not null))
) strict, without rowid;

create table profile_sweep (                 -- affine references, in order of execution
  profile integer not null,
  row integer not null,
  seq integer not null check (seq >= 0),
  ref integer not null,                      -- position in the code: line of the listing
  bytes integer not null check (bytes > 0),
  write integer not null check (write in (0, 1)),
  grp integer not null check (grp >= 0),     -- seq of the first of its group: equal strides, known distances
  storage integer not null check (storage >= 0), -- different numbers: different storage
  conditional integer not null check (conditional in (0, 1)), -- not every pass executes it
  offset real not null,                      -- bytes from the first of its group
  primary key (profile, row, seq),
  foreign key (profile, row) references profile_data on delete cascade
) strict, without rowid;

create table profile_stride (                -- bytes by which it advances in an iteration of a loop of the nest
  profile integer not null,
  row integer not null,
  sweep integer not null,
  level integer not null,
  bytes real, missing text,
  primary key (profile, row, sweep, level),
  foreign key (profile, row, sweep) references profile_sweep on delete cascade,
  foreign key (profile, row, level) references profile_level on delete cascade,
  check ((bytes is null) = (missing is not null))
) strict, without rowid;

create table profile_reuse (                 -- accesses by reuse distance, ascending
  profile integer not null,
  row integer not null,
  seq integer not null check (seq >= 0),
  distance real check (distance >= 0),       -- upper end, bytes in distinct lines; NULL = no earlier access was recorded
  loads real not null check (loads >= 0),    -- accesses of lines
  stores real not null check (stores >= 0),
  primary key (profile, row, seq),
  foreign key (profile, row) references profile_data on delete cascade
) strict, without rowid;
