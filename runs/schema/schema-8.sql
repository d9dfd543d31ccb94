-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 8: the size of an element may be unknown: the kind that declares it comes from a module
-- that was not read. bytes is then 1 and has no meaning.

alter table source_part add column unknown integer not null default 0 check (unknown in (0, 1));
