-- SPDX-License-Identifier: GPL-3.0-or-later
insert into profile_fault (profile, seq, process, first, bytes, faults)
  select id, 0, 12, 139637978824704, 4194304, 2000 from (select run as id from profile limit 1);
