# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += monitor/area.c monitor/area.h monitor/monitor.h monitor/states-json.c monitor/states-json.h
libmacs_a_SOURCES += \
	monitor/linux/calls.c monitor/linux/calls.h \
	monitor/linux/classify.c monitor/linux/descriptors.c monitor/linux/descriptors.def \
	monitor/linux/futexes.c monitor/linux/holders.c monitor/linux/locks.c \
	monitor/linux/peers.c monitor/linux/peers.h \
	monitor/linux/sets.c monitor/linux/sites.c monitor/linux/sites.h \
	monitor/linux/sockets.c \
	monitor/linux/seen.c monitor/linux/seen.h monitor/linux/syscalls.def
libmacs_a_SOURCES += \
	monitor/transputer/model.h monitor/transputer/parameters.def \
	monitor/transputer/program.h monitor/transputer/statements.def
libmacs_a_SOURCES += \
	monitor/transputer/check.c \
	monitor/transputer/declarations.def \
	monitor/transputer/explain.c \
	monitor/transputer/lines.c \
	monitor/transputer/monitors.def \
	monitor/transputer/parameters.c monitor/transputer/parameters.h \
	monitor/transputer/reader.h \
	monitor/transputer/script.c monitor/transputer/script.h \
	monitor/transputer/shares.c monitor/transputer/shares.h \
	monitor/transputer/statements.c \
	monitor/transputer/since.c \
	monitor/transputer/states.def \
	monitor/transputer/words.c
libmacs_a_SOURCES += \
	monitor/linux/account.c \
	monitor/linux/cpus.c monitor/linux/cpus.h \
	monitor/linux/follow.c \
	monitor/linux/gather.c \
	monitor/linux/moments.c monitor/linux/moments.h \
	monitor/linux/proc.c monitor/linux/proc.h \
	monitor/linux/processes.c \
	monitor/linux/report.c \
	monitor/linux/sampler.c \
	monitor/linux/spinning.c monitor/linux/spinning.def \
	monitor/linux/table.h \
	monitor/linux/threads.c \
	monitor/linux/times.c \
	monitor/linux/registration.c \
	monitor/linux/waits.c
libmacs_a_SOURCES += monitor/questions-line.c monitor/questions.c monitor/questions.def monitor/questions.h
libmacs_a_SOURCES += monitor/calibrate.h monitor/linux/calibrate.c
libmacs_a_SOURCES += \
	monitor/transputer/alternative.c \
	monitor/transputer/calibrate.c monitor/transputer/channel.c monitor/transputer/deadlock.c monitor/transputer/invariants.c \
	monitor/transputer/layout.c monitor/transputer/machine.h monitor/transputer/memory.c \
	monitor/transputer/memory.h monitor/transputer/monitor-cpu.c monitor/transputer/monitor-process.c \
	monitor/transputer/monitor-tm.c monitor/transputer/monitors.c monitor/transputer/run.c \
	monitor/transputer/watch.h \
	monitor/transputer/scheduler.c monitor/transputer/steps.c monitor/transputer/timer.c
