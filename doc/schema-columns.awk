# SPDX-License-Identifier: GPL-3.0-or-later
# Prints doc/macs-gap.schema.json with the definitions between "columns" and "columns_end" made from
# gaps/columns.def; the rest stays as it is:
#     awk -f doc/schema-columns.awk gaps/columns.def doc/macs-gap.schema.json
# "make schema" does so in place; tests/scripts/json-schema.sh checks that nothing differs.
function add(object, key, type) {
    if (!(object in count)) {
        count[object] = 0
        objects[++n_objects] = object
    }
    keys[object, ++count[object]] = key
    types[object, count[object]] = type
}

# A number of a loop and, where each thread has it, of a thread; in a group: of the group's object.
function add_column(key, group, type, each,    object) {
    add(group == "" ? "loop_numbers" : group, key, type)
    if (group != "" && !(group in referred)) {
        add("loop_numbers", group, group)
        if (each)
            add("thread_numbers", group, group)
        referred[group] = 1
    } else if (group == "" && each)
        add("thread_numbers", key, type)
}

# A converted number, of a loop and, where each thread has it, of a thread.
function add_ladder(object, key, type, each) {
    add(object, key, type)
    if (each)
        add("thread_" object, key, type)
}

FNR == NR && /^COLUMN\(/ {
    sub(/^COLUMN\(/, "")
    n = split($0, field, / *, */)
    kind = field[1]
    key = field[3]
    group = field[4]
    gsub(/"/, "", key)
    gsub(/"/, "", group)
    type = field[5] == "SIGNED" ? "number" : tolower(field[5])
    add_column(key, group == "NULL" ? "" : group, type, field[6] == "EACH")
    each = field[6] == "EACH"
    if (kind == "RUNG" || kind == "GAP")
        add_ladder("ladder", key, type, each)
    if (kind == "RUNG")
        add_ladder("rates", key, type, each)
    next
}
FNR == NR { next }

function put_object(object, last,    i, line, item) {
    printf "    \"%s\": {\n      \"type\": \"object\",\n      \"properties\": {\n", object
    for (i = 1; i <= count[object]; i++)
        printf "        \"%s\": {\"$ref\": \"#/$defs/%s\"}%s\n", keys[object, i], types[object, i],
            i < count[object] ? "," : ""
    print "      },\n      \"required\": ["
    line = "       "
    for (i = 1; i <= count[object]; i++) {
        item = " \"" keys[object, i] "\"" (i < count[object] ? "," : "")
        if (length(line item) > 100) {
            print line
            line = "       "
        }
        line = line item
    }
    print line "\n      ]" (object ~ /_numbers$/ ? "" : ",\n      \"additionalProperties\": false") "\n    },"
}

/^    "columns_end"/ {
    inside = 0
    for (i = 1; i <= n_objects; i++)
        put_object(objects[i])
}
!inside { print }
/^    "columns"/ { inside = 1 }
