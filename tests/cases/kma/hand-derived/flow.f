C SPDX-License-Identifier: GPL-3.0-or-later
C Recurrences, reductions, branches, calls (rules 8, 9, t_d).
C Before each routine its innermost loop by hand, from the rules alone:
C= fa fm fma fmisc lfl sfl | t_d as cycles/iterations | base registers
C (- : not held), on the KSR1: 3 cycles an operation, 2 into a pair's addend.
C
C= 1 0 0 0 0 1 | 3/2 | 1
C  B(I)=A(I-2): stored two iterations before, in a register
      SUBROUTINE EQUIVALENCE_DISTANCE_2(N)
      REAL A(100),B(100)
      EQUIVALENCE (A(1),B(3))
      DO 10 I=3,N
      A(I)=B(I)+Q
   10 CONTINUE
      END
C
C= 0 0 1 0 2 0 | 2/1 | 2
C  C(I,J) is a register, added to through the addend: 2
      SUBROUTINE MATMUL_DOT(A,LDA,B,LDB,C,LDC,M,N,L)
      DIMENSION A(LDA,*),B(LDB,*),C(LDC,*)
      DO 10 J=1,N
      DO 10 I=1,M
      C(I,J)=0.0
      DO 10 K=1,L
   10 C(I,J)=C(I,J)+A(I,K)*B(K,J)
      END
C
C= 0 0 1 0 1 1 | 3/4 | 2
      SUBROUTINE DISTANCE_4(X,Y,N,Q)
      DIMENSION X(N),Y(N)
      DO 10 I=5,N
   10 X(I)=X(I-4)*Q+Y(I)
      END
C
C= 0 0 1 0 1 1 | 2/3 | 2
      SUBROUTINE DISTANCE_3_ADDEND(X,Y,N,Q)
      DIMENSION X(N),Y(N)
      DO 10 I=5,N
   10 X(I)=X(I-3)+Q*Y(I)
      END
C
C= 1 0 0 0 1 1 | 3/2 | 2
      SUBROUTINE DISTANCE_2_SUBTRACT(X,Y,N,Q)
      DIMENSION X(N),Y(N)
      DO 10 I=5,N
   10 X(I)=Y(I)-X(I-2)
      END
C
C= 1 0 0 0 1 1 | 3/2 | 2
      SUBROUTINE STEP_2_DISTANCE_2(X,Y,N,Q)
      DIMENSION X(N),Y(N)
      DO 10 I=5,N,2
   10 X(I)=X(I-4)+Y(I)
      END
C
C= 0 1 0 0 0 1 | 3/2 | 1
      SUBROUTINE STEP_MINUS_3(X,Y,N,Q)
      DIMENSION X(N),Y(N)
      DO 10 I=N,1,-3
   10 X(I)=X(I+6)/Q
      END
C
C= 0 1 0 0 0 1 | 3/1 | 1
C  inner loop runs down the diagonal
      SUBROUTINE DIAGONAL_RECURRENCE(A,LDA,N,Q)
      DIMENSION A(LDA,*)
      DO 10 I=2,N
   10 A(I,I)=A(I-1,I-1)*Q
      END
C
C= 0 0 1 0 2 0 | 2/1 | 1
C  J advances 2 in an iteration: Y(J) before and after are Y(j+1), Y(j+2): all
C  distinct
      SUBROUTINE INDUCTION_DOUBLE(X,Y,N,S)
      DIMENSION X(*),Y(*)
      J=0
      DO 10 I=1,N
      J=J+1
      T1=Y(J)
      J=J+1
   10 S=S+T1*Y(J)
      END
C
C= 1 0 0 1 1 0 | 3/1 | 1
C  conversion of X, then the add: the add alone is carried
      SUBROUTINE MIXED_SUM(X,D,N)
      REAL X(*)
      DOUBLE PRECISION D
      DO 10 I=1,N
   10 D=D+X(I)
      END
C
C= 1 0 0 2 1 0 | 9/1 | 1
C  S converted, D added, converted back: 3+3+3
      SUBROUTINE MIXED_SUM_SINGLE(S,D,N)
      REAL S
      DOUBLE PRECISION D(*)
      DO 10 I=1,N
   10 S=S+D(I)
      END
