-- SPDX-License-Identifier: GPL-3.0-or-later
update profile set cpu = 'AuthenticAMD 26 2 1';
