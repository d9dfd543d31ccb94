# SPDX-License-Identifier: GPL-3.0-or-later
# Attacks on the collector by senders, unidentified connections and damage: each attack of
# doc/collector-threats.md fails. Node 3 of another identity is the target: its samples, manifest and
# connection do not change.
. "$SRCDIR/tests/collector.sh"
# One sample: 16 bytes.
sample() { printf '\020\0\0\0\0\012\0\007\0\001\007\0\0\0\0\001'; }
# hello NODE STREAM; data POSITION: one sample; manifest: 5 bytes
hello() { collect-tool hello "$1" 1 "$2"; }
data() { collect-tool frame 1 16 "$1"; sample; }
manifest() { collect-tool frame 3 5 0; printf 'run x'; }
sent_all() { grep -q "$1 bytes stored" "$2"; }
lines() { wc -l <log; }
collect-tool make 3 400000 >in.mkn
printf 'run r\nclock 10000000\n' >m

# ---- one identity, or several through a Unix socket: no keys needed ----
umask 000
start --listen=unix:sock wide
{ hello 3 1; data 0; manifest; } | collect-tool raw unix:sock leave
until_true '[ -e wide/node-3.manifest ]'
stop
[ "$(stat -c %a wide wide/*)" = "$(printf '700\n600\n600\n600')" ]; told "directory and files are only accessible to their user, for any umask"
umask 022
mkdir open; chmod 777 open
timeout 20 multikron collect --listen=unix:sock open >refused 2>&1
[ $? = 1 ] && grep -q 'other users can write to this directory' refused && [ -z "$(ls open)" ]; told "a directory that others can write to is refused"
mkdir read; chmod 755 read; start --listen=unix:sock read; stop
[ "$(stat -c %a read)" = 700 ]; told "others lose access to a directory that they could read"
mkdir links; echo mine >target; ln -s ../target links/collect.journal
timeout 20 multikron collect --listen=unix:sock links >refused 2>&1
[ $? = 1 ] && [ "$(cat target)" = mine ]; told "a link for a journal is not followed"
rm links/collect.journal; ln -s ../target links/node-3.mkn; ln -s ../target links/node-4.manifest.new
start --listen=unix:sock links
{ hello 3 1; data 0; } | collect-tool raw unix:sock wait >r1
{ hello 4 1; manifest; data 0; } | collect-tool raw unix:sock leave
until_true '[ -s links/node-4.mkn ]'; stop
grep -q "node-3.mkn exists, but is not in the journal" r1 && [ "$(cat target)" = mine ] && [ ! -L links/node-4.manifest ]
told "a link in place of a node's file is not followed"

# Each connection sends a hello for another node and closes; 300 exceed the default of --nodes, 256.
start --listen=unix:sock table
[ "$(collect-tool hellos unix:sock 300 1000)" = 300 ]; greeted=$?
multikron send --to=unix:sock in.mkn >sent 2>&1; code=$?
[ "$(ls table)" = "$(printf 'collect.journal\nnode-3.mkn')" ]; files=$?
few=$(lines)
stop
[ $greeted = 0 ] && [ $code = 0 ] && cmp -s in.mkn table/node-3.mkn; told "300 hello messages do not fill the table of nodes"
[ $files = 0 ]; told "a node without samples has no file"
# At most 60 messages, then one per 10 s, and the number of the others.
[ "$few" -lt 200 ] && grep -q 'own: warning: [0-9]* more messages about these connections were suppressed' log
told "they do not fill the log"

start --listen=unix:sock --nodes=4 few
for n in 1 2 3 4 5; do { hello $n 1; data 0; collect-tool frame 2 0 16; } | collect-tool raw unix:sock wait >r$n; done
stop; start --listen=unix:sock --nodes=4 few
{ hello 6 1; data 0; } | collect-tool raw unix:sock wait >r6
{ hello 4 2; data 0; collect-tool frame 2 0 16; } | collect-tool raw unix:sock wait >r4
stop
grep -q 'the identity has its maximum number of nodes' r5 && grep -q 'the identity has its maximum number of nodes' r6 && [ "$(wc -c <few/node-4.mkn)" = 32 ]
told "--nodes limits an identity, also after a restart"

