-- SPDX-License-Identifier: GPL-3.0-or-later
insert into profile_repeat (profile, seq, wall_seconds, cpu_seconds, cpu_seconds_missing, samples)
  select run, 0, wall_seconds, cpu_seconds, null, samples from profile;
