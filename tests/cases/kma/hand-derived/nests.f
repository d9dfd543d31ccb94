C SPDX-License-Identifier: GPL-3.0-or-later
C References that only the bounds of the nest keep apart, or put in order: an unknown
C value between two subscripts is not 0, because a loop's bounds say so.
C Before each routine its innermost loop by hand, from the rules alone:
C= fa fm fma fmisc lfl sfl | t_d as cycles/iterations | base registers
C (- : not held), on the KSR1: 3 cycles an operation, 2 into a pair's addend.
C
C= 0 2 2 0 2 2 | 0/0 | 2
C  rows J and M, J at most M-1: what is stored to A(J,I) is not A(M,I), which is loaded
C  once; A(J,I) is loaded once, too
      SUBROUTINE ROTATE_ROWS(A,LDA,M,N,C,S)
      DIMENSION A(LDA,*)
      DO 10 J=1,M-1
      DO 10 I=1,N
      T=A(J,I)
      A(J,I)=S*A(M,I)+C*T
   10 A(M,I)=C*A(M,I)-S*T
      END
C
C= 0 2 2 0 3 2 | 0/0 | 2
C  the same with J up to M: where J = M, A(M,I) is what was just stored: loaded again
      SUBROUTINE ROTATE_ROWS_THAT_MEET(A,LDA,M,N,C,S)
      DIMENSION A(LDA,*)
      DO 10 J=1,M
      DO 10 I=1,N
      T=A(J,I)
      A(J,I)=S*A(M,I)+C*T
   10 A(M,I)=C*A(M,I)-S*T
      END
C
C= 2 0 0 0 2 0 | 3/1 | 2
C  N >= J >= 2, where the loop over J runs: R(J) is not R(N+J); both sums are in registers
      SUBROUTINE TWO_NORMS(R,X,LDX,Y,N)
      DIMENSION R(*),X(LDX,*),Y(LDX,*)
      DO 10 J=2,N
      DO 10 I=1,J-1
      R(J)=R(J)+X(I,J)
   10 R(N+J)=R(N+J)+Y(I,J)
      END
C
C= 1 0 0 0 1 1 | 0/0 | -
C  4K+2P-1 is odd and 4K+2Q-2 even, whatever P and Q are: no load is a stored element
      SUBROUTINE ODD_AND_EVEN(Z,N,P,Q)
      INTEGER P,Q
      DIMENSION Z(*)
      DO 10 K=1,N
   10 Z(4*K+2*Q-2)=Z(4*K+2*P-1)+Z(4*K+2*P-1)
      END
C
C= 1 0 0 0 1 1 | 3/1 | 1
C  X(K) is X(I) in the last iteration, which needs what the others stored: the sum is in a
C  register, and in memory
      SUBROUTINE LAST_IS_THE_SUM(X,I)
      DIMENSION X(*)
      DO 10 K=1,I
   10 X(I)=X(I)+X(K)
      END
C
C= 1 0 0 0 2 1 | 0/0 | 2
C  column J may be column K, but row I is touched in its own iteration only, where A(I,J)
C  is loaded before A(I,K) is stored
      SUBROUTINE SAME_ROW(A,LDA,J,K,N)
      DIMENSION A(LDA,*)
      DO 10 I=1,N
   10 A(I,K)=A(I,J)+A(I,K)
      END
