# SPDX-License-Identifier: GPL-3.0-or-later
# multikron collect and send: many nodes at once, a collector that is killed at any point, invalid
# nodes, limits, permissions, encryption.
. "$SRCDIR/tests/collector.sh"
# ---- 64 nodes at once ----
for n in $(seq 64); do collect-tool make $n 400000 >in-$n.mkn; done
start --listen=unix:sock --listen=127.0.0.1:0 many
tcp=$(address); senders=
for n in $(seq 64); do
    [ $((n % 2)) = 0 ] && to=unix:sock || to=$tcp
    multikron send --to=$to in-$n.mkn >sent-$n 2>&1 & senders="$senders $!"
done
wait $senders
multikron send --to=unix:sock in-1.mkn >again 2>&1
stop
failed=
for n in $(seq 64); do cmp -s in-$n.mkn many/node-$n.mkn || failed="$failed $n"; done
# collect-tool writes samples with the overrun flag, so the exit status is 1.
[ -z "$failed" ] && [ $stopped = 1 ]; told "64 nodes at once are stored in 64 files"
# 400000 bytes: 50 samples are 49 * 16 + 80 = 864 bytes; 462 times that is 399168, of 23100 samples;
# the rest, 832, is one of 80 bytes and 47 of 16: 23148 samples, every 1000th after a loss.
[ "$(column 7 samples) $(column 7 bytes) $(column 7 overruns)" = "23148 400000 23" ]; told "the summary counts samples, bytes and losses"
[ "$(cat again)" = "in-1.mkn: 400000 bytes stored, 400000 of them already before this command" ]; told "a file sent again is not stored again"

# ---- SIGKILL ----
collect-tool make 3 30000000 >big.mkn
kill_one() { # seconds, options
    rm -rf killed; wait_for=$1; shift
    start --listen=unix:sock "$@" killed
    collect-tool stream unix:sock 3 big.mkn >acknowledged 2>/dev/null & sender=$!
    sleep $wait_for
    crash; wait $sender; sender=
    start --listen=unix:sock "$@" killed; stop
    # After the restart the file is a prefix of the samples and contains all acknowledged bytes.
    : >>killed/node-3.mkn; size=$(wc -c <killed/node-3.mkn)
    echo "# after $wait_for s $*: $(cat acknowledged) acknowledged, $size there"
    # An empty file `acknowledged`: the sender did not connect.
    [ "$size" -ge "$(cat acknowledged | grep . || echo 0)" ] && cmp -s -n "$size" big.mkn killed/node-3.mkn ||
        echo "after $wait_for s" >>lost
}
: >lost
for t in 0.01 0.03 0.06 0.1 0.2 0.3; do kill_one $t; kill_one $t --no-sync; done
[ ! -s lost ]; told "SIGKILL loses no acknowledged samples"

rm -rf killed
start --listen=unix:sock killed
multikron send --to=unix:sock big.mkn >sent 2>&1 & sender=$!
for t in 1 2 3 4; do sleep 0.05; crash; start --listen=unix:sock killed; done
wait $sender; code=$?; sender=
stop
[ $code = 0 ] && cmp -s big.mkn killed/node-3.mkn; told "a sender continues after each of four kills of the collector"

head -c 1000 killed/node-3.mkn >short; cp short killed/node-3.mkn
start --listen=unix:sock killed; wait $collector; code=$?; collector=
[ $code = 1 ] && grep -q 'node-3.mkn: error: the file has 1000 bytes, but 30000' log; told "a file without acknowledged samples is an error"

# ---- back-pressure ----
start --listen=unix:sock slow
kill -STOP $collector
multikron send --to=unix:sock big.mkn >sent 2>&1 & sender=$!
sleep 0.5; kill -0 $sender 2>/dev/null; waits=$?
peak=$(sed -n 's/^VmHWM:[ \t]*\([0-9]*\) kB/\1/p' /proc/$sender/status)
kill -CONT $collector; wait $sender; code=$?; sender=
stop
[ $waits = 0 ] && [ $code = 0 ] && cmp -s big.mkn slow/node-3.mkn; told "a sender waits for a slow collector"
case $BUILDDIR/$(grep -c fsanitize "$BUILDDIR/Makefile") in
*/0) [ "${peak:-99999}" -lt 20000 ]; told "a waiting sender uses no more memory" ;;
*) echo "# left out: a waiting sender uses no more memory: a sanitizer is in the way" ;;
esac

