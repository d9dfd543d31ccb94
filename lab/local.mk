# SPDX-License-Identifier: GPL-3.0-or-later
# Programs as data.
libmacs_a_SOURCES += \
	lab/isa/isa.c lab/isa/isa.h lab/isa/print.c lab/isa/distances.c \
	lab/isa/read.c lab/isa/read-pair.c lab/isa/read-variable.c lab/isa/reading.h

# Fortran to assembly, in the order of the passes.
libmacs_a_SOURCES += \
	lab/code/code.h lab/code/ir.h \
	lab/code/compile.c lab/code/ir-print.c lab/code/ir-check.c \
	lab/code/lower.h lab/code/lower-error.c lab/code/lower-emit.c lab/code/lower-procedure.c \
	lab/code/lower-labels.c lab/code/lower-arithmetic.c lab/code/lower-memory.c \
	lab/code/lower-names.c lab/code/lower-fold.c lab/code/lower-text-constants.c \
	lab/code/lower-describe.c lab/code/lower-initial.c lab/code/lower-initial.h \
	lab/code/lower-storage.c lab/code/lower-place.c lab/code/lower-text.c lab/code/lower-assign.c \
	lab/code/lower-loops.c lab/code/lower-arrays.c lab/code/lower-complex.c lab/code/lower-system.c \
	lab/code/lower-intrinsics.c lab/code/lower-intrinsics.def lab/code/other-intrinsics.def \
	lab/code/lower-calls.c lab/code/lower-expr.c lab/code/lower-do.c lab/code/io.c \
	lab/code/parallel.c lab/code/parallel.h lab/code/parallel.def lab/code/parallel-read.c \
	lab/code/parallel-region.c lab/code/parallel-data.c lab/code/parallel-loops.c \
	lab/code/lower-flow.c lab/code/lower-data.c lab/code/lower-unit.c \
	lab/code/edit.c lab/code/edit.h lab/code/optimize.c \
	lab/code/allocate.c lab/code/allocate.h lab/code/live.c lab/code/color.c lab/code/spill.c \
	lab/code/emit.c lab/code/emit-procedure.c lab/code/frame.c lab/code/calls.c lab/code/free.c \
	lab/code/address.c lab/code/address.h lab/code/address-place.c lab/code/address-loops.c \
	lab/code/flow.c lab/code/flow.h lab/code/flow-live.c lab/code/flow-loops.c \
	lab/code/alias.c lab/code/alias.h \
	lab/code/passes.h lab/code/values.c lab/code/values.h lab/code/values-memory.c \
	lab/code/value-table.c lab/code/dead.c lab/code/coalesce.c lab/code/invariant.c \
	lab/code/promote.c lab/code/body.c lab/code/body.h lab/code/localize.c lab/code/carry.c \
	lab/code/unroll.c lab/code/triads.c lab/code/counters.c lab/code/balance.c

# Instructions to pairs.
libmacs_a_SOURCES += \
	lab/schedule/schedule.h lab/schedule/schedule.c \
	lab/schedule/effects.c lab/schedule/effects.h \
	lab/schedule/flow.c lab/schedule/flow.h lab/schedule/in-order.c \
	lab/schedule/memory.c lab/schedule/memory.h \
	lab/schedule/graph.c lab/schedule/graph.h lab/schedule/list.c lab/schedule/delays.c \
	lab/schedule/counted.c lab/schedule/counted.h \
	lab/schedule/modulo.c lab/schedule/modulo.h \
	lab/schedule/liveness.c lab/schedule/liveness.h \
	lab/schedule/webs.c lab/schedule/webs.h \
	lab/schedule/overlap.c lab/schedule/overlap.h \
	lab/schedule/pipeline.c lab/schedule/pipeline.h \
	lab/schedule/unpack.c lab/schedule/unpack.h lab/schedule/reschedule.c \
	lab/schedule/paths.c lab/schedule/paths.h lab/schedule/check.c

# Cells, caches, rings.
libmacs_a_SOURCES += \
	lab/machine/parameters.c lab/machine/parameters.h lab/machine/parameters.def \
	lab/machine/engine.c lab/machine/engine.h \
	lab/machine/allcache.c lab/machine/allcache.h lab/machine/protocol.c lab/machine/protocol.h \
	lab/machine/pages.c lab/machine/arrivals.c lab/machine/locks.c lab/machine/invariants.c \
	lab/machine/directory.c lab/machine/directory.h \
	lab/machine/local-cache.c lab/machine/local-cache.h \
	lab/machine/subcache.c lab/machine/subcache.h \
	lab/machine/ring.c lab/machine/ring.h lab/machine/transaction.c lab/machine/transaction.h

# Programs made ready, and one cell.
libmacs_a_SOURCES += \
	lab/machine/cell.c lab/machine/cell.h lab/machine/code.c lab/machine/code.h \
	lab/machine/cell-chip.c lab/machine/cell-chip.h lab/machine/counters.def lab/machine/wires.def \
	lab/machine/execute.c lab/machine/execute.h lab/machine/fault.c lab/machine/hazards.c lab/machine/hazards.h \
	lab/machine/faults.def \
	lab/machine/linking.h \
	lab/machine/memory.c lab/machine/place.c \
	lab/machine/profile.c lab/machine/profile.h lab/machine/program.c lab/machine/program.h \
	lab/machine/steps.def lab/machine/works.def

# The library that programs call.
libmacs_a_SOURCES += \
	lab/machine/library.h lab/machine/library.def lab/machine/library-parts.h \
	lab/machine/library.c lab/machine/library-math.c lab/machine/library-loops.c \
	lab/machine/library-write.c lab/machine/library-read.c \
	lab/machine/transfer.c lab/machine/transfer.h \
	lab/machine/format.c lab/machine/format.h lab/machine/numbers.c

lab_librarydir = $(pkgdatadir)/lab/library
dist_lab_library_DATA = lab/library/multikron.s lab/library/parallel.s lab/library/openmp.s

# Reference traces.
libmacs_a_SOURCES += \
	lab/trace/analysis.c lab/trace/analysis.h lab/trace/bounds.c lab/trace/caches.c \
	lab/trace/counts.def lab/trace/form.h lab/trace/moves.c lab/trace/places.c lab/trace/places.h \
	lab/trace/reader.c lab/trace/state.h lab/trace/trace.h lab/trace/tracer.c lab/trace/tracer.h lab/trace/writer.c
