-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rows of the tables that version 6 of the run database added.
insert into watch values (1, 'first', './a.out', 2.5, 2500, 1000, 0.01, 0.05), (2, 'never measured', null, 0, 0, 0, 0, 0);
insert into watch_thread values
  (1, 0, 100, 101, 'main', 'workers', 0, 2.5, 1, 1, 2, 3, 4, 5, 6, 1.5, null, null, 'no schedstat', 2.5, 7, 3),
  (1, 1, 100, 102, null, null, -0.5, 0, 0, 0, 0, 0, 0, 0, 0, null, 'no schedstat', 0.25, null, 0, 0, 0);
insert into watch_region values (1, 0, 0, 'a.f:sub:4', 1, 2, 3, 4, 5, 6);
insert into watch_wait values (1, 0, 0, 'disk', 'read', '/data', null, 4), (1, 0, 1, 'communication', null, null, 'thread 1', 1);
insert into watch_column values (1, 0, 0, 3, 1, 0, 0, 0, 0, 0), (1, 0, 3, 1, 0, 1, 0, 0, 0, 2);
insert into watch_cpu values (1, 0, 0.5, null, null, 'not calibrated'), (1, 1, null, 'no /proc/stat', 0.75, null);
insert into watch_note values (1, 0, 'short states were missed');
