# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += measure/monitor/area.c measure/monitor/area.h measure/monitor/monitor.h measure/monitor/states-json.c measure/monitor/states-json.h
libmacs_a_SOURCES += \
	measure/monitor/linux/calls.c measure/monitor/linux/calls.h \
	measure/monitor/linux/classify.c measure/monitor/linux/descriptors.c measure/monitor/linux/descriptors.def \
	measure/monitor/linux/futexes.c measure/monitor/linux/holders.c measure/monitor/linux/locks.c \
	measure/monitor/linux/peers.c measure/monitor/linux/peers.h \
	measure/monitor/linux/sets.c measure/monitor/linux/sites.c measure/monitor/linux/sites.h \
	measure/monitor/linux/sockets.c \
	measure/monitor/linux/seen.c measure/monitor/linux/seen.h measure/monitor/linux/syscalls.def
libmacs_a_SOURCES += \
	lab/transputer/model.h lab/transputer/parameters.def \
	lab/transputer/program.h lab/transputer/statements.def
libmacs_a_SOURCES += \
	lab/transputer/check.c \
	lab/transputer/declarations.def \
	lab/transputer/explain.c \
	lab/transputer/lines.c \
	lab/transputer/monitors.def \
	lab/transputer/parameters.c lab/transputer/parameters.h \
	lab/transputer/reader.h \
	lab/transputer/script.c lab/transputer/script.h \
	lab/transputer/shares.c lab/transputer/shares.h \
	lab/transputer/statements.c \
	lab/transputer/since.c \
	lab/transputer/states.def \
	lab/transputer/words.c
libmacs_a_SOURCES += \
	measure/monitor/linux/account.c \
	measure/monitor/linux/cpus.c measure/monitor/linux/cpus.h \
	measure/monitor/linux/follow.c \
	measure/monitor/linux/gather.c \
	measure/monitor/linux/moments.c measure/monitor/linux/moments.h \
	measure/monitor/linux/proc.c measure/monitor/linux/proc.h \
	measure/monitor/linux/processes.c \
	measure/monitor/linux/report.c \
	measure/monitor/linux/sampler.c \
	measure/monitor/linux/spinning.c measure/monitor/linux/spinning.def \
	measure/monitor/linux/table.h \
	measure/monitor/linux/threads.c \
	measure/monitor/linux/times.c \
	measure/monitor/linux/registration.c \
	measure/monitor/linux/waits.c
libmacs_a_SOURCES += measure/monitor/questions-line.c measure/monitor/questions.c measure/monitor/questions.def measure/monitor/questions.h
libmacs_a_SOURCES += measure/monitor/calibrate.h measure/monitor/linux/calibrate.c
libmacs_a_SOURCES += \
	lab/transputer/alternative.c \
	lab/transputer/calibrate.c lab/transputer/channel.c lab/transputer/deadlock.c lab/transputer/invariants.c \
	lab/transputer/layout.c lab/transputer/machine.h lab/transputer/memory.c \
	lab/transputer/memory.h lab/transputer/monitor-cpu.c lab/transputer/monitor-process.c \
	lab/transputer/monitor-tm.c lab/transputer/monitors.c lab/transputer/run.c \
	lab/transputer/watch.h \
	lab/transputer/scheduler.c lab/transputer/steps.c lab/transputer/timer.c
