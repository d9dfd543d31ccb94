# SPDX-License-Identifier: GPL-3.0-or-later
# Run databases that somebody else made to hang, crash or mislead who reads them: each is refused
# with a plain message and status 1, by every command that reads databases, and is not changed.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
command -v sqlite3 >/dev/null || { echo "skip strangers' databases: there is no sqlite3"; exit; }
kma --db=good.db "$SAMPLES/lfk.f" >/dev/null && kmacstat --db=good.db "$SAMPLES/lfk.s" >/dev/null || echo "not ok a database"
printf 'run,processors,thread,loop,iterations,cycles\nr,1,0,lfk.f:lfk7:97,995,9000\n' >rows.csv
macs-gap good.db --import=rows.csv >/dev/null 2>&1
macs-gap good.db >good.txt 2>&1 || echo "not ok a good database is read"

# A query that never ends.
endless="with recursive c(x) as (select 1 union all select x + 1 from c) select x from c"
commands() { # those that read; and those that write, unless $reading is set
    echo "macs-gap bad.db"; echo "macs-gap --format=json bad.db"; echo "macs-gap --advice bad.db"; echo "macs-gap --plot=x.svg bad.db"
    [ "$reading" ] && return
    echo "macs-gap bad.db --import=rows.csv"; echo "kma --db=bad.db $SAMPLES/daxpy.f"; echo "kmacstat --db=bad.db $SAMPLES/daxpy.s"
    echo "multikron import bad.db $SAMPLES/invented.mkn --manifest=$SAMPLES/invented.manifest"
}
# stranger NAME PATTERN: SQL on standard input changes a copy; then each command.
stranger() {
    cp good.db bad.db
    { echo "pragma writable_schema = on;"; cat; } | sqlite3 bad.db 2>sql || { sed 's/^/# sqlite3: /' sql; echo "not ok $1: the SQL"; return; }
    cp bad.db was.db; : >wrong
    commands | while read -r command; do
        timeout 60 $command >out 2>err </dev/null; code=$?
        [ $code = 1 ] && grep -qE "$2" err && [ "$(grep -c . err)" -le 2 ] && cmp -s bad.db was.db ||
            { echo "# $command: status $code"; head -5 err | sed 's/^/# /'; cp was.db bad.db; } >>wrong
    done
    cat wrong
    if [ -s wrong ]; then echo "not ok $1"; else echo "ok $1"; fi
}
reading=
stranger "a view where a table was" "view 'run' is not what a run database has" <<E1
alter table run rename to run_rows;
create view run as $endless;
E1
stranger "a view that nobody asks for" "view 'hidden' is not what" <<E1
create view hidden as $endless;
E1
stranger "a trigger" "trigger 'work' is not what" <<E1
create trigger work after insert on run begin insert into run_tag select x, x from ($endless); end;
E1
stranger "a generated column" "column run.big is not what" <<E1
alter table run add column big text generated always as (printf('%.*c', 100000000, 'x')) virtual;
E1
stranger "a virtual table" "table 'notes_fts' is not what" <<E1
create virtual table notes_fts using fts5(t);
E1
stranger "a virtual table where a table was" "is not what|is damaged" <<E1
update sqlite_schema set sql = 'CREATE VIRTUAL TABLE run USING dbstat' where name = 'run';
E1
stranger "columns of another type" "column run.name is not what" <<E1
update sqlite_schema set sql = replace(sql, 'name text', 'name blob') where name = 'run';
E1
stranger "a table that is missing" "it lacks the table 'sample'" <<E1
delete from sqlite_schema where tbl_name = 'sample';
E1
stranger "a schema that is no SQL" 'is damaged' <<E1
update sqlite_schema set sql = 'create tabel x' where name = 'run';
E1
stranger "an index of an expression" "index 'slow' is not what" <<E1
create index slow on run (length(zeroblob(100000000 + id)));
E1
reading=1
stranger "a text of 300 MB" 'is damaged|larger than any|more steps|memory' <<E1
update run set name = (select hex(zeroblob(150000000)));
E1
reading=
# A plain extra would be in the way of nothing, but what is read in years to come may have its name.
stranger "a table of somebody else's" "table 'mine' is not what" <<E1
create table mine (x);
E1
[ "$(macs-gap good.db 2>&1)" = "$(cat good.txt)" ] && echo "ok a good database is read as before" || echo "not ok a good database is read as before"
