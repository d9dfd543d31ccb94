insert into run (name, build, processors) select 'whole', id, 2 from build;
insert into profile (run, command, sampler, status, wall_seconds, cpu_seconds, sampled_seconds, samples, lost, rate,
    kernel, remaining, minor_faults, major_faults, clock_low, clock_median, clock_high)
  select id, './prog input', 'perf', 0, 5.5, 10, 9.2, 9200, 3, 920, 0, 1, 4000, 2, 2.52e9, 2.8e9, 2.87e9 from run;
create temp table r (seq, kind, name, object, function, label, source, line, language, waiting, parent, samples,
    seconds, inclusive, low, high, why);
insert into r values
  (0, 'loop', 'prog:axpy+0x10', 'O2.s', 'axpy', '.L4', 'src/k.f90', 4, 'Fortran', 0, 3, 4000, 4, 4, .39, .41, null),
  (1, 'library', 'libm:exp', '/lib/libm.so.6', 'exp', null, null, null, null, 0, null, 2000, 2, 2, .19, .21,
     'a library function'),
  (2, 'straight_line', 'prog:main', '/opt/prog', 'main', null, 'src/main.c', 7, 'C', 0, null, 1200, 1.2, 1.2, .11, .13,
     'code outside loops'),
  (3, 'loop', 'prog:axpy+0x4', 'O2.s', 'axpy', '.L99', 'src/k.f90', 3, 'Fortran', 0, null, 800, .8, 4.8, .07, .09,
     'an outer loop: bounds are computed for innermost loops'),
  (4, 'kernel', 'kernel', null, null, null, null, null, null, 0, null, 0, .8, .8, .07, .09, 'not sampled'),
  (5, 'loop', 'prog:sum+0x20', 'O2.s', 'sum', '.L7', null, null, null, 0, null, 500, .5, .5, .045, .055, null),
  (6, 'library', 'libgomp:barrier', '/lib/libgomp.so.1', 'barrier', null, null, null, null, 1, null, 400, .4, .4,
     .036, .044, 'it waits for other threads'),
  (7, 'unknown', 'generated code of process 7', null, null, null, null, null, null, 0, null, 200, .2, .2, .017, .023,
     'the code is in no file'),
  (8, 'library', 'libc', '/lib/libc.so.6', null, null, null, null, null, 0, null, 100, .1, .1, .008, .012,
     'a library function');
insert into profile_row (profile, seq, kind, name, object, function, label, source, line, end_line, language, waiting,
    parent, samples, seconds, inclusive, low, high, why)
  select id, seq, kind, r.name, object, function, label, source, line, line, language, waiting, parent, samples,
    seconds, inclusive, low, high, why from r, run;
