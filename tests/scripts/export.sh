# SPDX-License-Identifier: GPL-3.0-or-later
# Exports are read back by other people's readers: babeltrace2, otf2-print, jq.
. "$SRCDIR/tests/hex.sh"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1

verdict() { # name, wanted, found
    if diff "$2" "$3" >difference; then echo "ok $1"; else sed 's/^/# /' difference; echo "not ok $1"; fi
}

# The samples of the case export-perfetto, and a file of a second node whose first time is of the
# same wrap: tick 300 a skipped block of line 7 inside loop 3, CPU 2, both overruns, a read error.
hex 10 0000000064 00010002 01 0001 000000 10 00000000c8 00010002 03 0001 00000a \
    18 000000012c 00010002 07 0002 000005 "$(counters 7)" 14 0000000190 00010002 02 0001 000000 \
    10 ffffffffff 00010003 02 0005 000000 10 0000000005 00010003 01 0006 000000 >a.mkn
hex 50 0000000064 00020000 01 0003 000000 57 000000012c 00020000 04 0003 000007 \
    50 0000000190 00020000 02 0003 000000 >b.mkn

multikron export --to=ctf -o ctf a.mkn b.mkn 2>err
[ $? = 1 ] || echo "not ok export to CTF of streams with losses ends with 1"
{ cmp a.mkn ctf/stream_0 && cmp b.mkn ctf/stream_1; } >found 2>&1; : >wanted
verdict "streams of CTF are the records as they are" wanted found
if command -v babeltrace2 >/dev/null; then
    # 10 MHz: tick 100 is 10 us; 2^40 - 1 is 109951.1627775 s.
    babeltrace2 --clock-seconds --no-delta ctf >found 2>&1
    cat >wanted <<'END'
[0.000010000] trace: { node = 1, process = 2 }, { kind = ( "loop enter" : container = 1 ), region = 1, value = 0 }
[0.000010000] trace cpu-2: { node = 2, process = 0 }, { kind = ( "loop enter" : container = 1 ), region = 3, value = 0 }
[0.000020000] trace: { node = 1, process = 2 }, { kind = ( "iterations" : container = 3 ), region = 1, value = 10 }
[0.000030000] resource: { node = 1, process = 2 }, { kind = ( "user mark" : container = 7 ), region = 2, value = 5, counter_0 = 7, counter_1 = 8, counter_2 = 9, counter_3 = 10, counter_4 = 11, counter_5 = 12, counter_6 = 13, counter_7 = 14, counter_8 = 15, counter_9 = 16, counter_10 = 17, counter_11 = 18, counter_12 = 19, counter_13 = 20, counter_14 = 21, counter_15 = 22 }
[0.000030000] trace cpu-2 FIFO-overrun shadow-overrun read-error: { node = 2, process = 0 }, { kind = ( "block skipped" : container = 4 ), region = 3, value = 7 }
[0.000040000] trace FIFO-overrun: { node = 1, process = 2 }, { kind = ( "loop exit" : container = 2 ), region = 1, value = 0 }
[0.000040000] trace cpu-2: { node = 2, process = 0 }, { kind = ( "loop exit" : container = 2 ), region = 3, value = 0 }
[109951.162777500] trace: { node = 1, process = 3 }, { kind = ( "loop exit" : container = 2 ), region = 5, value = 0 }
[109951.162778100] trace: { node = 1, process = 3 }, { kind = ( "loop enter" : container = 1 ), region = 6, value = 0 }
END
    # Events of one time come in any order of their streams.
    sort -o wanted wanted; sort -o found found
    verdict "babeltrace2 reads CTF" wanted found
    # If it is cut after the wrap, the clock begins there: 2^40 + 5 only.
    multikron export --to=ctf --from=109951.162778 -o late a.mkn 2>>err
    babeltrace2 --clock-seconds --no-delta late | cut -d: -f1 >found 2>&1
    echo '[109951.162778100] trace' >wanted
    verdict "babeltrace2 knows the wraps in front of a choice" wanted found
    babeltrace2 -o ctf-metadata ctf 2>/dev/null | grep -A12 '^env' |
        sed -n 's/^ *\([a-z_]*\) = \([0-9]*\);$/\1 \2/p' >found
    printf '%s\n' 'fifo_overruns 2' 'shadow_overruns 1' 'read_errors 1' 'enters_without_exit 1' 'exits_without_enter 1' 'nested_too_deep 0' >wanted
    verdict "the metadata count what was lost" wanted found
else echo "skip babeltrace2 reads CTF: no babeltrace2"; fi

multikron export --to=otf2 -o otf2 a.mkn b.mkn 2>err; status=$?
if [ $status = 1 ] && grep -q 'built without libotf2' err; then
    if [ -e otf2 ]; then echo "not ok export without libotf2 writes nothing"
    else echo "ok export without libotf2 says so"; fi
    echo "skip otf2-print reads OTF2: built without libotf2"
elif ! command -v otf2-print >/dev/null; then echo "skip otf2-print reads OTF2: no otf2-print"
else
    otf2-print -Werror otf2/traces.otf2 2>&1 | sed -n 's/  */ /g; /^[A-Z_0-9]* [0-9]/p' | sed 's/ <[0-9]*>//g' |
        sort -s -k2,2n >found
    # Locations are source addresses: 65538 is 1.2, 131072 is 2.0. Regions 1, 3, 5, 6 are numbered in order.
    cat >wanted <<'END'
