# SPDX-License-Identifier: GPL-3.0-or-later
# Tests that require privileges: other users' processes, /proc that hides them, reused process numbers.
case " $COMMANDS " in *' procmon '*) ;; *) echo "skip edges of procmon: no procmon"; exit 0 ;; esac
command -v jq >/dev/null || { echo "skip edges of procmon: no jq"; exit 0; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
chmod 755 "$dir" && cd "$dir" || exit 1
cp "$BUILDDIR/procmon" . || exit 1
judge() { # name: by whether `want` and `got` are the same
    if cmp -s want got; then echo "ok $1"; else diff -u want got | sed 's/^/# /'; echo "not ok $1"; fi
}
# A shell of the user nobody; only root can start it.
nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@" 2>&1; }
can_be_nobody() { [ "$(id -u)" = 0 ] && nobody "$dir/procmon" --version >/dev/null; }

# Another user's thread cannot be inspected. It sleeps: stat, which any user may read, shows that it does not run;
# the reason of its wait is unknown, and it is never counted as active.
unknown='.threads[0] | .share.unknown > 0.9, .share.processing < 0.1'
if can_be_nobody; then
    sleep 30 & other=$!
    nobody ./procmon --format=json -p $other --for=0.5 >r.json
    jq "$unknown" r.json >got 2>&1
    jq -r '.notes[] | select(test("cannot be inspected"))' r.json | wc -l | tr -d ' ' >>got
    kill $other
elif [ "$(stat -c %u /proc/1)" != "$(id -u)" ]; then
    ./procmon --format=json -p 1 --for=0.5 >r.json
    jq "$unknown" r.json >got 2>&1
    jq -r '.notes[] | select(test("cannot be inspected"))' r.json | wc -l | tr -d ' ' >>got
else : >got; fi
printf 'true\ntrue\n1\n' >want
if [ -s got ]; then judge "no permission is unknown"; else echo "# left out: no permission is unknown: no other user"; fi

# The message for another user's socket differs from that for a socket without a listener. A user who is not root and
# has no other user ID tests with an own socket without write permission.
./procmon --socket=s -o /dev/null -- sh -c 'until [ -e done ]; do sleep 0.1; done' & watching=$!
until [ -S s ]; do kill -0 $watching || break; sleep 0.1; done
printf 's: error: permission denied: the socket belongs to another user; ask as that user or as root\nstatus 1\n' >want
if can_be_nobody; then nobody ./procmon ask --socket=s read >got; echo "status $?" >>got
elif [ "$(id -u)" != 0 ]; then chmod 0 s; ./procmon ask --socket=s read >got 2>&1; echo "status $?" >>got
else : >got; fi
if [ -s got ]; then judge "asking another user's procmon"; else echo "# left out: asking another user's procmon: no other user"; fi
touch done && wait $watching

# A read-only run database is reported before the command starts.
if can_be_nobody; then
    ./procmon --db=read.db --run=x -o /dev/null -- sleep 0.2 && chmod 444 read.db
    nobody ./procmon --db="$dir/read.db" --run=x -- echo started >got; echo "status $?" >>got
    sed -i "s,$dir/,," got
    printf "read.db: error: this run database cannot be written; nothing was changed\nstatus 1\n" >want
    judge "a database that may only be read"
else echo "# left out: a database that may only be read: no other user"; fi

# With hidepid such a process is invisible, and the message says that it may exist. A separate namespace has its own
# /proc, so that the rest of the machine does not change. A user who is not root becomes root there, but gets no
# other user ID. A process without capabilities may not inspect a process that has them, either.
if can_be_nobody; then own=; less="--reuid=65534 --regid=65534 --clear-groups"
else own=--map-root-user; less="--bounding-set=-all --inh-caps=-all"; fi
cat >hidden.sh <<'END'
mount -o remount,hidepid=2 /proc || exit 1
[ $# -gt 0 ] || exit 0
sleep 30 & other=$!
setpriv "$@" ./procmon -p $other --for=0.5 2>&1 | sed "s/ $other / PID /"
setpriv "$@" ./procmon --format=json -- sleep 0.5 | jq '.threads | length'
END
if setpriv --version >/dev/null && unshare $own --mount --pid --fork --mount-proc sh hidden.sh 2>/dev/null; then
    unshare $own --mount --pid --fork --mount-proc sh hidden.sh $less >got 2>&1
    cat >want <<'END'
procmon: error: process PID cannot be watched: it belongs to another user, and /proc is mounted with hidepid; watch it as that user or as root
1
END
    judge "hidepid"
else echo "# left out: hidepid: that takes setpriv, and root or namespaces of a user's own"; fi

# A number that is used again is another process: the first one waited for a timer, the second one
# for a pipe.
if [ "$MAY_LOOK" ] && unshare --map-root-user --pid --fork --mount-proc true 2>/dev/null; then
    unshare --map-root-user --pid --fork --mount-proc \
        ./procmon --format=json -o r.json -- "$BUILDDIR/tests/edges" again; status=$?
    jq -c '[.threads[] | select(.seconds > 0.5 and .pid == .tid)] | group_by(.pid)[] | select(length == 2) |
        map([.share.timer > 0.8, .share.communication > 0.8, .ended])' r.json >got 2>&1
    echo '[[true,false,true],[false,true,true]]' >want
    if [ $status = 77 ]; then echo "# left out: a number that is used again: numbers can't be given"
    else judge "a number that is used again"; fi
else echo "# left out: a number that is used again: that takes namespaces of a user's own"; fi
