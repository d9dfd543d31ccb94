# SPDX-License-Identifier: GPL-3.0-or-later
# Truncated, damaged, old or read-only databases are read, or rejected with a message and exit status 1. They are
# never changed and never crash a command. (Other programs' and newer files: cases/db/not-a-run-database.)
dir=$(mktemp -d) && trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
cat >facts <<'E1'
target default ksr1
source k.f
loop k.f:cond:14 14 20 fa=3 fm=1 lfl=4 sfl=2 x=2 y=3
block 16 18 fa=2 lfl=2 sfl=1
loop k.f:plain:30 30 34 fma=1 lfl=2 sfl=1 x=2 y=3
cycle 1
step fma fma 3 addend=1
note of this loop
compiled k.s
pairs .L5 40 k=2 line=14 end=20 source=k.f fa=6 fm=2 lfl=10 sfl=4 left=4 right=8
area .L6 5 12 6 fa=2 lfl=2 sfl=1
area .L7 15 22 6 fa=2 lfl=2 sfl=1
pairs .L8 24 k=4 line=30 end=34 source=k.f fma=4 lfl=8 sfl=4 left=4 right=8
E1
awk 'BEGIN { print "run,processors,thread,loop,iterations,cycles"
    for (r = 1; r <= 4; r += 3) for (t = 0; t < r; t++) {
        print "r" r "," r "," t ",k.f:cond:14," 1000/r "," 30000/r + 7*t
        print "r" r "," r "," t ",k.f:plain:30," 2000/r "," 20000/r + 5*t } }' >rows.csv
printf 'run,thread,loop,block,skipped\nr4,1,k.f:cond:14,16,100\nr4,2,k.f:cond:14,.L6,50\n' >skips.csv
put-facts run.db <facts && macs-gap run.db --import=rows.csv --import=skips.csv || echo "not ok a database"
macs-gap run.db >unwatched.txt
put-watch run.db r4 <<'E1' || echo "not ok a watch"
watch 2 200 100 0.01 0.1 ./k
cpu 0 0.5 -
note a thread was not seen
thread 7 7 k - 0 2 lives 1 0.5 150 40 5 3 1 1
region k.f:cond:14 100 20 0 0 0 0
wait communication futex mutex 8 40
bins 0 14 10 0 0 0 0 0
bins 15 18 0 10 0 0 0 0
bin 19 0 0 5 3 1 1
thread 7 8 - - 0 2 ended - - 100 100 0 0 0 0
bins 0 19 5 5 0 0 0 0
E1
macs-gap run.db >whole.txt; macs-gap run.db --format=csv >whole.csv
cp run.db before.db

# said NAME: the file NAME was read, or rejected with a message, and it is still equal to was.db.
said() {
    macs-gap "$1" --format=csv >out 2>err; s=$?
    cmp -s "$1" was.db || echo "$2: the file was changed" >>wrong
    [ -e "$1-journal" ] && echo "$2: a journal was left" >>wrong
    case $s in
    0) ;;
    1) grep -q "error: ." err || { echo "$2: refused without a word:"; cat err; } >>wrong ;;
    *) { echo "$2: status $s"; tail -5 err; } >>wrong ;;
    esac
    macs-gap "$1" --chart=timeline --plot=t.verbs >out 2>err || [ $? = 1 ] || { echo "$2: the timeline:"; tail -5 err; } >>wrong
    return $s
}
# done NAME: its result
result() {
    if [ -s wrong ]; then head -20 wrong | sed 's/^/# /'; echo "not ok $1"; else echo "ok $1"; fi
    rm -f wrong
}

size=$(wc -c <run.db); page=4096 n=0
for i in 1 2 3 5 8 13 16 18 59 60 61 71 99 100 101 512 1024 $(seq 2000 23917 $size) $(seq $page $((17 * page)) $((size - 1))) $((size - 1)) $((size - page)); do
    head -c "$i" run.db >cut.db; cp cut.db was.db; n=$((n + 1))
    said cut.db "cut to $i bytes" && echo "cut to $i bytes: taken" >>wrong
done
result "a database that is cut short is refused ($n lengths)"

# Bytes of pages in use: a changed text may be accepted; no other change may have an effect.
for seed in $(seq 40); do
    cp run.db bad.db
    awk -v seed=$seed -v size="$size" 'BEGIN { srand(seed); n = 1 + seed % 9
        for (i = 0; i < n; i++) print int(rand() * size), sprintf("%03o", int(rand() * 256)) }' |
        while read -r at byte; do printf "\\$byte" | dd of=bad.db bs=1 seek="$at" conv=notrunc 2>/dev/null; done
    cp bad.db was.db
    said bad.db "seed $seed"
