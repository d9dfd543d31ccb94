-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 2: data that multikron import computes from samples.

create table manifest (       -- of a run that was measured by samples
  run integer primary key references run on delete cascade,
  path text not null,
  text text not null          -- whole
) strict;

create table stream (         -- a file of samples
  id integer primary key,
  run integer not null references run on delete cascade,
  seq integer not null check (seq >= 0), -- place in the order it was read
  path text not null,
  samples integer not null check (samples >= 0),
  unique (run, seq)
) strict;

create table stream_block (   -- its samples, as they are on the wire, in blocks of up to 64 KiB
  id integer primary key,
  stream integer not null references stream on delete cascade,
  seq integer not null check (seq >= 0),
  samples integer not null check (samples > 0),
  first_time integer not null, -- ticks: the least stamp in it, extended beyond 40 bits per node,
  last_time integer not null,  -- and the greatest
  bytes blob not null,        -- records of 16 and 80 bytes
  check (first_time <= last_time),
  unique (stream, seq)
) strict;
create index stream_block_time on stream_block (stream, first_time, last_time);

create table sample_thread (  -- a source of samples
  run integer not null references run on delete cascade,
  thread integer not null check (thread >= 0),
  source integer not null check (source between 0 and 4294967295), -- node.process
  samples integer not null check (samples >= 0),
  overruns integer not null check (overruns >= 0), -- number of times that its samples may have been lost
  primary key (run, thread)
) strict, without rowid;

create table instance_count ( -- executions of a loop by a thread, from enter to exit
  measurement integer not null,
  thread integer not null,
  whole real not null check (whole >= 0), -- those included in sample
  lost real not null check (lost >= 0), -- those whose samples were lost, not included in sample
  foreign key (measurement, thread) references sample on delete cascade,
  primary key (measurement, thread)
) strict, without rowid;

create table counter_sum (    -- of the instances with resource samples at both ends
  measurement integer not null,
  thread integer not null,
  counter integer not null check (counter between 0 and 15),
  name text,                  -- NULL = the manifest gives none
  instances real not null check (instances > 0),
  value real check (value >= 0), value_missing text,
  check ((value is null) = (value_missing is not null)),
  foreign key (measurement, thread) references sample on delete cascade,
  primary key (measurement, thread, counter)
) strict, without rowid;

create table parallel_region ( -- ... on a thread that entered it
  run integer not null references run on delete cascade,
  region integer not null check (region between 0 and 65535),
  thread integer not null check (thread >= 0),
  name text,                  -- NULL = the manifest gives none
  threads integer not null check (threads >= 0), -- the most it was entered with
  whole real not null check (whole >= 0), -- instances, as in instance_count
  lost real not null check (lost >= 0),
  cycles real not null check (cycles >= 0), -- of the whole ones
  primary key (run, region, thread)
) strict, without rowid;

create table run_note (       -- notes on a run
  run integer not null references run on delete cascade,
  seq integer not null,
  text text not null,
  primary key (run, seq)
) strict, without rowid;
