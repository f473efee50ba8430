;; Products of a matrix of weights, rounded to eight bits, with rows of activations, rounded to sixteen.
;; An optimised form of: out[t][n] = bias[n] + weightScales[n] * scales[t] * Σ_k weights[n][k] * rows[t][k]
(module
  (import "env" "memory" (memory 1))

  (func $sum (param $v v128) (result f32)
    (f32.convert_i32_s
      (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $v)) (i32x4.extract_lane 1 (local.get $v)))
        (i32.add (i32x4.extract_lane 2 (local.get $v)) (i32x4.extract_lane 3 (local.get $v))))))

  ;; All addresses are in bytes; depth is a multiple of 8, and rows one of 4 (rows beyond the last are ignored by the caller).
  (func (export "product")
    (param $rows i32) (param $scales i32) (param $weights i32) (param $weightScales i32) (param $bias i32) (param $out i32)
    (param $rowCount i32) (param $width i32) (param $depth i32)
    (local $n i32) (local $t i32) (local $k i32) (local $w i32) (local $x i32) (local $stride i32) (local $o i32)
    (local $outStride i32) (local $v v128) (local $ws f32) (local $b f32)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $stride (i32.shl (local.get $depth) (i32.const 1)))
    (local.set $outStride (i32.shl (local.get $width) (i32.const 2)))
    (block $done
      (loop $columns
        (br_if $done (i32.ge_u (local.get $n) (local.get $width)))
        (local.set $ws (f32.load (i32.add (local.get $weightScales) (i32.shl (local.get $n) (i32.const 2)))))
        (local.set $b (f32.load (i32.add (local.get $bias) (i32.shl (local.get $n) (i32.const 2)))))
        (local.set $t (i32.const 0))
        (block $rowsDone
          (loop $rowLoop
            (br_if $rowsDone (i32.ge_u (local.get $t) (local.get $rowCount)))
            (local.set $s0 (v128.const i32x4 0 0 0 0))
            (local.set $s1 (v128.const i32x4 0 0 0 0))
            (local.set $s2 (v128.const i32x4 0 0 0 0))
            (local.set $s3 (v128.const i32x4 0 0 0 0))
            (local.set $w (i32.add (local.get $weights) (i32.mul (local.get $n) (local.get $depth))))
            (local.set $x (i32.add (local.get $rows) (i32.mul (local.get $t) (local.get $stride))))
            (local.set $k (i32.const 0))
            (loop $inner
              (local.set $v (v128.load8x8_s (local.get $w)))
              (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $v) (v128.load (local.get $x)))))
              (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $v)
                (v128.load (i32.add (local.get $x) (local.get $stride))))))
              (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $v)
                (v128.load (i32.add (local.get $x) (i32.shl (local.get $stride) (i32.const 1)))))))
              (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $v)
                (v128.load (i32.add (local.get $x) (i32.mul (local.get $stride) (i32.const 3)))))))
              (local.set $w (i32.add (local.get $w) (i32.const 8)))
              (local.set $x (i32.add (local.get $x) (i32.const 16)))
              (local.set $k (i32.add (local.get $k) (i32.const 8)))
              (br_if $inner (i32.lt_u (local.get $k) (local.get $depth))))
            (local.set $o (i32.add (local.get $out)
              (i32.add (i32.mul (local.get $t) (local.get $outStride)) (i32.shl (local.get $n) (i32.const 2)))))
            (local.set $x (i32.add (local.get $scales) (i32.shl (local.get $t) (i32.const 2))))
            (f32.store (local.get $o) (f32.add (local.get $b)
              (f32.mul (f32.mul (call $sum (local.get $s0)) (local.get $ws)) (f32.load (local.get $x)))))
            (local.set $o (i32.add (local.get $o) (local.get $outStride)))
            (f32.store (local.get $o) (f32.add (local.get $b)
              (f32.mul (f32.mul (call $sum (local.get $s1)) (local.get $ws)) (f32.load offset=4 (local.get $x)))))
            (local.set $o (i32.add (local.get $o) (local.get $outStride)))
            (f32.store (local.get $o) (f32.add (local.get $b)
              (f32.mul (f32.mul (call $sum (local.get $s2)) (local.get $ws)) (f32.load offset=8 (local.get $x)))))
            (local.set $o (i32.add (local.get $o) (local.get $outStride)))
            (f32.store (local.get $o) (f32.add (local.get $b)
              (f32.mul (f32.mul (call $sum (local.get $s3)) (local.get $ws)) (f32.load offset=12 (local.get $x)))))
            (local.set $t (i32.add (local.get $t) (i32.const 4)))
            (br $rowLoop)))
        (local.set $n (i32.add (local.get $n) (i32.const 1)))
        (br $columns)))))
