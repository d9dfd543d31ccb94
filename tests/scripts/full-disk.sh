# SPDX-License-Identifier: GPL-3.0-or-later
# A full disk is reported as such: the message names the missing space, also if the error of an earlier write is
# hidden by the buffer of a stream. The small file system is in a separate mount namespace.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
if ! unshare -m sh -c 'mount -t tmpfs -o size=200k none "$0"' "$dir" 2>/dev/null; then
    echo "# left out: full-disk: no file system may be mounted here"
    exit 0
fi
# on_full NAME COMMAND...: COMMAND, which writes to ./disk, fails with "No space left on device".
on_full() {
    name=$1; shift
    mkdir -p disk
    unshare -m sh -c 'mount -t tmpfs -o size=200k none disk && head -c 198000 /dev/zero >disk/fill && "$@"' sh "$@" >out 2>err; s=$?
    if [ $s = 1 ] && grep -q 'No space left on device\|disk is full' err; then echo "ok $name reports a full disk"
    else sed 's/^/# /' err; echo "# status $s"; echo "not ok $name reports a full disk"; fi
}
on_full "kma --instrument" kma --instrument=disk/o.f "$SAMPLES/lfk.f"
kma --db=run.db --machine=zen4 "$SAMPLES/lfk.f" >/dev/null
on_full "kma --db" kma --db=disk/run.db --machine=zen4 "$SAMPLES/lfk.f"
on_full "kfc -o" kfc -O2 -o disk/lfk.s "$SAMPLES/lfk.f"
