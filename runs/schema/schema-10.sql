-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 10: the bounds that kma and kmacstat printed are not stored. No command read them:
-- macs-gap computes bounds from the counts. compiled_body keeps MAC and MACS of a pass, which
-- macs-gap reads: simulating a loop again costs it 0.6 ms.

drop table source_bound;
drop table compiled_bound;
