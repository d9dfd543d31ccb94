-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 11: profiles of sampled runs (macs run): where all CPU time of a program went. The rows add up
-- to cpu_seconds. Loops of machine code are those of compiled_loop whose file has the path of the row's
-- object, in the build of the run.

create table profile (
  run integer primary key references run on delete cascade,
  command text not null,
  sampler text not null,
  status integer not null,               -- of the command, as waitpid(2) reports it
  wall_seconds real not null check (wall_seconds >= 0),
  cpu_seconds real not null check (cpu_seconds >= 0),
  sampled_seconds real not null check (sampled_seconds >= 0),
  samples real not null check (samples >= 0),
  lost real not null check (lost >= 0),
  rate real not null check (rate >= 0),  -- samples per second of CPU time
  kernel integer not null check (kernel in (0, 1)), -- the kernel was sampled, too
  remaining integer not null check (remaining >= 0), -- processes still running at the end
  minor_faults real, minor_faults_missing text,
  major_faults real, major_faults_missing text,
  clock_low real, clock_low_missing text, -- core clock, Hz: 5th percentile,
  clock_median real, clock_median_missing text,
  clock_high real, clock_high_missing text, -- 95th percentile
  check ((minor_faults is null) = (minor_faults_missing is not null)),
  check ((major_faults is null) = (major_faults_missing is not null)),
  check ((clock_low is null) = (clock_low_missing is not null)),
  check ((clock_median is null) = (clock_median_missing is not null)),
  check ((clock_high is null) = (clock_high_missing is not null))
) strict;

create table profile_row (
  profile integer not null references profile on delete cascade,
  seq integer not null check (seq >= 0),
  kind text not null check (kind in ('loop', 'straight_line', 'library', 'kernel', 'unknown')),
  name text not null check (name <> ''),
  object text, function text, label text, source text,
  line integer check (line > 0),
  end_line integer check (end_line > 0),
  language text, caller text,
  waiting integer not null check (waiting in (0, 1)),
  parent integer,                        -- seq of the loop around it
  samples real not null check (samples >= 0),
  seconds real not null check (seconds >= 0),    -- without inner loops
  inclusive real not null check (inclusive >= 0),
  low real not null, high real not null, -- 95 % confidence interval of the share
  why text,                              -- why it has no bounds
  primary key (profile, seq),
  check (kind <> 'loop' or (object is not null and label is not null))
) strict, without rowid;