C
C= 0 0 2 0 2 0 | 2/1 | 1
C  Q real, constant: 2 pairs, carried through the addend
      SUBROUTINE COMPLEX_REAL_AXPY(C,V,Q,N)
      COMPLEX C(N),V
      DO 10 I=1,N
   10 V=V+Q*C(I)
      END
C
C= 0 0 1 0 2 0 | 2/1 | -
      SUBROUTINE SPARSE_DOT(A,JA,X,S,N)
      DIMENSION A(*),JA(*),X(*)
      DO 10 K=1,N
   10 S=S+A(K)*X(JA(K))
      END
C
C= 0 1 1 0 3 0 | 2/1 | 3
      SUBROUTINE SUM_OF_TRIPLE_PRODUCT(X,Y,Z,S,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 K=1,N
   10 S=S+X(K)*Y(K)*Z(K)
      END
C
C= 0 1 0 0 1 0 | 3/1 | 1
      SUBROUTINE PRODUCT(X,P,N)
      DIMENSION X(*)
      DO 10 K=1,N
   10 P=P*X(K)
      END
C
C= 0 0 1 0 1 0 | 2/1 | 1
      SUBROUTINE MINUS_SQUARE(X,S,N)
      DIMENSION X(*)
      DO 10 K=1,N
   10 S=S-X(K)**2
      END
C
C= 0 0 0 2 1 0 | 3/1 | 1
      SUBROUTINE AMAX1_ABS(X,S,N)
      DIMENSION X(*)
      DO 10 K=1,N
   10 S=AMAX1(S,ABS(X(K)))
      END
C
C= 0 0 1 0 1 0 | 3/1 | 1
      SUBROUTINE HORNER_SUM(X,S,Q,N)
      DIMENSION X(*)
      DO 10 K=1,N
   10 S=X(K)+S*Q
      END
C
C= 0 0 0 2 1 1 | 0/0 | 2
      SUBROUTINE ARITHMETIC_IF(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
      IF (X(I)) 1,2,2
    1 Y(I)=-X(I)
      GOTO 10
    2 Y(I)=X(I)
   10 CONTINUE
      END
C
C= 1 0 0 1 1 3 | 0/0 | 4
C  a subtract, then a compare with 0
      SUBROUTINE ARITHMETIC_IF_DIFFERENCE(X,Y,Z,W,Q,N)
      DIMENSION X(*),Y(*),Z(*),W(*)
      DO 10 I=1,N
      IF (X(I)-Q) 1,2,3
    1 Y(I)=0.
      GOTO 10
    2 Z(I)=0.
      GOTO 10
    3 W(I)=0.
   10 CONTINUE
      END
C
C= 0 0 0 2 2 1 | 0/0 | 3
      SUBROUTINE LOGICAL_IF_AND(X,Y,Z,Q,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
   10 IF (X(I).GT.0.0 .AND. Y(I).LT.Q) Z(I)=0.0
      END
C
C= 0 0 1 0 2 0 | 2/1 | 2
C  a directive speaks of arrays; the sum is carried all the same
      SUBROUTINE IVDEP_SCALAR_SUM_STAYS(X,Y,S,N)
      DIMENSION X(*),Y(*)
CDIR$ IVDEP
      DO 10 I=2,N
   10 S=S+X(I-1)*Y(I)
      END
C
C= 0 0 1 0 2 0 | 2/1 | 2
C  K < I: X(K) is never X(I), which stays in a register
      SUBROUTINE TRIANGULAR_SOLVE(A,LDA,X,N)
      DIMENSION A(LDA,*),X(*)
      DO 20 I=2,N
      DO 10 K=1,I-1
   10 X(I)=X(I)-A(I,K)*X(K)
   20 X(I)=X(I)/A(I,I)
      END
C
C= 3 1 0 0 3 1 | 12/1 | 1
      SUBROUTINE GAUSS_SEIDEL(U,N)
      DIMENSION U(100,100)
      DO 10 J=2,N
      DO 10 I=2,N
   10 U(I,J)=(U(I-1,J)+U(I+1,J)+U(I,J-1)+U(I,J+1))*0.25
      END
C
C= 3 1 0 0 3 1 | 9/1 | 1
C  inner loop over J: U(I,J-1) is carried, entering at the third add: 3+3+3
      SUBROUTINE GAUSS_SEIDEL_COLUMNS(U,N)
      DIMENSION U(100,100)
      DO 10 I=2,N
      DO 10 J=2,N
   10 U(I,J)=(U(I-1,J)+U(I+1,J)+U(I,J-1)+U(I,J+1))*0.25
      END
C
C= 0 0 0 1 1 0 | 0/0 | 1
      SUBROUTINE EXIT_JUMP(X,Q,N,K)
      DIMENSION X(*)
      DO 10 I=1,N
      IF(X(I).GT.Q) GOTO 20
   10 CONTINUE
   20 K=I
      END
C
C= 0 1 0 0 0 1 | 3/1 | 1
      SUBROUTINE STORE_AHEAD(X,Q,N)
      DIMENSION X(*)
      DO 10 I=1,N
   10 X(I+1)=X(I)*Q
      END
C
C= 1 1 0 0 1 2 | 6/1 | 3
C  B(I-1) to A(I) to B(I): 3 + 3
      SUBROUTINE TWO_ARRAY_CYCLE(A,B,X,Q,N)
      DIMENSION A(*),B(*),X(*)
      DO 10 I=2,N
      A(I)=B(I-1)+X(I)
   10 B(I)=A(I)*Q
      END
C
C= 1 1 0 0 1 2 | 6/3 | 3
      SUBROUTINE TWO_ARRAY_CYCLE_DISTANCE_3(A,B,X,Q,N)
      DIMENSION A(*),B(*),X(*)
      DO 10 I=3,N
      A(I)=B(I-2)*Q
   10 B(I)=A(I-1)+X(I)
      END
C
C= 1 0 1 0 1 1 | 3/1 | 2
      SUBROUTINE WORST_OF_TWO_CYCLES(X,Y,Q,S,N)
      DIMENSION X(*),Y(*)
      DO 10 I=2,N
      X(I)=X(I-1)+Y(I)
   10 S=S+Q*X(I)
      END
C
C= 0 0 1 0 2 0 | 2/1 | 1
      SUBROUTINE ODD_AND_EVEN(A,S,N)
      DIMENSION A(*)
      DO 10 I=1,N
   10 S=S+A(2*I-1)*A(2*I)
      END
C
C= 0 0 0 1 1 2 | 0/0 | 3
      SUBROUTINE COMPARE_TWICE(X,Y,Z,Q,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
      IF (X(I).GT.Q) Y(I)=0.
   10 IF (X(I).GT.Q) Z(I)=0.
      END
C
C= 0 0 0 1 1 0 | 0/0 | 1
      SUBROUTINE CONDITIONAL_REGISTER(X,A,M,Q,N)
      DIMENSION X(*),A(*)
      DO 10 I=1,N
   10 IF (X(I).GT.Q) A(M)=X(I)
      END
C
C= 1 0 0 2 2 1 | 0/0 | 2
      SUBROUTINE ENDDO_CYCLE_EXIT(X,Y,Q,N)
      DIMENSION X(*),Y(*)
      DO I=1,N
        IF (X(I).LT.0.0) CYCLE
        IF (Y(I).EQ.Q) EXIT
        X(I)=X(I)+Y(I)
      END DO
      END
C
C= 0 1 0 0 1 1 | 0/0 | 1
      SUBROUTINE DO_WHILE(X,Q,N)
      DIMENSION X(*)
      I=1
      DO WHILE (I.LE.N)
        X(I)=X(I)*Q
        I=I+1
      END DO
      END
C
C= 0 0 2 0 1 1 | 5/1 | 2
C  (X + B1*Y1) + B2*Y2. By Y(I-1): into the first pair, out of it into the
C  second one's addend (2), out of that into the first pair (3): 5; by Y(I-2):
C  3/2
      SUBROUTINE IIR_FILTER(X,Y,B1,B2,N)
      DIMENSION X(*),Y(*)
      DO 10 I=4,N
   10 Y(I)=X(I)+B1*Y(I-1)+B2*Y(I-2)
      END
C
C= 0 0 1 1 1 0 | 2/1 | 1
C  LINPACK style: compare, ABS; scaled sum
      SUBROUTINE HYPOT_NORM_BLOCK(X,S,N)
      DIMENSION X(*)
      DO 10 I=1,N
      IF (X(I).EQ.0.0) GO TO 10
      S=S+X(I)*X(I)
   10 CONTINUE
      END
C
C= 0 0 5 0 10 0 | 10/1 | 2
C  five pairs, one after the other by their addends: 5 * 2
      DOUBLE PRECISION FUNCTION SUM_UNROLLED_BY_HAND(N,DX,DY)
      DOUBLE PRECISION DX(*),DY(*),DTEMP
      DTEMP=0.0D0
      DO 50 I=1,N,5
        DTEMP = DTEMP + DX(I)*DY(I) + DX(I+1)*DY(I+1) +
     *   DX(I + 2)*DY(I + 2) + DX(I + 3)*DY(I + 3) + DX(I + 4)*DY(I + 4)
   50 CONTINUE
      SUM_UNROLLED_BY_HAND=DTEMP
      END
C
C= 1 1 0 2 1 1 | 0/0 | 2
C  two compares; one of the arms stores Y(I), all of them the same element
      SUBROUTINE BLOCKS_ELSE_IF(X,Y,A,B,Q,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
      IF (X(I).LT.A) THEN
        Y(I)=X(I)*Q
      ELSE IF (X(I).LT.B) THEN
        Y(I)=X(I)+Q
      ELSE
        Y(I)=X(I)
      ENDIF
   10 CONTINUE
      END
C
C= - - - 1 2 1 | 0/0 | 3
C  S merges: either arm's T is added: no fuse across? T=X*Q in one arm, T=Y in
C  the other; T+R: multiply feeds exactly one add
      SUBROUTINE VALUE_FROM_ARMS(X,Y,Z,Q,R,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
      V=Y(I)
      IF (X(I).GT.0.) V=X(I)*Q
   10 Z(I)=V+R
      END
C
C= 1 0 0 1 1 1 | 6/1 | 2
      SUBROUTINE FIRST_ORDER_MIN(X,Y,Q,N)
      DIMENSION X(*),Y(*)
      DO 10 I=2,N
   10 X(I)=AMIN1(X(I-1)+Y(I),Q)
      END
C
C= 1 1 0 0 2 0 | 6/1 | 2
C  continued fraction: add 3, divide 3
      SUBROUTINE DIVIDE_RECURRENCE(X,Y,S,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 S=X(I)/(Y(I)+S)
      END
C
C= 0 0 1 0 2 0 | 2/1 | 2
C  K=I+1..N above I
      SUBROUTINE UPPER_TRIANGLE_BACK_SUBSTITUTIO(A,LDA,X,N)
      DIMENSION A(LDA,*),X(*)
      DO 20 II=1,N
      I=N-II+1
      DO 10 K=I+1,N
   10 X(I)=X(I)-A(I,K)*X(K)
   20 X(I)=X(I)/A(I,I)
      END
C
C= 0 0 1 0 2 0 | 2/1 | 2
      SUBROUTINE CHOLESKY_ROW(A,LDA,N)
      DIMENSION A(LDA,*)
      DO 30 J=1,N
      DO 20 I=J,N
      DO 10 K=1,J-1
   10 A(I,J)=A(I,J)-A(I,K)*A(J,K)
   20 CONTINUE
   30 CONTINUE
      END
C
C= 1 0 0 2 2 1 | 0/0 | 3
C  a subtract, ABS, a compare
      SUBROUTINE ABS_IN_CONDITION(X,Y,Z,E,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
      IF (ABS(X(I)-Y(I)).LE.E) GO TO 10
      Z(I)=0.
   10 CONTINUE
      END
C
C= 1 1 0 0 1 1 | 0/0 | 2
      SUBROUTINE COMPUTED_GOTO(X,Y,IX,Q,N)
      DIMENSION X(*),Y(*),IX(*)
      DO 10 I=1,N
      GO TO (1,2), IX(I)
    1 Y(I)=X(I)*Q
      GO TO 10
    2 Y(I)=X(I)+Q
   10 CONTINUE
      END
C
C= 2 0 0 1 2 0 | 3/1 | 2
C  either arm adds to S: each path one add: 3/1
      SUBROUTINE SUM_IN_BRANCHES(X,Y,S,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
      IF (X(I).GT.0.) THEN
        S=S+X(I)
      ELSE
        S=S+Y(I)
      ENDIF
   10 CONTINUE
      END
C
C= 2 0 0 1 2 0 | 6/1 | 2
C  S + X conditionally, then + Y always: 6/1 through the taken path
      SUBROUTINE CONDITIONAL_THEN_ALWAYS(X,Y,S,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
      IF (X(I).GT.0.) S=S+X(I)
   10 S=S+Y(I)
      END
C
C= 1 1 0 0 0 1 | 3/1 | 1
C  T = T + H each iteration: an add, carried
      SUBROUTINE REAL_INDUCTION(Y,T,H,Q,N)
      DIMENSION Y(*)
      DO 10 I=1,N
      T=T+H
   10 Y(I)=T*Q
      END
C
C= 0 0 1 0 1 1 | 3/1 | 2
C  X(I)=-X(I-1)*Q+Y(I): the multiplicand negated: 3/1
      SUBROUTINE RECURRENCE_WITH_NEGATION(X,Y,Q,N)
      DIMENSION X(*),Y(*)
      DO 10 I=2,N
   10 X(I)=-X(I-1)*Q+Y(I)
      END
C
C= 0 0 0 1 0 1 | 3/1 | 1
      SUBROUTINE RECURRENCE_NEGATED_ALONE(X,N)
      DIMENSION X(*)
      DO 10 I=2,N
   10 X(I)=-X(I-1)
      END
C
C= 1 0 0 0 0 1 | 3/1 | 1
C  X(I)=X(I-1)+X(I-2): 3/1
      SUBROUTINE FIBONACCI(X,N)
      DIMENSION X(*)
      DO 10 I=3,N
   10 X(I)=X(I-1)+X(I-2)
      END
C
C= 0 1 0 0 0 1 | 3/2 | 1
      SUBROUTINE STEP_PARAMETER(X,Q,N)
      PARAMETER (INC=4)
      DIMENSION X(*)
      DO 10 I=9,N,INC
   10 X(I)=X(I-8)*Q
      END
C
C= 1 0 0 2 2 1 | 0/0 | 3
      SUBROUTINE DO_LABEL_REUSED_BY_GOTO_INTO_NE(X,Y,Z,Q,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 100 I=1,N
      IF (X(I).LT.Q) GO TO 50
      IF (Y(I).LT.Q) GO TO 100
   50 Z(I)=X(I)+Y(I)
  100 CONTINUE
      END
C
C= 1 0 0 0 1 0 | 3/1 | 1
      FUNCTION SUM_IN_FUNCTION_RESULT(X,N)
      DIMENSION X(*)
      SUM_IN_FUNCTION_RESULT=0.
      DO 10 I=1,N
   10 SUM_IN_FUNCTION_RESULT=SUM_IN_FUNCTION_RESULT+X(I)
      END
C
C= 1 0 0 0 0 1 | 3/1 | 1
C  X(I+1) was stored 1 iteration before, X(I) 2: by X(I+1) 3/1
      SUBROUTINE STORE_THEN_CARRIED(X,N)
      DIMENSION X(*)
      DO 10 I=1,N
   10 X(I+2)=X(I+1)-X(I)
      END
C
C= 1 0 0 0 0 1 | 3/1 | 1
C  V(I+10) is B(I); B(I+1) stored: B(I) was stored an iteration before
      SUBROUTINE OVERLAY_CARRIED_DISTANCE_1
      COMMON /K/ A(10),B(10)
      DIMENSION V(20)
      EQUIVALENCE (V(1),A(1))
      DO 10 I=1,9
   10 B(I+1)=V(I+10)+1.0
      END
C
C= 1 0 0 1 2 0 | 6/1 | 2
C  MAX(S,X) is 3, + Y 3
      SUBROUTINE MAX_CARRIED_AND_ADDED(X,Y,S,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 S=AMAX1(S,X(I))+Y(I)
      END
C
C= 1 0 1 0 2 0 | 6/1 | 2
C  Q*S: fm feeds one add: pair by its multiplicand: 3; the add of Y then 3
      SUBROUTINE HORNER_RECURRENCE_WITH_PRODUCT_(X,Y,S,Q,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 S=Q*S+X(I)+Y(I)
      END
C
C= 0 1 1 0 2 0 | 3/1 | 2
C  either product pairs; with S*Q in the pair the way round is 3
      SUBROUTINE TWO_PRODUCT_CHOICE_ON_CYCLE(X,Y,S,Q,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 S=S*Q+X(I)*Y(I)
      END
C
C= 0 0 1 0 2 0 | 2/1 | -
C  KK advances by I
      SUBROUTINE PACKED_INDUCTION(X,Y,S,N)
      DIMENSION X(*),Y(*)
      KK=1
      DO 10 I=1,N
      S=S+X(KK)*Y(I)
   10 KK=KK+I
      END
C
C= 0 0 1 0 2 0 | 2/1 | 2
      FUNCTION ARRAY_WITH_DATA(X,N)
      DIMENSION X(*),W(4)
      SAVE W
      DATA W/1.,2.,3.,4./
      ARRAY_WITH_DATA=0.
      DO 10 I=1,4
   10 ARRAY_WITH_DATA=ARRAY_WITH_DATA+W(I)*X(I)
      END
C
C= 2 0 0 1 1 1 | 3/1 | -
C  X(INT(R)) with R carried: INT a conversion
      SUBROUTINE SUBSCRIPT_OF_REAL_SCALAR(X,Y,R,H,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
      R=R+H
   10 Y(I)=X(INT(R))+R
      END
C
C= 2 0 0 0 2 0 | 3/1 | 2
C  W(1), W(2) differ: sums each in a register
      SUBROUTINE TWO_INVARIANT_ELEMENTS(X,Y,W,N)
      DIMENSION X(*),Y(*),W(2)
      DO 10 I=1,N
      W(1)=W(1)+X(I)
   10 W(2)=W(2)+Y(I)
      END
C
C= 2 0 0 0 2 0 | 3/1 | 2
C  W(K), W(K+1): differ by a constant
      SUBROUTINE INVARIANT_ELEMENT_SYMBOLIC_NEIG(X,Y,W,K,N)
      DIMENSION X(*),Y(*),W(*)
      DO 10 I=1,N
      W(K)=W(K)+X(I)
   10 W(K+1)=W(K+1)+Y(I)
      END
C
C= 0 0 1 0 2 0 | 2/1 | 2
C  K from I-1 down to 1 never is I
      SUBROUTINE NEGATIVE_STEP_SYMBOLIC_BOUNDS(A,LDA,X,N,I)
      DIMENSION A(LDA,*),X(*)
      DO 10 K=I-1,1,-1
   10 X(I)=X(I)-A(I,K)*X(K)
      END
C
C= 0 0 1 0 2 0 | 2/1 | 2
C  K from I down to 1 is I in the first iteration only, which reads X(I) before it stores it
      SUBROUTINE NEGATIVE_STEP_REACHES(A,LDA,X,N,I)
      DIMENSION A(LDA,*),X(*)
      DO 10 K=I,1,-1
   10 X(I)=X(I)-A(I,K)*X(K)
      END
C
C= 1 0 0 0 1 0 | 3/1 | 1
      SUBROUTINE STEP_2_TO_I_MINUS_1(X,N,I)
      DIMENSION X(*)
      DO 10 K=1,I-1,2
   10 X(I)=X(I)+X(K)
      END
C
C= 1 0 0 0 1 1 | 3/1 | 1
C  X(2K), K=1..I-1: 2K reaches I
      SUBROUTINE STEP_2_OVER_2(X,N,I)
      DIMENSION X(*)
      DO 10 K=1,I-1
   10 X(I)=X(I)+X(2*K)
      END
C
C= 1 0 0 0 1 0 | 3/1 | 1
C  X(2K), K=1..I-1 is at most 2I-2: never 2I
      SUBROUTINE TWICE_BEYOND(X,N,I)
      DIMENSION X(*)
      DO 10 K=1,I-1
   10 X(2*I)=X(2*I)+X(2*K)
      END
C
C= 1 0 0 1 2 1 | 0/0 | 2
      SUBROUTINE NESTED_IF_GOTO_LOOP_END_SHARED(A,B,LDA,N,M,Q)
      DIMENSION A(LDA,*),B(LDA,*)
      DO 10 J=1,N
      DO 10 I=1,M
      IF (A(I,J).EQ.Q) GOTO 10
      A(I,J)=A(I,J)+B(I,J)
   10 CONTINUE
      END
C
C= 0 0 1 2 2 0 | 2/1 | 2
C  DBLE(X)*DBLE(Y): two conversions, double multiply, add to D: pair
      SUBROUTINE DBLE_OF_PRODUCT(X,Y,D,N)
      REAL X(*),Y(*)
      DOUBLE PRECISION D
      DO 10 I=1,N
   10 D=D+DBLE(X(I))*DBLE(Y(I))
      END
C
C= 0 0 0 1 2 2 | 0/0 | 4
      SUBROUTINE IF_ELSEIF_WITH_STORES_TO_DIFFER(X,Y,Z,W,N)
      DIMENSION X(*),Y(*),Z(*),W(*)
      DO 10 I=1,N
      IF (X(I)) 5,6,6
    5 Y(I)=W(I)
      GO TO 10
    6 Z(I)=W(I)
   10 CONTINUE
      END
C
C= 0 1 1 0 3 1 | 6/1 | 4
C  LFK 5 with a divide: X=(Y-L*X1)/D: pair by its multiplicand 3, divide 3
      SUBROUTINE TRIDIAGONAL(X,Y,D,E,N)
      DIMENSION X(*),Y(*),D(*),E(*)
      DO 10 I=2,N
   10 X(I)=(Y(I)-E(I)*X(I-1))/D(I)
      END
C
C= 1 1 0 0 2 2 | 3/1 | 4
C  two arrays carried, the slower one counts
      SUBROUTINE PREFIX_BOTH(X,Y,A,B,N)
      DIMENSION X(*),Y(*),A(*),B(*)
      DO 10 I=3,N
      X(I)=X(I-2)+A(I)
   10 Y(I)=Y(I-1)*B(I)
      END
C
C= 1 0 0 0 1 1 | 0/0 | 1
C  Q compared with R: invariant; counted once before the loop
      SUBROUTINE INVARIANT_IF(X,Q,R,N)
      DIMENSION X(*)
      DO 10 I=1,N
      IF (Q.GT.R) X(I)=X(I)+1.0
   10 CONTINUE
      END
C
C= 0 0 1 0 2 0 | 2/1 | 2
C  S(J) over I: register
      SUBROUTINE SUM_TO_OTHER_ELEMENT_OF_ROW(S,A,B,LDA,N,M)
      DIMENSION S(*),A(LDA,*),B(*)
      DO 20 J=1,N
      DO 10 I=1,M
      S(J)=S(J)+A(I,J)*B(I)
   10 CONTINUE
   20 CONTINUE
      END
C
C= 0 0 0 2 1 1 | 0/0 | 1
C  two compares: what is compared with B is X(I) or A, by the way taken
      SUBROUTINE CLIP(X,A,B,N)
      DIMENSION X(*)
      DO 10 I=1,N
      IF (X(I).GT.A) X(I)=A
      IF (X(I).LT.B) X(I)=B
   10 CONTINUE
      END
C
C= 0 1 0 1 1 1 | 0/0 | 2
C  Y(I) is A or B: neither A*Q nor B*Q is the product
      SUBROUTINE ELEMENT_SET_IN_BOTH_ARMS(X,Y,A,B,Q,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
      IF (X(I).GT.0.) THEN
        Y(I)=A
      ELSE
        Y(I)=B
      ENDIF
      Y(I)=Y(I)*Q
   10 CONTINUE
      END
C
C= 0 1 0 1 - 1 | 0/0 | 2
C  Y(I) is A or what was there
      SUBROUTINE ELEMENT_SET_IN_A_BLOCK(X,Y,A,Q,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
      IF (X(I).GT.0.) Y(I)=A
   10 Y(I)=Y(I)*Q
      END
C
C= 0 1 0 1 - 3 | 0/0 | 4
C  inside the block Y(I) is A, so Y(I)*Q is invariant there; after it, it is
C  not
      SUBROUTINE ELEMENT_READ_IN_ITS_BLOCK(X,Y,Z,W,A,Q,N)
      DIMENSION X(*),Y(*),Z(*),W(*)
      DO 10 I=1,N
      IF (X(I).LE.0.) GO TO 5
      Y(I)=A
      Z(I)=Y(I)*Q
    5 W(I)=Y(I)*Q
   10 CONTINUE
      END
C
C= 2 0 0 1 2 0 | 6/1 | 2
C  S(1): + X where X is positive, then + Y: 6 on the way through both
      SUBROUTINE SUM_IN_AN_ELEMENT_IN_A_BLOCK(X,Y,S,N)
      DIMENSION X(*),Y(*),S(1)
      DO 10 I=1,N
      IF (X(I).GT.0.) S(1)=S(1)+X(I)
   10 S(1)=S(1)+Y(I)
      END
