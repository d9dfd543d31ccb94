-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 9: the line of the condition or jump that skips a conditional block, which distinguishes the
-- code of the condition from that of the block if both are on one line. NULL = unknown or several.

alter table source_block add column decided integer check (decided > 0);
