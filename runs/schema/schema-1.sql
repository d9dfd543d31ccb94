-- SPDX-License-Identifier: GPL-3.0-or-later
-- The run database, version 1: facts of source, compiled code and measurements, from which every gap
-- can be recomputed.
--
-- A missing number is NULL, and the column NAME_missing has the reason. A check requires exactly one
-- of the two. A line, column or text that does not exist is NULL without a reason.
-- Counts (fa ... y) are operations by class: per iteration of the source loop, or per pass of the
-- compiled loop. Lines count from 1. CPL = clock cycles per iteration of the source loop.

create table machine (        -- machine descriptions
  id integer primary key,
  name text not null check (name <> ''),
  text text not null check (text <> ''), -- complete: bounds are computed from it
  unique (name, text)
) strict;

create table build (          -- builds of a program for a machine
  id integer primary key,
  name text not null check (name <> ''),
  machine text not null check (machine <> ''), -- name of the machine
  unique (name, machine)
) strict;

create table loop (           -- loop names, common to source and measurements
  id integer primary key,
  build integer not null references build on delete cascade,
  name text not null check (name <> ''), -- file:routine:line
  unique (build, name)
) strict;

-- ---- source ----

create table source_file (    -- an input of kma
  id integer primary key,
  build integer not null references build on delete cascade,
  machine integer not null references machine, -- for which it was analysed
  path text not null,
  lines integer not null check (lines >= 0),
  errors integer not null check (errors >= 0),
  unique (build, path)
) strict;
create index source_file_machine on source_file (machine);

create table source_unsupported ( -- unsupported statements
  source_file integer not null references source_file on delete cascade,
  seq integer not null,
  line integer check (line > 0),
  what text not null,
  primary key (source_file, seq)
) strict, without rowid;

create table source_line (    -- the text of the loops' lines
  source_file integer not null references source_file on delete cascade,
  file text not null,         -- differs from the path where it was included
  line integer not null check (line > 0),
  text text not null,
  primary key (source_file, file, line)
) strict, without rowid;

create table source_loop (
  id integer primary key,
  source_file integer not null references source_file on delete cascade,
  seq integer not null check (seq >= 0), -- index in the list of the file
  loop integer not null references loop,
  file text not null,         -- as named by the user
  routine text not null,
  line integer not null check (line > 0), -- the DO statement
  end_line integer not null check (end_line > 0),
  label text,                 -- DO label; NULL = none
  variable text,              -- DO variable; NULL = none
  depth integer not null check (depth > 0), -- 1 = outermost
  parent integer check (parent >= 0 and parent < seq), -- seq of the enclosing loop
  innermost integer not null check (innermost in (0, 1)),
  excluded integer not null check (excluded in (0, 1)), -- no bound; notes have the reason
  fa real not null check (fa >= 0), fm real not null check (fm >= 0),
  fma real not null check (fma >= 0), fmisc real not null check (fmisc >= 0),
  lfl real not null check (lfl >= 0), sfl real not null check (sfl >= 0),
  li real not null check (li >= 0), si real not null check (si >= 0),
  "left" real not null check ("left" >= 0), "right" real not null check ("right" >= 0),
  x real not null check (x >= 0), y real not null check (y >= 0),
  flops8 real not null check (flops8 >= 0), -- essential flops on 8-byte elements
  flops4 real not null check (flops4 >= 0), -- likewise, 4 bytes
  index_loads real not null check (index_loads >= 0), -- not essential
  index_stores real not null check (index_stores >= 0),
  integer_ops real not null check (integer_ops >= 0),
  bases integer not null check (bases >= 0), -- base registers
  stride integer check (stride <> 0), stride_missing text, -- step of the DO
  element_bytes integer check (element_bytes > 0), element_bytes_missing text,
  recurrence_distance integer check (recurrence_distance > 0), -- iterations;
  recurrence_latency real check (recurrence_latency >= 0), -- cycles; both NULL = no cycle,
  recurrence_missing text,    -- or, if this says why, not known
  check (recurrence_missing is null or recurrence_latency is null),
  check ((recurrence_distance is null) = (recurrence_latency is null)),
  check ((stride is null) = (stride_missing is not null)),
  check ((element_bytes is null) = (element_bytes_missing is not null)),
  unique (source_file, seq)
) strict;
create index source_loop_loop on source_loop (loop);

create table source_note (
  source_loop integer not null references source_loop on delete cascade,
  seq integer not null,
  text text not null,
  primary key (source_loop, seq)
) strict, without rowid;

