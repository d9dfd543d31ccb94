C SPDX-License-Identifier: GPL-3.0-or-later
C Operations: sharing, pairs, powers, types, complex (rules 1-4).
C Before each routine its innermost loop by hand, from the rules alone:
C= fa fm fma fmisc lfl sfl | t_d as cycles/iterations | base registers
C (- : not held), on the KSR1: 3 cycles an operation, 2 into a pair's addend.
C
C= 0 1 1 1 2 1 | 0/0 | 3
C  A*A multiply, B*B pairs with the sum, square root
      SUBROUTINE STATEMENT_FUNCTION(X,Y,Z,N)
      DIMENSION X(*),Y(*),Z(*)
      DIST(A,B)=SQRT(A*A+B*B)
      DO 10 I=1,N
   10 X(I)=DIST(Y(I),Z(I))
      END
C
C= 1 0 1 0 2 1 | 0/0 | 3
C  SQ(Y+Z): Y+Z once, one square, pairs with +1.0
      SUBROUTINE NESTED_STATEMENT_FUNCTIONS(X,Y,Z,N)
      DIMENSION X(*),Y(*),Z(*)
      SQ(A)=A*A
      G(A,B)=SQ(A+B)+1.0
      DO 10 I=1,N
   10 X(I)=G(Y(I),Z(I))
      END
C
C= 0 1 0 0 1 1 | 0/0 | 2
      SUBROUTINE PARAMETER(X,Y)
      PARAMETER (N=100, PI=3.14159, TWOPI=2*PI)
      DIMENSION X(N),Y(N)
      DO 10 I=1,N
   10 X(I)=TWOPI*Y(I)
      END
C
C= 1 0 0 0 1 1 | 0/0 | 1
      SUBROUTINE IMPLICIT_REAL8(X,N)
      IMPLICIT REAL*8 (A-H,O-Z)
      DIMENSION X(N)
      DO 10 I=1,N
   10 X(I)=X(I)+1
      END
C
C= 0 1 0 1 2 1 | 0/0 | 3
      SUBROUTINE MIXED_DOUBLE_TIMES_REAL(X,D,E,N)
      REAL X(*)
      DOUBLE PRECISION D(*),E(*)
      DO 10 I=1,N
   10 D(I)=X(I)*E(I)
      END
C
C= 1 0 0 2 2 1 | 0/0 | 2
      SUBROUTINE MIXED_THERE_AND_BACK(X,D,N)
      REAL X(*)
      DOUBLE PRECISION D(*)
      DO 10 I=1,N
   10 X(I)=D(I)+X(I)
      END
C
C= 0 0 0 1 0 1 | 0/0 | -
      SUBROUTINE FLOAT_OF_INDEX_ARRAY(X,IX,N)
      REAL X(*)
      DIMENSION IX(*)
      DO 10 I=1,N
   10 X(I)=FLOAT(IX(I))
      END
C
C= 0 0 0 1 1 0 | 0/0 | -
      SUBROUTINE INT_OF_REAL(X,IX,N)
      REAL X(*)
      DIMENSION IX(*)
      DO 10 I=1,N
   10 IX(I)=INT(X(I))
      END
C
C= 2 0 0 0 4 2 | 0/0 | 2
      SUBROUTINE COMPLEX_ADD_SINGLE(C,W,N)
      COMPLEX C(N),W(N)
      DO 10 I=1,N
   10 C(I)=C(I)+W(I)
      END
C
C= 0 0 0 0 2 2 | 0/0 | 3
      SUBROUTINE COMPLEX_CONVERSION(C,X,Y,N)
      COMPLEX C(N)
      REAL X(N),Y(N)
      DO 10 I=1,N
   10 C(I)=CMPLX(X(I),Y(I))
      END
C
C= 0 0 0 1 2 2 | 0/0 | 2
      SUBROUTINE COMPLEX_CONJG(C,W,N)
      COMPLEX C(N),W(N)
      DO 10 I=1,N
   10 C(I)=CONJG(W(I))
      END
