-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 30: stores past the caches among recorded references.

alter table profile_sweep add column nontemporal integer not null default 0 check (nontemporal in (0, 1)); -- a store that does not read its line
