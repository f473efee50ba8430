;; What is done to rows of activations between the products: attention, GELU, layer norm, rounding. All addresses and steps
;; are in bytes, four numbers of single precision at a time.
(module
  (import "env" "memory" (memory 1))

  (func $sum (param $v v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  (func $most (param $v v128) (result f32)
    (f32.max
      (f32.max (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.max (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  ;; e^x for x up to 0, and 0 below -87: 2^n * e^r with n the nearest whole number to x / ln 2, and e^r by its Taylor series,
  ;; whose error is below that of single precision since r is between -0.35 and 0.35. Adding 1.5 * 2^23 leaves n in the low
  ;; bits of the number, from where it is moved into the exponent; ln 2 is taken off in two parts to lose no digits.
  (func $exp (param $x v128) (result v128) (local $n v128) (local $r v128)
    (local.set $n (f32x4.add (v128.const f32x4 12582912 12582912 12582912 12582912)
      (f32x4.mul (local.get $x) (v128.const f32x4 1.44269504 1.44269504 1.44269504 1.44269504))))
    (local.set $r (f32x4.sub (local.get $n) (v128.const f32x4 12582912 12582912 12582912 12582912)))
    (local.set $r (f32x4.add
      (f32x4.sub (local.get $x)
        (f32x4.mul (local.get $r) (v128.const f32x4 0.693359375 0.693359375 0.693359375 0.693359375)))
      (f32x4.mul (local.get $r) (v128.const f32x4 2.12194440e-4 2.12194440e-4 2.12194440e-4 2.12194440e-4))))
    (v128.and (f32x4.gt (local.get $x) (v128.const f32x4 -87 -87 -87 -87))
      (f32x4.mul
        (i32x4.shl (i32x4.add (local.get $n) (v128.const i32x4 127 127 127 127)) (i32.const 23))
        (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.mul (local.get $r)
          (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.mul (local.get $r)
            (f32x4.add (v128.const f32x4 0.5 0.5 0.5 0.5) (f32x4.mul (local.get $r)
              (f32x4.add (v128.const f32x4 0.166666667 0.166666667 0.166666667 0.166666667) (f32x4.mul (local.get $r)
                (f32x4.add (v128.const f32x4 0.0416666667 0.0416666667 0.0416666667 0.0416666667) (f32x4.mul (local.get $r)
                  (f32x4.add (v128.const f32x4 0.00833333333 0.00833333333 0.00833333333 0.00833333333) (f32x4.mul (local.get $r)
                    (v128.const f32x4 0.00138888889 0.00138888889 0.00138888889 0.00138888889))))))))))))))))

  ;; An optimised form of: x = x / 2 * (1 + erf(x / √2)), with erf by Abramowitz and Stegun 7.1.26, whose error of 1.5e-7 is
  ;; that of single precision.
  (func (export "gelu") (param $at i32) (param $end i32)
    (local $x v128) (local $z v128) (local $t v128) (local $erf v128)
    (loop $next
      (local.set $x (v128.load (local.get $at)))
      (local.set $z (f32x4.mul (f32x4.abs (local.get $x))
        (v128.const f32x4 0.707106781 0.707106781 0.707106781 0.707106781)))
      (local.set $t (f32x4.div (v128.const f32x4 1 1 1 1)
        (f32x4.add (v128.const f32x4 1 1 1 1)
          (f32x4.mul (local.get $z) (v128.const f32x4 0.3275911 0.3275911 0.3275911 0.3275911)))))
      (local.set $erf (f32x4.sub (v128.const f32x4 1 1 1 1) (f32x4.mul
        (f32x4.mul (local.get $t)
          (f32x4.add (v128.const f32x4 0.254829592 0.254829592 0.254829592 0.254829592) (f32x4.mul (local.get $t)
            (f32x4.add (v128.const f32x4 -0.284496736 -0.284496736 -0.284496736 -0.284496736) (f32x4.mul (local.get $t)
              (f32x4.add (v128.const f32x4 1.421413741 1.421413741 1.421413741 1.421413741) (f32x4.mul (local.get $t)
                (f32x4.add (v128.const f32x4 -1.453152027 -1.453152027 -1.453152027 -1.453152027) (f32x4.mul (local.get $t)
                  (v128.const f32x4 1.061405429 1.061405429 1.061405429 1.061405429))))))))))
        (call $exp (f32x4.neg (f32x4.mul (local.get $z) (local.get $z)))))))
      ;; erf has the sign of x, and so x * erf(x / √2) is |x| * erf(|x| / √2).
      (v128.store (local.get $at) (f32x4.mul (v128.const f32x4 0.5 0.5 0.5 0.5)
        (f32x4.add (local.get $x) (f32x4.mul (f32x4.abs (local.get $x)) (local.get $erf)))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))

  ;; Rounds rows to whole numbers of sixteen bits, in steps of 1 / 8,191 of a row's largest: then sums of 1,536 products with
  ;; weights of eight bits fit into 32 bits. The size of each row's step goes to `scales`. The rounded rows lie four by four,
  ;; eight numbers of each in turn, so that `product` finds what it takes at once side by side. Depth is a multiple of 8.
  (func (export "round") (param $from i32) (param $to i32) (param $scales i32) (param $count i32) (param $depth i32)
    (local $t i32) (local $at i32) (local $end i32) (local $v v128) (local $scale f32)
    (loop $rows
      (local.set $end (i32.add (local.get $from) (i32.shl (local.get $depth) (i32.const 2))))
      (local.set $at (local.get $from))
      (local.set $v (v128.const f32x4 0 0 0 0))
      (loop $next
        (local.set $v (f32x4.pmax (local.get $v) (f32x4.abs (v128.load (local.get $at)))))
        (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
      (local.set $scale (f32.div (call $most (local.get $v)) (f32.const 8191)))
      (if (f32.eq (local.get $scale) (f32.const 0)) (then (local.set $scale (f32.const 1))))
      (f32.store (i32.add (local.get $scales) (i32.shl (local.get $t) (i32.const 2))) (local.get $scale))
      (local.set $v (f32x4.splat (f32.div (f32.const 1) (local.get $scale))))
      (local.set $at (i32.add (local.get $to) (i32.add
        (i32.mul (i32.shr_u (local.get $t) (i32.const 2)) (i32.shl (local.get $depth) (i32.const 3)))
        (i32.shl (i32.and (local.get $t) (i32.const 3)) (i32.const 4)))))
      (loop $next
        (v128.store (local.get $at) (i16x8.narrow_i32x4_s
          (call $whole (f32x4.mul (local.get $v) (v128.load (local.get $from))))
          (call $whole (f32x4.mul (local.get $v) (v128.load offset=16 (local.get $from))))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br_if $next (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 32))) (local.get $end))))
      (br_if $rows (i32.lt_u (local.tee $t (i32.add (local.get $t) (i32.const 1))) (local.get $count)))))

  ;; The nearest whole numbers, below 2^22: adding 1.5 * 2^23 leaves them in the low bits.
  (func $whole (param $x v128) (result v128)
    (i32x4.sub
      (f32x4.add (local.get $x) (v128.const f32x4 12582912 12582912 12582912 12582912))
      (v128.const f32x4 12582912 12582912 12582912 12582912)))

  ;; An optimised form of: x = x + y, then weight * (x - mean(x)) / √(variance(x) + 1e-12) + bias, row by row.
  (func (export "normalise")
    (param $x i32) (param $y i32) (param $weight i32) (param $bias i32) (param $count i32) (param $width i32)
    (local $at i32) (local $bytes i32) (local $sum v128) (local $v v128) (local $mean v128)
    (local.set $bytes (i32.shl (local.get $width) (i32.const 2)))
    (loop $rows
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $next
        (local.set $v (f32x4.add (v128.load (i32.add (local.get $x) (local.get $at)))
          (v128.load (i32.add (local.get $y) (local.get $at)))))
        (v128.store (i32.add (local.get $x) (local.get $at)) (local.get $v))
        (local.set $sum (f32x4.add (local.get $sum) (local.get $v)))
        (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
      (local.set $mean (f32x4.splat
        (f32.div (call $sum (local.get $sum)) (f32.convert_i32_u (local.get $width)))))
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $next
        (local.set $v (f32x4.sub (v128.load (i32.add (local.get $x) (local.get $at))) (local.get $mean)))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (local.get $v) (local.get $v))))
        (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
      (local.set $sum (f32x4.splat (f32.div (f32.const 1) (f32.sqrt (f32.add (f32.const 1e-12)
        (f32.div (call $sum (local.get $sum)) (f32.convert_i32_u (local.get $width))))))))
      (local.set $at (i32.const 0))
      (loop $next
        (v128.store (i32.add (local.get $x) (local.get $at))
          (f32x4.add (v128.load (i32.add (local.get $bias) (local.get $at)))
            (f32x4.mul (v128.load (i32.add (local.get $weight) (local.get $at)))
              (f32x4.mul (local.get $sum)
                (f32x4.sub (v128.load (i32.add (local.get $x) (local.get $at))) (local.get $mean))))))
        (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
      (local.set $x (i32.add (local.get $x) (local.get $bytes)))
      (local.set $y (i32.add (local.get $y) (local.get $bytes)))
      (br_if $rows (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; What each token takes from the others, by heads of 32 numbers. An optimised form of, for each head and token t:
  ;; mixed[t] = Σ_u shares[u] * v[u], with shares = softmax over u of q[t] · k[u] / √32
  ;; Two tokens at a time share what is loaded. `room` is for their shares, four more than there are tokens, and for the keys
  ;; and values of a head side by side: as parts of long rows they would push each other out of the processor's cache.
  (func (export "attend")
    (param $q i32) (param $k i32) (param $v i32) (param $room i32) (param $mixed i32) (param $count i32) (param $width i32)
    (local $stride i32) (local $t i32) (local $end i32) (local $shares i32) (local $keys i32) (local $values i32)
    (local $s0 v128) (local $s1 v128)
    (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
    (local.set $end (i32.add (local.get $q) (local.get $stride)))
    (local.set $shares (i32.add (i32.const 16) (i32.shl (i32.and (i32.add (local.get $count) (i32.const 3)) (i32.const -4)) (i32.const 2))))
    (local.set $keys (i32.add (local.get $room) (i32.shl (local.get $shares) (i32.const 1))))
    (local.set $values (i32.add (local.get $keys) (i32.shl (i32.add (local.get $count) (i32.const 3)) (i32.const 7))))
    (loop $heads
      (call $gather (local.get $k) (local.get $keys) (local.get $count) (local.get $stride))
      (call $gather (local.get $v) (local.get $values) (local.get $count) (local.get $stride))
      (local.set $t (i32.const 0))
      (loop $tokens
        (call $compare (i32.add (local.get $q) (i32.mul (local.get $t) (local.get $stride))) (local.get $stride)
          (local.get $keys) (local.get $room) (local.get $shares) (local.get $count))
        (local.set $s0 (call $softmax (local.get $room) (local.get $count)))
        (local.set $s1 (call $softmax (i32.add (local.get $room) (local.get $shares)) (local.get $count)))
        (call $take (local.get $values) (local.get $room) (local.get $shares) (local.get $count) (local.get $s0) (local.get $s1)
          (i32.add (local.get $mixed) (i32.mul (local.get $t) (local.get $stride))) (local.get $stride))
        (call $take (i32.add (local.get $values) (i32.const 64)) (local.get $room) (local.get $shares) (local.get $count)
          (local.get $s0) (local.get $s1)
          (i32.add (i32.const 64) (i32.add (local.get $mixed) (i32.mul (local.get $t) (local.get $stride)))) (local.get $stride))
        (br_if $tokens (i32.lt_u (local.tee $t (i32.add (local.get $t) (i32.const 2))) (local.get $count))))
      (local.set $k (i32.add (local.get $k) (i32.const 128)))
      (local.set $v (i32.add (local.get $v) (i32.const 128)))
      (local.set $mixed (i32.add (local.get $mixed) (i32.const 128)))
      (br_if $heads (i32.lt_u (local.tee $q (i32.add (local.get $q) (i32.const 128))) (local.get $end)))))

  ;; Copies 128 bytes of each row.
  (func $gather (param $from i32) (param $to i32) (param $count i32) (param $stride i32) (local $at i32)
    (loop $rows
      (local.set $at (i32.const 0))
      (loop $next
        (v128.store (i32.add (local.get $to) (local.get $at)) (v128.load (i32.add (local.get $from) (local.get $at))))
        (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (i32.const 128))))
      (local.set $from (i32.add (local.get $from) (local.get $stride)))
      (local.set $to (i32.add (local.get $to) (i32.const 128)))
      (br_if $rows (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; The products of two queries, `stride` bytes apart, with four keys at a time, divided by √32.
  (func $compare (param $q i32) (param $stride i32) (param $k i32) (param $to i32) (param $room i32) (param $count i32)
    (local $q1 i32) (local $at i32) (local $last i32)
    (local $x v128) (local $y v128) (local $k0 v128) (local $k1 v128) (local $k2 v128) (local $k3 v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $q1 (i32.add (local.get $q) (local.get $stride)))
    (local.set $last (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 2))))
    (loop $keys
      (local.set $at (i32.const 0))
      (local.set $a0 (v128.const f32x4 0 0 0 0))
      (local.set $a1 (v128.const f32x4 0 0 0 0))
      (local.set $a2 (v128.const f32x4 0 0 0 0))
      (local.set $a3 (v128.const f32x4 0 0 0 0))
      (local.set $b0 (v128.const f32x4 0 0 0 0))
      (local.set $b1 (v128.const f32x4 0 0 0 0))
      (local.set $b2 (v128.const f32x4 0 0 0 0))
      (local.set $b3 (v128.const f32x4 0 0 0 0))
      (loop $next
        (local.set $x (v128.load (i32.add (local.get $q) (local.get $at))))
        (local.set $y (v128.load (i32.add (local.get $q1) (local.get $at))))
        (local.set $k0 (v128.load (local.get $k)))
        (local.set $k1 (v128.load offset=128 (local.get $k)))
        (local.set $k2 (v128.load offset=256 (local.get $k)))
        (local.set $k3 (v128.load offset=384 (local.get $k)))
        (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $x) (local.get $k0))))
        (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $x) (local.get $k1))))
        (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $x) (local.get $k2))))
        (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $x) (local.get $k3))))
        (local.set $b0 (f32x4.add (local.get $b0) (f32x4.mul (local.get $y) (local.get $k0))))
        (local.set $b1 (f32x4.add (local.get $b1) (f32x4.mul (local.get $y) (local.get $k1))))
        (local.set $b2 (f32x4.add (local.get $b2) (f32x4.mul (local.get $y) (local.get $k2))))
        (local.set $b3 (f32x4.add (local.get $b3) (f32x4.mul (local.get $y) (local.get $k3))))
        (local.set $k (i32.add (local.get $k) (i32.const 16)))
        (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (i32.const 128))))
      (local.set $k (i32.add (local.get $k) (i32.const 384)))
      (v128.store (local.get $to)
        (call $compared (local.get $a0) (local.get $a1) (local.get $a2) (local.get $a3)))
      (v128.store (i32.add (local.get $to) (local.get $room))
        (call $compared (local.get $b0) (local.get $b1) (local.get $b2) (local.get $b3)))
      (br_if $keys (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 16))) (local.get $last))))
    ;; Nothing is taken from those beyond the last.
    (v128.store (local.get $last) (v128.const f32x4 -inf -inf -inf -inf))
    (v128.store (i32.add (local.get $last) (local.get $room)) (v128.const f32x4 -inf -inf -inf -inf)))

  ;; The sums of the four numbers in each of four vectors, divided by √32.
  (func $compared (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (local $ab v128) (local $cd v128)
    (local.set $ab (f32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $cd (f32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (f32x4.mul (v128.const f32x4 0.176776695 0.176776695 0.176776695 0.176776695) (f32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $ab) (local.get $cd))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $ab) (local.get $cd)))))

  ;; e to the power of each share, less the largest of them. Returns 1 / their sum, with which they are still to be multiplied.
  (func $softmax (param $shares i32) (param $count i32) (result v128)
    (local $at i32) (local $end i32) (local $v v128) (local $most v128) (local $sum v128)
    (local.set $end (i32.add (local.get $shares) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $at (local.get $shares))
    (local.set $v (v128.const f32x4 -inf -inf -inf -inf))
    (loop $next
      (local.set $v (f32x4.pmax (local.get $v) (v128.load (local.get $at))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (local.set $most (f32x4.splat (call $most (local.get $v))))
    (loop $next
      (local.set $v (call $exp (f32x4.sub (v128.load (local.get $shares)) (local.get $most))))
      (v128.store (local.get $shares) (local.get $v))
      (local.set $sum (f32x4.add (local.get $sum) (local.get $v)))
      (br_if $next (i32.lt_u (local.tee $shares (i32.add (local.get $shares) (i32.const 16))) (local.get $end))))
    (f32x4.splat (f32.div (f32.const 1) (call $sum (local.get $sum)))))

  ;; What two tokens take by their shares of half a head of the values.
  (func $take
    (param $v i32) (param $shares i32) (param $room i32) (param $count i32) (param $s0 v128) (param $s1 v128)
    (param $mixed i32) (param $stride i32)
    (local $end i32) (local $x v128) (local $y v128) (local $v0 v128) (local $v1 v128) (local $v2 v128) (local $v3 v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $end (i32.add (local.get $shares) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (local.set $x (v128.load32_splat (local.get $shares)))
      (local.set $y (v128.load32_splat (i32.add (local.get $shares) (local.get $room))))
      (local.set $v0 (v128.load (local.get $v)))
      (local.set $v1 (v128.load offset=16 (local.get $v)))
      (local.set $v2 (v128.load offset=32 (local.get $v)))
      (local.set $v3 (v128.load offset=48 (local.get $v)))
      (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $x) (local.get $v0))))
      (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $x) (local.get $v1))))
      (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $x) (local.get $v2))))
      (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $x) (local.get $v3))))
      (local.set $b0 (f32x4.add (local.get $b0) (f32x4.mul (local.get $y) (local.get $v0))))
      (local.set $b1 (f32x4.add (local.get $b1) (f32x4.mul (local.get $y) (local.get $v1))))
      (local.set $b2 (f32x4.add (local.get $b2) (f32x4.mul (local.get $y) (local.get $v2))))
      (local.set $b3 (f32x4.add (local.get $b3) (f32x4.mul (local.get $y) (local.get $v3))))
      (local.set $v (i32.add (local.get $v) (i32.const 128)))
      (br_if $next (i32.lt_u (local.tee $shares (i32.add (local.get $shares) (i32.const 4))) (local.get $end))))
    (v128.store (local.get $mixed) (f32x4.mul (local.get $s0) (local.get $a0)))
    (v128.store offset=16 (local.get $mixed) (f32x4.mul (local.get $s0) (local.get $a1)))
    (v128.store offset=32 (local.get $mixed) (f32x4.mul (local.get $s0) (local.get $a2)))
    (v128.store offset=48 (local.get $mixed) (f32x4.mul (local.get $s0) (local.get $a3)))
    (local.set $mixed (i32.add (local.get $mixed) (local.get $stride)))
    (v128.store (local.get $mixed) (f32x4.mul (local.get $s1) (local.get $b0)))
    (v128.store offset=16 (local.get $mixed) (f32x4.mul (local.get $s1) (local.get $b1)))
    (v128.store offset=32 (local.get $mixed) (f32x4.mul (local.get $s1) (local.get $b2)))
    (v128.store offset=48 (local.get $mixed) (f32x4.mul (local.get $s1) (local.get $b3)))))
