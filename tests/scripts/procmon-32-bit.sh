# SPDX-License-Identifier: GPL-3.0-or-later
# A 32-bit program on a 64-bit machine: its system calls have other numbers (nanosleep is 162, the number of sync
# here), so the reason of its wait is reported as unknown.
[ "$MAY_LOOK" ] || { echo "# left out: unknown: no process may be looked into here"; exit 0; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cat >"$dir/sleeper.c" <<'EOF'
struct timespec { int seconds, ns; };
void _start(void)
{
    struct timespec t = {1, 0};
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(162), "b"(&t), "c"(0) : "memory");
    __asm__ volatile("int $0x80" : : "a"(1), "b"(0));
}
EOF
if [ "$(uname -m)" != x86_64 ] ||
    ! ${CC:-gcc} -m32 -nostdlib -static -fno-pie -no-pie -fno-stack-protector \
        "$dir/sleeper.c" -o "$dir/sleeper" 2>"$dir/log" || ! "$dir/sleeper"; then
    echo "# left out: unknown: no 32-bit program runs here"
    exit
fi
procmon --format=json -o "$dir/report" -- "$dir/sleeper"
if jq -e '(.threads | length) == 1 and .threads[0].share.unknown > 0.5
    and .threads[0].share.timer == 0 and .threads[0].share.disk < 0.2
    and ([.notes[] | select(test("32-bit"))] | length) == 1' "$dir/report" >"$dir/log"; then
    echo "ok unknown"
else
    sed 's/^/# /' "$dir/report"; echo "not ok unknown"
fi
