-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 13: of two arms of an IF, exactly one of which each iteration executes, the index of the other
-- one; NULL = none, or unknown. MAC and MACS of a pass are those of the shortest of a number of paths.
-- NULL = stored by an earlier version, whose bounds include all blocks.

alter table source_block add column alternative integer check (alternative >= 0);
alter table compiled_body add column paths real check (paths >= 0);
