-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 28: accesses at other columns of a line than the code of innermost loops.

alter table profile_line add column float_stores_apart real not null default 0; -- the part of the bytes at columns where
alter table profile_line add column float_loads_apart real not null default 0; -- innermost compiled loops have no code
alter table profile_line add column integer_stores_apart real not null default 0;
alter table profile_line add column integer_loads_apart real not null default 0;