C
C= 2 2 2 0 4 2 | 0/0 | 2
C  the product, then 2 fa: it is not taken apart
      SUBROUTINE COMPLEX_MINUS_PRODUCT(C,W,V,N)
      COMPLEX C(N),W(N),V
      DO 10 I=1,N
   10 C(I)=C(I)-W(I)*V
      END
C
C= 2 0 0 0 3 2 | 0/0 | 2
C  X becomes complex for nothing; a complex add is 2 fa
      SUBROUTINE COMPLEX_PLUS_REAL(C,X,N)
      COMPLEX C(N)
      REAL X(N)
      DO 10 I=1,N
   10 C(I)=C(I)+X(I)
      END
C
C= 0 0 0 3 3 1 | 0/0 | 3
      SUBROUTINE AMIN1_FOUR(X,Y,Z,Q,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
   10 Y(I)=AMIN1(X(I),Y(I),Z(I),Q)
      END
C
C= 0 6 0 0 1 1 | 0/0 | 2
C  1111b: three squares, three products
      SUBROUTINE POWER_15(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=X(I)**15
      END
C
C= 0 3 0 0 1 1 | 0/0 | 2
      SUBROUTINE POWER_PARAMETER(X,Y,N)
      PARAMETER (K=5)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=X(I)**K
      END
C
C= 0 1 0 0 1 1 | 0/0 | 2
      SUBROUTINE POWER_MINUS_1(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=X(I)**(-1)
      END
C
C= 0 0 0 1 1 1 | 0/0 | 2
      SUBROUTINE POWER_HALF(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=X(I)**0.5
      END
C
C= 0 0 0 1 1 1 | 0/0 | 2
      SUBROUTINE POWER_VARIABLE(X,Y,K,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=X(I)**K
      END
C
C= 1 0 0 0 1 1 | 0/0 | 2
C  X**1 is X, X**0 is a constant: the add alone
      SUBROUTINE POWER_ONE_AND_ZERO(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=X(I)**1+X(I)**0
      END
C
C= 0 0 1 0 1 1 | 0/0 | 2
C  -(X**2)+Q: absorbed
      SUBROUTINE MINUS_SQUARE_PLUS(X,Y,Q,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=-X(I)**2+Q
      END
C
C= 1 1 0 0 1 1 | 0/0 | 2
      SUBROUTINE SQUARE_OF_DIFFERENCE(X,Y,Q,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=(X(I)-Q)*(X(I)-Q)
      END
C
C= 2 1 0 0 1 2 | 0/0 | 3
      SUBROUTINE PRODUCT_FOR_TWO_ADDS(X,Y,Z,Q,R,S,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
      Y(I)=X(I)*Q+R
   10 Z(I)=X(I)*Q+S
      END
C
C= 0 1 0 2 2 1 | 0/0 | 3
      SUBROUTINE SQRT_SIN(X,Y,Z,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
   10 Y(I)=SQRT(X(I))*SIN(Z(I))
      END
C
C= 0 0 3 0 1 1 | 0/0 | 2
      SUBROUTINE POLYNOMIAL(X,Y,A0,A1,A2,A3,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=A0+X(I)*(A1+X(I)*(A2+X(I)*A3))
      END
C
C= 0 1 0 1 1 1 | 0/0 | 2
      SUBROUTINE MOD_OF_INDEX(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=X(I)*MOD(I,2)
      END
C
C= 1 0 1 4 2 1 | 0/0 | 3
C  SIGN, DIM, AINT, AMOD; an add, a product that pairs with the other
      SUBROUTINE SIGN_DIM_AINT(X,Y,Z,Q,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
   10 Z(I)=(SIGN(X(I),Y(I))+DIM(X(I),Q))*AINT(Y(I))+AMOD(X(I),Q)
      END
C
C= 0 1 0 1 2 1 | 0/0 | 2
      SUBROUTINE INDEX_FROM_REAL(X,Y,Z,Q,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
      K=INT(X(I)*Q)
   10 Y(I)=Z(K)
      END
C
C= 1 0 0 1 2 1 | 0/0 | 3
C  -(X+Y) stored: an operation of its own
      SUBROUTINE NEGATIONS(X,Y,Z,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
   10 Z(I)=-(X(I)+Y(I))
      END
C
C= 0 0 1 0 2 1 | 0/0 | 3
      SUBROUTINE NEGATED_TRIAD(X,Y,Z,Q,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
   10 Z(I)=-X(I)*Y(I)-Q
      END
C
C= 1 1 0 1 1 2 | 0/0 | 3
C  the add absorbs it, the multiply alone does not: it stays
      SUBROUTINE NEGATION_WITH_TWO_USERS(X,Y,Z,Q,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
      R=-X(I)
      Y(I)=R+Q
   10 Z(I)=R*Q
      END
C
C= 0 2 2 0 3 1 | 0/0 | 4
C  (XY+ZX)*(YZ+Q): two pairs, XY or ZX alone, the product
      SUBROUTINE GREATEST_NUMBER_OF_PAIRS(X,Y,Z,W,Q,N)
      DIMENSION X(*),Y(*),Z(*),W(*)
      DO 10 I=1,N
   10 W(I)=(X(I)*Y(I)+Z(I)*X(I))*(Y(I)*Z(I)+Q)
      END
C
C= 0 1 2 0 3 1 | 0/0 | 4
C  three products, two adds: two pairs
      SUBROUTINE MATCHING_NEEDS_AUGMENTING(X,Y,Z,W,Q,N)
      DIMENSION X(*),Y(*),Z(*),W(*)
      DO 10 I=1,N
   10 W(I)=(X(I)*Y(I)+Q*X(I))+Z(I)*Y(I)
      END
C
C= 1 1 0 0 2 1 | 0/0 | 3
C  T+T: the add takes at most one; the other operand wants the product: no pair
      SUBROUTINE SAME_PRODUCT_TWICE(X,Y,Z,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
      V=X(I)*Y(I)
   10 Z(I)=V+V
      END
C
C= 0 1 3 0 1 1 | 0/0 | 2
C  the first product has no add of its own; X waits three iterations
      SUBROUTINE SIX_POINT_FILTER(X,Y,Q0,Q1,Q2,Q3,N)
      DIMENSION X(*),Y(*)
      DO 10 I=4,N
   10 Y(I)=Q0*X(I)+Q1*X(I-1)+Q2*X(I-2)+Q3*X(I-3)
      END
C
C= 0 0 1 0 2 1 | 0/0 | 2
      SUBROUTINE DBLE_WORD_REAL8_STAR(X,Y,N,A)
      REAL*8 X(*),Y(*),A
      DO 10 I=1,N
   10 Y(I)=Y(I)+A*X(I)
      END
C
C= 0 1 1 0 1 1 | 0/0 | 2
C  x2; x2*x2 has one user, the add, and pairs with it
      SUBROUTINE POWER_4_AND_SHARED_SQUARE(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=X(I)**4+X(I)**2
      END
C
C= 1 1 0 0 2 1 | 0/0 | 3
      SUBROUTINE CSE_COMMUTED_SUM(X,Y,Z,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
   10 Z(I)=(X(I)*Y(I))+(Y(I)*X(I))
      END
C
C= 1 1 0 0 2 2 | 0/0 | 4
      SUBROUTINE DIVIDE_SHARED_BY_TWO(X,Y,Z,W,N)
      DIMENSION X(*),Y(*),Z(*),W(*)
      DO 10 I=1,N
      Z(I)=X(I)/Y(I)
   10 W(I)=X(I)/Y(I)+1.0
      END
C
C= 0 0 0 1 1 0 | 0/0 | 1
      SUBROUTINE LOGICAL_ASSIGNMENT(X,L,E,N)
      DIMENSION X(*)
      LOGICAL L(*)
      DO 10 I=1,N
   10 L(I)=X(I).GT.E
      END
C
C= 1 0 0 0 1 1 | 0/0 | 2
C  implicit typing by IMPLICIT REAL (I): IVAL is real
      SUBROUTINE REAL_INDEX_NAMES(X,Y,IVAL,N)
      IMPLICIT REAL (I)
      INTEGER II
      DIMENSION X(*),Y(*)
      DO 10 J=1,N
   10 Y(J)=X(J)+IVAL
      END
C
C= 0 1 0 2 1 1 | 0/0 | 2
C  0.5D0 * REAL: converted to double, back to REAL for the store
      SUBROUTINE DOUBLE_LITERAL(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 J=1,N
   10 Y(J)=X(J)*0.5D0
      END
C
C= 0 0 0 0 2 2 | 0/0 | 2
C  T=X(I); X(I)=X(J); X(J)=T with J=N+1-I: may meet
      SUBROUTINE SWAP_BY_INDEX(X,N)
      DIMENSION X(*)
      DO 10 I=1,N/2
      J=N+1-I
      V=X(I)
      X(I)=X(J)
   10 X(J)=V
      END
C
C= 0 2 0 0 2 2 | 0/0 | -
C  R(2,*) on C(*): C(I)'s parts
      SUBROUTINE EQUIVALENCE_COMPLEX(N,Q)
      COMMON /K/ C(100)
      COMPLEX C
      DO 10 I=1,N
   10 C(I)=Q*C(I)
      END
C
C= 2 0 0 0 2 2 | 0/0 | 4
C  X-Y and Y-X: two subtracts
      SUBROUTINE SUBTRACT_BOTH_WAYS(X,Y,Z,W,N)
      DIMENSION X(*),Y(*),Z(*),W(*)
      DO 10 I=1,N
      Z(I)=X(I)-Y(I)
   10 W(I)=Y(I)-X(I)
      END
C
C= 0 0 1 0 2 1 | 0/0 | 3
      SUBROUTINE UNARY_PLUS(X,Y,Z,Q,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
   10 Z(I)=+(X(I)*Q)+Y(I)
      END
C
C= 2 0 0 0 2 1 | 0/0 | 3
C  -(X-Y)+Q: the negation goes into the add; X-Y itself: 2 fa
      SUBROUTINE MINUS_OF_DIFFERENCE_ADDED(X,Y,Z,Q,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
   10 Z(I)=-(X(I)-Y(I))+Q
      END
C
C= 0 1 1 0 2 1 | 0/0 | 3
      SUBROUTINE DIFFERENCE_OF_SQUARES(X,Y,Z,N)
      DIMENSION X(*),Y(*),Z(*)
      DO 10 I=1,N
   10 Z(I)=X(I)**2-Y(I)**2
      END
C
C= 0 1 1 0 1 1 | 0/0 | 2
C  x2, x2*x pairs with + Q
      SUBROUTINE CUBE_PAIRS(X,Z,Q,N)
      DIMENSION X(*),Z(*)
      DO 10 I=1,N
   10 Z(I)=X(I)**3+Q
      END
C
C= 0 3 0 0 1 1 | 0/0 | 2
C  1/(x**3): x2, x3, divide
      SUBROUTINE NEGATIVE_CUBE(X,Z,N)
      DIMENSION X(*),Z(*)
      DO 10 I=1,N
   10 Z(I)=X(I)**(-3)
      END
C
C= 0 2 2 0 2 2 | 0/0 | 2
C  V**2: one multiply, complex: 2 fm 2 fma
      SUBROUTINE COMPLEX_SQUARE(C,W,N)
      COMPLEX C(*),W(*)
      DO 10 I=1,N
   10 W(I)=C(I)**2
      END
C
C= 0 0 0 2 2 2 | 0/0 | 2
      SUBROUTINE COMPLEX_NEGATE(C,W,N)
      COMPLEX C(*),W(*)
      DO 10 I=1,N
   10 C(I)=-W(I)
      END
C
C= 2 0 0 0 4 2 | 0/0 | 2
      SUBROUTINE COMPLEX_NEGATE_ABSORBED(C,W,N)
      COMPLEX C(*),W(*)
      DO 10 I=1,N
   10 C(I)=-W(I)+C(I)
      END
C
C= 0 2 0 0 1 2 | 0/0 | 2
C  X REAL * V COMPLEX invariant: 2 fm
      SUBROUTINE COMPLEX_INVARIANT_TIMES_REAL_AR(C,X,V,N)
      COMPLEX C(*),V
      DIMENSION X(*)
      DO 10 I=1,N
   10 C(I)=V*X(I)
      END
C
C= 0 0 0 1 2 1 | 0/0 | 2
      SUBROUTINE DOUBLE_COMPLEX_FUNCTION_NAMES(C,D,N)
      COMPLEX*16 C(*)
      REAL*8 D(*)
      DO 10 I=1,N
   10 D(I)=CDABS(C(I))
      END
C
C= 0 0 1 0 2 1 | 0/0 | 2
C  IX = IX + INCX with symbolic INCX: affine
      SUBROUTINE BLAS_STYLE_NEGATIVE_INC(N,DA,DX,INCX,DY,INCY)
      REAL*8 DX(*),DY(*),DA
      IX=1
      IY=1
      DO 10 I=1,N
      DY(IY)=DY(IY)+DA*DX(IX)
      IX=IX+INCX
      IY=IY+INCY
   10 CONTINUE
      END
C
C= 1 0 0 0 2 1 | 0/0 | -
C  MOD(I,N) is not affine
      SUBROUTINE MOD_WRAP_AROUND(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=X(I)+X(MOD(I,N)+1)
      END
C
C= 1 1 0 0 1 1 | 0/0 | 2
C  H(K)=X(K)-X(K-1): window of one
      SUBROUTINE STATEMENT_FUNCTION_WITH_ARRAY(X,Y,Q,N)
      DIMENSION X(*),Y(*)
      H(K)=X(K)-X(K-1)
      DO 10 I=2,N
   10 Y(I)=H(I)*Q
      END
C
C= 0 1 0 0 1 1 | 0/0 | 2
      SUBROUTINE PARAMETER_EXPRESSION_POWER(X,Y,N)
      PARAMETER (G=9.81,H=G**2/2.0)
      DIMENSION X(*),Y(*)
      DO 10 I=2,N
   10 Y(I)=H*X(I)
      END
C
C= 1 1 0 1 1 1 | 0/0 | 2
      SUBROUTINE SAME_CONVERSION_TWICE(X,D,E,N)
      REAL X(*)
      DOUBLE PRECISION D(*),E
      DO 10 I=1,N
   10 D(I)=(DBLE(X(I))+E)*X(I)
      END
C
C= 0 0 1 0 2 1 | 0/0 | 1
      PROGRAM DATA_IN_DIMENSION_PARAMETER
      PARAMETER (NX=10,NY=NX*2)
      COMMON /C/ A(NX,NY),B(NX,NY)
      DATA S/3.0/
      DO 10 J=1,NY
      DO 10 I=1,NX
   10 A(I,J)=A(I,J)+S*B(I,J)
      END
C
C= 0 1 0 1 1 1 | 0/0 | 2
C  (-1)**I is integer work, then a conversion and a multiply
      SUBROUTINE REAL_TIMES_INTEGER_CONSTANT_POW(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=(-1)**I*X(I)
      END
C
C= 0 1 0 1 1 1 | 0/0 | 2
      SUBROUTINE EXP_OF_BASE(X,Y,N)
      DIMENSION X(*),Y(*)
      DO 10 I=1,N
   10 Y(I)=2.0**I*X(I)
      END
