# SPDX-License-Identifier: GPL-3.0-or-later
# macs run on programs whose CPU time is 3/4 in one place and 1/4 in another one by construction (tests/shapes):
# the shares are right within 2 points. Then programs that end badly, and wrong usage.
#
# The two parts are compared with each other, because the kernel's part of a run depends on the machine. A rate of
# 4000 gives 6400 samples; the standard deviation of the share is 0.54 points, so 2 points are 3.7 of them.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
result() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
machine=zen4 # any machine file: shares do not depend on it

for tool in gcc objdump sqlite3; do
    command -v $tool >/dev/null || { echo "skip macs run: $tool is not installed"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skip macs run: the machine is not x86-64"; exit 0; }
if ! macs sample -o first.txt -- true >said 2>&1; then
    echo "skip macs run: $(head -1 said)"
    exit 0
fi

gcc -O2 -I"$SRCDIR" "$SRCDIR/tests/shapes/shapes.c" -o shapes -lm -lpthread -ldl >said 2>&1 &&
    gcc -O2 -I"$SRCDIR" -shared -fPIC "$SRCDIR/tests/shapes/late.c" -o late.so >>said 2>&1
result $? "the shapes are compiled" || exit 1
SHAPES_LIBRARY=$dir/late.so; export SHAPES_LIBRARY

# shares MORE LESS: the share of rows that match MORE in those that match MORE or LESS, percent, with its error.
shares() {
    macs-gap --all-rows run.db 2>&1 | tee -a said | awk -v more="$1" -v less="$2" '
        $1 ~ /^[0-9.]+%$/ && $4 ~ more { a += $1 }
        $1 ~ /^[0-9.]+%$/ && $4 ~ less { b += $1 }
        END { share = a + b ? 100 * a / (a + b) : -1; printf "# %.1f %% of the two parts\n", share
              exit !(share >= 73 && share <= 77) }'
}
# shape NAME MORE LESS COMMAND...
shape() {
    name=$1 more=$2 less=$3; shift 3
    rm -f run.db
    : >said
    macs sample --rate=4000 -o profile.txt -- "$@" >>said 2>&1 &&
        macs attribute --db=run.db --machine=$machine profile.txt >>said 2>&1 && shares "$more" "$less"
    result $? "$name: the share is 75 % within 2 points"
}
shape "recursion" ':more' ':less' ./shapes recursion
shape "many threads" ':more' ':less' ./shapes threads
shape "short-lived children" ':more' ':less' ./shapes children
shape "a library that is loaded late" ':late' ':less' ./shapes library
shape "a signal handler" ':more' ':less' ./shapes signals
shape "straight-line code" ':straight|:line' ':less' ./shapes line
shape "system calls" '^kernel|:kernel|libc:read' ':less' ./shapes kernel
shape "a mathematical library" '^libm|:libm' ':less' ./shapes libm
if command -v g++ >/dev/null &&
    g++ -O2 -g1 -I"$SRCDIR" "$SRCDIR/tests/shapes/templates.cc" -o templates >said 2>&1; then
    shape "exceptions" 'templates.cc:3[0-9]' 'templates.cc:[0-9]$' ./templates exceptions
    # Both instances of the template have the same lines and are inlined into main: the greater row is 3/4.
    rm -f run.db
    macs sample --rate=4000 -o profile.txt -- ./templates inlined >said 2>&1 &&
        macs attribute --db=run.db --machine=$machine profile.txt >>said 2>&1 &&
        macs-gap --all-rows run.db 2>&1 | tee -a said | awk '$1 ~ /%$/ && $4 ~ /^templates.cc:[0-9]$/ { sum += $1; if ($1 + 0 > most) most = $1 + 0 }
            END { exit !(most >= 0.73 * sum && most <= 0.77 * sum) }'
    result $? "inlined templates: the share is 75 % within 2 points"
else
    echo "skip exceptions: g++ is not installed"
fi

# ---- callers of library functions ----

# Without frame pointers. Three of four calls of exp are in the loop of exp_most: the row of exp names it.
cat >calls.c <<'END'
#include <math.h>
#include <time.h>
volatile double x = 0.5, sum;
static double seconds(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
static __attribute__((noinline)) void exp_most(void) { for (int i = 0; i < 30000; i++) sum = sum + exp(x); }
static __attribute__((noinline)) void exp_few(void) { for (int i = 0; i < 10000; i++) sum = sum - exp(x); }
int main(void) { while (seconds() < 0.6) { exp_most(); exp_few(); } return 0; }
END
gcc -O2 -fomit-frame-pointer -fno-builtin calls.c -o calls -lm &&
    macs sample --call-chain=dwarf -o calls.txt -- ./calls >said 2>&1 && ! grep -q warning said &&
    macs attribute --db=calls.db --machine=$machine calls.txt >said 2>&1 &&
    macs-gap --all-rows calls.db >said 2>&1 && grep -q '^libm:exp: most samples were called from calls:exp_most' said
result $? "the row of a library function names its caller, found by unwind information"
macs sample --call-chain=none -o calls.txt -- ./calls >said 2>&1 && grep -qx 'call-chain none' calls.txt &&
    ! awk '$1 == "sample" && NF > 6 && $2 != 0' calls.txt | grep -q .
result $? "--call-chain=none records no callers"

# ---- Rust ----

# Rows have the names and the lines of the source: also loops of iterators, whose code is in the standard library.
# compile_rust NAME FLAG...: in both manglings where this compiler has both.
compile_rust() { name=$1; shift; "$rustc" "$@" -o "$name" "$SRCDIR/tests/shapes/iterators.rs" >said 2>&1; }
# rust_rows NAME: rows of a profile as "KIND NAME FILE LINE".
rust_rows() {
    rm -f rust.db
    macs sample --rate=2000 -o rust.txt -- "./$1" >said 2>&1 && macs attribute --db=rust.db --machine=$machine rust.txt >>said 2>&1 &&
        macs-gap --all-rows --format=json rust.db | jq -r '.runs[] | (.loops[] | "loop \(.loop) \(.file) \(.line)"), (.rest[] | "\(.kind) \(.name)")' >rows
    cat rows >>said
}
line_of() { grep -n "$1" "$SRCDIR/tests/shapes/iterators.rs" | cut -d: -f1; }
for rustc in rustc /usr/bin/rustc none; do $rustc --version >/dev/null 2>&1 && break; done
if [ $rustc = none ] || ! command -v jq >/dev/null; then
    echo "skip Rust: rustc or jq is not installed"
else
    sum=$(line_of 'zip(b.iter') relax=$(line_of 'cells\[i\] =') from=$(line_of 'for i in 0..n') to=$(line_of 'sum += a')
    for mangling in v0 legacy; do
        flag=; [ $mangling = legacy ] || flag='-C symbol-mangling-version=v0'
        # shellcheck disable=SC2086 # two words
        if compile_rust rust-$mangling -O -g $flag; then
            rust_rows rust-$mangling && ! grep -qE '_ZN|_R[NIM]|17h[0-9a-f]{16}|[[][0-9a-f]{12}' rows &&
                grep -qE "^loop rust-$mangling:(hot|iterators)::dot(::<f64>)?[+].*/iterators.rs $sum\$" rows &&
                grep -qE "^loop rust-$mangling:<?(hot|iterators)::Grid>?::relax[+].*/iterators.rs ($relax|$((relax - 1)))\$" rows &&
                awk -v from="$from" -v to="$to" '/::checked[+]/ && $NF >= from && $NF <= to { ok = 1 } END { exit !ok }' rows
            result $? "$mangling symbols of Rust: rows of an optimized program have names and lines of the source"
        else
            echo "skip $mangling symbols of Rust: $(head -1 said)"
        fi
    done
    compile_rust rust-debug -g && rust_rows rust-debug && ! grep -qE '_ZN|_R[NIM]|17h[0-9a-f]{16}' rows &&
        awk -v from="$from" -v to="$to" '/::checked[+]/ && $NF >= from && $NF <= to { ok = 1 } END { exit !ok }' rows &&
        grep -q 'core::' rows
    result $? "a Rust program without optimization has names and lines of the source"
fi

# ---- programs that end badly ----

# 128 + SIGSEGV (11) = 139, as a shell, env, time and perf stat report it.
for tool in 'sample -o killed.txt' "run -o killed-out -q --machine=$machine"; do
    macs $tool -- sh -c 'kill -SEGV $$' >said 2>&1; [ $? = 139 ] && grep -q 'ended by signal 11' said
    result $? "macs ${tool%% -*}: a signal that ends the program is the exit status, and is reported"
done
macs attribute --db=killed.db --machine=$machine killed.txt >said 2>&1 && [ -s killed.db ] && [ -s killed-out/run.db ]
result $? "the profile of a program that a signal ended is complete"
macs sample -o /dev/full -- sh -c 'kill -SEGV $$' >said 2>&1; [ $? = 1 ]
result $? "a profile that cannot be written is an error, also if a signal ended the program"
macs sample --pass-status -o failed.txt -- sh -c 'exit 7' >said 2>&1; [ $? = 7 ]
result $? "--pass-status passes the exit status"
macs sample --rate=20001 -- true >said 2>&1; [ $? = 2 ] && grep -q "^macs sample: --rate must be .*try 'macs sample --help'" said
result $? "a wrong rate names the subcommand that was given"
macs sample -o none.txt -- ./no-such-program >said 2>&1; [ $? = 1 ] && grep -q 'no-such-program: error: ' said && [ ! -e none.txt ]
result $? "a program that does not exist is an error, and no profile is written"
macs attribute --db=short.db --machine=$machine first.txt >said 2>&1 && macs-gap short.db >said 2>&1 && grep -q 'too short' said
result $? "a run of a few milliseconds is too short"
{ head -3 first.txt; echo 'sample nonsense'; } >wrong.txt
macs attribute --db=wrong.db --machine=$machine wrong.txt >said 2>&1; [ $? = 1 ] && grep -q '^wrong.txt:4:' said && [ ! -e wrong.db ]
result $? "a wrong profile is refused with its line, and nothing is stored"

# ---- signals ----

# The command has the signal mask and the ignored signals of the caller of macs.
cat >signals.c <<'END'
#include <stdio.h>
#include <string.h>
int main(void) { char line[200]; FILE *f = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, f)) if (!strncmp(line, "SigBlk", 6) || !strncmp(line, "SigIgn", 6)) fputs(line, stdout); return 0; }
END
gcc -o signals signals.c && {
    ./signals; sh -c 'trap "" HUP USR2; ./signals'; } >expected
