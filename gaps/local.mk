# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	gaps/gaps.h \
	gaps/causes/advice.c gaps/causes/advice.h \
	gaps/causes/counters.def gaps/causes/facts.def gaps/causes/problems.def \
	gaps/causes/division.c gaps/causes/division.h \
	gaps/causes/bases.c gaps/causes/bodies.c \
	gaps/causes/fusing.c \
	gaps/causes/homes.c gaps/causes/homes.h \
	gaps/causes/gap-a.c gaps/causes/gap-c.c gaps/causes/gap-p.c \
	gaps/causes/limits.c \
	gaps/causes/placed.c gaps/causes/placed.h \
	gaps/causes/problems.c gaps/causes/problems.h \
	gaps/causes/states.c gaps/causes/states.h \
	gaps/causes/facts.h \
	gaps/median.c gaps/median.h \
	gaps/columns.c gaps/columns.def gaps/columns.h \
	gaps/where.c gaps/where.h \
	gaps/hot/accesses.c gaps/hot/accesses.h \
	gaps/hot/candidates.c gaps/hot/candidates.h \
	gaps/hot/compare.c gaps/hot/compare.h \
	gaps/hot/copies.c gaps/hot/copies.h \
	gaps/hot/coverage.c gaps/hot/coverage.h \
	gaps/hot/data.c gaps/hot/data.h \
	gaps/hot/touch.c gaps/hot/touch.h \
	gaps/hot/inner.c gaps/hot/inner.h \
	gaps/hot/iterations.c gaps/hot/iterations.h \
	gaps/hot/neighbours.c gaps/hot/neighbours.h gaps/hot/nests.c gaps/hot/nests.h \
	gaps/hot/outside.c gaps/hot/outside.h \
	gaps/hot/entered.c gaps/hot/entered.h \
	gaps/hot/limit.c gaps/hot/limit.h \
	gaps/hot/outer-joins.c gaps/hot/outer-joins.h \
	gaps/hot/references.c gaps/hot/references.h \
	gaps/hot/shares.c gaps/hot/shares.h \
	gaps/hot/source-counts.c gaps/hot/source-counts.h \
	gaps/hot/summary.c \
	gaps/hot/titles.c gaps/hot/titles.h \
	gaps/hot/what-if.c gaps/hot/what-if.h \
	gaps/hot/unequal.c gaps/hot/unequal.h \
	gaps/ladder/above.c gaps/ladder/above.h \
	gaps/ladder/join.c gaps/ladder/join.h \
	gaps/ladder/areas.c \
	gaps/ladder/body.c \
	gaps/ladder/counted.c \
	gaps/ladder/model.c gaps/ladder/model.h \
	gaps/ladder/check.c gaps/ladder/check.h \
	gaps/ladder/explain.c \
	gaps/ladder/flow.c gaps/ladder/flow.h \
	gaps/ladder/paths.c gaps/ladder/paths.h \
	gaps/ladder/code.c \
	gaps/ladder/replaced.c gaps/ladder/replaced.h \
	gaps/read.c gaps/read.h \
	gaps/roofline.c gaps/roofline.h \
	gaps/regions/bounds.c gaps/regions/doubts.c gaps/regions/evaluation.h \
	gaps/regions/parallel.c \
	gaps/regions/regions.h \
	gaps/regions/structure.c \
	gaps/regions/team.c gaps/regions/team.h \
	gaps/regions/work.c \
	gaps/sources.c gaps/sources.h \
	gaps/ladder/table.c \
	gaps/ladder/nest.c \
	gaps/ladder/weigh.c \
	gaps/ladder/whole.c \
	gaps/scaling/group.c gaps/scaling/group.h \
	gaps/scaling/laws.c gaps/scaling/laws.h \
	gaps/scaling/program.c \
	gaps/scaling/repeats.c \
	gaps/scaling/saturation.c gaps/scaling/saturation.h \
	gaps/scaling/scaling.c gaps/scaling/scaling.h \
	gaps/scaling/statistics.c gaps/scaling/statistics.h