done
result "bytes that were changed are seen, or do no harm"

# A page of one table in place of another's, zeroes, noise.
for at in $(seq 1 4 $((size / page - 1))); do
    cp run.db bad.db
    case $((at % 3)) in
    0) dd if=/dev/zero of=bad.db bs=$page seek="$at" count=1 conv=notrunc 2>/dev/null ;;
    1) dd if=run.db of=bad.db bs=$page seek="$at" skip=$((at / 2)) count=1 conv=notrunc 2>/dev/null ;;
    2) awk -v seed="$at" 'BEGIN { srand(seed); for (i = 0; i < 4096; i++) printf "%c", 1 + int(rand() * 120) }' |
        dd of=bad.db bs=$page seek="$at" count=1 conv=notrunc 2>/dev/null ;;
    esac
    cp bad.db was.db
    said bad.db "page $at"
done
result "pages that were changed are seen, or do no harm"
cmp -s run.db before.db && echo "ok reading does not change a database" || echo "not ok reading does not change a database"

# ---- earlier versions ----
if command -v sqlite3 >/dev/null; then
    version=0
    while version=$((version + 1)); [ -e "$SRCDIR/runs/schema/schema-$((version + 1)).sql" ]; do
        rm -f old.db
        { step=0
          while [ $((step += 1)) -le $version ]; do cat "$SRCDIR/runs/schema/schema-$step.sql"; done
          echo "pragma application_id = $((0x4d414353)); pragma user_version = $version;"; } | sqlite3 old.db
        sqlite3 old.db "select name from sqlite_schema where type = 'table' order by rowid" | while read -r table; do
            # a table that a later version dropped
            [ "$(sqlite3 run.db "select count(*) from sqlite_schema where name = '$table'")" = 1 ] || continue
            columns=$(sqlite3 old.db "select group_concat('\"' || name || '\"') from pragma_table_info('$table')")
            echo "insert into main.$table ($columns) select $columns from new.$table;"
        done >copy.sql
        { echo "attach 'run.db' as new; begin;"; cat copy.sql; echo "commit;"; } | sqlite3 old.db
        expected=whole.txt; [ $version -ge 6 ] || expected=unwatched.txt
        macs-gap old.db >old.txt && cmp -s old.txt $expected || { echo "version $version: another table"; diff $expected old.txt; } >>wrong
        [ "$(sqlite3 old.db 'pragma user_version')" = "$(sqlite3 run.db 'pragma user_version')" ] || echo "version $version: not brought up" >>wrong
        [ "$(sqlite3 old.db 'select * from sample_sum')" = "$(sqlite3 run.db 'select * from sample_sum')" ] || echo "version $version: other sums" >>wrong
        [ "$(sqlite3 old.db .schema)" = "$(sqlite3 run.db .schema)" ] || echo "version $version: another schema" >>wrong
    done
    result "databases of earlier versions are brought up, with the same results"
    # Missing sums, as after a change by hand, are computed again when they are needed.
    cp run.db bare.db; sqlite3 bare.db 'delete from sample_sum'
    macs-gap bare.db >bare.txt; cmp -s bare.txt whole.txt && echo "ok sums that are not stored are made" || echo "not ok sums that are not stored are made"
else
    echo "skip databases of earlier versions: there is no sqlite3"
fi

# ---- files that may not be written ----
# Root may write regardless of permissions: another user tries, if that user can run the command.
user=
[ "$(id -u)" = 0 ] && user="setpriv --reuid=65534 --regid=65534 --clear-groups"
chmod 755 "$dir"; mkdir shut && cp run.db shut && cp rows.csv shut && chmod 644 shut/*
if $user macs-gap --version >/dev/null 2>&1; then
    chmod 444 shut/run.db; chmod 555 shut
    $user macs-gap shut/run.db --format=csv >out 2>err; s=$?
    [ $s = 0 ] && cmp -s out whole.csv || { echo "reading: status $s"; cat err; } >>wrong
    $user macs-gap shut/run.db --import=shut/rows.csv >out 2>err; s=$?
    [ $s = 1 ] && grep -q "^shut/run.db: error: .*cannot be written; nothing was changed" err || { echo "writing: status $s"; cat err; } >>wrong
    chmod 000 shut/run.db
    $user macs-gap shut/run.db >out 2>err; s=$?
    [ $s = 1 ] && grep -q "^shut/run.db: error: Permission denied" err || { echo "unreadable: status $s"; cat err; } >>wrong
    chmod 755 shut; chmod 644 shut/run.db; cmp -s shut/run.db run.db || echo "the file was changed" >>wrong
    chmod 444 shut/old.db 2>/dev/null
fi
result "a file or folder that may not be written is read, and not changed"
