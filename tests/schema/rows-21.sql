-- SPDX-License-Identifier: GPL-3.0-or-later
insert into profile_line (profile, seq, source, line, float_stores, float_loads, integer_stores, integer_loads, incomplete)
  select id, 0, 's.c', 4, 8, 16, 0, 4, 1 from (select run as id from profile limit 1);
