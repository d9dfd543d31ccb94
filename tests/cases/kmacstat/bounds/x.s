.L12:
   add8.ntr  1, %i9, %i9      ;  ld8      0(%c7), %f1
   itstge8   %i9, %i10        ;  ld8.ex   0(%c6), %f8
   finop                      ;  sadd8.ntr 0, %c6, 8, %c6
   fmad8.tr  %f0, %f1, %f8    ;  sadd8.ntr 0, %c7, 8, %c7
   finop                      ;  bcc.qn   @citst, .L12
   finop                      ;  cxnop
   finop                      ;  st8      %f8, -8(%c6)
