# SPDX-License-Identifier: GPL-3.0-or-later
# Run databases made by another user to hang, crash or mislead their readers: every command that reads databases
# rejects each of them with a plain message and exit status 1, and does not change it. Tables, indexes and views that
# a user added, and that have no effect when the known tables are read, are accepted.
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
stranger "a view where a table was" "view 'run' differs from|table 'run_rows' is not allowed" <<E1
alter table run rename to run_rows;
create view run as $endless;
E1
stranger "a trigger" "trigger 'work' is not allowed" <<E1
create trigger work after insert on run begin insert into run_tag select x, x from ($endless); end;
E1
stranger "a generated column" "table 'run' differs" <<E1
alter table run add column big text generated always as (printf('%.*c', 100000000, 'x')) virtual;
E1
stranger "a virtual table" "virtual table 'notes_fts' is not allowed" <<E1
create virtual table notes_fts using fts5(t);
E1
stranger "a virtual table where a table was" "differs from|is damaged" <<E1
update sqlite_schema set sql = 'CREATE VIRTUAL TABLE run USING dbstat' where name = 'run';
E1
stranger "columns of another type" "table 'run' differs" <<E1
update sqlite_schema set sql = replace(sql, 'name text', 'name blob') where name = 'run';
E1
stranger "a table that is missing" "the table 'sample' of a run database is missing" <<E1
delete from sqlite_schema where tbl_name = 'sample';
E1
stranger "a schema that is no SQL" 'is damaged' <<E1
update sqlite_schema set sql = 'create tabel x' where name = 'run';
E1
stranger "an index of an expression" "index 'slow' is not allowed" <<E1
create index slow on run (length(zeroblob(100000000 + id)));
E1
reading=1
stranger "a text of 300 MB" 'is damaged|too large|more steps|memory' <<E1
update run set name = (select hex(zeroblob(150000000)));
E1
reading=
stranger "an index that lets no two rows be alike" "index 'one' is not allowed" <<E1
create unique index one on build (machine);
E1
stranger "an index of some rows" "index 'some' is not allowed" <<E1
create index some on run (name) where length(zeroblob(100000000 + id)) > 0;
E1
stranger "a table that refers to ours" "table 'kept' is not allowed" <<E1
create table kept (run integer references run (id));
E1
stranger "a table with a check" "table 'slow' is not allowed" <<E1
create table slow (x check (length(printf('%.*c', 100000000, 'x')) > x)); insert into slow values (1);
E1
stranger "a table with a generated column" "table 'slow' is not allowed" <<E1
create table slow (x, y as (printf('%.*c', 100000000, 'x')) not null); insert into slow values (1);
E1
stranger "a second table of one name" "differs from|is damaged" <<E1
insert into sqlite_schema select type, 'RUN', 'RUN', rootpage, replace(sql, 'CREATE TABLE run', 'CREATE TABLE RUN') from sqlite_schema where name = 'run';
E1
# Additions of a user are kept and have no effect, not even a view that never ends, because no command reads it.
cp good.db own.db
sqlite3 own.db <<E1
create table notes (loop text collate nocase unique, text text default 'none'); insert into notes values ('lfk7', 'look at this');
create table "as, check" ("references"); create table counted (id integer primary key autoincrement); insert into counted values (1);
create index by_text on notes (text desc); create unique index "by loop" on notes ("loop");
create index of_ours on measurement (run);
create view hidden as $endless; create view names as select name from run;
analyze;
E1
own() { # NAME COMMAND...: does the same with the user's tables as without
    name=$1; shift; cp good.db run.db; "$@" >expected 2>&1; s=$?; mv run.db without.db; cp own.db run.db; "$@" >got 2>&1; t=$?
    [ $s = 0 ] && [ $t = 0 ] && cmp expected got && [ "$(sqlite3 run.db "select * from notes; select * from names" 2>&1)" = "$(sqlite3 own.db "select * from notes; select * from names" 2>&1)" ] &&
        echo "ok a user's own tables: $name" || { diff expected got; echo "not ok a user's own tables: $name"; }
}
own "the table of gaps" macs-gap run.db
own "advice" macs-gap --advice run.db
own "a further source" kma --db=run.db "$SAMPLES/daxpy.f"
own "the same source again" kma --db=run.db "$SAMPLES/lfk.f"
own "measurements" macs-gap run.db --import=rows.csv
# A database of an earlier version has them, too, and becomes a new one.
{ step=0; while [ $((step += 1)) -le 3 ]; do cat "$SRCDIR/runs/schema/schema-$step.sql"; done
  echo "create table notes (x); insert into notes values (7); create view seen as select * from notes; create index of_ours on measurement (run);"
  echo "pragma application_id = $((0x4d414353)); pragma user_version = 3;"; } | sqlite3 old.db
kma --db=old.db "$SAMPLES/lfk.f" >/dev/null && kmacstat --db=old.db "$SAMPLES/lfk.s" >/dev/null && macs-gap old.db --import=rows.csv >/dev/null 2>&1 &&
    macs-gap old.db >old.txt 2>&1 && cmp old.txt good.txt && [ "$(sqlite3 old.db "select * from seen")" = 7 ] &&
    echo "ok a user's own tables: an earlier version" || echo "not ok a user's own tables: an earlier version"
[ "$(macs-gap good.db 2>&1)" = "$(cat good.txt)" ] && echo "ok a good database is read as before" || echo "not ok a good database is read as before"
