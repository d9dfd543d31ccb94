# SPDX-License-Identifier: GPL-3.0-or-later
# For each machine and each key of machines/keys.def: kma and kmacstat --bounds print a result for the ends of the
# range and for values between, or a message about the value. Other values are rejected, and the message has the range.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
inputs=$SRCDIR/tests/machine-numbers

# NAME TARGET UNIT LOW HIGH of each key
sed -n 's/^KEY("\([^"]*\)", \([A-Z]*\), \([A-Z]*\), [^,]*, \([^,]*\), \([^,]*\),.*/\1 \2 \3 \4 \5/p' "$SRCDIR/machines/keys.def" >keys
[ "$(wc -l <keys)" -ge 35 ] || { echo "not ok the ranges of machines/keys.def are read"; exit 1; }

# Prints lines KEY=VALUE INSIDE: 1 if the value is in the range of the key.
awk 'BEGIN {
        unit["CYCLES"] = " cycles"; unit["HERTZ"] = " Hz"; unit["BYTES"] = " bytes"; unit["FLOPS"] = " flops/cycle"
        unit["INSTRUCTIONS"] = " instructions"; unit["RATE"] = " operations/cycle"
        n = split("0.3 0.5 1 2.5 7 64 65536", between)
    }
    function put(value) { print (value >= $4 + 0 && value <= $5 + 0) "\t" $1 "=" value unit[$3] }
    {
        low = $4 + 0; high = $5 + 0
        put($4); put($5); put(low > 0 ? low / 2 : -1); put(2 * high)
        for (i = 1; i <= n; i++) if (between[i] > low && between[i] < high) put(between[i])
    }' keys >values

# tries COMMAND...: runs the command with each value.
tries() {
    bad=0 results=0
    while IFS='	' read -r inside set; do
        timeout 120 "$@" "--set=$set" >out 2>err </dev/null
        status=$?
        case $inside$status in
        10) [ -s out ] && results=$((results + 1)) && continue ;;
        1[12]) grep -q "^--set[:=].*${set%%=*}" err && ! grep -q 'internal error' err && continue ;;
        02) grep -q "${set%%=*} must be from" err && continue ;;
        esac
        echo "# $* --set='$set': status $status, $(grep -m1 . err)"; bad=$((bad + 1))
    done <values
    what="$1 $2 prints a result for each number of a machine, or refuses it"
    [ $bad = 0 ] && [ $results -gt 200 ] && echo "ok $what" || { echo "# $results results"; echo "not ok $what"; }
}

for file in "$SRCDIR"/machines/*.machine; do
    name=$(basename "$file" .machine)
    case $(grep -c "^cache\." "$file") in 0) cache= ;; *) cache=--cache=machine ;; esac
    tries kma "--machine=$name" $cache "$inputs/loops.f"
    case $(sed -n 's/^isa  *\([a-z0-9-]*\).*/\1/p' "$file") in
    x86-64) tries kmacstat "--machine=$name" --bounds "$inputs/loops.s" ;;
    ksr1) tries kmacstat "--machine=$name" --bounds "$SAMPLES/daxpy.s" ;;
    esac
done