for tool in 'macs sample -o signals.txt' "macs run -o signals-out -q --machine=$machine"; do
    { $tool -- ./signals 2>said | grep '^Sig'; sh -c "trap '' HUP USR2; $tool -- ./signals" 2>said | grep '^Sig'; } >got
    cmp expected got >>said
    result $? "${tool%% -*}: the command has the signals of the caller"
done
# Children of the command can be ended by signals, and so can the command: bare, both end at once.
macs run -o signals-out -q --machine=$machine -- sh -c 'sleep 60 & kill $!; wait $!; [ $? = 143 ]' >said 2>&1 && ! grep -q 'exited with' said
result $? "the command ends its children"
cat >stop.sh <<'END'
macs run -o stop-out -q --machine=$1 -- ./shapes long & pid=$!
sleep 2; kill -$2 $pid; wait $pid; echo status $?
END
for signal in TERM HUP; do
    timeout 60 sh stop.sh $machine $signal >said 2>&1
    case $signal in TERM) status=143 ;; HUP) status=129 ;; esac
    grep -q '^covers ' said && grep -q "^status $status" said && grep -q 'was ended by signal' said
    result $? "SIG$signal ends the command, and the profile so far is reported"
done
if command -v setsid >/dev/null; then
    timeout 60 setsid -w timeout -s INT 2 macs run -o stop-out -q --machine=$machine -- ./shapes long >said 2>&1
    grep -q '^covers ' said && grep -q 'ended by signal 2' said
    result $? "SIGINT to the process group ends the command, and the profile so far is reported"
