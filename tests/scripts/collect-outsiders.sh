# SPDX-License-Identifier: GPL-3.0-or-later
# Attacks that use the protocol without knowledge of the program: names with a zero byte, connections
# that end at each byte, a full disk, keys revoked at run time, many manifests; and malicious answers
# of a collector to a sender (doc/collector-threats.md).
. "$SRCDIR/tests/collector.sh"
sample() { printf '\020\0\0\0\0\012\0\007\0\001\007\0\0\0\0\001'; } # 16 bytes
hello() { collect-tool hello "$1" 1 "$2"; }
data() { collect-tool frame 1 16 "$1"; sample; }
collect-tool make 3 400000 >in.mkn
senders=

# ---- connection n ends after n bytes: hello 32, sample 32, manifest 21, end 16 ----
{ hello 3 1; data 0; collect-tool frame 3 5 0; printf 'run x'; collect-tool frame 2 0 16; } >whole
start --listen=unix:sock cut
for n in $(seq 0 101); do head -c "$n" whole | collect-tool raw unix:sock leave; done
collect-tool raw unix:sock wait <whole >answer
stop
[ "$(wc -c <whole)" = 101 ] && [ $stopped = 1 ] && [ "$(wc -c <cut/node-3.mkn)" = 16 ] && [ "$(cat cut/node-3.manifest)" = 'run x' ] &&
    [ "$(tail -c 16 answer | od -An -tu1 | tr -s ' ')" = ' 0 0 0 19 0 0 0 0 0 0 0 0 0 0 0 16' ]
told "a connection may end after any byte"

# ---- the disk ----
# The reserve is larger than any disk: no sample is stored, and the node is not added.
start --listen=unix:sock --reserve=1000000000G full
{ hello 3 1; data 0; } | collect-tool raw unix:sock wait >r1
{ hello 4 1; collect-tool frame 3 5 0; printf 'run x'; } | collect-tool raw unix:sock wait >r2
stop
grep -q "disk is full up to its reserve" r1 && grep -q 'up to its reserve' r2 && [ "$(ls full)" = collect.journal ] &&
    grep -q 'full: warning: its disk has [0-9]* free bytes, but --reserve is' log
told "no sample uses the reserve"
# Without a reserve the collector continues in the same directory.
start --listen=unix:sock --reserve=none full
multikron send --to=unix:sock in.mkn >sent 2>&1; code=$?
stop
[ $code = 0 ] && cmp -s in.mkn full/node-3.mkn; told "--reserve=none reserves nothing"
# Manifests count: 16 + 60 bytes exceed 64, 16 + 5 do not; a second manifest replaces the first.
start --listen=unix:sock --quota=64 texts
{ hello 3 1; data 0; for i in 1 2; do collect-tool frame 3 40 0; printf '%040d' $i; done; collect-tool frame 2 0 16; } | collect-tool raw unix:sock wait >r1
{ hello 3 1; collect-tool frame 3 60 0; printf '%060d' 1; } | collect-tool raw unix:sock wait >r2
stop
grep -q 'has reached its quota (--quota)' r2 && [ "$(cat texts/node-3.manifest)" = "$(printf '%040d' 2)" ]; told "manifests count towards the quota"

# ---- nodes use all descriptors: a file or a connection cannot be opened, and the collector continues ----
# With an even and an odd limit, a node's file fails, and a connection.
: >seen
for limit in 24 25; do
    : >log; rm -f enough; senders=
    (ulimit -n $limit; exec multikron collect --listen=unix:sock files$limit) >summary 2>log & collector=$!
    until_true 'grep -q ^listening log'
    # Each sender waits for the one before it: connections whose hello message comes late would be closed.
    for n in $(seq 100 120); do
        grep -Eq 'Too many open files|cannot open more files' log && break
        { hello $n 1; data 0; until [ -e enough ]; do sleep 0.05; done; } | collect-tool raw unix:sock leave 2>/dev/null & senders="$senders $!"
        until_true '[ -e files$limit/node-$n.mkn ] || grep -Eq "Too many open files|cannot open more files" log'
    done
    grep -Eo 'Too many open files|cannot open more files' log | sort -u >>seen
    ticks() { echo $(($(cut -d" " -f14,15 /proc/$collector/stat | tr " " +))); }
    before=$(ticks); sleep 2; after=$(ticks)
    [ $((after - before)) -lt $(($(getconf CLK_TCK) / 5)) ]; told "a limit of $limit open files: the collector waits without using CPU time"
    : >enough
    wait $senders
    multikron send --to=unix:sock in.mkn >sent 2>&1; code=$?
    stop
    [ $code = 0 ] && cmp -s in.mkn files$limit/node-3.mkn; told "a limit of $limit open files does not stop the collector"
