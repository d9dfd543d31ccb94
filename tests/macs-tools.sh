# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by cases of macs: creates bin/ with macs itself and replacements of all commands that it calls. They log
# each call in the file "calls" of the current folder, so that tests see which steps are done and which are not
# repeated, on machines without a compiler. A "source" is any text; its lines control what happens:
#     !sh COMMAND    the program linked from it runs this
#     !gfortran      the compiler rejects the file
#     !kma           kma rejects it
#     !cold          kma marks no loop
#     !loopless      kma finds no loop
#     !kfc LEVEL     kfc rejects it at this level
#     !ksr1          ksr1 ends with an error
#     !perf          the kernel refuses to sample the program
# macs itself is bin/macs-real; bin/macs replaces its subcommands that measure: "sample" runs the command without
# sampling it, "insert", "count", "attribute" and "perturbation" are logged. There is a machine m, zen4 by another name.
mkdir -p bin lib/machines
sed 's/^name .*/name m/' "$SRCDIR/machines/zen4.machine" >lib/machines/m.machine
MACS_MACHINES=$PWD/lib/machines:$MACS_MACHINES; export MACS_MACHINES
cp "$(command -v macs)" bin/macs-real
printf '!<arch>\n' >lib/libmultikron.a
here=$PWD

cat >bin/macs <<EOT
#!/bin/sh
case \${1-} in
sample)
    echo "macs \$*" >>"$here/calls"
    while [ "\$1" != -- ]; do case \$1 in --output=*) out=\${1#*=} ;; esac; shift; done
    shift
    if grep -q '^# !perf' "\$1" 2>/dev/null; then
        echo 'macs: error: perf_event_open is forbidden here' >&2; exit 1
    fi
    "\$@"; status=\$?
    echo profile >"\$out"
    exit \$status ;;
insert)
    echo "macs \$*" >>"$here/calls"
    for word; do case \$word in --output=*) : >"\${word#*=}/refusal" ;; esac; done ;;
count)
    echo "macs \$*" >>"$here/calls"
    for word; do case \$word in --output=*) mkdir -p "\${word#*=}"; echo result >"\${word#*=}/result" ;; esac; done ;;
attribute | perturbation)
    echo "macs \$*" >>"$here/calls"
    for word; do case \$word in --db=*) echo rows >>"\${word#*=}" ;; esac; done ;;
*) exec "$here/bin/macs-real" "\$@" ;;
esac
EOT
cat >bin/kma <<EOT
#!/bin/sh
echo "kma \$*" >>"$here/calls"
for last; do :; done
grep -q '^!kma' "\$last" && { echo "\$last:1: error: no" >&2; exit 1; }
for word; do case \$word in
    --instrument=*) cp "\$last" "\${word#*=}" ;;
    --db=*) echo facts >>"\${word#*=}"; echo "bounds of \$last"
        if grep -q '^!loopless' "\$last"; then echo "0 loops: no"; else echo "1 loop: 1"; fi ;;
    --regions=*) grep -q '^!cold' "\$last" || echo region.1 x.f:x:1 >"\${word#*=}"; >>"\${word#*=}"
                 echo "\$last: 1 of 1 loops" ;;
    esac; done
EOT
cat >bin/kmacstat <<EOT
#!/bin/sh
echo "kmacstat \$*" >>"$here/calls"
for word; do case \$word in --db=*) echo code >>"\${word#*=}" ;; esac; done
EOT
cat >bin/multikron <<EOT
#!/bin/sh
echo "multikron \$*" >>"$here/calls"
for word; do case \$word in *.db) echo runs >>"\$word" ;; esac; done
EOT
cat >bin/macs-gap <<EOT
#!/bin/sh
echo "macs-gap \$*" >>"$here/calls"
for word; do case \$word in
    --plot=* | --report=*) echo drawn >"\${word#*=}"; exit ;;
    esac; done
echo 'the table of gaps'
EOT
cat >bin/gfortran <<EOT
#!/bin/sh
echo "gfortran \$*" >>"$here/calls"
kind=link out= from=
while [ \$# -gt 0 ]; do case \$1 in
    -c | -S) kind=compile ;;
    -fopt-info-vec-missed=*) : >"\${1#*=}" ;;
    -o) out=\$2; shift ;;
    -*) ;;
    *.a) for member in \$(ar t "\$1"); do ar p "\$1" "\$member" >"\$member.of"; from="\$from
\$member.of"; done ;;
    *) from="\$from
\$1" ;;
    esac; shift; done
IFS='
'
if [ \$kind = compile ]; then
    [ "\$out" ] || { out=\${from#?}; out=\${out##*/}; out=\${out%.*}.o; }
    grep -q '^!gfortran' \$from && { echo "\${from#?}:1:1: Error: Unclassifiable statement" >&2; exit 1; }
    cat \$from >"\$out"
else
    { echo '#!/bin/sh'; sed -n 's/^!sh //p' \$from; } >"\${out:=a.out}"
    chmod +x "\$out"
fi
EOT
cat >bin/kfc <<EOT
#!/bin/sh
echo "kfc \$*" >>"$here/calls"
level=\$1
while [ \$# -gt 1 ]; do [ "\$1" = -o ] && out=\$2; shift; done
grep -q "^!kfc \$level" "\$1" && { echo "\$1:1: error: not in kfc's subset" >&2; exit 1; }
cp "\$1" "\$out"
EOT
cat >bin/ksr1 <<EOT
#!/bin/sh
echo "ksr1 \$* \$MULTIKRON_RUN" >>"$here/calls"
for last; do :; done
[ "\$last" = --parameters ] && { case "\$*" in *--bad*) echo "ksr1: no such option '--bad'" >&2; exit 2 ;; esac; exit; }
grep -q '^!ksr1' "\$last" && { echo "\$last:1: error: misaligned" >&2; exit 1; }
echo samples >"\$MULTIKRON_DIR/0.mkn"
EOT
chmod +x bin/*
PATH=$here/bin:$PATH
# Prints the logged calls of the commands without the path of the current folder, then clears the log.
calls() { sed "s|$here|HERE|g" calls; rm -f calls; }
# Removes the times of runs, the path of the current folder, and messages about other load of the test machine.
plain() { sed -e '/the machine was busy/d' -e 's/: [0-9.e-]* s$/: T s/' -e "s|$here|HERE|g"; }
