"""
Fits the reader of dangers: small networks over the inner states of the local model (see README.md beside this file).

    python read.py STATEMENTS MODEL OUTPUT [--check]

STATEMENTS is what `fit-dangers.ts --scores` writes, MODEL is model/all-minilm-l6-v2.bin.gz. `--check` writes nothing: it
reads the statements of each author by networks fitted to those of the others, and prints how well that goes together with
the words. The same input gives the same bytes on the same machine.
"""

import hashlib
import json
import struct
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "meaning"))
from encoder import Encoder, by_length, parts, unit

LAYERS, WIDTH, HEADS, FARTHEST = 3, 64, 4, 8
NETWORKS, ROUNDS, BATCH = 4, 12, 32
STEP, DROP, HOLD, SMOOTH = 2e-3, 0.4, 0.05, 0.05
LENGTHS = (16, 24, 40, 128)
SHARES = (0.25, 0.5, 0.75, 1.0)


def begin(key, depth):
    keys = iter(jax.random.split(key, 7))
    made = lambda a, b: jax.random.normal(next(keys), (a, b)) / np.sqrt(a)
    return {
        "into": made(depth, WIDTH),
        **{name: made(WIDTH, WIDTH) for name in ("query", "key", "value", "output")},
        "up": made(WIDTH, 2 * WIDTH),
        "upBias": jnp.zeros(2 * WIDTH),
        "down": made(2 * WIDTH, WIDTH),
        "distances": jnp.zeros((HEADS, 2 * FARTHEST + 1)),
        "last": jnp.zeros(2 * WIDTH),
        "bias": jnp.zeros(()),
    }


