-- SPDX-License-Identifier: GPL-3.0-or-later
update profile set reference_slowdown = 31.5;
insert into profile_source_loop (profile, seq, source, function, line, end_line, parent, entries, iterations, missing)
  select id, 0, 's.c', 'f', 3, 9, null, 2, 14, null from (select run as id from profile limit 1);
insert into profile_source_loop (profile, seq, source, function, line, end_line, parent, entries, iterations, missing)
  select id, 1, 's.c', 'f', 4, 7, 0, null, null, 'control enters it at several places' from (select run as id from profile limit 1);