create table source_step (    -- the operations of its recurrence, in order of flow
  source_loop integer not null references source_loop on delete cascade,
  seq integer not null,
  class text not null,        -- the producer
  next text not null,         -- the consumer
  addend integer not null check (addend in (0, 1)), -- enters a linked pair by its addend
  latency real not null check (latency >= 0), -- cycles
  text text,
  line integer check (line > 0),
  primary key (source_loop, seq)
) strict, without rowid;

create table source_block (   -- conditional blocks
  source_loop integer not null references source_loop on delete cascade,
  seq integer not null check (seq >= 0),
  line integer not null check (line > 0),
  end_line integer not null check (end_line > 0),
  within integer check (within >= 0 and within < seq), -- seq of the enclosing block
  fa real not null check (fa >= 0), fm real not null check (fm >= 0),
  fma real not null check (fma >= 0), fmisc real not null check (fmisc >= 0),
  lfl real not null check (lfl >= 0), sfl real not null check (sfl >= 0),
  li real not null check (li >= 0), si real not null check (si >= 0),
  "left" real not null check ("left" >= 0), "right" real not null check ("right" >= 0),
  x real not null check (x >= 0), y real not null check (y >= 0),
  primary key (source_loop, seq)
) strict, without rowid;

create table source_reference ( -- array references
  source_loop integer not null references source_loop on delete cascade,
  seq integer not null,
  array text not null,
  text text,
  line integer check (line > 0),
  col integer check (col > 0),
  use text not null check (use in ('load', 'store', 'reused', 'register', 'index')),
  write integer not null check (write in (0, 1)),
  bytes integer not null check (bytes >= 0), -- size of the element
  base integer check (base >= 0), -- base register; NULL = none
  why text,
  primary key (source_loop, seq)
) strict, without rowid;

create table source_dependence (
  source_loop integer not null references source_loop on delete cascade,
  seq integer not null,
  from_reference integer, to_reference integer, -- seq of references; NULL = a scalar
  scalar text,
  kind text not null check (kind in ('flow', 'anti', 'output')),
  distance integer check (distance >= 0), distance_missing text, -- iterations
  test text,                  -- the dependence test that found it
  check ((distance is null) = (distance_missing is not null)),
  primary key (source_loop, seq)
) strict, without rowid;

create table source_operation ( -- counted operations
  source_loop integer not null references source_loop on delete cascade,
  seq integer not null,
  class text not null,
  n real not null check (n >= 0),
  text text,
  line integer check (line > 0),
  col integer check (col > 0),
  primary key (source_loop, seq)
) strict, without rowid;

create table source_bound (   -- bounds of kma; macs-gap computes bounds with the compiled k
  source_loop integer not null references source_loop on delete cascade,
  rung text not null check (rung in ('m', 'ma')),
  cpl real check (cpl >= 0), cpl_missing text,
  limited_by text,            -- slot, port or 'recurrence'
  check ((cpl is null) = (cpl_missing is not null)),
  primary key (source_loop, rung)
) strict, without rowid;

-- ---- compiled code ----

create table compiled_file (  -- an input of kmacstat
  id integer primary key,
  build integer not null references build on delete cascade,
  machine integer not null references machine,
  path text not null,
  unique (build, path)
) strict;
create index compiled_file_machine on compiled_file (machine);

create table compiled_line (  -- the text of the loops' lines
  compiled_file integer not null references compiled_file on delete cascade,
  line integer not null check (line > 0),
  text text not null,
  primary key (compiled_file, line)
) strict, without rowid;

create table compiled_loop (
  id integer primary key,
  compiled_file integer not null references compiled_file on delete cascade,
  seq integer not null check (seq >= 0), -- completion order in the file
  function text,
  label text not null,
  region integer not null check (region >= 0), -- branch region
  kind text not null check (kind in ('innermost', 'residue')),
  fa real not null check (fa >= 0), fm real not null check (fm >= 0),
  fma real not null check (fma >= 0), fmisc real not null check (fmisc >= 0),
  lfl real not null check (lfl >= 0), sfl real not null check (sfl >= 0),
  li real not null check (li >= 0), si real not null check (si >= 0),
  "left" real not null check ("left" >= 0), "right" real not null check ("right" >= 0),
  x real not null check (x >= 0), y real not null check (y >= 0),
  length integer not null check (length >= 0), -- pairs, nops included
  asm_line integer check (asm_line > 0), -- of the label
  asm_end_line integer check (asm_end_line > 0), -- of the backward branch
  source text,                -- source file named in the assembly
  line integer check (line > 0), end_line integer check (end_line > 0), -- of the source, from the assembly
  k real check (k > 0), k_missing text, -- degree of unrolling
  k_how text,                 -- how it was determined
  k_unit_stride integer not null check (k_unit_stride in (0, 1)), -- assumes stride 1
  recurrence_distance integer check (recurrence_distance > 0), -- passes;
  recurrence_latency real check (recurrence_latency >= 0), -- cycles; both NULL = no cycle,
  recurrence_missing text,    -- or, if this says why, not known
  check (recurrence_missing is null or recurrence_latency is null),
  check ((recurrence_distance is null) = (recurrence_latency is null)),
  check ((k is null) = (k_missing is not null)),
  unique (compiled_file, seq)
) strict;

