-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rows of the tables and columns that version 4 of the run database added.
update source_file set reassociated = 1 where id = 2;
insert into source_part values (1, 0, null, 'fa', 8, 0, 2, 0, 1, 1.5), (1, 1, 1, 'lfl', 4, 3, 0, 5, 2, 1);
insert into source_free values (1, 4, 3.5, null), (2, null, null, 'no latency.fm');
insert into source_free_step values (1, 0, 'fa', 'fa', 1, 3.5, 's', 5), (1, 1, 'fm', 'fa', 0, 2, null, null);
insert into compiled_body values (1, 'peeled', 'runs before the main one', 8,
  0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, null, 'no port', null, 2.5, null, 'issue', x'0100');
insert into compile_note values (1, 0, 'a.f', 4, 'not vectorized: complicated access pattern.');
