C SPDX-License-Identifier: GPL-3.0-or-later
C Elements: loads, stores, registers, overlays, base registers (rules 5-8, 10).
C Before each routine its innermost loop by hand, from the rules alone:
C= fa fm fma fmisc lfl sfl | t_d as cycles/iterations | base registers
C (- : not held), on the KSR1: 3 cycles an operation, 2 into a pair's addend.
C
C= 0 0 1 0 2 1 | 0/0 | 1
C  one multiply-add; X,Y 4000 B apart in one COMMON: one base
      SUBROUTINE COMMON_DAXPY(N)
      COMMON /V/ Y(1000),X(1000),Z(1000)
      DO 10 K=1,N
   10 Y(K)=Y(K)+Q*X(K)
      END
C
C= 0 0 1 0 2 1 | 0/0 | 2
      SUBROUTINE SHARED_LABEL_2D(A,LDA,B,LDB,M,N,S)
      DIMENSION A(LDA,*),B(LDB,1)
      DO 10 J=1,N
      DO 10 I=1,M
   10 A(I,J)=A(I,J)+B(I,J)*S
      END
C
C= 2 0 0 0 2 1 | 0/0 | 2
C  X(I-4), X(I-1): I mod 3 differs; X(I-4) was X(I-1) an iteration before
      SUBROUTINE STEP_3_NEVER_MEETS(X,Y,N,Q)
      DIMENSION X(N),Y(N)
      DO 10 I=5,N,3
   10 X(I)=X(I-4)+X(I-1)+Y(I)
      END
C
C= 1 0 0 0 2 1 | 0/0 | 2
      SUBROUTINE DIAGONAL(A,LDA,B,LDB,N)
      DIMENSION A(LDA,*),B(LDB,*)
      DO 10 I=1,N-1
   10 A(I,I)=A(I,I)+B(I,N-I)
      END
C
C= 1 0 0 0 2 1 | 0/0 | 3
C  1+LDA elements apart: no constant
      SUBROUTINE SKEWED_ADJUSTABLE(A,LDA,X,N,M)
      DIMENSION A(LDA,*),X(*)
      DO 10 J=2,N
      DO 10 I=2,M
   10 A(I,J)=A(I-1,J-1)+X(I)
      END
C
C= 1 0 0 0 2 1 | 0/0 | 2
      SUBROUTINE SKEWED_FIXED(A,X,N,M)
      DIMENSION A(100,100),X(100)
      DO 10 J=2,N
      DO 10 I=2,M
   10 A(I,J)=A(I-1,J-1)+X(I)
      END
C
C= 1 0 0 0 1 1 | 0/0 | 2
      SUBROUTINE INDUCTION(X,Y,N)
      DIMENSION X(*),Y(*)
      K=0
      DO 10 I=1,N
      K=K+2
   10 X(I)=Y(K)+Y(K-2)
      END
C
C= 0 0 1 0 3 1 | 0/0 | -
      SUBROUTINE GATHER_PAIR(A,JA,X,Y,N)
      DIMENSION A(*),JA(*),X(*),Y(*)
      DO 10 K=1,N
   10 Y(K)=Y(K)+A(JA(K))*X(K)
      END
C
C= 1 1 0 0 1 1 | 0/0 | 1
      SUBROUTINE DATA_DIVISION(Y,R,N)
      DIMENSION Y(*)
      DATA Q/2.0/
      DO 10 I=1,N
   10 Y(I)=Y(I)/Q+R
      END
C
C= 1 0 0 0 2 1 | 0/0 | 2
C  believed: X(I-1) is not what the iteration before stored
      SUBROUTINE IVDEP_KNOWN_DISTANCE(X,Y,N)
      DIMENSION X(*),Y(*)
CDIR$ IVDEP
      DO 10 I=2,N
   10 X(I)=X(I-1)+Y(I)
      END
C
C= 0 0 1 0 1 1 | 0/0 | 2
C  Q+R*A(J) and SQRT(B(J)*S) are calculated before the loop
      SUBROUTINE INVARIANTS(X,Y,A,B,Q,R,S,N,J)
      DIMENSION X(*),Y(*),A(*),B(*)
      DO 10 I=1,N
   10 Y(I)=X(I)*(Q+R*A(J))+SQRT(B(J)*S)
      END
C
C= 3 0 1 0 3 1 | 0/0 | 2
      SUBROUTINE STENCIL(U,V,N)
      DIMENSION U(100,100),V(100,100)
      DO 10 J=2,N
      DO 10 I=2,N
   10 V(I,J)=U(I-1,J)+U(I+1,J)+U(I,J-1)+U(I,J+1)-4.0*U(I,J)
      END
