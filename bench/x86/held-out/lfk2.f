C SPDX-License-Identifier: GPL-3.0-or-later
C     incomplete Cholesky: stride of two in, one out
      SUBROUTINE LFK2K(N,X,V,Y)
      INTEGER N,K
      DOUBLE PRECISION X(2*N+2),V(2*N+2),Y(N)
      DO 10 K=1,N
   10 Y(K)=X(2*K)-V(2*K)*X(2*K-1)-V(2*K+1)*X(2*K+1)
      END
