-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 19: facts of outer loops with their inner loops unrolled completely. Such a row has the seq of the
-- row of the outer loop plus 1073741824.

alter table source_loop add column unrolled integer not null default 0 check (unrolled in (0, 1));
