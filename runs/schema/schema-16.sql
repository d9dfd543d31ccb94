-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 16: how often a pass of a compiled loop executes its blocks and edges, as the count build counted them.
-- MAC and MACS of such a loop are those of all passes, not of the shortest path.

alter table compiled_body add column passes real check (passes >= 0);     -- counted; 0 or NULL = they were not
alter table compiled_body add column trip real check (trip >= 0);         -- passes of an execution; 0 or NULL = unknown
alter table compiled_body add column mismatch real check (mismatch >= 0); -- of blocks and the edges to them

create table compiled_block (  -- basic blocks of a body
  compiled_loop integer not null references compiled_loop on delete cascade,
  seq integer not null check (seq >= 0),
  frequency real not null check (frequency >= 0), -- executions per pass
  primary key (compiled_loop, seq)
) strict, without rowid;

create table compiled_edge (  -- transfers of control from its blocks, in the order of these
  compiled_loop integer not null references compiled_loop on delete cascade,
  seq integer not null check (seq >= 0),
  frequency real not null check (frequency >= 0),
  primary key (compiled_loop, seq)
) strict, without rowid;
