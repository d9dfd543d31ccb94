// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of iterators, of a generic function with two instances, and with a path that panics, for 1 s of elapsed time.
use std::ops::Mul;
use std::time::Instant;

#[inline(never)]
fn dot<T: Copy + Mul<Output = T> + std::iter::Sum<T>>(a: &[T], b: &[T]) -> T {
    a.iter().zip(b.iter()).map(|(x, y)| *x * *y).sum()
}

#[inline(never)]
fn checked(a: &mut [f64], stride: usize, n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let at = (i * stride) % 1000;
        a[at] = a[at] * 0.5 + 1.0; // panics if at is outside
        sum += a[at];
    }
    sum
}

struct Grid {
    cells: Vec<f64>,
}

impl Grid {
    #[inline(never)]
    fn relax(&mut self) {
        for i in 1..self.cells.len() - 1 {
            self.cells[i] = (self.cells[i - 1] + self.cells[i + 1]) * 0.5;
        }
    }
}

// Hides from the compiler that the slice does not change.
fn opaque<T>(x: &[T]) -> &[T] {
    let p: *const [T] = x;
    unsafe { &*std::ptr::read_volatile(&p) }
}

fn main() {
    let start = Instant::now();
    let a: Vec<f64> = (0..4096).map(|i| i as f64).collect();
    let b: Vec<i64> = (0..4096).collect();
    let mut grid = Grid { cells: a.clone() };
    let mut c = a.clone();
    let stride = std::env::args().count() + 6;
    let (mut x, mut y) = (0.0, 0i64);
    while start.elapsed().as_secs_f64() < 1.0 {
        x += dot(opaque(&a), &a);
        y = y.wrapping_add(dot(opaque(&b), &b));
        x += checked(&mut c, stride, 5000);
        grid.relax();
    }
    println!("{} {} {}", x, y, grid.cells[7]);
}
