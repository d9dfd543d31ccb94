-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rows of the tables that version 11 of the run database added.
insert into profile (run, command, sampler, status, wall_seconds, cpu_seconds, sampled_seconds, samples, lost,
    rate, kernel, remaining, minor_faults, minor_faults_missing, major_faults, major_faults_missing, clock_low,
    clock_low_missing, clock_median, clock_median_missing, clock_high, clock_high_missing)
  select min(id), './solver input', 'perf', 256, 2.5, 2, 1.5, 1500, 2, 1000, 0, 1, 300, null, null, 'not counted',
    2.52e9, null, 2.8e9, null, null, 'unknown' from run;
insert into profile_row (profile, seq, kind, name, object, function, label, source, line, end_line, language,
    caller, waiting, parent, samples, seconds, inclusive, low, high, why)
  select run, 0, 'loop', 'solver:sweep+0x40', '/opt/solver', 'sweep', 'sweep+0x40', 'solver.f90', 40, 44, 'Fortran',
    null, 0, 1, 750, 1, 1, 0.45, 0.55, null from profile
  union all select run, 1, 'loop', 'solver:sweep+0x10', '/opt/solver', 'sweep', 'sweep+0x10', 'solver.f90', 38, 46,
    'Fortran', null, 0, null, 375, 0.5, 1.5, 0.2, 0.3, 'an outer loop' from profile
  union all select run, 2, 'kernel', 'kernel', null, null, null, null, null, null, null, null, 0, null, 250, 0.333,
    0.333, 0.15, 0.18, 'not sampled' from profile
  union all select run, 3, 'library', 'libgomp:gomp_barrier_wait', '/lib/libgomp.so.1', 'gomp_barrier_wait', null,
    null, null, null, 'C', 'solver:sweep+0x10', 1, null, 125, 0.167, 0.167, 0.07, 0.1, 'waiting' from profile;