fi

# ---- sums ----

# The CPU time is that of all processes: of 1,000 children of 0.2 ms within 5 % of what the shell counts.
# The rows of the table add up to it.
cat >sum.sh <<'END'
macs run -o sum-out -q --machine=$1 -- bash -c 'TIMEFORMAT="inner %U %S"; time ./shapes forks' 2>&1 |
    awk '/^inner/ { inner = $2 + $3 } /^time: / { sum = $2 }
         { print } END { exit !(inner > 0 && sum >= 0.95 * inner && sum <= 1.1 * inner + 0.02) }'
END
if command -v bash >/dev/null; then
    sh sum.sh $machine >said 2>&1
    result $? "the CPU time contains that of starting and ending children"
fi

macs sample -o forks.txt -- ./shapes forks >said 2>&1 &&
    grep -qE 'sampling took about [0-9.]* % of the CPU time: .* starts at|cost of sampling is unknown, with .* starts of threads: other' said
result $? "a large cost of sampling is reported"

# A program that replaces its own file: the rows say that the file was replaced.
cat >replace.sh <<'END'
cp ./shapes ./copy; ./copy recursion & sleep 0.2; cp ./late.so ./new; mv ./new ./copy; wait
END
macs sample -o replaced.txt -- sh replace.sh >said 2>&1 &&
    macs attribute --db=replaced.db --machine=$machine replaced.txt >said 2>&1 &&
    grep -q "copy is another file than the executed one" said
