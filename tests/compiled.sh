# SPDX-License-Identifier: GPL-3.0-or-later
# For tests that compile programs: . "$SRCDIR/tests/compiled.sh"
# Changes to a separate folder. Sets CC, and the flags of programs that use our libraries: flags for the C compiler,
# fortran_flags for gfortran, both empty except in a build with sanitizers or coverage.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
CC=$(sed -n 's/^CC = //p' "$BUILDDIR/Makefile")
flags=$(sed -n 's/^MACS_CFLAGS = //p' "$BUILDDIR/Makefile" | tr ' ' '\n' | grep -e '^-fsanitize=[a-eg-z]' -e '^--coverage')
sanitized=$(echo "$flags" | grep fsanitize)
fortran_flags="${sanitized:+-fsanitize=address,undefined} $(echo "$flags" | grep -e --coverage)"

result() { # name, 0 = ok; what was said is in the file `said`
    if [ "$2" = 0 ]; then echo "ok $1"; else sed 's/^/# /' said; echo "not ok $1"; fi
}
# What make install puts where comes below root/.
install() {
    (cd "$BUILDDIR" && make -s DESTDIR="$dir/root" prefix=/usr libdir=/usr/lib install-libLIBRARIES \
        install-sharedlibDATA install-includeHEADERS install-data-hook) >said 2>&1
}
# Whether the compiler has a thread sanitizer, and whether its programs run here; they want addresses
# that are not random, which a seccomp filter may deny.
tsan_compiles() { echo 'int main(void) { return 0; }' >try.c && $CC -fsanitize=thread try.c -o try >said 2>&1; }
tsan_runs() { setarch -R ./try >said 2>&1; }
# A main function that runs work() in threads, one with argument 0, and child() in a process forked at the same time,
# three times; it returns the result of outcome().
main_of_threads() {
    cat <<'END'
int main(void)
{
    for (int round = 0; round < 3; round++) {
        pthread_t t[4];
        for (int i = 0; i < 4; i++)
            pthread_create(&t[i], 0, work, i ? &t[i] : 0);
        pid_t process = fork();
        if (!process) {
            child();
            _exit(0);
        }
        for (int i = 0; i < 4; i++)
            pthread_join(t[i], 0);
        waitpid(process, 0, 0);
    }
    return outcome();
}
END
}
