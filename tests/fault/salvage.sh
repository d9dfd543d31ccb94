# SPDX-License-Identifier: GPL-3.0-or-later
# x.mkr, a ring file by hand as in tests/cases/libmultikron/salvage-lacks, and x.mkn with all the 48 bytes
# that the process had written.
word() { # at, bytes in octal
    printf "$2" | dd of=x.mkr bs=1 seek="$1" conv=notrunc 2>/dev/null
}
head -c 1245184 /dev/zero >x.mkr
word 0 'MMKRING1\002\000\000\000\001\000\000\000\000\000\001\000\017'
word 4352 '\000\000\021'
word 48 '\001'
word 56 '\001\000\000\000\004'
word 144 '\000\020\136\137'
word 1114112 '\120'
word 1114144 '\000\000\022'
word 1114176 '\060'
word 65536 'region.1 a:b:1\n'
word 1179696 '\020\000\000\000\000\011\000\000\000\007\001\000\001\000\000\000'
word 1179712 '\020\000\000\000\000\012\000\000\000\007\002\000\001\000\000\000'
for i in 1 2 3; do printf '\020\000\000\000\000\010\000\000\000\007\007\000\000\000\000\001'; done >x.mkn
