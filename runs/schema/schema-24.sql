-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 24: iterations of source loops whose executions are unknown.

alter table profile_source_loop add column iterations_alone real; -- then entries and iterations are NULL, and missing is why
                                                                  -- the executions are unknown