create table compiled_nesting (
  compiled_file integer not null references compiled_file on delete cascade,
  seq integer not null,
  inner_loop integer not null, -- seq of loops
  outer_loop integer not null,
  foreign key (compiled_file, inner_loop) references compiled_loop (compiled_file, seq)
    on delete cascade,
  foreign key (compiled_file, outer_loop) references compiled_loop (compiled_file, seq)
    on delete cascade,
  primary key (compiled_file, seq)
) strict, without rowid;
create index compiled_nesting_inner on compiled_nesting (compiled_file, inner_loop);
create index compiled_nesting_outer on compiled_nesting (compiled_file, outer_loop);

create table compiled_note (
  compiled_loop integer not null references compiled_loop on delete cascade,
  seq integer not null,
  text text not null,
  primary key (compiled_loop, seq)
) strict, without rowid;

create table compiled_step (  -- as source_step
  compiled_loop integer not null references compiled_loop on delete cascade,
  seq integer not null,
  class text not null,
  next text not null,
  addend integer not null check (addend in (0, 1)),
  latency real not null check (latency >= 0),
  text text,
  line integer check (line > 0),
  primary key (compiled_loop, seq)
) strict, without rowid;

create table compiled_area (  -- forward branch areas
  compiled_loop integer not null references compiled_loop on delete cascade,
  seq integer not null check (seq >= 0),
  target text not null,       -- label
  "begin" integer not null, "end" integer not null, -- pairs from the loop's label
  begin_line integer check (begin_line > 0),
  end_line integer check (end_line > 0),
  source_line integer check (source_line > 0), -- from the assembly
  source_end_line integer check (source_end_line > 0),
  fa real not null check (fa >= 0), fm real not null check (fm >= 0),
  fma real not null check (fma >= 0), fmisc real not null check (fmisc >= 0),
  lfl real not null check (lfl >= 0), sfl real not null check (sfl >= 0),
  li real not null check (li >= 0), si real not null check (si >= 0),
  "left" real not null check ("left" >= 0), "right" real not null check ("right" >= 0),
  x real not null check (x >= 0), y real not null check (y >= 0),
  length integer not null check (length >= 0), -- pairs
  intersects integer not null check (intersects in (0, 1)),
  primary key (compiled_loop, seq)
) strict, without rowid;

create table compiled_bound ( -- bounds of kmacstat
  compiled_loop integer not null references compiled_loop on delete cascade,
  rung text not null check (rung in ('mac', 'macs')),
  cpl real check (cpl >= 0), cpl_missing text,
  limited_by text,
  check ((cpl is null) = (cpl_missing is not null)),
  primary key (compiled_loop, rung)
) strict, without rowid;

create table loop_map (       -- --map=LABEL=LOOPID
  compiled_file integer not null references compiled_file on delete cascade,
  seq integer not null,
  label text not null,
  loop text not null,         -- a name: the source may be analysed later
  primary key (compiled_file, seq)
) strict, without rowid;

-- ---- measurement ----

create table run (
  id integer primary key,
  name text not null unique check (name <> ''),
  build integer not null references build,
  machine text,               -- name in the measurement; NULL = that of the build
  processors integer not null check (processors > 0)
) strict;
create index run_build on run (build);

create table measurement (    -- a loop in a run
  id integer primary key,
  run integer not null references run on delete cascade,
  loop integer not null references loop,
  unique (run, loop)
) strict;
create index measurement_loop on measurement (loop);

create table sample (         -- ... on a thread
  measurement integer not null references measurement on delete cascade,
  thread integer not null check (thread >= 0),
  iterations real not null check (iterations >= 0 and iterations <= 1e18), -- of the source loop
  cycles real not null check (cycles >= 0 and cycles <= 1e18), -- core cycles
  primary key (measurement, thread)
) strict, without rowid;

create table skip (           -- ... that did not take a conditional block
  measurement integer not null,
  thread integer not null,
  block text not null check (block <> ''), -- target label, or source line
  skipped real not null check (skipped >= 0),
  foreign key (measurement, thread) references sample on delete cascade,
  primary key (measurement, thread, block)
) strict, without rowid;

create trigger skip_fits before insert on skip
when new.skipped > (select iterations from sample
                    where measurement = new.measurement and thread = new.thread)
begin
  select raise(abort, 'more skipped than iterations');
end;
