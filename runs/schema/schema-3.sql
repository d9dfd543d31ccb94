-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 3: data for macs-gap on many runs, run-time bounds and the parts of gap P.

create table region_tree (    -- sequential and parallel regions of a program
  id integer primary key,
  build integer not null references build on delete cascade,
  run integer references run on delete cascade, -- NULL = all runs of the build
  path text,                  -- the region file; NULL = from region events of the run
  check (path is not null or run is not null)
) strict;
create index region_tree_build on region_tree (build);
create index region_tree_run on region_tree (run);

create table region (
  tree integer not null references region_tree on delete cascade,
  seq integer not null check (seq >= 0), -- in the order of the file
  parent integer check (parent >= 0 and parent < seq), -- seq of the enclosing region
  kind text not null check (kind in ('program', 'routine', 'sequential', 'parallel', 'sections',
                                     'section', 'loop', 'call', 'barrier')),
  name text check (name <> ''), -- of a call: the routine
  loop text check (loop <> ''), -- a name: the source may be analysed again
  calls real not null check (calls >= 0), -- in one execution of the enclosing region; otherwise 0
  processors integer check (processors > 0), -- NULL = those of the enclosing region
  measured real check (measured >= 0), measured_missing text, -- cycles of one execution
  line integer check (line > 0), -- of the file
  check ((kind = 'loop') = (loop is not null)),
  check ((measured is null) = (measured_missing is not null)),
  check ((kind in ('program', 'routine')) = (parent is null)),
  primary key (tree, seq)
) strict, without rowid;

create table region_share (   -- iterations of one execution, if given in the file
  tree integer not null,
  seq integer not null,
  thread integer not null check (thread >= 0),
  iterations real not null check (iterations >= 0), -- one share alone: of all threads
  foreign key (tree, seq) references region on delete cascade,
  primary key (tree, seq, thread)
) strict, without rowid;

create table compiled_pair (  -- the instructions of an innermost loop, in order
  compiled_loop integer not null references compiled_loop on delete cascade,
  seq integer not null check (seq >= 0), -- pair of the loop
  "left" text, left_class text, -- as written; NULL = nop
  "right" text, right_class text,
  asm_line integer check (asm_line > 0),
  line integer check (line > 0), -- of the source, from the assembly
  delay integer not null check (delay in (0, 1)), -- in a delay slot of an earlier branch
  conditional integer not null check (conditional in (0, 1)), -- not executed in every pass
  check (("left" is null) = (left_class is null)),
  check (("right" is null) = (right_class is null)),
  primary key (compiled_loop, seq)
) strict, without rowid;

create table build_fact (     -- compiler and flags of a build
  build integer not null references build on delete cascade,
  key text not null check (key in ('compiler', 'flags')),
  value text not null check (value <> ''),
  primary key (build, key)
) strict, without rowid;

create table run_fact (       -- facts of a run
  run integer not null references run on delete cascade,
  key text not null check (key in ('date')),
  value text not null check (value <> ''),
  primary key (run, key)
) strict, without rowid;

create table sample_sum (     -- all threads of a measurement together, from its samples and skips
  measurement integer primary key references measurement on delete cascade,
  threads integer not null check (threads > 0),
  iterations real not null check (iterations >= 0), -- sums in order of threads
  cycles real not null check (cycles >= 0),
  most_iterations real not null check (most_iterations >= 0), -- of one thread
  most_cycles real not null check (most_cycles >= 0),
  counted integer not null check (counted in (0, 1)), -- every thread has an instance_count
  whole real not null check (whole >= 0), -- sums of instance_count
  lost real not null check (lost >= 0),
  overruns real not null check (overruns >= 0), -- sum of its threads' sample_thread
  skips integer not null check (skips in (0, 1)) -- some thread has a skip
) strict;

create table counter_value (  -- value of a counter for all iterations of a thread
  measurement integer not null,
  thread integer not null,
  name text not null check (name <> ''),
  value real not null check (value >= 0 and value <= 1e18),
  foreign key (measurement, thread) references sample on delete cascade,
  primary key (measurement, thread, name)
) strict, without rowid;

create table source_shape (   -- further facts of a loop; no row: trip is no constant, the others are 0
  source_loop integer primary key references source_loop on delete cascade,
  trip integer check (trip > 0), -- iterations each time that it is run; NULL = no constant
  calls integer not null check (calls in (0, 1)), -- routines of the user's run in it
  residue integer not null check (residue in (0, 1)) -- counts: of an outer loop's own statements
) strict;

create index source_line_place on source_line (file, line); -- a loop's lines, without its input

-- Of a dummy argument that has a base register: references with one number of walk go through
-- storage alike, start bytes from the begin of their array; NULL = of none.
alter table source_reference add column walk integer check (walk > 0);
alter table source_reference add column start integer not null default 0
  check (start = 0 or walk is not null);

create table source_dummy (   -- where argument lists have the arrays that walk, if two or more
  source_loop integer not null references source_loop on delete cascade,
  seq integer not null,
  array text not null,
  entry text not null,        -- SUBROUTINE, FUNCTION or ENTRY
  position integer not null check (position > 0),
  primary key (source_loop, seq)
) strict, without rowid;

create table source_call (    -- calls and function references with arguments
  source_file integer not null references source_file on delete cascade,
  seq integer not null check (seq >= 0),
  file text not null,         -- differs from the path where it was included
  line integer check (line > 0),
  caller text not null,
  callee text not null,
  by_name integer not null check (by_name in (0, 1)), -- its name is passed: no call
  primary key (source_file, seq)
) strict, without rowid;

create table source_actual (  -- arrays in COMMON that a call passes
  source_file integer not null,
  call integer not null,      -- seq of source_call
  position integer not null check (position > 0), -- in the argument list
  block text not null,        -- '' = blank COMMON
  array text not null,        -- as the caller calls it
  byte integer, byte_missing text, -- from the start of the block
  check ((byte is null) = (byte_missing is not null)),
  foreign key (source_file, call) references source_call on delete cascade,
  primary key (source_file, call, position)
) strict, without rowid;