done
[ "$(sort -u seen | wc -l)" = 2 ]; told "a file and a connection that could not be opened are reported"
# ---- a symbolic link of another user in place of the directory ----
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$dir"; mkdir own; chmod 755 own
    mkdir others; chown 65534:65534 others
    setpriv --reuid=65534 --regid=65534 --clear-groups ln -s ../own others/link
    for link in others/link others/link/; do
        timeout 20 multikron collect --listen=unix:sock $link >refused 2>&1
        [ $? = 1 ] && grep -q "symbolic link of another user" refused || echo "$link" >>followed
    done
    [ ! -e followed ] && [ -z "$(ls own)" ] && [ "$(stat -c %a own)" = 755 ]; told "a symbolic link of another user is refused"
    ln -s own mine; start --listen=unix:sock mine; stop
    [ -s own/collect.journal ]; told "a symbolic link of the own user is accepted"
else echo "# left out: a symbolic link of another user is refused: requires root and setpriv"; fi

# ---- malicious answers of a collector ----
# fake FILE...: answers a sender with one file per connection; its output is in the file sent.
fake() {
    rm -f in.mkn.stream listening
    collect-tool answer unix:fake "$@" >listening & sender=$!
    until_true 'grep -q . listening'
    timeout 60 multikron send --to=unix:fake --retry=5 in.mkn >sent 2>&1; code=$?
    kill $sender 2>/dev/null; wait $sender 2>/dev/null; sender=; rm -f fake
}
collect-tool frame 16 0 0 >from-0; collect-tool frame 16 0 8 >from-8; collect-tool frame 16 0 1099511627776 >from-far
{ cat from-0 from-0; } >twice
{ cat from-0; collect-tool frame 19 0 400000; } >complete
fake from-0 from-far
[ $code = 1 ] && grep -q 'requests byte 1099511627776, but the stream has ' sent; told "a position after the end is an error"
fake from-0 from-8
[ $code = 1 ] && grep -q 'requests byte 8, which is not the start of a sample' sent; told "a position inside a sample is an error"
fake twice
[ $code = 1 ] && grep -q 'requests byte 0, but the stream has ' sent; told "a second READY is an error"
fake complete
[ $code = 1 ] && grep -q 'acknowledges the end of a stream that has not ended' sent; told "an acknowledgement of unsent samples is an error"

# ---- keys ----
cat >keys <<'E1'
alice:00112233445566778899aabbccddeeff
bob:0123456789abcdef0123456789abcdef
E1
chmod 600 keys
echo alice:00112233445566778899aabbccddeeff >alice; echo bob:0123456789abcdef0123456789abcdef >bob
echo carol:aaaabbbbccccddddeeeeffff00001111 >carol; chmod 600 alice bob carol
need_gnutls
start --listen=127.0.0.1:0 --key=keys ids
tcp=$(address); K=00112233445566778899aabbccddeeff
# alice; then alice followed by a zero byte, by a zero byte and more, and with a zero byte before it.
for name in 616c696365 616c69636500 616c696365006576696c 00616c696365; do collect-tool name "$tcp" $name $K; done >names 2>&1
stop
[ $stopped = 1 ] && [ "$(cat names)" = "$(printf 'in\nout\nout\nout')" ]; told "a name with a zero byte is refused and does not stop the collector"

# A disk of 8 MiB: a twentieth, 0.4 MiB, is reserved; the quota of a key is a quarter of the free space,
# 2 MiB; the collector's own user has no quota. Of alice's 3 MB, no more than her quota are stored;
# bob's 1 MB fit; the own user's 9 MB fill the rest, and bob's next node is rejected.
mkdir disk
if unshare -m mount -t tmpfs -o size=8m none disk 2>/dev/null; then
    collect-tool make 3 3000000 >m3.mkn; collect-tool make 4 1000000 >m4.mkn; collect-tool make 5 9000000 >m5.mkn
    cat >keys.two keys; chmod 600 keys.two
    : >log
    unshare -m sh -c 'mount -t tmpfs -o size=8m none disk && exec multikron collect --listen=127.0.0.1:0 --listen=unix:sock --key=keys.two disk/ids' >summary 2>log & collector=$!
    until_true 'grep -q "listening on unix" log'
    tcp=$(address)
    multikron send --to="$tcp" --key=alice m3.mkn >s3 2>&1; code3=$?
    multikron send --to="$tcp" --key=bob m4.mkn >s4 2>&1; code4=$?
    multikron send --to=unix:sock m5.mkn >s5 2>&1; code5=$?
    multikron send --to="$tcp" --key=bob --node=6 in.mkn >s6 2>&1; code6=$?
    stop
    third=$(column 3 bytes | head -1) # the line after the nodes says how many there are: 3, too
    [ $code3$code4 = 10 ] && grep -q 'has reached its quota (--quota)' s3 && [ "$(column 4 bytes)" = 1000000 ] &&
        [ "$third" -gt 1800000 ] && [ "$third" -le 2097152 ]; told "the default quota of a key is a quarter of the disk"
    [ $code5$code6 = 11 ] && grep -q 'up to its reserve' s5 && grep -q 'up to its reserve' s6 &&
        [ $((third + 1000000 + $(column 5 bytes))) -le $((8388608 - 8388608 / 20)) ] && grep -q '^nodes: ' summary
    told "a disk that is full up to its reserve does not stop the collector"