# ---- invalid nodes, while another one sends ----
start --listen=unix:sock bad
multikron send --to=unix:sock big.mkn >sent 2>&1 & sender=$!
echo 'GET / HTTP/1.1' | collect-tool raw unix:sock wait >r1
collect-tool hello 8 9 | collect-tool raw unix:sock wait >r2
{ collect-tool hello 8 1; collect-tool frame 1 65537 0; } | collect-tool raw unix:sock wait >r3
{ collect-tool hello 9 1; collect-tool frame 1 16 0; printf '\377234567890123456'; } | collect-tool raw unix:sock wait >r4
{ collect-tool hello 10 1; collect-tool frame 1 432 0; head -c 432 in-10.mkn; collect-tool frame 1 16 448; head -c 16 in-10.mkn; } |
    collect-tool raw unix:sock wait >r5
{ collect-tool hello 11 1; collect-tool frame 77 0 0; } | collect-tool raw unix:sock wait >r6
{ collect-tool hello 12 1; collect-tool frame 1 432 0; head -c 432 in-12.mkn; collect-tool frame 1 432 432; head -c 100 in-12.mkn; } |
    collect-tool raw unix:sock leave
{ collect-tool hello 13 1; collect-tool frame 2 0 16; } | collect-tool raw unix:sock wait >r7
wait $sender; code=$?; sender=
stop
grep -q 'invalid hello message' r1; told "garbage is refused"
grep -q 'version 9 of the protocol' r2; told "another version of the protocol is refused"
grep -q '(samples) has 65537 bytes; the maximum is 65536' r3; told "an oversized frame is refused unread"
grep -q 'byte 0 of the stream is not the start of a whole sample' r4 && [ ! -s bad/node-9.mkn ]; told "an invalid sample is refused"
grep -q 'start at byte 448 of the stream, but byte 432 is expected' r5 && cmp -s -n 432 in-10.mkn bad/node-10.mkn; told "a gap in a stream is refused, the samples before it are kept"
grep -q 'unexpected frame of kind 77' r6; told "a frame of an unknown kind is refused"
grep -q 'ends at byte 16, but 0 bytes were received' r7; told "a wrong end position is refused"
[ "$(wc -c <bad/node-12.mkn)" = 432 ] && grep -q '(node 12): warning: ' log &&
    [ "$(column 12 vanished)" = 1 ]; told "samples of a lost connection are kept"
[ $code = 0 ] && cmp -s big.mkn bad/node-3.mkn; told "invalid nodes do not affect another one"
[ $stopped = 1 ] && [ "$(column 10 refused)" = 1 ] && grep -q 'connections without a hello message: 2,' summary; told "the summary counts them"

# ---- many senders while another one waits for acknowledgements ----
start --listen=unix:sock crowd
timeout 60 multikron send --to=unix:sock big.mkn >sent 2>&1 & sender=$!
for n in $(seq 100 400); do
    kill -0 $sender 2>/dev/null || break
    collect-tool hello $n 1 | collect-tool raw unix:sock leave
done
wait $sender; code=$?; sender=
stop
[ $code = 0 ] && cmp -s big.mkn crowd/node-3.mkn; told "a sender gets acknowledgements while others send"

# ---- one sender per node, one collector per directory, own files only ----
start --listen=unix:sock one
mkfifo hold
{ collect-tool hello 3 1; collect-tool frame 1 432 0; head -c 432 in-3.mkn; cat hold; } | collect-tool raw unix:sock leave & sender=$!
for try in $(seq 600); do [ -s one/node-3.mkn ] && break; sleep 0.05; done
multikron send --to=unix:sock big.mkn >sent 2>&1; code=$?
: >hold; wait $sender; sender=
[ $code = 1 ] && grep -q 'another sender with this node number' sent; told "a second sender with the same node number is refused"
multikron collect --listen=unix:sock2 one >two 2>&1
[ $? = 1 ] && grep -q 'another collector uses this directory' two; told "two collectors do not share a directory"
multikron collect --listen=unix:sock other >two 2>&1
[ $? = 1 ] && grep -q 'Address already in use' two; told "two collectors do not share an address"
echo mine >one/node-20.mkn
multikron send --to=unix:sock --node=20 in-20.mkn >sent 2>&1
[ $? = 1 ] && [ "$(cat one/node-20.mkn)" = mine ]; told "a file that is not in the journal is not changed"
stop
[ ! -e sock ]; told "the collector removes its socket at its end"