# A sender that sends a hello and a sample, then nothing: its connection is closed, its sample is kept.
start --listen=unix:sock --silence=1 silent
{ hello 3 1; data 0; } | collect-tool raw unix:sock wait >r1 # returns when the collector closes
{ hello 3 1; data 16; collect-tool frame 2 0 32; } | collect-tool raw unix:sock wait >r2
stop
[ "$(grep -c 'node 3).*: warning: no data within the time limit of --silence' log)" = 1 ] &&
    [ "$(wc -c <silent/node-3.mkn)" = 32 ] && [ "$(column 3 vanished)" = 1 ]
told "a silent connection is closed, and its stream can continue"

start --listen=unix:sock --quota=64 quota
for n in 1 2 3; do { hello $n 1; data 0; data 16; collect-tool frame 2 0 32; } | collect-tool raw unix:sock wait >r$n; done
stop
grep -q 'has reached its quota (--quota)' r3 && [ ! -s quota/node-3.mkn ] && [ "$(wc -c <quota/node-2.mkn)" = 32 ]
told "--quota limits the bytes of an identity"

start --listen=unix:sock --no-sync streams
[ "$(collect-tool streams unix:sock 4100 9)" = 4096 ]; told "the number of streams of a node is limited"
stop

start --listen=unix:sock manifests
{ hello 3 1; for i in $(seq 17); do manifest; done; } | collect-tool raw unix:sock wait >r1
{ hello 4 1; collect-tool frame 3 4294967295 0; } | collect-tool raw unix:sock wait >r2
{ hello 5 1; collect-tool frame 1 4294967280 0; } | collect-tool raw unix:sock wait >r3
stop
grep -q 'too many manifests in one connection' r1; told "a seventeenth manifest is refused"
grep -q '(manifest) has 4294967295 bytes' r2 && grep -q '(samples) has 4294967280 bytes' r3; told "frames of 4 GB are refused unread"

# A stream number belongs to its node: another node with the same number gets no information.
start --listen=unix:sock replay
{ hello 3 77; data 0; data 16; collect-tool frame 2 0 32; } | collect-tool raw unix:sock wait >r1
{ hello 4 77; collect-tool frame 1 16 32; sample; } | collect-tool raw unix:sock wait >r2
{ hello 3 77; data 0; collect-tool frame 2 0 32; } | collect-tool raw unix:sock wait >r3
stop
grep -q 'start at byte 32 of the stream, but byte 0 is expected' r2 && [ "$(wc -c <replay/node-3.mkn)" = 32 ] && [ "$(column 3 duplicates)" = 16 ]
told "a repeated stream is not stored twice, and reveals nothing about other nodes"

