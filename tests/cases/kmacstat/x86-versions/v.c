void add(double *a, const double *b, const double *c, long n) { for (long i=0;i<n;i++) a[i]=b[i]+c[i]; }
float dot(const float *a, const float *b, int n) { float s=0; for (int i=0;i<n;i++) s+=a[i]*b[i]; return s; }
void gath(double *y, const double *x, const int *k, int n) { for (int i=0;i<n;i++) y[i]=x[k[i]]; }