else echo "# left out: the default quota of a key is a quarter of the disk: no file system may be mounted here"; fi

# Both are connected; bob's line is removed, carol's is added, alice's stays.
start --listen=127.0.0.1:0 --key=keys again
tcp=$(address)
mkfifo a b
{ hello 3 1; data 0; cat a; data 16; collect-tool frame 2 0 32; } | collect-tool raw "$tcp" wait alice >ra & sender=$!
{ hello 4 1; data 0; cat b; data 16; collect-tool frame 2 0 32; } | collect-tool raw "$tcp" wait bob >rb & second=$!
exec 7>a 8>b
until_true '[ -s again/node-3.mkn ] && [ -s again/node-4.mkn ]'
collect-tool raw "$tcp" wait </dev/null >rn & third=$! # no handshake yet
printf 'alice:00112233445566778899aabbccddeeff\nnonsense\n' >keys
kill -HUP $collector; until_true 'grep -q "previous keys stay valid" log'
{ hello 5 1; data 0; collect-tool frame 2 0 16; } | collect-tool raw "$tcp" wait bob >r1
cat alice carol >keys
kill -HUP $collector; until_true 'grep -q "^keys: 2 identities" log'
exec 7>&- 8>&-
wait $sender $second $third; sender=
{ hello 4 1; data 16; } | collect-tool raw "$tcp" wait bob >r2 2>&1; revoked=$?
{ hello 6 1; data 0; collect-tool frame 2 0 16; } | collect-tool raw "$tcp" wait carol >r3
stop
grep -q 'keys:2: expected NAME:KEY' log && [ "$(column 5 samples)" = 1 ]; told "an invalid key file changes nothing"
grep -q 'key of the sender is no longer' rb && [ $revoked = 1 ] && [ "$(wc -c <again/node-4.mkn)" = 16 ]; told "a key is revoked with SIGHUP, its connection as well"
[ "$(wc -c <again/node-3.mkn)" = 32 ] && [ "$(tail -c 16 ra | od -An -tu1 | tr -s ' ')" = ' 0 0 0 19 0 0 0 0 0 0 0 0 0 0 0 32' ]; told "other connections continue"
[ "$(column 6 identity)" = key:carol ]; told "new identities can connect"
# A changed key of the same name revokes the old one; so does a list of nodes without the node.
printf 'alice:00112233445566778899aabbccddeeff 3\nbob:0123456789abcdef0123456789abcdef\n' >keys
start --listen=127.0.0.1:0 --key=keys lists
tcp=$(address)
{ hello 3 1; data 0; cat a; } | collect-tool raw "$tcp" wait alice >ra & sender=$!
{ hello 4 1; data 0; cat b; } | collect-tool raw "$tcp" wait bob >rb & second=$!
exec 7>a 8>b
until_true '[ -s lists/node-3.mkn ] && [ -s lists/node-4.mkn ]'
printf 'alice:00112233445566778899aabbccddeeff 5\nbob:0123456789abcdef0123456789abcdee\n' >keys
kill -HUP $collector; until_true 'grep -q "^keys: 2 identities" log'
exec 7>&- 8>&-
wait $sender $second; sender=
stop
grep -q 'does not assign node 3 to' ra && grep -q 'key of the sender is no longer' rb; told "a changed key or list of nodes closes connections, too"
# Without a key file, SIGHUP ends the collector like SIGTERM.
start --listen=unix:sock hup
multikron send --to=unix:sock in.mkn >sent 2>&1
kill -HUP $collector; wait $collector; collector=
cmp -s in.mkn hup/node-3.mkn && grep -q '^nodes: 1,' summary; told "without keys SIGHUP ends the collector"
