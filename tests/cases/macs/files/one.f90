program one
!sh echo "$@"; cat; echo "$OMP_NUM_THREADS" >>threads
end