result $? "a program that was replaced is not read"

# The same without build-ids, a library that is overwritten in place, and a pipe in place of the file.
gcc -O2 -I"$SRCDIR" -Wl,--build-id=none "$SRCDIR/tests/shapes/shapes.c" -o nameless -lm -lpthread -ldl >said 2>&1
cp nameless other
macs sample -o nameless.txt -- sh -c 'cp ./nameless ./moved; ./moved recursion & sleep 0.5; mv ./other ./moved; wait' >said 2>&1 &&
    macs attribute --db=nameless.db --machine=$machine nameless.txt >said 2>&1 &&
    grep -q "moved is another file than the executed one" said
result $? "a replaced program without build-id is not read"
macs sample -o nameless.txt -- ./nameless recursion >said 2>&1 && cat nameless >copied && touch -d 2001-01-01 nameless &&
    macs attribute --db=nameless.db --machine=$machine nameless.txt >said 2>&1 &&
    grep -q "nameless was changed after it was started" said
result $? "a changed program without build-id is not read"
macs sample -o pipe.txt -- sh -c 'cp ./nameless ./piped; ./piped recursion & sleep 0.5; rm ./piped; mkfifo ./piped; wait' >said 2>&1 &&
    timeout 60 macs attribute --db=pipe.db --machine=$machine pipe.txt >said 2>&1 && grep -q "piped" said
result $? "a pipe in place of a program is not read"
if [ "$(id -u)" = 0 ] && gcc -O2 -static -I"$SRCDIR" -Wl,--build-id=none "$SRCDIR/tests/shapes/shapes.c" -o static -lm -lpthread -ldl >said 2>&1; then
    mkdir -p root/bin && cp static root/bin/cat && macs sample -o root.txt -- chroot root /bin/cat recursion >said 2>&1 &&
        macs attribute --db=root.db --machine=$machine root.txt >said 2>&1 &&
        macs-gap --all-rows root.db >said 2>&1 && grep -q 'cat:more+' said
    result $? "a program in another root directory is read from there"
else
    echo "skip a program in another root directory: not root, or no static libraries"
fi

# A stripped program has rows after the addresses of its functions.
strip -o stripped shapes && macs sample -o stripped.txt -- ./stripped recursion >said 2>&1 &&
    macs attribute --db=stripped.db --machine=$machine stripped.txt >said 2>&1 &&
    macs-gap stripped.db >said 2>&1 && grep -q 'stripped:fn_[0-9a-f]*+0x' said
result $? "a stripped program has loops"

macs sample -o /dev/full -- true >said 2>&1; [ $? = 1 ] && grep -q 'No space left' said
result $? "a full disk is reported"
macs run -o out -q --machine=$machine -- ./shapes signals >said 2>&1 && grep -q '^covers ' said &&
    [ -s out/report.html ] && [ -s out/run.db ] && grep -q '^covers ' out/gaps.txt
result $? "macs run writes table, report and database"
# macs run stores the CPU on which it ran, which MACS_CPU replaces.
MACS_CPU='AuthenticAMD 26 2 1' macs run -o cpu-out -q --machine=$machine -- ./shapes signals >said 2>&1 &&
    [ "$(sqlite3 cpu-out/run.db 'select cpu from profile')" = 'AuthenticAMD 26 2 1' ]
result $? "macs run stores the CPU"

# Identical functions that the linker folds have one address: their time is one row, with the first of their names.
cat >folded.c <<'END'
#include "tests/shapes/work.h"
#define TWIN(name) __attribute__((noinline, noclone)) double name(long n) { double x = n; while (n--) x = x * 0.999 + 0.5; return x; }
TWIN(beta)
TWIN(alpha)
int main(void) { double x = 0, end = thread_seconds() + 0.5; while (thread_seconds() < end) x += alpha(90000) + beta(30000); return x < 0; }
END
if command -v ld.lld >/dev/null &&
    gcc -O2 -fno-ipa-icf -ffunction-sections -I"$SRCDIR" folded.c -o folded -fuse-ld=lld -Wl,--icf=all >said 2>&1; then
    macs sample -o folded.txt -- ./folded >said 2>&1 &&
        macs attribute --db=folded.db --machine=$machine folded.txt >said 2>&1 &&
        macs-gap --all-rows folded.db >said 2>&1 && grep -qE '^ *(9[0-9]|100)[.].*folded:alpha[+]' said && ! grep -q 'folded:beta' said
    result $? "functions that the linker folds are one row"
else
    echo "skip functions that the linker folds are one row: lld is not installed"
fi
