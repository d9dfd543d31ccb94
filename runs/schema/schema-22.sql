-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 22: the CPU of a sampled run.

alter table profile add column cpu text; -- vendor, family, model, stepping; NULL = unknown
