-- SPDX-License-Identifier: GPL-3.0-or-later
update profile_row set passes_threads = 2, passes_least = 100, passes_greatest = 300 where kind = 'loop';
