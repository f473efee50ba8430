"""Fitting the last layers of a local model by matrices of low rank (Hu et al., LoRA, 2021), and the file that holds them merged."""

import struct

import jax
import jax.numpy as jnp
import numpy as np
from encoder import through

RANK = 8
NAMES = ("q", "k", "v", "o", "up", "down")


def begin(key, layers):
    """Nothing is changed at first."""
    keys = iter(jax.random.split(key, len(layers) * len(NAMES)))
    low = lambda w: (jax.random.normal(next(keys), (w.shape[0], RANK)) / np.sqrt(w.shape[0]), jnp.zeros((RANK, w.shape[1])))
    return [{name: low(p[name][0]) for name in NAMES} for p in layers]


def fitted_through(layers, low, x, mask, drop, scale):
    """The states of texts after the layers with their changes; `drop` is what training leaves out."""
    for at, (p, own) in enumerate(zip(layers, low)):
        linear = lambda n, z, p=p, own=own: z @ p[n][0] + p[n][1] + scale * (z @ own[n][0]) @ own[n][1]
        x = through(p, x, mask, linear, lambda z, i, at=at: drop(z, 2 * at + i))
    return x


def dropping(key, share):
    def drop(z, i):
        if key is None:
            return z
        return z * jax.random.bernoulli(jax.random.fold_in(key, i), 1 - share, z.shape) / (1 - share)

    return drop


def adam(fitted, moments, t, rate, slopes, hold):
    """A step of AdamW."""
    first = jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, moments[0], slopes)
    second = jax.tree.map(lambda a, b: 0.98 * a + 0.02 * b * b, moments[1], slopes)
    change = lambda w, a, c: w - rate * ((a / (1 - 0.9**t)) / (jnp.sqrt(c / (1 - 0.98**t)) + 1e-8) + hold * w)
    return jax.tree.map(change, fitted, first, second), (first, second)


def merged(p, low, scale):
    """A layer with what was fitted to it, in the bytes in which the model's file has layers."""

    def rows(matrix):
        scales = np.abs(matrix).max(1) / 127
        return scales.astype("<f4").tobytes() + np.round(matrix / scales[:, None]).astype(np.int8).tobytes()

    def linear(name):
        whole = p[name][0] + scale * np.asarray(low[name][0]) @ np.asarray(low[name][1])
        return rows(whole.T) + p[name][1].tobytes()

    norm = lambda name: p[name][0].tobytes() + p[name][1].tobytes()
    return b"".join([*map(linear, "qkvo"), norm("n"), linear("up"), linear("down"), norm("m")])


def write(layers, low, scale, first, depth, to):
    with open(to, "wb") as file:
        file.write(b"DWYL" + struct.pack("<3I", first, len(layers), depth))
        for p, own in zip(layers, low):
            file.write(merged(p, own, scale))


def write_low(low, first, depth, to):
    """The changes alone, which whoever reads them adds to the layers of the model: for each linear part what a state gives to each of the
    ranks, and what each rank gives to the outcome."""
    with open(to, "wb") as file:
        file.write(b"DWYR" + struct.pack("<4I", first, len(low), depth, RANK))
        for own in low:
            for name in NAMES:
                for matrix in own[name]:
                    file.write(np.asarray(matrix).astype("<f4").tobytes())
