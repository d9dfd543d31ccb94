# SPDX-License-Identifier: GPL-3.0-or-later
# The tarball's content builds out of tree, from a read-only folder, without flex, bison and autotools; the installed
# files work from any folder, also after a move.
dir=$(mktemp -d) && trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT INT TERM
result() { # status, name
    if [ "$1" = 0 ]; then echo "ok $2"; else tail -30 "$dir/log" | sed 's/^/# /'; echo "not ok $2"; exit 0; fi
}
unset MAKEFLAGS MFLAGS MAKELEVEL
make -C "$BUILDDIR" distdir distdir="$dir/macs" >"$dir/log" 2>&1
result $? "make distdir"

# The tarball has every file of git but those that only a clone uses. A tarball is not a clone.
if [ -e "$SRCDIR/.git" ] && git -C "$SRCDIR" ls-files >"$dir/names" 2>"$dir/log" && [ -s "$dir/names" ]; then
    grep -vx -e 'tests/mutation/.*' "$dir/names" | while read -r f; do
        [ ! -e "$SRCDIR/$f" ] || [ -e "$dir/macs/$f" ] || echo "not in the tarball: $f"
    done >"$dir/log"
    [ ! -s "$dir/log" ]; result $? "the tarball has every file of git"
else
    echo "# left out: the files of git: the sources are not a clone"
fi

# Every program of PATH but those a user of the tarball need not have.
mkdir "$dir/bin"
echo "$PATH" | tr : '\n' | while read -r p; do
    [ -d "$p" ] && [ "$p" != "$BUILDDIR" ] && [ "$p" != "$BUILDDIR/tests" ] && ln -s "$p"/* "$dir/bin/" 2>/dev/null
done
(cd "$dir/bin" && rm -f flex* lex bison* yacc byacc autoconf* automake* aclocal* autoreconf* autoheader* autom4te*)
chmod -R a-w "$dir/macs"
# The compiler is that of this build: with ccache, it compiles only what changed.
CC=$(sed -n 's/^CC = //p' "$BUILDDIR/Makefile")
mkdir "$dir/build"
(cd "$dir/build" && PATH=$dir/bin && export PATH &&
    ../macs/configure -q --prefix=/opt/macs CC="$CC" CFLAGS=-O0 && make -j2) >"$dir/log" 2>&1
result $? "it builds without flex, bison and autotools"
make -C "$dir/build" install DESTDIR="$dir/stage" >"$dir/log" 2>&1
result $? "make install DESTDIR"
case " $COMMANDS " in *' kma '*) ;; *) exit 0 ;; esac
mv "$dir/stage/opt/macs" "$dir/moved" && rm -rf "$dir/build"
(unset MACS_MACHINES; cd / && "$dir/moved/bin/kma" "$SAMPLES/lfk.f") >"$dir/log" 2>&1
result $? "an installation that was moved finds its machines"
# The installed kma on another machine, by name; its man pages are with it.
{ (unset MACS_MACHINES; cd / && "$dir/moved/bin/kma" --machine=rs6000 --format=csv "$SAMPLES/lfk.f") &&
    for c in $COMMANDS; do [ -f "$dir/moved/share/man/man1/$c.1" ] || { echo "no man page of $c"; false; }; done; } >"$dir/log" 2>&1
result $? "an installation has every machine and man page"
