-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 5: the overhead of measurement.

alter table instance_count add column overhead real not null default 0
  check (overhead >= 0); -- cycles of the thread spent in events, not included in its sample
alter table sample_sum add column overhead real not null default 0
  check (overhead >= 0); -- sum of instance_count