# The stream number of a file is random: two files with the same contents are two streams.
cp in.mkn same.mkn
start --listen=unix:sock random
multikron send --to=unix:sock in.mkn same.mkn >sent 2>&1; multikron send --to=unix:sock in.mkn >>sent 2>&1
stop
[ "$(cat sent)" = "in.mkn: 400000 bytes stored
same.mkn: 400000 bytes stored
in.mkn: 400000 bytes stored, 400000 of them already before this command" ] && ! cmp -s in.mkn.stream same.mkn.stream; told "the stream number does not depend on the contents"
# Another file of the same name is another stream and is sent completely.
collect-tool make 4 300000 >in.mkn
start --listen=unix:sock random
multikron send --to=unix:sock --node=3 in.mkn >sent 2>&1
stop
[ "$(cat sent)" = "in.mkn: 300000 bytes stored" ]; told "a replaced file is sent completely"
collect-tool make 3 400000 >in.mkn; rm in.mkn.stream

# ---- the journal ----
start --listen=unix:sock kept
multikron send --to=unix:sock in.mkn >sent 2>&1; { hello 4 1; data 0; collect-tool frame 2 0 16; } | collect-tool raw unix:sock wait >r1
stop
size=$(wc -c <kept/collect.journal)
cp -R kept cut; head -c $((size - 64)) kept/collect.journal >cut/collect.journal
start --listen=unix:sock cut; stop
grep -q 'node-4.mkn: warning: 16 bytes that are not in the journal were moved to node-4.cut' log && cmp -s cut/node-4.cut kept/node-4.mkn && cmp -s cut/node-3.mkn kept/node-3.mkn; told "a truncated journal loses no samples"
cp -R kept bent; printf '\377' | dd of=bent/collect.journal bs=1 seek=100 conv=notrunc 2>/dev/null
timeout 20 multikron collect --listen=unix:sock bent >refused 2>&1; code=$?
[ $code = 1 ] && grep -q 'collect.journal: error: entry 2 is damaged' refused && cmp -s kept/node-3.mkn bent/node-3.mkn && cmp -s kept/node-4.mkn bent/node-4.mkn
told "a damaged journal is refused, and no file is cut"
cp -R kept none; : >none/collect.journal
start --listen=unix:sock none
{ hello 4 9; data 0; } | collect-tool raw unix:sock wait >r2
stop
grep -q "not in the journal of the collector; move it away" r2 && cmp -s kept/node-4.mkn none/node-4.mkn; told "an empty journal changes no file"

# The journal cannot grow, but the samples can be written. 20 blocks of 512 bytes are 10240 bytes;
# a stream of one sample needs a journal entry of 64 bytes, so at most 160 are acknowledged.
: >log
(trap '' XFSZ; ulimit -f 20; exec multikron collect --listen=unix:sock full >summary 2>log) & collector=$!
until_true 'grep -q ^listening log'
stored=$(collect-tool streams unix:sock 400 9); wait $collector; code=$?; collector=
start --listen=unix:sock full; stop
[ $code = 1 ] && [ "$stored" -lt 160 ] && [ "$(wc -c <full/node-9.mkn)" -ge $((16 * stored)) ] && [ $stopped = 0 ]
told "a journal that cannot be written ends the collector, and acknowledged samples are kept ($stored streams)"

# ---- users of this machine ----
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$dir"
    as() { uid=$1; shift; setpriv --reuid=$uid --regid=$uid --clear-groups "$@"; }
    tool=$(command -v collect-tool)
    start --listen=unix:sock --listen=127.0.0.1:0 --mode=666 users
    tcp=$(address)
    { hello 3 1; data 0; manifest; } | as 65533 "$tool" raw unix:sock leave
    until_true '[ -s users/node-3.manifest ]'
    { hello 3 1; data 0; data 16; manifest; } | as 65534 "$tool" raw unix:sock wait >r1
    { hello 3 2; manifest; } | as 65534 "$tool" raw unix:sock wait >r2
    { hello 3 1; data 16; } | collect-tool raw unix:sock wait >r3
    { hello 5 1; data 0; } | as 65534 "$tool" raw "$tcp" wait >r4
    { hello 3 1; data 0; data 16; collect-tool frame 2 0 32; } | as 65533 "$tool" raw unix:sock wait >r5
    stop
    grep -q 'node 3 belongs to another identity' r1 && grep -q 'node 3 belongs' r2 && grep -q 'node 3 belongs' r3 &&
        [ "$(wc -c <users/node-3.mkn)" = 32 ] && [ "$(column 3 identity)" = user:65533 ]; told "users cannot send for nodes of other users"
    grep -q 'user 65534 of this machine needs a key to send here' r4 && [ ! -e users/node-5.mkn ]; told "TCP without a key is only for the own user"
else echo "# left out: users cannot send for nodes of other users: requires root and setpriv"; fi

# ---- identities with keys ----
cat >keys <<'E1'
# the cluster
alice:00112233445566778899aabbccddeeff
bob 0123456789abcdef0123456789ABCDEF
carol:aaaabbbbccccddddeeeeffff0000111122223333 20-29,40
E1
chmod 600 keys
key() { echo "$2" >"$1"; chmod 600 "$1"; }
key alice alice:00112233445566778899aabbccddeeff; key bob bob:0123456789abcdef0123456789abcdef
key carol carol:aaaabbbbccccddddeeeeffff0000111122223333
key spoof alice:0123456789abcdef0123456789abcdef; key nobody nobody:0123456789abcdef0123456789abcdef
key plain 00112233445566778899aabbccddeeff
need_gnutls

for text in '../../etc/x:00112233445566778899aabbccddeeff' "$(printf 'a\033[31m:00112233445566778899aabbccddeeff')" \
    ':00112233445566778899aabbccddeeff' 'a:0011' 'a:00112233445566778899aabbccddeefg' 'a:00112233445566778899aabbccddeef' \
    'a:00112233445566778899aabbccddeeff 5-' 'a:00112233445566778899aabbccddeeff 9-5' 'a:00112233445566778899aabbccddeeff 70000' \
    "$(printf 'a:00112233445566778899aabbccddeeff\na:10112233445566778899aabbccddeeff')" \
    "$(printf 'a:00112233445566778899aabbccddeeff\nb:00112233445566778899AABBCCDDEEFF')" \
    "$(printf '00112233445566778899aabbccddeeff\nb:10112233445566778899AABBCCDDEEFF')" \
    'aaaaaaaaaabbbbbbbbbbccccccccccddd:00112233445566778899aabbccddeeff' '# only this'; do
    key wrong "$text"
    timeout 20 multikron collect --listen=127.0.0.1:0 --key=wrong ids >refused 2>&1
    [ $? = 2 ] && grep -q 'wrong' refused && [ "$(tr -cd '\033' <refused | wc -c)" = 0 ] || echo "$text" >>taken
done
[ ! -s taken ]; told "invalid lines of a key file are refused with their line number"

start --listen=127.0.0.1:0 --key=keys ids
tcp=$(address)
mkfifo hold
{ hello 3 1; data 0; manifest; cat hold; data 16; collect-tool frame 2 0 32; } | collect-tool raw "$tcp" wait alice >victim & sender=$!
exec 7>hold
until_true '[ -s ids/node-3.manifest ]'
{ hello 3 1; data 0; data 16; } | collect-tool raw "$tcp" wait bob >r1
{ hello 3 9; data 0; } | collect-tool raw "$tcp" wait bob >r2
{ hello 3 9; collect-tool frame 3 4 0; printf 'evil'; } | collect-tool raw "$tcp" wait bob >r3
{ hello 3 1; data 16; } | collect-tool raw "$tcp" wait spoof >r4 2>e4; spoofed=$?
{ hello 3 1; data 16; } | collect-tool raw "$tcp" wait nobody >r5 2>e5; unknown=$?
{ hello 3 1; data 16; } | collect-tool raw "$tcp" wait plain >r6 2>e6; unnamed=$?
{ hello 25 1; data 0; } | collect-tool raw "$tcp" wait bob >r7
{ hello 65561 1; data 0; } | collect-tool raw "$tcp" wait bob >r8
{ hello 30 1; data 0; } | collect-tool raw "$tcp" wait carol >r9
{ hello 25 1; data 0; collect-tool frame 2 0 16; } | collect-tool raw "$tcp" wait carol >r10
exec 7>&-
wait $sender; sender=
crash
grep -q 'node 3 belongs to another identity' r1 && grep -q 'node 3 belongs' r2 && [ "$(wc -c <ids/node-3.mkn)" = 32 ]; told "no identity appends to a node of another one"
grep -q 'node 3 belongs' r3 && [ "$(cat ids/node-3.manifest)" = 'run x' ]; told "no identity replaces the manifest of another one"
[ "$(od -An -tu1 -j3 -N1 victim | tr -d ' ')" = 16 ] && [ "$(tail -c 16 victim | od -An -tu1 | tr -s ' ')" = ' 0 0 0 19 0 0 0 0 0 0 0 0 0 0 0 32' ]
told "no identity replaces the connection of another one"
[ $spoofed$unknown$unnamed = 111 ] && [ ! -s r4 ] && [ ! -s r5 ] && [ ! -s r6 ]; told "an identity needs its own key"
# 65561 = 65536 + 25: process 1 of node 25.
grep -q 'assigns node 25 to another identity' r7 && grep -q 'assigns node 65561 to another identity' r8 && grep -q 'does not assign node 30 to' r9 && [ "$(wc -c <ids/node-25.mkn)" = 16 ]
told "the key file assigns nodes in advance"
start --listen=127.0.0.1:0 --key=keys ids
tcp=$(address)
{ hello 3 5; data 0; } | collect-tool raw "$tcp" wait bob >r1
{ hello 3 5; data 0; collect-tool frame 2 0 16; } | collect-tool raw "$tcp" wait alice >r2
stop
grep -q 'node 3 belongs to another identity' r1 && [ "$(wc -c <ids/node-3.mkn)" = 48 ] && [ "$(column 3 identity)" = key:alice ]
told "the owner of a node survives SIGKILL and a restart"

if command -v gnutls-cli >/dev/null; then
    start --listen=127.0.0.1:0 --key=keys names
    port=$(address | sed 's/.*://')
    for name in '../../alice' "$(printf 'alice\033]0;x\007')" "$(printf 'alice\nlistening on 6.6.6.6:6')" "$(printf '%0300d' 7)" ''; do
        timeout 60 gnutls-cli --priority=NORMAL:-VERS-ALL:+VERS-TLS1.3:-KX-ALL:+ECDHE-PSK --pskusername="$name" \
            --pskkey=00112233445566778899aabbccddeeff -p "$port" 127.0.0.1 </dev/null >out.cli 2>&1 && echo "$name" >>entered
    done
    stop
    [ ! -e entered ] && [ "$(grep -c listening log)" = 1 ] && [ "$(tr -cd '\033\007' <log | wc -c)" = 0 ] && [ "$(ls names)" = collect.journal ]
    told "names that are not in the key file are refused and not logged"
else echo "# left out: names that no line of the key file has: that takes gnutls-cli"; fi

# An attacker replays a recorded connection.
start --listen=127.0.0.1:0 --key=keys again
tcp=$(address)
collect-tool relay "$tcp" recorded >relay & relay=$!
until_true '[ -s relay ]'
{ hello 3 1; data 0; collect-tool frame 2 0 16; } | collect-tool raw "$(cat relay)" wait alice >r1
wait $relay
collect-tool raw "$tcp" wait <recorded >r2
stop
[ -s recorded ] && [ "$(wc -c <again/node-3.mkn)" = 16 ] && [ "$(column 3 samples)" = 1 ] && [ "$(column 3 duplicates)" = 0 ] &&
    grep -q '127.0.0.1:[0-9]*: warning: ' log; told "a recorded connection cannot be replayed"

# More connections without a handshake than the limit, and one sender. --greeting is an hour, so
# that the sender can only connect because the limit closes others.
start --listen=127.0.0.1:0 --key=keys --greeting=3600 slow
tcp=$(address); mkfifo on
collect-tool hold "$tcp" 400 <on >held & holder=$!
exec 8>on
until_true 'grep -q held held'
timeout 120 multikron send --to="$tcp" --key=alice in.mkn >sent 2>&1; code=$?
exec 8>&-
wait $holder; open=$(tail -1 held)
stop
# Of 400, at most 256 stay open.
[ $code = 0 ] && cmp -s in.mkn slow/node-3.mkn && [ "$open" -le 256 ] && [ "$open" -ge 200 ]; told "400 slow handshakes do not block a sender ($open stay open)"

start --listen=127.0.0.1:0 --key=keys quiet
tcp=$(address)
collect-tool garbage "$tcp" 300
{ hello 3 1; data 0; data 99; } | collect-tool raw "$tcp" wait alice >r1
few=$(lines)
stop
# 10 messages about unidentified connections (one more per minute), one about alice's wrong position, one with the address.
[ "$few" -le 20 ] && grep -q 'node 3, key:alice): warning: samples start at byte 99' log && grep -q 'unidentified connections: warning: [0-9]* more messages' log &&
    [ "$(tr -cd '\033\007' <log | wc -c)" = 0 ]; told "unidentified connections cause few log lines and suppress no others"
start --listen=127.0.0.1:0 --key=keys fine
tcp=$(address)
collect-tool make 3 8000 >sound.mkn # fewer than the 1000 samples of which one has the overrun flag
collect-tool garbage "$tcp" 3; multikron send --to="$tcp" --key=alice sound.mkn >sent 2>&1
stop
[ $stopped = 0 ] && grep -q 'connections without a hello message: 3$' summary; told "unidentified connections do not change the exit status"

# Many identities, each with its nodes: the limits of one do not depend on the others.
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "site-%d:%032x\n", i, i + 1 }' >many; chmod 600 many
key last "$(tail -1 many)"; key first "$(head -1 many)"
start --listen=127.0.0.1:0 --key=many --nodes=1 crowd
tcp=$(address)
{ hello 5 1; data 0; collect-tool frame 2 0 16; } | collect-tool raw "$tcp" wait first >r1
{ hello 6 1; data 0; } | collect-tool raw "$tcp" wait first >r2
{ hello 6 1; data 0; collect-tool frame 2 0 16; } | collect-tool raw "$tcp" wait last >r3
stop
grep -q 'the identity has its maximum number of nodes' r2 && [ "$(column 6 identity)" = key:site-19999 ]; told "20,000 identities, each with its nodes"

# A key without a name is that of the own user, like a Unix socket: it continues an old directory.
start --listen=127.0.0.1:0 --listen=unix:sock --key=plain single
tcp=$(address)
multikron send --to="$tcp" --key=plain in.mkn >sent 2>&1; multikron send --to=unix:sock in.mkn >sent2 2>&1
stop
sent_all 400000 sent && grep -q '400000 of them already before this command' sent2 && [ "$(column 3 identity)" = own ]; told "a key without a name has the identity of the own user"
multikron send --to=unix:sock --key=keys in.mkn >refused 2>&1
[ $? = 1 ] && grep -q 'that of a sender contains only its own line' refused; told "a sender refuses a file with keys of others"
