-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 6: what threads spent their time on, as the process monitor saw it. Times in seconds.

create table watch (          -- of a run, whose measurements may come before it, behind it or never
  id integer primary key,
  run text not null unique check (run <> ''), -- its name: an import makes the run's row anew
  command text,
  seconds real not null check (seconds >= 0), -- that it took
  samples integer not null check (samples >= 0), -- times that the threads were looked at
  asked real not null check (asked >= 0), -- of them a second, as was wished for
  cost real not null check (cost >= 0), -- CPU time of the monitor
  column_seconds real not null check (column_seconds >= 0) -- width of a column of the timeline
) strict;

create table watch_thread (   -- samples that found it in each state
  watch integer not null references watch on delete cascade,
  thread integer not null check (thread >= 0), -- in the order of appearance
  pid integer not null, tid integer not null, -- the kernel's
  name text, "group" text,
  begin real not null,        -- when it was first seen, from the begin of the watch
  seconds real not null check (seconds >= 0), -- from then to its end or that of the watch
  ended integer not null check (ended in (0, 1)), -- before the watch did
  processing integer not null check (processing >= 0),
  communication integer not null check (communication >= 0),
  timer integer not null check (timer >= 0),
  disk integer not null check (disk >= 0),
  stopped integer not null check (stopped >= 0),
  unknown integer not null check (unknown >= 0), -- could not be read or told: in none of the others
  running real check (running >= 0), running_missing text, -- seconds on a CPU, the kernel's account
  queued real check (queued >= 0), queued_missing text, -- seconds ready for one, likewise
  accounted real not null check (accounted >= 0), -- seconds of its life that these are of
  rest_samples integer not null check (rest_samples >= 0), -- at times that they are not of
  rest_processing integer not null check (rest_processing between 0 and rest_samples),
  check ((running is null) = (running_missing is not null)),
  check ((queued is null) = (queued_missing is not null)),
  primary key (watch, thread)
) strict, without rowid;

create table watch_region (   -- of a thread's life: a loop, or what the program named
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
  call text,                  -- system call; NULL = not known, as the next two
  what text,                  -- what it waited for
  peer text,                  -- who ends the wait
  samples integer not null check (samples >= 0),
  foreign key (watch, thread) references watch_thread on delete cascade,
  primary key (watch, thread, seq)
) strict, without rowid;

create table watch_column (   -- timeline: columns in a row in which a thread's samples were alike
  watch integer not null,
  thread integer not null,
  "column" integer not null check ("column" >= 0), -- the first; it begins at column * column_seconds
  columns integer not null check (columns > 0), -- so many
  processing integer not null check (processing >= 0), -- samples in each of them
  communication integer not null check (communication >= 0),
  timer integer not null check (timer >= 0),
  disk integer not null check (disk >= 0),
  stopped integer not null check (stopped >= 0),
  unknown integer not null check (unknown >= 0),
  foreign key (watch, thread) references watch_thread on delete cascade,
  primary key (watch, thread, "column")
) strict, without rowid;

create table watch_cpu (      -- part of the watch that a CPU was idle, 0 to 1
  watch integer not null references watch on delete cascade,
  cpu integer not null check (cpu >= 0),
  idle real check (idle >= 0), idle_missing text, -- the kernel's account
  calibrated real check (calibrated >= 0), calibrated_missing text, -- by reschedulings
  check ((idle is null) = (idle_missing is not null)),
  check ((calibrated is null) = (calibrated_missing is not null)),
  primary key (watch, cpu)
) strict, without rowid;

create table watch_note (     -- what the monitor had to say
  watch integer not null references watch on delete cascade,
  seq integer not null check (seq >= 0),
  text text not null check (text <> ''),
  primary key (watch, seq)
) strict, without rowid;
