-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 27: page faults of loops, and the time of the kernel on behalf of loops.

alter table profile_row add column faults real check (faults >= 0); -- page faults of its instructions in a run
alter table profile_row add column faults_missing text;
alter table profile_row add column kernel_seconds real check (kernel_seconds >= 0); -- CPU time
alter table profile_row add column kernel_missing text;
