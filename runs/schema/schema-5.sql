-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 5: what measuring took.

alter table instance_count add column overhead real not null default 0
  check (overhead >= 0); -- cycles of the thread that went into events; those of its sample lack them
alter table sample_sum add column overhead real not null default 0
  check (overhead >= 0); -- sum of instance_count
