# SPDX-License-Identifier: GPL-3.0-or-later
# macs compiles programs with -g1 to get source lines (doc/macs.1). The code must be that of the user's flags:
# each code section of an object is the same with and without -g1, for every sample and level of optimization.
cd "$SRCDIR" || exit 1
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM

# code OBJECT TO: writes the contents of all code sections.
code() { objcopy -O binary -j '.text*' "$1" "$2" 2>/dev/null; }

# same COMPILER FILE...: compares the files at all levels.
same() {
    compiler=$1; shift
    name="$compiler -g1 does not change the code"
    if ! command -v "$compiler" >/dev/null || ! command -v objcopy >/dev/null; then
        echo "skip $name: $compiler or objcopy is not installed"
        return
    fi
    compared=0; different=
    for file; do
        for flags in -O0 -O1 -O2 '-O3 -funroll-loops'; do
            # shellcheck disable=SC2086 # several flags
            $compiler $flags $includes -c "$file" -o "$dir/plain.o" 2>/dev/null || continue
            # shellcheck disable=SC2086
            $compiler $flags -g1 $includes -c "$file" -o "$dir/lines.o" 2>/dev/null || continue
            code "$dir/plain.o" "$dir/plain"; code "$dir/lines.o" "$dir/lines"
            compared=$((compared + 1))
            cmp -s "$dir/plain" "$dir/lines" || different="$different $file($flags)"
        done
    done
    echo "# $compared objects compared"
    if [ "$compared" -gt 0 ] && [ -z "$different" ]; then echo "ok $name"
    else echo "# different:$different"; echo "not ok $name"; fi
}
includes="-I. -I$BUILDDIR -Imeasure/multikron/lib -D_GNU_SOURCE -J$dir"
same gfortran samples/lfk.f samples/lfk13-24.f samples/daxpy.f samples/lfk-data.f samples/lfk-main.f
includes="-I. -I$BUILDDIR -Imeasure/multikron/lib -D_GNU_SOURCE"
same gcc samples/triad.c bounds/steady.c frontend/analysis/depend.c
same clang samples/triad.c bounds/steady.c
cat >"$dir/template.cc" <<'END'
#include <vector>
#include <numeric>
template<class T> T norm(const std::vector<T> &v) { return std::inner_product(v.begin(), v.end(), v.begin(), T()); }
double both(const std::vector<double> &a, const std::vector<float> &b) {
    double s = norm(a) + norm(b);
    for (auto x : a) try { if (x < 0) throw x; s += x; } catch (double y) { s -= y; }
    return s;
}
END
same g++ "$dir/template.cc"
