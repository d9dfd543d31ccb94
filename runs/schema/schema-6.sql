-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 6: states of threads, from the process monitor. Times in seconds.

create table watch (          -- of a run, with or without measurements
  id integer primary key,
  run text not null unique check (run <> ''), -- its name, because an import replaces the row of the run
  command text,
  seconds real not null check (seconds >= 0), -- duration
  samples integer not null check (samples >= 0), -- number of sampling times
  asked real not null check (asked >= 0), -- requested samples per second
  cost real not null check (cost >= 0), -- CPU time of the monitor
  column_seconds real not null check (column_seconds >= 0) -- width of a column of the timeline
) strict;

create table watch_thread (   -- number of samples in each state
  watch integer not null references watch on delete cascade,
  thread integer not null check (thread >= 0), -- in the order of appearance
  pid integer not null, tid integer not null, -- the kernel's
  name text, "group" text,
  begin real not null,        -- time of its first sample, from the begin of the watch
  seconds real not null check (seconds >= 0), -- from then to its end or that of the watch
  ended integer not null check (ended in (0, 1)), -- before the watch did
  processing integer not null check (processing >= 0),
  communication integer not null check (communication >= 0),
  timer integer not null check (timer >= 0),
  disk integer not null check (disk >= 0),
  stopped integer not null check (stopped >= 0),
  unknown integer not null check (unknown >= 0), -- could not be read or classified
  running real check (running >= 0), running_missing text, -- seconds on a CPU, from the kernel's accounting
  queued real check (queued >= 0), queued_missing text, -- seconds ready for one, likewise
  accounted real not null check (accounted >= 0), -- seconds covered by this accounting
  rest_samples integer not null check (rest_samples >= 0), -- samples outside of the accounted time
  rest_processing integer not null check (rest_processing between 0 and rest_samples),
  check ((running is null) = (running_missing is not null)),
  check ((queued is null) = (queued_missing is not null)),
  primary key (watch, thread)
) strict, without rowid;

create table watch_region (   -- regions of a thread: loops, or named by the program
  watch integer not null,
  thread integer not null,
  seq integer not null check (seq >= 0), -- in the order of first entry
  name text not null check (name <> ''),
  processing integer not null check (processing >= 0), -- samples within it, as of watch_thread
  communication integer not null check (communication >= 0),
  timer integer not null check (timer >= 0),
  disk integer not null check (disk >= 0),
  stopped integer not null check (stopped >= 0),
  unknown integer not null check (unknown >= 0),
  foreign key (watch, thread) references watch_thread on delete cascade,
  primary key (watch, thread, seq)
) strict, without rowid;

create table watch_wait (     -- where a thread waited
  watch integer not null,
  thread integer not null,
  seq integer not null check (seq >= 0), -- most samples first
  state text not null check (state in ('processing', 'communication', 'timer', 'disk', 'stopped',
                                       'unknown')),
  call text,                  -- system call; NULL = unknown, like what and peer
  what text,                  -- object of the wait
  peer text,                  -- process that ends the wait
  samples integer not null check (samples >= 0),
  foreign key (watch, thread) references watch_thread on delete cascade,
  primary key (watch, thread, seq)
) strict, without rowid;

create table watch_column (   -- timeline: consecutive columns with equal samples of a thread
  watch integer not null,
  thread integer not null,
  "column" integer not null check ("column" >= 0), -- the first; it begins at column * column_seconds
  columns integer not null check (columns > 0), -- number of columns
  processing integer not null check (processing >= 0), -- samples in each of them
  communication integer not null check (communication >= 0),
  timer integer not null check (timer >= 0),
  disk integer not null check (disk >= 0),
  stopped integer not null check (stopped >= 0),
  unknown integer not null check (unknown >= 0),
  foreign key (watch, thread) references watch_thread on delete cascade,
  primary key (watch, thread, "column")
) strict, without rowid;

create table watch_cpu (      -- share of the watch in which a CPU was idle, 0 to 1
  watch integer not null references watch on delete cascade,
  cpu integer not null check (cpu >= 0),
  idle real check (idle >= 0), idle_missing text, -- from the kernel's accounting
  calibrated real check (calibrated >= 0), calibrated_missing text, -- by reschedulings
  check ((idle is null) = (idle_missing is not null)),
  check ((calibrated is null) = (calibrated_missing is not null)),
  primary key (watch, cpu)
) strict, without rowid;

create table watch_note (     -- notes of the monitor
  watch integer not null references watch on delete cascade,
  seq integer not null check (seq >= 0),
  text text not null check (text <> ''),
  primary key (watch, seq)
) strict, without rowid;