# ---- limits ----
start --listen=unix:sock --limit=100K --nodes=2 limited
multikron send --to=unix:sock in-1.mkn >sent 2>&1; code=$?
multikron send --to=unix:sock in-2.mkn >sent2 2>&1
multikron send --to=unix:sock in-3.mkn >sent3 2>&1
stop
# 100K = 102400 bytes: 118 times 864 are 101952, then 80 and 23 times 16 are 102400.
[ $code = 1 ] && grep -q 'its maximum size (--limit)' sent && [ "$(wc -c <limited/node-1.mkn)" = 102400 ] &&
    cmp -s -n 102400 in-1.mkn limited/node-1.mkn; told "--limit limits a node, and the samples within it are kept"
[ "$(wc -c <limited/node-2.mkn)" = 102400 ]; told "--limit counts each node separately"
grep -q 'the identity has its maximum number of nodes' sent3 && [ ! -e limited/node-3.mkn ]; told "--nodes limits the number of nodes"

# ---- the manifest ----
start --listen=unix:sock noted
printf 'run r\nclock 10000000\n' >m
multikron send --to=unix:sock --manifest=m in-4.mkn >sent 2>&1
stop
cmp -s m noted/node-4.manifest; told "a manifest is sent with the samples"

# ---- permissions ----
start --listen=unix:sock --listen=unix:$dir/s2 p1
[ "$(stat -c %a sock)" = 600 ]; told "a Unix socket has mode 600"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$dir"
    setpriv --reuid=65534 --regid=65534 --clear-groups "$(command -v multikron)" send --to=unix:sock --retry=0 in-1.mkn >sent 2>&1
    [ $? = 1 ] && grep -q 'Permission denied' sent; told "other users cannot connect"
else echo "# left out: other users cannot connect: requires root and setpriv"; fi
stop
start --listen=unix:sock --mode=660 p1
[ "$(stat -c %a sock)" = 660 ]; told "--mode permits other users"
stop

# ---- other machines ----
multikron collect --listen=0.0.0.0:0 far >far.out 2>&1
[ $? = 2 ] && grep -q 'connections from other machines require --key' far.out && [ ! -e far ]; told "other addresses are refused without a key"
multikron send --to=192.0.2.1:5 in-1.mkn >sent 2>&1
[ $? = 2 ] && grep -q 'connections to other machines require --key' sent; told "a sender refuses them, too"
echo 00112233445566778899aabbccddeeff >key; chmod 644 key
multikron collect --listen=0.0.0.0:0 --key=key far >far.out 2>&1; code=$?
if grep -q 'built without GnuTLS' far.out; then
    [ $code = 2 ]; told "without GnuTLS a key is refused"
    exit
fi
[ $code = 2 ] && grep -q 'accessible to other users' far.out; told "a key file that others can read is refused"
chmod 600 key; echo 00112233445566778899aabbccddee00 >wrong; chmod 600 wrong; echo 1234 >weak; chmod 600 weak
multikron collect --listen=0.0.0.0:0 --key=weak far >far.out 2>&1
[ $? = 2 ] && grep -q '32 to 1024 hexadecimal digits' far.out; told "a short key is refused"
start --listen=0.0.0.0:0 --key=key far
to=127.0.0.1:$(address | sed 's/.*://')
multikron send --to=$to --key=key big.mkn >sent 2>&1 & sender=$!
multikron send --to=$to --key=wrong --retry=1 in-5.mkn >sent5 2>&1; code5=$?
multikron send --to=$to --retry=1 in-6.mkn >sent6 2>&1; code6=$?
wait $sender; code=$?; sender=
stop
[ $code = 0 ] && cmp -s big.mkn far/node-3.mkn; told "with the key, samples are sent over TLS"
[ $code5 = 1 ] && grep -q 'same key' sent5 && [ ! -e far/node-5.mkn ]; told "another key is refused"
[ $code6 = 1 ] && grep -q 'does it require a key' sent6 && [ ! -e far/node-6.mkn ]; told "a sender without a key is refused"
