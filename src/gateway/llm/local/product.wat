;; Products of a matrix of weights, rounded to eight bits, with rows of activations, rounded to sixteen.
;; An optimised form of: out[t][n] = bias[n] + weightScales[n] * scales[t] * Σ_k weights[n][k] * rows[t][k]
(module
  (import "env" "memory" (memory 1))

  ;; The sums of the four numbers in each of four vectors.
  (func $sums (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (local $ab v128) (local $cd v128)
    (local.set $ab (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $cd (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $ab) (local.get $cd))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $ab) (local.get $cd))))

  ;; All addresses are in bytes. The rows are four by four, eight numbers of each in turn, as `round` leaves them. Depth is a
  ;; multiple of 8, width one of 4. Rows are written up to a multiple of 4, and those beyond the last mean nothing.
  (func (export "product")
    (param $rows i32) (param $scales i32) (param $weights i32) (param $weightScales i32) (param $bias i32) (param $out i32)
    (param $count i32) (param $width i32) (param $depth i32)
    (local $t i32)
    ;; Three rows take as long one by one as a block of four.
    (local.set $t (i32.and (i32.add (local.get $count) (i32.const 1)) (i32.const -4)))
    (if (local.get $t) (then (call $blocks (local.get $rows) (local.get $scales) (local.get $weights)
      (local.get $weightScales) (local.get $bias) (local.get $out) (local.get $t) (local.get $width) (local.get $depth))))
    (block $done (loop $rest
      (br_if $done (i32.ge_u (local.get $t) (local.get $count)))
      (call $row
        (i32.add (local.get $rows) (i32.add
          (i32.mul (i32.and (local.get $t) (i32.const -4)) (i32.shl (local.get $depth) (i32.const 1)))
          (i32.shl (i32.and (local.get $t) (i32.const 3)) (i32.const 4))))
        (i32.add (local.get $scales) (i32.shl (local.get $t) (i32.const 2)))
        (local.get $weights) (local.get $weightScales) (local.get $bias)
        (i32.add (local.get $out) (i32.shl (i32.mul (local.get $t) (local.get $width)) (i32.const 2)))
        (local.get $width) (local.get $depth))
      (local.set $t (i32.add (local.get $t) (i32.const 1)))
      (br $rest))))

  ;; Four rows by two columns at a time share what is loaded: more would not fit into the registers of a processor.
  (func $blocks
    (param $rows i32) (param $scales i32) (param $weights i32) (param $weightScales i32) (param $bias i32) (param $out i32)
    (param $count i32) (param $width i32) (param $depth i32)
    (local $n i32) (local $t i32) (local $stride i32) (local $o i32) (local $s i32)
    (local $x i32) (local $w0 i32) (local $w1 i32) (local $end i32)
    (local $x0 v128) (local $x1 v128) (local $x2 v128) (local $x3 v128) (local $w v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
    (loop $columns
      (local.set $end (i32.add (local.get $weights) (local.get $depth)))
      (local.set $x (local.get $rows))
      (local.set $o (local.get $out))
      (local.set $s (local.get $scales))
      (local.set $t (i32.const 0))
      (loop $blocks
        (local.set $w0 (local.get $weights))
        (local.set $w1 (local.get $end))
        (local.set $a0 (v128.const i32x4 0 0 0 0))
        (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $a2 (v128.const i32x4 0 0 0 0))
        (local.set $a3 (v128.const i32x4 0 0 0 0))
        (local.set $b0 (v128.const i32x4 0 0 0 0))
        (local.set $b1 (v128.const i32x4 0 0 0 0))
        (local.set $b2 (v128.const i32x4 0 0 0 0))
        (local.set $b3 (v128.const i32x4 0 0 0 0))
        (loop $inner
          (local.set $x0 (v128.load (local.get $x)))
          (local.set $x1 (v128.load offset=16 (local.get $x)))
          (local.set $x2 (v128.load offset=32 (local.get $x)))
          (local.set $x3 (v128.load offset=48 (local.get $x)))
          (local.set $w (v128.load8x8_s (local.get $w0)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $w) (local.get $x0))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $w) (local.get $x1))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $w) (local.get $x2))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $w) (local.get $x3))))
          (local.set $w (v128.load8x8_s (local.get $w1)))
          (local.set $b0 (i32x4.add (local.get $b0) (i32x4.dot_i16x8_s (local.get $w) (local.get $x0))))
          (local.set $b1 (i32x4.add (local.get $b1) (i32x4.dot_i16x8_s (local.get $w) (local.get $x1))))
          (local.set $b2 (i32x4.add (local.get $b2) (i32x4.dot_i16x8_s (local.get $w) (local.get $x2))))
          (local.set $b3 (i32x4.add (local.get $b3) (i32x4.dot_i16x8_s (local.get $w) (local.get $x3))))
          (local.set $x (i32.add (local.get $x) (i32.const 64)))
          (local.set $w1 (i32.add (local.get $w1) (i32.const 8)))
          (br_if $inner (i32.lt_u (local.tee $w0 (i32.add (local.get $w0) (i32.const 8))) (local.get $end))))
        ;; Both columns of two rows at a time.
        (local.set $w (v128.load (local.get $s)))
        (local.set $x0 (v128.load64_splat (local.get $weightScales)))
        (local.set $x1 (v128.load64_splat (local.get $bias)))
        (local.set $a0 (call $scaled
          (call $sums (local.get $a0) (local.get $b0) (local.get $a1) (local.get $b1)) (local.get $x0)
          (i8x16.shuffle 0 1 2 3 0 1 2 3 4 5 6 7 4 5 6 7 (local.get $w) (local.get $w)) (local.get $x1)))
        (local.set $a2 (call $scaled
          (call $sums (local.get $a2) (local.get $b2) (local.get $a3) (local.get $b3)) (local.get $x0)
          (i8x16.shuffle 8 9 10 11 8 9 10 11 12 13 14 15 12 13 14 15 (local.get $w) (local.get $w)) (local.get $x1)))
        (v128.store64_lane 0 (local.get $o) (local.get $a0))
        (v128.store64_lane 1 (local.tee $o (i32.add (local.get $o) (local.get $stride))) (local.get $a0))
        (v128.store64_lane 0 (local.tee $o (i32.add (local.get $o) (local.get $stride))) (local.get $a2))
        (v128.store64_lane 1 (local.tee $o (i32.add (local.get $o) (local.get $stride))) (local.get $a2))
        (local.set $o (i32.add (local.get $o) (local.get $stride)))
        (local.set $s (i32.add (local.get $s) (i32.const 16)))
        (br_if $blocks (i32.lt_u (local.tee $t (i32.add (local.get $t) (i32.const 4))) (local.get $count))))
      (local.set $weights (i32.add (local.get $end) (local.get $depth)))
      (local.set $weightScales (i32.add (local.get $weightScales) (i32.const 8)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 8)))
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (br_if $columns (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 2))) (local.get $width)))))

  ;; One row by four columns at a time.
  (func $row
    (param $from i32) (param $scale i32) (param $weights i32) (param $weightScales i32) (param $bias i32) (param $out i32)
    (param $width i32) (param $depth i32)
    (local $n i32) (local $x i32) (local $end i32) (local $w1 i32) (local $w2 i32) (local $w3 i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $v v128)
    (loop $columns
      (local.set $x (local.get $from))
      (local.set $end (i32.add (local.get $weights) (local.get $depth)))
      (local.set $w1 (local.get $end))
      (local.set $w2 (i32.add (local.get $w1) (local.get $depth)))
      (local.set $w3 (i32.add (local.get $w2) (local.get $depth)))
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $c (v128.const i32x4 0 0 0 0))
      (local.set $d (v128.const i32x4 0 0 0 0))
      (loop $inner
        (local.set $v (v128.load (local.get $x)))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $v) (v128.load8x8_s (local.get $weights)))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $v) (v128.load8x8_s (local.get $w1)))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $v) (v128.load8x8_s (local.get $w2)))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $v) (v128.load8x8_s (local.get $w3)))))
        (local.set $x (i32.add (local.get $x) (i32.const 64)))
        (local.set $w1 (i32.add (local.get $w1) (i32.const 8)))
        (local.set $w2 (i32.add (local.get $w2) (i32.const 8)))
        (local.set $w3 (i32.add (local.get $w3) (i32.const 8)))
        (br_if $inner (i32.lt_u (local.tee $weights (i32.add (local.get $weights) (i32.const 8))) (local.get $end))))
      (v128.store (local.get $out) (call $scaled
        (call $sums (local.get $a) (local.get $b) (local.get $c) (local.get $d))
        (v128.load (local.get $weightScales)) (v128.load32_splat (local.get $scale)) (v128.load (local.get $bias))))
      (local.set $weights (local.get $w3))
      (local.set $weightScales (i32.add (local.get $weightScales) (i32.const 16)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $columns (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 4))) (local.get $width)))))

  (func $scaled (param $sums v128) (param $weightScales v128) (param $scales v128) (param $bias v128) (result v128)
    (f32x4.add (local.get $bias) (f32x4.mul
      (f32x4.mul (f32x4.convert_i32x4_s (local.get $sums)) (local.get $weightScales))
      (local.get $scales)))))
