-- SPDX-License-Identifier: GPL-3.0-or-later
create temp table outer_loop as select * from source_loop where seq = (select min(seq) from source_loop) limit 1;
update outer_loop set id = null, seq = seq + 1073741824, unrolled = 1;
insert into source_loop select * from outer_loop;
drop table outer_loop;
