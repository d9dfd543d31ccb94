-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 18: counted passes of sampled rows by thread, of the threads of all processes that executed the row. NULL or 0
-- threads = unknown.

alter table profile_row add column passes_threads real check (passes_threads >= 0);
alter table profile_row add column passes_least real;    -- of the thread with the fewest
alter table profile_row add column passes_greatest real; -- of the thread with the most
