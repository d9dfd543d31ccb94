-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rows of the tables and columns that version 3 of the run database added.
insert into region_tree values (1, 1, null, 'a.regions'), (2, 1, 1, null);
insert into region values (1, 0, null, 'program', null, null, 0, null, null, 'not measured', 1),
  (1, 1, 0, 'loop', 'the loop', 'a.f:sub:4', 3, 2, 5000.25, null, 2);
insert into region_share values (1, 1, 0, 500), (1, 1, 1, 500);
insert into compiled_pair values (1, 0, 'fadd8 %f1, %f2, %f3', 'fa', null, null, 3, 4, 0, 0),
  (1, 1, null, null, 'bcc.qt @citst, .L1', 'right', null, null, 1, 1);
insert into build_fact values (1, 'compiler', 'cc 1.0'), (1, 'flags', '-O2');
insert into run_fact values (1, 'date', '1994-01-31');
insert into sample_sum values (1, 2, 1500, 7500.5, 1000, 5000.5, 1, 14.5, 1, 1, 1),
  (2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0), (3, 1, 1e18, 1e18, 1e18, 1e18, 0, 0, 0, 0, 0);
insert into counter_value values (1, 0, 'cycles', 0), (1, 0, 'misses', 1e18);
insert into source_shape values (1, 100, 0, 0), (2, null, 1, 1);
update source_reference set walk = 3, start = -16 where array = 'a';
insert into source_dummy values (1, 0, 'a', 'sub', 2), (1, 1, 'a', 'sub2', 1);
insert into source_call values (1, 0, 'b.inc', null, 'main', 'sub', 0), (1, 1, 'a.f', 3, 'sub', 'f', 1);
insert into source_actual values (1, 0, 1, '', 'w', null, 'not constant'), (1, 0, 3, 'area1', 'x', -8000, null);
