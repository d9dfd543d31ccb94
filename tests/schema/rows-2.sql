-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rows of the tables that version 2 of the run database added.
insert into manifest values (1, 'first.manifest', 'run first' || char(10));
insert into stream values (1, 1, 0, 'first.0.mkn', 2), (2, 1, 1, 'first.1.mkn', 0);
insert into stream_block values (1, 1, 0, 2, -5, 1099511627776, x'00ff10200000000000000000000000aa');
insert into sample_thread values (1, 0, 4294967295, 2, 1), (1, 1, 65536, 0, 0);
insert into instance_count values (1, 0, 10, 0), (1, 1, 4.5, 1);
insert into counter_sum values (1, 0, 3, 'instructions', 10, 123456789, null),
  (1, 1, 15, null, 4, null, 'the counter wrapped');
insert into parallel_region values (1, 7, 0, 'sub', 4, 10, 0, 12345), (1, 8, 1, null, 0, 0, 1, 0);
insert into run_note values (1, 0, 'samples were lost');