ENTER 65538 100 Region: "region 1"
PARAMETER_UINT64 65538 200 Parameter: "iterations", Value: 10
PARAMETER_UINT64 65538 300 Parameter: "region", Value: 2
PARAMETER_UINT64 65538 300 Parameter: "user mark", Value: 5
METRIC 65538 300 Metric: 0, 16 Values: ("counter 0"; UINT64; 7), ("counter 1"; UINT64; 8), ("counter 2"; UINT64; 9), ("counter 3"; UINT64; 10), ("counter 4"; UINT64; 11), ("counter 5"; UINT64; 12), ("counter 6"; UINT64; 13), ("counter 7"; UINT64; 14), ("counter 8"; UINT64; 15), ("counter 9"; UINT64; 16), ("counter 10"; UINT64; 17), ("counter 11"; UINT64; 18), ("counter 12"; UINT64; 19), ("counter 13"; UINT64; 20), ("counter 14"; UINT64; 21), ("counter 15"; UINT64; 22)
PARAMETER_STRING 65538 400 Parameter: "loss", Value: "samples lost"
PARAMETER_STRING 65538 400 Parameter: "of", Value: "FIFO overrun"
LEAVE 65538 400 Region: "region 1"
PARAMETER_STRING 65539 1099511627775 Parameter: "loss", Value: "exit without enter"
PARAMETER_STRING 65539 1099511627775 Parameter: "of", Value: "region 5"
ENTER 65539 1099511627781 Region: "region 6"
PARAMETER_STRING 65539 1099511627781 Parameter: "loss", Value: "enter without exit"
PARAMETER_STRING 65539 1099511627781 Parameter: "of", Value: "region 6"
ENTER 131072 100 Region: "region 3"
PARAMETER_STRING 131072 300 Parameter: "loss", Value: "samples lost"
PARAMETER_STRING 131072 300 Parameter: "of", Value: "FIFO and shadow overrun"
PARAMETER_STRING 131072 300 Parameter: "loss", Value: "read error"
PARAMETER_UINT64 131072 300 Parameter: "skipped line", Value: 7
LEAVE 131072 400 Region: "region 3"
END
    verdict "otf2-print reads OTF2" wanted found
    otf2-print -G -Werror otf2/traces.otf2 >defs 2>&1
    grep -E '^(CLOCK|LOCATION)' defs | sed 's/  */ /g; s/ <[0-9]*>//g' >found
    cat >wanted <<'END'
CLOCK_PROPERTIES Ticks per Seconds: 10000000, Global Offset: 100, Length: 1099511627682, Date: UNDEFINED
LOCATION_GROUP 0 Name: "node 1", Type: PROCESS, Parent: "machine::run", Creator: UNDEFINED
LOCATION 65538 Name: "1.2", Type: CPU_THREAD, # Events: 8, Group: "node 1"
LOCATION 65539 Name: "1.3", Type: CPU_THREAD, # Events: 5, Group: "node 1"
LOCATION_GROUP 1 Name: "node 2", Type: PROCESS, Parent: "machine::run", Creator: UNDEFINED
LOCATION 131072 Name: "2.0", Type: CPU_THREAD, # Events: 6, Group: "node 2"
END
    verdict "OTF2 locations are source addresses" wanted found
    otf2-print -I otf2/traces.otf2 |
        sed -n 's/^Property name *MULTIKRON:://p; s/^Property value *//p' | paste -d ' ' - - >found
    printf '%s\n' 'FIFO_OVERRUNS 2' 'SHADOW_OVERRUNS 1' 'READ_ERRORS 1' 'ENTERS_WITHOUT_EXIT 1' \
        'EXITS_WITHOUT_ENTER 1' 'NESTED_TOO_DEEP 0' >wanted
    verdict "properties of OTF2 count what was lost" wanted found
    multikron export --to=otf2 -o back a.mkn a.mkn 2>err; echo "$?" >found
    sed 's/.*error: //;t;d' err >>found; [ -e back ] && echo there >>found
    printf '%s\n' 1 'samples were lost: flags of FIFO overruns: 2, of shadow overruns: 0' \
        "samples of source 1.2 go back in time from one file to the next: run 'multikron merge' first" >wanted
    verdict "OTF2 refuses a source that goes back in time" wanted found
fi

if command -v jq >/dev/null; then
    multikron export --to=perfetto -o a.json a.mkn b.mkn 2>err
    # Each thread's E has its B; losses are instants: 2 overruns, 1 read error, 2 unmatched.
    jq -c '[.traceEvents[] | .ph] | group_by(.) | map([.[0], length])' a.json >found 2>&1
    jq -c '[.traceEvents[] | select(.cat == "loss") | .name] | sort' a.json >>found 2>&1
    jq -c '[.traceEvents[] | select(.ph != "M") | (.ts | type), (.pid | type), (.tid | type)] | unique' a.json >>found 2>&1
    cat >wanted <<'END'
[["B",3],["C",16],["E",2],["M",5],["i",6]]
["enter without exit","exit without enter","read error","samples lost","samples lost"]
["number"]
END
    verdict "jq reads Chrome's JSON trace" wanted found
else echo "skip jq reads Chrome's JSON trace: no jq"; fi