def read(p, x, mask, key=None):
    def drop(z, i):
        if key is None:
            return z
        return z * jax.random.bernoulli(jax.random.fold_in(key, i), 1 - DROP, z.shape) / (1 - DROP)

    h = unit(drop(x, 0) @ p["into"])
    count, length, _ = h.shape
    split = lambda z: z.reshape(count, length, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)
    q, k, v = (split(h @ p[name]) for name in ("query", "key", "value"))
    apart = jnp.clip(jnp.arange(length)[None] - jnp.arange(length)[:, None], -FARTHEST, FARTHEST) + FARTHEST
    logits = q @ k.transpose(0, 1, 3, 2) / np.sqrt(WIDTH // HEADS) + p["distances"][:, apart]
    shares = jax.nn.softmax(logits + (mask[:, None, None] - 1) * 1e9, -1)
    h = unit(h + drop((shares @ v).transpose(0, 2, 1, 3).reshape(h.shape) @ p["output"], 1))
    h = unit(h + drop(jax.nn.gelu(h @ p["up"] + p["upBias"], approximate=False) @ p["down"], 2))
    mean = (h * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
    most = jnp.where(mask[..., None] > 0, h, -1e9).max(1)
    return drop(jnp.concatenate([mean, most], -1), 3) @ p["last"] + p["bias"]


def loss(p, x, mask, y, weight, key):
    z = read(p, x, mask, key)
    return (weight * (jnp.logaddexp(0, z) - (y * (1 - SMOOTH) + SMOOTH / 2) * z)).sum() / weight.sum()


@jax.jit
def step(p, moments, t, rate, batch, key):
    """AdamW."""
    slopes = jax.grad(loss)(p, *batch, key)
    first = jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, moments[0], slopes)
    second = jax.tree.map(lambda a, b: 0.98 * a + 0.02 * b * b, moments[1], slopes)
    change = lambda w, a, c: w - rate * ((a / (1 - 0.9**t)) / (jnp.sqrt(c / (1 - 0.98**t)) + 1e-8) + HOLD * w)
    return jax.tree.map(change, p, first, second), (first, second)


answer = jax.jit(lambda p, x, mask: read(p, x, mask))


class Fit:
    def __init__(self, states, risky, weights):
        self.states, self.risky, self.weights = states, risky.astype(np.float32), weights

    def batch(self, part, length, weights):
        depth = self.states[0].shape[1]
        x, mask = np.zeros((BATCH, length, depth), np.float32), np.zeros((BATCH, length), np.float32)
        mask[len(part) :, 0] = 1
        y, weight = np.zeros(BATCH, np.float32), np.zeros(BATCH, np.float32)
        for row, i in enumerate(part):
            n = len(self.states[i])
            x[row, :n], mask[row, :n], y[row], weight[row] = self.states[i], 1, self.risky[i], weights[i]
        return x, mask, y, weight

    def network(self, on, seed):
        share = self.risky[on].mean()
        weights = self.weights * np.where(self.risky == 1, 0.5 / share, 0.5 / (1 - share))
        rng, key = np.random.default_rng(seed), jax.random.PRNGKey(seed)
        p = begin(key, self.states[0].shape[1])
        moments, t = (jax.tree.map(jnp.zeros_like, p),) * 2, 0
        for _ in range(ROUNDS):
            batches = [(n, part) for n, places in by_length(rng.permutation(on), self.states, LENGTHS) for part in parts(places, BATCH)]
            rng.shuffle(batches)
            for length, part in batches:
                t += 1
                key, own = jax.random.split(key)
                rate = STEP * min(1, t / 40) * max(0.02, 1 - t / (ROUNDS * len(batches)))
                p, moments = step(p, moments, t, rate, self.batch(part, length, weights), own)
        return jax.tree.map(np.asarray, p)

    def networks(self, on):
        return [self.network(on, seed) for seed in range(NETWORKS)]

    def read(self, networks, places):
        scores = np.zeros(len(self.states))
        for length, group in by_length(places, self.states, LENGTHS):
            for part in parts(group, BATCH):
                x, mask, _, _ = self.batch(part, length, self.risky)
                scores[part] = sum(np.asarray(answer(p, x, mask))[: len(part)] for p in networks) / len(networks)
        return scores[places]


def packed(p):
    def matrix(m):
        scales = np.abs(m).max(0) / 127
        return scales.astype("<f4").tobytes() + np.round(m / scales).astype(np.int8).tobytes()

    return b"".join(
        matrix(p[name]) if name in ("into", "query", "key", "value", "output", "up", "down") else p[name].astype("<f4").tobytes()
        for name in ("into", "query", "key", "value", "output", "up", "upBias", "down", "distances", "last", "bias")
    )


def figures(flagged, risky):
    hit = (flagged & risky).sum()
    precision, recall = hit / max(1, flagged.sum()), hit / risky.sum()
    return f"F1 {2 * hit / max(1, flagged.sum() + risky.sum()):.3f} (P {precision:.2f} R {recall:.2f})"


def main():
    rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf8")]
    risky = np.array([row["risky"] for row in rows])
    authors = np.array([row["author"] for row in rows])
    fit = Fit(Encoder(sys.argv[2], LAYERS).states([row["tokens"] for row in rows], LENGTHS), risky, np.array([row["weight"] for row in rows]))
    if "--check" not in sys.argv:
        networks = fit.networks(np.arange(len(rows)))
        data = b"DWYR" + struct.pack("<4I", LAYERS, fit.states[0].shape[1], WIDTH, NETWORKS) + b"".join(map(packed, networks))
        with open(sys.argv[3], "wb") as file:
            file.write(data)
        print(f"{len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")
        return
    words = np.array([row["score"] for row in rows])
    ruled = np.array([row["ruled"] for row in rows])
    for author in sorted(set(authors[risky]) - {"own"}):
        out = np.where(authors == author)[0]
        read_ = fit.read(fit.networks(np.where(authors != author)[0]), out)
        print(author, len(out), "by meaning alone", figures(read_ >= 0, risky[out]))
        for share in SHARES:
            for ruled_at, alone in ((-1, -0.25), (-1, 0), (-1, 0.25), (-0.5, 0), (-0.5, 0.25), (-0.5, 0.5), (0, 0.5), (0.25, 0)):
                flagged = words[out] + share * read_ >= np.where(ruled[out], ruled_at, alone)
                print(f"  share {share} from {ruled_at} and {alone}: {figures(flagged, risky[out])}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
