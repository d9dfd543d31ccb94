# SPDX-License-Identifier: GPL-3.0-or-later
# macs rejects folders, links and files of other users, because they could redirect its output. Root creates the
# files of another user; other users test with files of root.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
. "$SRCDIR/tests/macs-tools.sh"
printf 'program x\nend\n' >x.f
# refused NAME FOLDER WHAT: exit status 1 for that folder, and the message names WHAT as another user's.
refused() {
    macs -q -o "$2" --machine=m --repeat=1 --flags=-O1 x.f >said 2>&1
    if [ $? = 1 ] && grep -q "^$3: error: this belongs to another user" said && [ ! -s victim ]; then echo "ok $1"
    else sed 's/^/# /' said; echo "not ok $1"; fi
}
: >victim
if [ "$(id -u)" = 0 ]; then
    mkdir theirs && ln -s ../victim theirs/log && chown -h 1:1 theirs theirs/log
    refused "a folder of another user" theirs theirs
    mkdir target && ln -s target link && chown -h 1:1 link
    refused "a link of another user" link link
    macs -q -o ours --machine=m --repeat=1 --flags=-O1 x.f >/dev/null 2>&1
    mkdir ours/sub && ln -s ../../victim ours/sub/log && chown -h 1:1 ours/sub/log
    refused "a link of another user somewhere in it" ours ours/sub/log
    rm ours/sub/log && rm ours/log && ln -s ../victim ours/log && chown -h 1:1 ours/log
    refused "a log that another user put there" ours ours/log
else
    echo "# left out: files of another user: requires root"
fi
