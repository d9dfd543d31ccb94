-- SPDX-License-Identifier: GPL-3.0-or-later
update compiled_body set passes = 1000, trip = 20, mismatch = 0.5;
insert into compiled_block (compiled_loop, seq, frequency)
  select compiled_loop, 0, 1 from compiled_body limit 1;
insert into compiled_edge (compiled_loop, seq, frequency)
  select compiled_loop, 0, 0.25 from compiled_body limit 1;
