# SPDX-License-Identifier: GPL-3.0-or-later
# For scripts that build counted programs: . "$SRCDIR/tests/counts/build.sh"

# build NAME COMPILER FLAGS LINK SOURCE...: compiles each source once to assembly text and links NAME.timed (the
# text as it is), NAME.labelled (with labels of blocks) and NAME.counted. COUNT_OPTIONS: options of count-tool
# insert. COUNT_KIND=record: loops record their accesses instead. Maps are NAME.N.map. The code of .timed and .labelled must be the same.
build() {
    name=$1 compiler=$2 flags=$3 link=$4; shift 4
    i=0 timed='' labelled='' counted=''
    for source; do
        i=$((i + 1)); to=$name.$i
        # shellcheck disable=SC2086 # several words
        $compiler $flags -S "$source" -o "$to.s" &&
            count-tool ${COUNT_KIND:-insert} $COUNT_OPTIONS "$to.s" "$to.counted.s" "$to.map" &&
            count-tool labels $COUNT_OPTIONS "$to.s" "$to.labelled.s" || return 1
        for kind in '' .counted .labelled; do
            # shellcheck disable=SC2086
            $compiler $march -c -Wa,-L "$to$kind.s" -o "$to$kind.o" || return 1
        done
        objcopy -O binary -j '.text*' "$to.o" "$to.code" && objcopy -O binary -j '.text*' "$to.labelled.o" "$to.code.labelled" &&
            cmp "$to.code" "$to.code.labelled" || return 1
        timed="$timed $to.o"; labelled="$labelled $to.labelled.o"; counted="$counted $to.counted.o"
    done
    case " $link " in
    *" -static"*) runtime="$BUILDDIR/libmacs-count.a -Wl,--wrap=pthread_create,--wrap=thrd_create" ;;
    *) runtime="$BUILDDIR/libmacs-count.so -Wl,-rpath,$BUILDDIR" ;;
    esac
    # shellcheck disable=SC2086
    $compiler $timed -o "$name.timed" $link && $compiler $labelled -o "$name.labelled" $link &&
        $compiler $counted -o "$name.counted" $link $runtime
}

# run_both NAME ARGUMENT...: runs both programs; output and exit status must be the same. Outputs: NAME.out, NAME.out.counted.
run_both() {
    name=$1; shift
    timeout 100 "./$name.timed" "$@" >"$name.out" 2>"$name.err" </dev/null; echo $? >>"$name.out"
    rm -rf "./$name.run"
    MACS_COUNTS=$name.run timeout 100 "./$name.counted" "$@" >"$name.out.counted" 2>"$name.err.counted" </dev/null
    echo $? >>"$name.out.counted"
    if [ "$same_output" = no ]; then return 0; fi
    cmp "$name.out" "$name.out.counted" && cmp "$name.err" "$name.err.counted"
}
