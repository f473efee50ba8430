"""A local model as its file has it, for what is fitted to read with it: the first layers, and their states of texts."""

import gzip
import struct

import jax
import jax.numpy as jnp
import numpy as np

BATCH = 32
HEADS = 12


class Encoder:
    """The first layers of the local model, as its file has them."""

    def __init__(self, path, layers):
        self.file = gzip.open(path).read()
        count, self.depth, positions, _, letters = struct.unpack("<5I", self.file[8:28])
        self.at = (28 + letters + 3) & ~3
        self.words = self.rows(count, self.depth)
        self.places = self.floats(positions * self.depth).reshape(positions, self.depth)
        self.first = self.norm()
        d = self.depth
        self.layers = [
            dict(q=self.linear(d, d), k=self.linear(d, d), v=self.linear(d, d), o=self.linear(d, d), n=self.norm(),
                 up=self.linear(4 * d, d), down=self.linear(d, 4 * d), m=self.norm())
            for _ in range(layers)
        ]  # fmt: skip
        self.run = jax.jit(self.apply)

    def take(self, size):
        self.at += size
        return self.file[self.at - size : self.at]

    def floats(self, n):
        return np.frombuffer(self.take(4 * n), "<f4")

    def rows(self, n, depth):
        scales = self.floats(n)
        return scales[:, None] * np.frombuffer(self.take(n * depth), np.int8).reshape(n, depth)

    def linear(self, n, depth):
        rows = self.rows(n, depth)
        return rows.T.copy(), self.floats(n)

    def norm(self):
        return self.floats(self.depth), self.floats(self.depth)

    def apply(self, x, mask):
        x = scaled(x, self.first)
        for p in self.layers:
            x = through(p, x, mask)
        return x

    def states(self, tokens, lengths):
        """The states of texts by their tokens, as the last of these layers leaves them."""
        found = [None] * len(tokens)
        for length, places in by_length(range(len(tokens)), tokens, lengths):
            for part in parts(places, BATCH):
                x, mask = np.zeros((BATCH, length, self.depth), np.float32), np.zeros((BATCH, length), np.float32)
                mask[len(part) :, 0] = 1
                for row, i in enumerate(part):
                    n = len(tokens[i])
                    x[row, :n], mask[row, :n] = self.words[tokens[i]] + self.places[:n], 1
                done = np.asarray(self.run(x, mask))
                for row, i in enumerate(part):
                    found[i] = done[row, : len(tokens[i])]
        return found


def through(p, x, mask, linear=None, drop=lambda z, i: z):
    """One layer; `linear` is what its linear parts do, by name, and `drop` what training leaves out of their results."""
    linear = linear or (lambda name, z: z @ p[name][0] + p[name][1])
    count, length, depth = x.shape
    split = lambda y: y.reshape(count, length, HEADS, depth // HEADS).transpose(0, 2, 1, 3)
    q, k, v = (split(linear(name, x)) for name in "qkv")
    logits = q @ k.transpose(0, 1, 3, 2) / np.sqrt(depth // HEADS) + (mask[:, None, None] - 1) * 1e9
    mixed = (jax.nn.softmax(logits, -1) @ v).transpose(0, 2, 1, 3).reshape(x.shape)
    x = scaled(drop(linear("o", mixed), 0) + x, p["n"])
    raised = jax.nn.gelu(linear("up", x), approximate=False)
    return scaled(drop(linear("down", raised), 1) + x, p["m"])


def scaled(x, norm):
    return unit(x, 1e-12) * norm[0] + norm[1]


def unit(x, least=1e-6):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + least)


def by_length(places, texts, lengths):
    groups = {}
    for i in places:
        groups.setdefault(next(length for length in lengths if length >= len(texts[i])), []).append(i)
    return groups.items()


def parts(places, size):
    return [places[i : i + size] for i in range(0, len(places), size)]


