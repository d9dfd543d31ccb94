a# 0 "x.f"
      do 1 i=1,3
 1    a=b
      end
