-- SPDX-License-Identifier: GPL-3.0-or-later
insert into profile_data (profile, row, missing, movement_missing, line, passes, window, error)
  select profile, seq, null, 'line 12 loads an index', 64, 1000, 1048576, 0.01 from profile_row where seq = 0;
insert into profile_level (profile, row, seq, name, line, trip, trip_missing, varies, optional)
  select profile, row, 0, 'j', 4, null, 'the recording is too short', 'a condition', 1 from profile_data;
insert into profile_level (profile, row, seq, name, line, trip, trip_missing, varies, optional)
  select profile, row, 1, null, 5, 250.5, null, null, 0 from profile_data;
insert into profile_sweep (profile, row, seq, ref, bytes, write, grp, storage, conditional, offset)
  select profile, row, 0, 7, 32, 1, 0, 0, 1, -8 from profile_data;
insert into profile_stride (profile, row, sweep, level, bytes, missing)
  select profile, row, 0, 0, null, 'it differs' from profile_data;
insert into profile_stride (profile, row, sweep, level, bytes, missing)
  select profile, row, 0, 1, 32, null from profile_data;
insert into profile_reuse (profile, row, seq, distance, loads, stores)
  select profile, row, 0, 65536, 0.5, 0.25 from profile_data;
insert into profile_reuse (profile, row, seq, distance, loads, stores)
  select profile, row, 1, null, 0.125, 0 from profile_data;
