-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 20: numbers of indices of DO CONCURRENT and FORALL.

alter table source_shape add column indices integer not null default 0 check (indices >= 0);
