# SPDX-License-Identifier: GPL-3.0-or-later
# Every intrinsic procedure that kfc and kma know by name, and every other one of Fortran 2018, with arguments of all
# types: kfc compiles it and it links, or kfc rejects it with its position. Every program that kfc accepts links.
case " $COMMANDS " in *' kfc '*) ;; *) echo "skip intrinsics of kfc: no kfc"; exit 0 ;; esac
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
of() { sed -n "s/^[A-Z_0-9]*(\([a-z_0-9]*\)$1.*/\1/p" "$SRCDIR/frontend/analysis/intrinsics.def" \
    "$SRCDIR/lab/code/lower-intrinsics.def" "$SRCDIR/lab/code/other-intrinsics.def" | sort -u; }
of ', *SUBROUTINE' >routines
of '[,)]' | grep -v -x -f routines >functions
printf '%s\n' i r d z w l c ra rm i,i r,r d,d z,z c,c ra,ra rm,rm ra,1 i,i,i r,r,l c,c,l '' >arguments
printf 'program p\nend program\n' >main.f90 && kfc -o main.s main.f90 || echo "not ok the empty program compiles"

# A subroutine of one statement for each list of arguments, in a line each; those of `refused` are left out.
: >refused
write() { # NAME
    awk -v name=$1 -v call="$(grep -c -x "$1" routines)" 'FILENAME == "refused" { out[$1]; next }
        FNR in out { print "! refused"; next }
        { s = call ? "call " name "(" $0 ")" : "print *, " name "(" $0 ")"
          printf "subroutine %s_%d(i,r,d,z,w,l,c,ra,rm); integer i; real r,ra(3),rm(3,3); double precision d; complex z; ", name, FNR
          printf "complex(kind=8) w; logical l; character(len=4) c; %s; end\n", s }' refused arguments
}
accepted=0; tried=0
for name in $(cat functions routines); do
    : >refused; write $name >s.f90
    kfc -o s.s s.f90 2>err
    sed -n 's/^s\.f90:\([0-9]*\):[0-9]*: error: .*/\1/p' err | sort -un >refused
    tried=$((tried + 21)); accepted=$((accepted + 21 - $(wc -l <refused)))
    write $name >s.f90
    kfc -o s.s s.f90 2>err || { echo "$name: status $?"; cat err; }
    ksr1 --perfect main.s s.s 2>&1 >/dev/null
    rm -f s.s
done >wrong
if [ -s wrong ]; then sed 's/^/# /' wrong | head -40; echo "not ok accepted intrinsics link, others are refused at their place"
else echo "ok accepted intrinsics link, others are refused at their place"; fi
# Fails if everything, or everything in a file, is rejected.
if [ $accepted -gt 300 ] && [ $tried -gt 5000 ] && [ $((tried - accepted)) -gt 2000 ]; then echo "ok many are accepted"
else echo "not ok many are accepted: $accepted of $tried"; fi

# A procedure of the program's own of such a name is called, where it is EXTERNAL or contained; a subroutine that is called as a
# function is, too.
cat >own.f90 <<'F'
program p
  external norm2, random_number
  real norm2
  call random_number(x)
  call pack(y)
  print *, norm2(3.0) + x + y, scan(2)
contains
  integer function scan(k)
    scan = 2*k
  end function
end program
real function norm2(x)
  norm2 = 2*x
end function
subroutine random_number(x)
  x = 1
end subroutine
subroutine pack(x)
  x = 10
end subroutine
F
kfc -o own.s own.f90 && ksr1 --perfect own.s >got; echo "   17.0000000               4" >want
if cmp -s want got; then echo "ok procedures of the program's own"; else diff want got | sed 's/^/# /'; echo "not ok procedures of the program's own"; fi
