-- 10 s at 2 GHz. O3.s: the vector loop of line 4, the loops of lines 7 and 10. O2.s: a second version of line 4.
insert into run (name, build, processors) select 'counted', id, 1 from build;
insert into profile (run, command, sampler, status, wall_seconds, cpu_seconds, sampled_seconds, samples, lost, rate,
    kernel, remaining, minor_faults, major_faults, clock_low, clock_median, clock_high, count_slowdown)
  select id, './prog', 'perf', 0, 10, 10, 10, 10000, 0, 1000, 1, 0, 0, 0, 2e9, 2e9, 2e9, 1.5 from run where name = 'counted';
create temp table r (seq, name, object, label, line, end_line, seconds, passes);
insert into r values (3, 'prog:vector', 'O3.s', '.L4', 5, 5, 2, 1e9),
  (2, 'prog:sum', 'O3.s', '.L10', 8, 8, 2, 2e8),
  (0, 'prog:if', 'O3.s', '.L8', 10, 11, 2, 5e8),
  (1, 'prog:other', 'O2.s', '.L7', 90, 91, 2, 1e8),
  (5, 'prog:rest', 'O2.s', '.L4', 4, 5, .1, 1e8);
insert into profile_row (profile, seq, kind, name, object, label, source, line, end_line, waiting, samples, seconds,
    inclusive, low, high, passes, passes_counted)
  select id, seq, 'loop', r.name, object, label, '/src/k.f90', line, end_line, 0, seconds * 1000, seconds,
    seconds, seconds / 10.0 - .01, seconds / 10.0 + .01, passes, 1 from r, run where run.name = 'counted';
insert into profile_row (profile, seq, kind, name, waiting, samples, seconds, inclusive, low, high, why, passes_missing)
  select id, 4, 'kernel', 'kernel', 0, 1900, 1.9, 1.9, .18, .2, 'the kernel', 'none' from run where name = 'counted';
