# SPDX-License-Identifier: GPL-3.0-or-later
# Every result that shows whether data was stored is used: each call of close(), fflush(), rename(), sqlite3_*() and
# similar functions whose result is unused is in results.table with the reason, and only base/file.c calls fclose().
cd "$SRCDIR" || exit 1
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
sources() {
    find . -type d \( -name tests -o -name bench -o -name samples -o -name doc -o -name '.?*' -o -name 'build*' -o -name '_*' -o -name 'macs-[0-9]*' -o -name out \) -prune \
        -o -type f -name '*.[ch]' -print | LC_ALL=C sort
}
# count FILE...: "FILE CALL N" of calls whose result is unused.
count() { awk -f tests/scripts/results.awk "$@" | sed 's|^\./||; s|:[0-9]*: | |' | LC_ALL=C sort | uniq -c | awk '{ print $2, $3, $1 }'; }

# shellcheck disable=SC2046 # no blanks in our names
count $(sources) >"$dir/found"
sed '/^#/d; /^$/d' tests/scripts/results.table | awk -F '  +' 'NF < 4 { print "# no reason: " $0 >"/dev/stderr" } { print $1, $2, $3 }' | LC_ALL=C sort >"$dir/known" 2>"$dir/said"
LC_ALL=C sort -o "$dir/found" "$dir/found"
comm -23 "$dir/found" "$dir/known" | sed 's/^/# unused, and not in results.table: /' >>"$dir/said"
comm -13 "$dir/found" "$dir/known" | sed 's/^/# in results.table, but not in the sources: /' >>"$dir/said"
if [ -s "$dir/said" ]; then cat "$dir/said"; echo "not ok results of closing, writing and SQLite are used"
else echo "ok results of closing, writing and SQLite are used"; fi

# Comments in this source name the calls that must be found.
cat >"$dir/x.c" <<'E1'
void f(void)
{
    close(a);                                        /* found close */
    if (x) fflush(out);                              /* found fflush */
    else fsync(fd);                                  /* found fsync */
    (void)rename(a, b);                              /* found rename */
    unlink(a), close(fd);                            /* found close */
    return close(a), false;                          /* found close */
    ok = fclose(f) == 0;                             /* found fclose */
    sqlite3_step(s);                                 /* found sqlite3_step */
    if (close(a) != 0)
        return write(fd, "close(a);", 9) == 9;
    bool good = fflush(out) == 0 &&
        fsync(fileno(out)) == 0;
    c->close(a); // close(b);
    while (rename(a, b)) ;
}
E1
sed -n 's|.*/\* found \([a-z_0-9]*\) \*/|\1|p' "$dir/x.c" >"$dir/wanted"
awk -f tests/scripts/results.awk "$dir/x.c" | sed 's/.* //' >"$dir/got"
if cmp -s "$dir/wanted" "$dir/got"; then echo "ok calls whose result is unused are found"
else diff "$dir/wanted" "$dir/got" | sed 's/^/# /'; echo "not ok calls whose result is unused are found"; fi
