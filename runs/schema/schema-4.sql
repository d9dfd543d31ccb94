-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 4: machines with vectors, and machines with dynamic scheduling.

alter table source_file add column reassociated integer not null default 0
  check (reassociated in (0, 1)); -- reductions may be reordered

create table source_part (    -- the essential operations again, by how many iterations do them at once
  source_loop integer not null references source_loop on delete cascade,
  seq integer not null,
  block integer check (block >= 0), -- seq of the conditional block; NULL = all of the loop
  class text not null,        -- fa to sfl
  bytes integer not null check (bytes > 0), -- of an element
  lanes integer not null check (lanes >= 0), -- iterations in a row that can; 0 = all
  reassociated integer not null check (reassociated >= 0), -- where reductions need not keep their order
  stride integer not null check (stride >= 0), -- elements to the next iteration's; 0 = not known
  shared integer not null check (shared > 0), -- references of its array that go by alike
  n real not null check (n >= 0),
  primary key (source_loop, seq)
) strict, without rowid;

create table source_free (    -- its recurrence where reductions need not keep their order, if another
  source_loop integer primary key references source_loop on delete cascade,
  recurrence_distance integer check (recurrence_distance > 0),
  recurrence_latency real check (recurrence_latency >= 0),
  recurrence_missing text,
  check (recurrence_missing is null or recurrence_latency is null),
  check ((recurrence_distance is null) = (recurrence_latency is null))
) strict;

create table source_free_step ( -- as source_step
  source_loop integer not null references source_loop on delete cascade,
  seq integer not null,
  class text not null,
  next text not null,
  addend integer not null check (addend in (0, 1)),
  latency real not null check (latency >= 0),
  text text,
  line integer check (line > 0),
  primary key (source_loop, seq)
) strict, without rowid;

create table compiled_body (  -- of an innermost loop for a machine with dynamic scheduling
  compiled_loop integer primary key references compiled_loop on delete cascade,
  version text not null check (version in ('main', 'remainder', 'peeled', 'aliased', 'other')),
  version_how text,           -- how it was determined
  k_bytes integer not null check (k_bytes >= 0), -- of an element that k counts; 0 = of none, or several
  fa real not null check (fa >= 0), fm real not null check (fm >= 0), -- as those of compiled_loop,
  fma real not null check (fma >= 0), fmisc real not null check (fmisc >= 0), -- but a packed
  lfl real not null check (lfl >= 0), sfl real not null check (sfl >= 0), -- operation counts
  li real not null check (li >= 0), si real not null check (si >= 0), -- its elements
  "left" real not null check ("left" >= 0), "right" real not null check ("right" >= 0),
  x real not null check (x >= 0), y real not null check (y >= 0),
  mac real check (mac >= 0), mac_missing text, mac_limit text, -- cycles of a pass
  macs real check (macs >= 0), macs_missing text, macs_limit text, -- likewise
  instructions blob not null, -- and the flows between them: runs/facts/body.h
  check ((mac is null) = (mac_missing is not null)),
  check ((macs is null) = (macs_missing is not null))
) strict;

create table compile_note (   -- notes of the compiler on a source line: why it did not vectorize
  build integer not null references build on delete cascade,
  seq integer not null check (seq >= 0),
  file text not null check (file <> ''),
  line integer not null check (line > 0),
  text text not null check (text <> ''),
  primary key (build, seq)
) strict, without rowid;
create index compile_note_place on compile_note (build, line);
