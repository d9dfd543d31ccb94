# SPDX-License-Identifier: GPL-3.0-or-later
# macs-machine(5) documents every key of a machine file.
page=$SRCDIR/doc/macs-machine.5
# Font changes and macro names out: ".BI cache. NAME .size" reads "cache.NAME.size".
text=$(sed -n 's/^\.[BI][BIR]* *//p' "$page" | sed -e 's/\\f[A-Z]//g' -e 's/"//g' -e 's/ \././g' -e 's/\. /./g')
faults=0
count=0
for key in $(sed -n 's/^KEY("\([^"]*\)".*/\1/p' "$SRCDIR/machines/keys.def") \
    $(sed -n '/word_keys\[\] = {/,/};/p' "$SRCDIR/machines/read.c" | grep -o '{"[^"]*"' | tr -d '{"') \
    $(sed -n '/cache_keys\[\] = {/,/};/p' "$SRCDIR/machines/caches.c" | grep -o '"[^"]*"' | tr -d '"' | sed 's/^/cache.NAME./') \
    $(sed -n '/tlb_keys\[\] = {/,/};/p' "$SRCDIR/machines/rates.c" | grep -o '"[^"]*"' | tr -d '"' | sed 's/^/tlb.NAME./'); do
    count=$((count + 1))
    echo "$text" | grep -qF -- "$key" || { echo "# $key is not in macs-machine(5)"; faults=1; }
done
for class in $(sed -n 's/^OP([A-Z]*, \([a-z]*\),.*/\1/p' "$SRCDIR/facts/op-classes.def"); do
    count=$((count + 1))
    grep -q "^$class  *[a-z]" "$page" || { echo "# class $class is not in macs-machine(5)"; faults=1; }
done
for form in $(sed -n 's/^FORM([A-Z0-9_]*, \([a-z0-9-]*\),.*/\1/p' "$SRCDIR/facts/forms.def"); do
    count=$((count + 1))
    grep -q "^$form  *[a-zA-Z]" "$page" || { echo "# form $form is not in macs-machine(5)"; faults=1; }
done
[ $count -gt 140 ] || { echo "# only $count keys found"; faults=1; }
[ $faults = 0 ] && echo "ok every key has its entry in the manual" || echo "not ok every key has its entry in the manual"
