# SPDX-License-Identifier: GPL-3.0-or-later
# Functions of the collector's tests: a temporary directory, start and stop of a collector, and access
# to its output. All connections are within this machine.
dir=$(mktemp -d) && cd "$dir" || exit 1
collector= sender=
trap 'kill -9 $collector $sender 2>/dev/null; rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM

told() { # NAME: reports the status of the command before it
    if [ $? = 0 ]; then echo "ok $1"; else
        for f in log summary; do [ -s $f ] && sed "s/^/# $f: /" $f | head -20; done
        echo "not ok $1"
    fi
}
# start OPTION...: starts a collector and waits until it listens; its messages are in log.
start() {
    : >log
    multikron collect "$@" >summary 2>log & collector=$!
    for try in $(seq 200); do grep -q '^listening' log && return; kill -0 $collector 2>/dev/null || return; sleep 0.05; done
}
# Stops the collector and waits; its exit status is in $stopped.
stop() { kill -TERM $collector; wait $collector; stopped=$?; collector=; }
crash() { kill -9 $collector; wait $collector 2>/dev/null; collector=; }
# until_true COMMAND: waits until the command succeeds, at most a minute.
until_true() { for try in $(seq 1200); do eval "$1" && return; sleep 0.05; done; false; }
# Ends the test if MACS was built without GnuTLS. Requires a valid key file `keys`.
need_gnutls() {
    timeout 20 multikron collect --listen=127.0.0.1:0 --key=keys ids >probe 2>&1 & collector=$!
    until_true 'grep -q . probe'
    if grep -q 'built without GnuTLS' probe; then
        wait $collector; collector=
        echo "# skipped: identities with keys: MACS was built without GnuTLS"
        exit
    fi
    stop
}
address() { sed -n 's/^listening on \([0-9].*\)/\1/p' log; } # the TCP one
column() { awk -v n="$1" -v c="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i } NR > 1 && $1 == n { print $k }' summary; }
