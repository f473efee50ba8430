"""
Fits the last layers of the local model to read what happened in a sentence (see README.md beside this file).

    python read.py INPUTS MODEL LAYERS WEIGHTS

INPUTS is what `inputs.ts` writes, MODEL is model/all-minilm-l6-v2.bin.gz. Writes the layers, merged with what was fitted, to LAYERS
(model/events.bin), and for `fit-meaning.ts` what the vector of a sentence says of each class to WEIGHTS. A round takes about seven minutes
of two cores.
"""

import json
import struct
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "meaning"))
from encoder import Encoder, by_length, parts, through

# Layers that stay as they are, and those that are fitted by matrices of low rank (Hu et al., LoRA, 2021).
FIRST, FITTED, RANK, SCALE = 3, 3, 8, 0.5
ROUNDS, BATCH, STEP, DROP, HOLD = 3, 32, 1e-3, 0.1, 0.01
MAIN = 0.3
LENGTHS = (24, 32, 40, 56, 128)
NAMES = ("q", "k", "v", "o", "up", "down")


def begin(key, layers, depth, classes):
    """Nothing is changed at first. The last output tells main events from others, which is not used but teaches."""
    keys = iter(jax.random.split(key, len(layers) * len(NAMES) + 1))
    low = lambda w: (jax.random.normal(next(keys), (w.shape[0], RANK)) / np.sqrt(w.shape[0]), jnp.zeros((RANK, w.shape[1])))
    return {
        "low": [{name: low(p[name][0]) for name in NAMES} for p in layers],
        "last": jax.random.normal(next(keys), (2 * depth, classes + 1)) * 0.01,
        "bias": jnp.zeros(classes + 1),
    }


def read(fitted, layers, x, mask, own, key=None):
    def drop(z, i):
        if key is None:
            return z
        return z * jax.random.bernoulli(jax.random.fold_in(key, i), 1 - DROP, z.shape) / (1 - DROP)

    for at, (p, low) in enumerate(zip(layers, fitted["low"])):
        linear = lambda n, z, p=p, low=low: z @ p[n][0] + p[n][1] + SCALE * 16 / RANK * (z @ low[n][0]) @ low[n][1]
        x = through(p, x, mask, linear, lambda z, i, at=at: drop(z, 2 * at + i))
    some = jnp.maximum(own.sum(1, keepdims=True), 1)
    mean = (x * own[..., None]).sum(1) / some
    most = jnp.where(own[..., None] > 0, x, -1e9).max(1) * (own.sum(1, keepdims=True) > 0)
    return drop(jnp.concatenate([mean, most], -1), 100) @ fitted["last"] + fitted["bias"]


def loss(fitted, layers, x, mask, own, target, weight, main, judged, key):
    z = read(fitted, layers, x, mask, own, key)
    wrong = -(target * jax.nn.log_softmax(z[:, :-1])).sum(-1)
    unlike = jnp.logaddexp(0, z[:, -1]) - main * z[:, -1]
    return (weight * wrong).sum() / weight.sum() + MAIN * (judged * unlike).sum() / jnp.maximum(judged.sum(), 1)


@jax.jit
def step(fitted, moments, t, rate, layers, batch, key):
    """AdamW."""
    slopes = jax.grad(loss)(fitted, layers, *batch, key)
    first = jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, moments[0], slopes)
    second = jax.tree.map(lambda a, b: 0.98 * a + 0.02 * b * b, moments[1], slopes)
    change = lambda w, a, c: w - rate * ((a / (1 - 0.9**t)) / (jnp.sqrt(c / (1 - 0.98**t)) + 1e-8) + HOLD * w)
    return jax.tree.map(change, fitted, first, second), (first, second)


def batch(part, length, rows, states):
    x = np.zeros((BATCH, length, states[0].shape[1]), np.float32)
    mask, own = np.zeros((2, BATCH, length), np.float32)
    target = np.zeros((BATCH, len(rows[0]["target"])), np.float32)
    weight, main, judged = np.zeros((3, BATCH), np.float32)
    mask[len(part) :, 0] = 1
    for at, i in enumerate(part):
        row, n = rows[i], len(states[i])
        x[at, :n], mask[at, :n], own[at, len(row["lead"]) : n] = states[i], 1, 1
        target[at], weight[at] = row["target"], row["weight"]
        main[at], judged[at] = bool(row["main"]), row["main"] is not None
    return x, mask, own, target, weight, main, judged


def fit(rows, states, layers):
    rng, key = np.random.default_rng(0), jax.random.PRNGKey(0)
    fitted = begin(key, layers, states[0].shape[1], len(rows[0]["target"]))
    moments, t = (jax.tree.map(jnp.zeros_like, fitted),) * 2, 0
    for _ in range(ROUNDS):
        groups = by_length(rng.permutation(len(rows)), states, LENGTHS)
        batches = [(length, part) for length, places in groups for part in parts(places, BATCH)]
        rng.shuffle(batches)
        for length, part in batches:
            t += 1
            key, own = jax.random.split(key)
            rate = STEP * min(1, t / 60) * max(0.02, 1 - t / (ROUNDS * len(batches)))
            fitted, moments = step(fitted, moments, t, rate, layers, batch(part, length, rows, states), own)
    return jax.tree.map(np.asarray, fitted)


def merged(p, low):
    """A layer with what was fitted to it, in the bytes in which the model's file has layers."""

    def rows(matrix):
        scales = np.abs(matrix).max(1) / 127
        return scales.astype("<f4").tobytes() + np.round(matrix / scales[:, None]).astype(np.int8).tobytes()

    def linear(name):
        whole = p[name][0] + SCALE * 16 / RANK * low[name][0] @ low[name][1]
        return rows(whole.T) + p[name][1].tobytes()

    norm = lambda name: p[name][0].tobytes() + p[name][1].tobytes()
    return b"".join([*map(linear, "qkvo"), norm("n"), linear("up"), linear("down"), norm("m")])


def write(fitted, layers, depth, to, weights):
    with open(to, "wb") as file:
        file.write(b"DWYL" + struct.pack("<3I", FIRST, FITTED, depth))
        for p, low in zip(layers, fitted["low"]):
            file.write(merged(p, low))
    # The last output tells main events, and is left out.
    numbers = {"bias": fitted["bias"][:-1].tolist(), "vector": fitted["last"][:, :-1].tolist()}
    with open(weights, "w", encoding="utf8") as file:
        json.dump(numbers, file)


def main():
    rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf8")]
    encoder = Encoder(sys.argv[2], FIRST + FITTED)
    layers = encoder.layers[FIRST:]
    encoder.layers = encoder.layers[:FIRST]
    states = encoder.states([row["lead"] + row["own"] for row in rows], LENGTHS)
    write(fit(rows, states, layers), layers, encoder.depth, *sys.argv[3:])


if __name__ == "__main__":
    main()