C
C= 1 0 0 0 1 1 | 0/0 | 2
      SUBROUTINE ROTATED_TEMPORARIES(X,Y,N)
      DIMENSION X(*),Y(*)
      T2=X(1)
      DO 10 I=2,N
      T1=T2
      T2=X(I)
   10 Y(I)=T2-T1
      END
C
C= 1 0 0 0 2 1 | 0/0 | 1
C  40,000 bytes from U to W: displacements reach 32 KB both ways
      SUBROUTINE COMMON_SPAN_40000(N)
      COMMON /BIG/ U(5000),V(5000),W(5000)
      DO 10 I=1,N
   10 U(I)=V(I)+W(I)
      END
C
C= 0 0 0 0 0 0 | 0/0 | -
      SUBROUTINE INTEGER_ONLY(IX,N)
      DIMENSION IX(*)
      DO 10 I=1,N
   10 IX(I)=IX(I)+1
      END
C
C= 0 0 0 0 1 2 | 0/0 | 2
C  X(I), X(I+1): distinct elements of one iteration
      SUBROUTINE TWO_STORES(X,Y,Q,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
      X(I)=Q
   10 X(I+1)=Y(I)
      END
C
C= 1 0 0 0 2 1 | 0/0 | 2
      SUBROUTINE ANTI(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=2,N
   10 X(I)=X(I+1)+Y(I)
      END
C
C= 1 0 0 0 2 1 | 0/0 | 3
      SUBROUTINE UNKNOWN_DISTANCE(X,Y,M,N)
      DIMENSION X(*),Y(*)
      DO 10 I=2,N
   10 X(I)=X(I+M)+Y(I)
      END
C
C= 1 0 0 0 1 1 | 0/0 | 2
      SUBROUTINE ODD_OVERLAP(A,Y,N)
      DIMENSION A(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=A(2*I+1)+A(2*I-1)
      END
C
C= 1 0 0 0 1 1 | 0/0 | 1
C  V(I) is A(I,2)
      SUBROUTINE OVERLAY_2D(N)
      COMMON /K/ A(10,10)
      DIMENSION V(10)
      EQUIVALENCE (A(1,2),V(1))
      DO 10 I=1,N
   10 V(I)=V(I)+A(I,2)
      END
C
C= 1 0 0 0 2 1 | 0/0 | 1
C  A ends at A(5), B begins after it: A(I) never is in B; A(I+1) is not stored
C  yet
      SUBROUTINE LOWER_BOUNDS
      COMMON /K/ A(-5:5),B(0:10)
      DO 10 I=-4,4
   10 A(I)=A(I+1)+B(I+5)
      END
C
C= 0 0 1 0 2 1 | 0/0 | 2
C  A row of a matrix, and a column: row advances LDA
      SUBROUTINE BANDED_ROW(A,LDA,X,I,J,N,Q)
      DIMENSION A(LDA,*),X(*)
      DO 10 K=1,N
   10 A(I,K)=A(I,K)-Q*A(J,K)
      END
C
C= 0 0 0 0 2 2 | 0/0 | 2
C  SWAP: loads 2, stores 2
      SUBROUTINE INTERCHANGE(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
      T1=X(I)
      X(I)=Y(I)
   10 Y(I)=T1
      END
C
C= 0 1 0 0 1 1 | 0/0 | 2
C  I=1..N never meets I+N: no dependence
      SUBROUTINE SYMBOLIC_SHIFT_OUT_OF_REACH(X,Q,N)
      DIMENSION X(*)
      DO 10 I=1,N
   10 X(I)=X(I+N)*Q
      END
C
C= 0 0 1 0 2 1 | 0/0 | 2
C  A(I,K) may be in the column that is stored; each is loaded once
      SUBROUTINE SGEFA_UPDATE(A,LDA,N,K)
      DIMENSION A(LDA,*)
      DO 30 J=K+1,N
      S=A(K,J)
      DO 30 I=K+1,N
   30 A(I,J)=A(I,J)+S*A(I,K)
      END
C
C= 3 0 1 0 4 1 | 0/0 | 5
      SUBROUTINE CONTINUED_AND_COMMENT(X,Y,Z,W,V,Q,N)
      DIMENSION X(*),Y(*),Z(*),W(*),V(*)
      DO 10 I=1,N
        V(I)=X(I)
C       COMMENT BETWEEN
     1      +Y(I)

     2      +Z(I)
*       OTHER COMMENT
     3      -W(I)*Q
     4      -1.0
   10 CONTINUE
      END
C
C= 0 1 0 0 1 1 | 0/0 | 2
      SUBROUTINE HOLLERITH_AND_BLANKS(X,Y,Q,N)
      DIMENSION X(*),Y(*)
      D O 1 0 I = 1 , N
      Y ( I ) = X ( I ) * Q
 1 0  C O N T I N U E
      END
C
C= 0 0 1 1 1 1 | 0/0 | 1
C  J varies: converted; J*J integer
      SUBROUTINE INTEGER_TIMES_REAL_ARRAY(X,Q,N)
      DIMENSION X(*)
      DO 10 J=1,N
   10 X(J)=X(J)+Q*(J*J)
      END
C
C= 0 1 4 0 1 1 | 0/0 | 2
      SUBROUTINE BANK_OF_WINDOWS(X,Y,C0,C1,C2,N)
      DIMENSION X(*),Y(*)
      DO 10 J=3,N-2
   10 Y(J)=C2*X(J-2)+C1*X(J-1)+C0*X(J)+C1*X(J+1)+C2*X(J+2)
      END
C
C= 6 1 0 0 5 1 | 0/0 | 6
C  I-1 to I+1 is one load; NX elements from column to column is no
C  constant: five bases for A, one for B
      SUBROUTINE S3D_SEVEN_POINT(A,B,NX,NY,NZ,C)
      DIMENSION A(NX,NY,NZ),B(NX,NY,NZ)
      DO 10 K=2,NZ-1
      DO 10 J=2,NY-1
      DO 10 I=2,NX-1
   10 B(I,J,K)=C*(A(I,J,K)+A(I-1,J,K)+A(I+1,J,K)+A(I,J-1,K)
     1 +A(I,J+1,K)+A(I,J,K-1)+A(I,J,K+1))
      END
C
C= 0 1 0 0 1 1 | 0/0 | 1
C  Q in COMMON, nothing called: a register
      SUBROUTINE BLOCK_DATA_SCALAR_COMMON(N)
      COMMON /S/ Q,X(100)
      DO 10 I=1,N
   10 X(I)=X(I)*Q
      END
C
C= 0 0 0 0 0 1 | 0/0 | 1
C  X(I)=X(I-1): a value that stays; no operation: no latency
      SUBROUTINE COPY_CHAIN(X,N)
      DIMENSION X(*)
      DO 10 I=2,N
   10 X(I)=X(I-1)
      END
C
C= 0 1 0 0 1 1 | 0/0 | 1
C  10 iterations, distance 12: never
      SUBROUTINE DISTANCE_BEYOND_TRIP(X,Q)
      DIMENSION X(*)
      DO 10 I=13,22
   10 X(I)=X(I-12)*Q
      END
C
C= 0 0 0 0 0 0 | 0/0 | -
      SUBROUTINE MAX_OF_INTS(IX,N,M)
      DIMENSION IX(*)
      DO 10 I=1,N
   10 M=MAX0(M,IX(I))
      END
C
C= 0 0 0 0 0 1 | 0/0 | -
C  F called: its argument is an address; F's result stored
      SUBROUTINE EXTERNAL_FUNCTION_ARGUMENT(X,Y,N)
      EXTERNAL F
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=F(N)
      END
C
C= 1 0 0 0 1 1 | 0/0 | 2
      SUBROUTINE ADJUSTABLE_LOWER_BOUND(A,B,L,M,N)
      DIMENSION A(L:M,N),B(L:M)
      DO 10 I=L,M
   10 B(I)=A(I,N)+1.0
      END
C
C= 1 0 0 0 1 1 | 0/0 | 2
C  X(I), X(I+2) at step 2: X(I+2) is loaded, X(I) waits one iteration
      SUBROUTINE EVERY_SECOND_OF_FOUR(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N,2
   10 Y(I)=X(I)+X(I+2)
      END
C
C= 1 1 0 0 1 2 | 0/0 | 2
C  X(I), X(I+1): two elements an iteration; X(I+1)*R takes the stored value
      SUBROUTINE STORES_SHADOWED_BY_LATER_ITERAT(X,Y,Q,R,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
      X(I+1)=Y(I)+Q
   10 X(I)=X(I+1)*R
      END
C
C= 1 0 0 0 1 1 | 0/0 | 1
C  COMMON A(10),B(10) equivalenced V(20): V(I+10)=B(I)
      SUBROUTINE CARRIED_BY_ARRAY_OF_OTHER_NAME
      COMMON /K/ A(10),B(10)
      DIMENSION V(20)
      EQUIVALENCE (V(1),A(1))
      DO 10 I=1,10
   10 A(I)=V(I+10)+1.0
      END
C
C= 1 1 0 0 1 1 | 0/0 | -
C  X(IX(I)) twice, no store between: one load
      SUBROUTINE INDIRECT_REUSE(X,Y,IX,Q,N)
      DIMENSION X(*),Y(*),IX(*)
      DO 10 I=1,N
   10 Y(I)=(X(IX(I))+Q)*X(IX(I))
      END
C
C= 1 1 0 0 1 1 | 0/0 | -
      SUBROUTINE INDIRECT_THROUGH_SCALAR(X,Y,IX,Q,N)
      DIMENSION X(*),Y(*),IX(*)
      DO 10 I=1,N
      J=IX(I)
   10 Y(I)=(X(J)+Q)*X(J)
      END
C
C= 1 0 0 0 2 1 | 0/0 | -
C  store X(J) then X(K): may be another: loaded
      SUBROUTINE INDIRECT_KILL(X,IX,IY,S,N)
      DIMENSION X(*),IX(*),IY(*)
      DO 10 I=1,N
      J=IX(I)
      K=IY(I)
   10 X(J)=X(J)+X(K)
      END
C
C= 1 0 0 0 1 1 | 0/0 | -
C  I*(I-1)/2: not affine: a load per occurrence; the same twice: one
      SUBROUTINE QUADRATIC_SUBSCRIPT(X,Y,Q,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=X(I*(I-1)/2+1)+Q
      END
C
C= 1 1 0 0 1 1 | 0/0 | 1
C  A(I+1) is A(I-1) of the next iteration; even and odd elements never meet
      SUBROUTINE EVEN_ODD_RED_BLACK(A,N)
      DIMENSION A(*)
      DO 10 I=2,N-1,2
   10 A(I)=0.5*(A(I-1)+A(I+1))
      END
C
C= 1 1 0 0 1 1 | 0/0 | 2
C  W(1) as a temporary: a register
      SUBROUTINE TEMP_ARRAY_ELEMENT(X,Y,W,Q,N)
      DIMENSION X(*),Y(*),W(2)
      DO 10 I=1,N
      W(1)=X(I)+Q
   10 Y(I)=W(1)*Q
      END
C
C= 0 1 0 0 1 1 | 0/0 | 1
C  DO I=10,1: no iteration; counts per iteration all the same
      SUBROUTINE STEP_ZERO_TRIP(X,Q)
      DIMENSION X(*)
      DO 10 I=10,1
   10 X(I)=X(I-1)*Q
      END
C
C= 0 1 0 0 1 1 | 0/0 | 2
C  I=1..N against I+N/2: integer division hides it
      SUBROUTINE SHIFT_HALF(X,Q,N)
      DIMENSION X(*)
      DO 10 I=1,N/2
   10 X(I)=X(I+N/2)*Q
      END
C
C= 0 1 0 0 1 1 | 0/0 | 2
C  I=1..N+1 against I+N: the last iteration loads what the first stored: may be
C  carried over N
      SUBROUTINE SHIFT_REACHED(X,Q,N)
      DIMENSION X(*)
      DO 10 I=1,N+1
   10 X(I+N)=X(I)*Q
      END
C
C= 1 0 0 1 1 1 | 0/0 | 2
      SUBROUTINE FUNCTION_RESULT_ARRAY_ARG(X,Y,N)
      REAL X(*),Y(*)
      INTRINSIC SQRT
      DO 10 I=1,N
   10 Y(I)=1.0+SQRT(X(I))
      END
C
C= 0 0 4 0 8 4 | 0/0 | 2
C  M=MOD(N,4), loop from M+1 by 4: four pairs
      SUBROUTINE SAXPY_UNROLLED_CLEANUP(N,SA,SX,SY)
      REAL SX(1),SY(1),SA
      M=MOD(N,4)
      MP1=M+1
      DO 50 I=MP1,N,4
        SY(I) = SY(I) + SA*SX(I)
        SY(I + 1) = SY(I + 1) + SA*SX(I + 1)
        SY(I + 2) = SY(I + 2) + SA*SX(I + 2)
        SY(I + 3) = SY(I + 3) + SA*SX(I + 3)
   50 CONTINUE
      END
C
C= 0 2 2 0 2 2 | 0/0 | 2
C  two products for each sum: one pairs; X(I), Y(I) are loaded once
      SUBROUTINE GIVENS(X,Y,C,S,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
      V=C*X(I)+S*Y(I)
      Y(I)=C*Y(I)-S*X(I)
   10 X(I)=V
      END
C
C= 1 0 0 0 2 1 | 0/0 | 3
C  X(1),X(20000) references of one array 80000 bytes apart: two bases
      SUBROUTINE LONG_COMMON_ONE_NAME_TWO_BASES(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=X(I)+X(I+20000)
      END
C
C= 0 1 0 0 1 1 | 0/0 | 2
      SUBROUTINE ASSUMED_ONE(X,Y,N)
      REAL X(1),Y(1)
      DO 10 I=1,N
   10 Y(I)=X(I)/3.0
      END
