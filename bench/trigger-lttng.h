/* SPDX-License-Identifier: GPL-3.0-or-later */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER macs_bench
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "trigger-lttng.h"
#if !defined TRIGGER_LTTNG_H || defined LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ
#define TRIGGER_LTTNG_H
#include <lttng/tracepoint.h>
LTTNG_UST_TRACEPOINT_EVENT(macs_bench, trigger, LTTNG_UST_TP_ARGS(uint64_t, user),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint64_t, user, user)))
#endif
#include <lttng/tracepoint-event.h>
