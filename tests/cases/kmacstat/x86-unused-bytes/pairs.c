struct pair { double x, y; };
struct pair pairs[1024];
double firsts[1024], seconds[1024];
void held_pairs(void) {
    for (int i = 0; i < 1024; i++) {
        pairs[i].x = pairs[i].y * 0.5 + firsts[i];
        pairs[i].y = pairs[i].x + seconds[i];
    }
}
