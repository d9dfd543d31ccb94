-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rows of a run database of version 1; runs/schema/schema-1.sql has the columns in this order.
-- tests/unit/schema-test.c builds a database of each older version from the first schema steps and
-- the rows of these versions. It checks that no value is lost when a command opens it.
insert into machine values (1, 'ksr1', 'name ksr1' || char(10) || 'clock 20' || char(10));
insert into machine values (2, 'o2', 'name o2' || char(10));
insert into build values (1, 'default', 'ksr1'), (2, 'O2 -g', 'o2');
insert into loop values (1, 1, 'a.f:sub:4'), (2, 1, 'a.f:sub:5'), (3, 2, 'ü/a.f:sub:4');
insert into source_file values (1, 1, 1, 'a.f', 40, 0), (2, 2, 2, 'ü/a.f', 12, 3);
insert into source_unsupported values (1, 0, 7, 'NAMELIST'), (1, 1, null, 'EQUIVALENCE');
insert into source_line values (1, 'a.f', 4, '      DO 10 I = 1, N'), (1, 'b.inc', 1, '');
insert into source_loop values (1, 1, 0, 1, 'a.f', 'sub', 4, 9, '10', 'i', 1, null, 0, 0,
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 6.5, 0, 1, 2, 3, 4, -8, null, 8, null, 2, 6.25, null);
insert into source_loop values (2, 1, 1, 2, 'a.f', 'sub', 5, 8, null, null, 2, 0, 1, 1,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, 'not constant', null, 'several sizes',
  null, null, 'no latency.fm');
insert into source_loop values (3, 2, 0, 3, 'ü/a.f', 'sub', 4, 6, null, 'k', 1, null, 1, 0,
  0.5, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0.5, 0.5, 0, 0, 0, 1, 1, null, 4, null, null, null, null);
insert into source_note values (1, 0, 'first'), (1, 1, 'second');
insert into source_step values (1, 0, 'fa', 'fma', 1, 2.5, 's = s + a(i)', 5),
  (1, 1, 'fma', 'fa', 0, 3.75, null, null);
insert into source_block values (1, 0, 5, 7, null, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
  (1, 1, 6, 6, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into source_reference values (1, 0, 'a', 'a(i)', 5, 7, 'load', 0, 8, 0, 'first'),
  (1, 1, 'ix', null, null, null, 'index', 0, 4, null, null);
insert into source_dependence values (1, 0, 0, 1, null, 'flow', 0, null, 'strong SIV'),
  (1, 1, null, null, 's', 'anti', null, 'not constant', null);
insert into source_operation values (1, 0, 'fa', 2, 'a(i) + b', 5, 3), (1, 1, 'fm', 1, null, null, null);
insert into source_bound values (1, 'm', 3.25, null, 'peak'), (1, 'ma', null, 'no k', null),
  (3, 'ma', 1, null, 'recurrence');
insert into compiled_file values (1, 1, 1, 'a.s'), (2, 2, 2, 'b.s');
insert into compiled_line values (1, 3, '.L1: fadd8 %f1, %f2, %f3'), (1, 4, '');
insert into compiled_loop values (1, 1, 0, 'sub_', '.L1', 0, 'innermost',
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 24, 3, 20, 'a.f', 4, 9, 4, null, 'base registers', 1, 2, 6,
  null);
insert into compiled_loop values (2, 1, 1, null, '.L0', 1, 'residue',
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null, null, null, null, 'not innermost', null, 0,
  null, null, 'no latency.fm');
insert into compiled_nesting values (1, 0, 0, 1);
insert into compiled_note values (1, 0, 'a note');
insert into compiled_step values (1, 0, 'fa', 'fa', 0, 3, 'fadd8', 4), (1, 1, 'fm', 'fa', 1, 3, null, null);
insert into compiled_area values (1, 0, '.L2', 3, 5, 7, 9, 5, 6,
  0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1);
insert into compiled_bound values (1, 'mac', 4.5, null, 'left'), (1, 'macs', 6, null, 'schedule'),
  (2, 'mac', null, 'not innermost', null);
insert into loop_map values (1, 0, '.L1', 'a.f:sub:4'), (1, 1, '.L1', 'later.f:sub:7');
insert into run values (1, 'first', 1, null, 2), (2, 'second', 2, 'o2', 1);
insert into measurement values (1, 1, 1), (2, 1, 2), (3, 2, 3);
insert into sample values (1, 0, 1000, 5000.5), (1, 1, 500, 2500), (2, 0, 0, 0), (3, 0, 1e18, 1e18);
insert into skip values (1, 0, '.L2', 250), (1, 1, '5', 0.5);
