"""
Fits the last layers of the local model to read what happened in a sentence (see README.md beside this file).

    python read.py INPUTS MODEL LAYERS WEIGHTS

INPUTS is what `inputs.ts` writes, MODEL is model/all-minilm-l6-v2.bin.gz. Writes the layers, merged with what was fitted, to LAYERS
(model/events.bin), and for `fit-meaning.ts` what the vector of a sentence says of each class to WEIGHTS. A round takes about seven minutes
of two cores.
"""

import json
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "meaning"))
from encoder import Encoder, by_length, parts
from low_rank import adam, dropping, fitted_through, write
from low_rank import begin as begin_low

# Layers that stay as they are, those that are fitted, and how much the changes count.
FIRST, FITTED, SCALE = 3, 3, 1.0
ROUNDS, BATCH, STEP, DROP, HOLD = 3, 32, 1e-3, 0.1, 0.01
MAIN = 0.3
LENGTHS = (24, 32, 40, 56, 128)


def begin(key, layers, depth, classes):
    """The last output tells main events from others, which is not used but teaches."""
    low, last = jax.random.split(key)
    return {
        "low": begin_low(low, layers),
        "last": jax.random.normal(last, (2 * depth, classes + 1)) * 0.01,
        "bias": jnp.zeros(classes + 1),
    }


def read(fitted, layers, x, mask, own, key=None):
    drop = dropping(key, DROP)
    x = fitted_through(layers, fitted["low"], x, mask, drop, SCALE)
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
    slopes = jax.grad(loss)(fitted, layers, *batch, key)
    return adam(fitted, moments, t, rate, slopes, HOLD)


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


def write_weights(fitted, to):
    # The last output tells main events, and is left out.
    numbers = {"bias": fitted["bias"][:-1].tolist(), "vector": fitted["last"][:, :-1].tolist()}
    with open(to, "w", encoding="utf8") as file:
        json.dump(numbers, file)


def main():
    rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf8")]
    encoder = Encoder(sys.argv[2], FIRST + FITTED)
    layers = encoder.layers[FIRST:]
    encoder.layers = encoder.layers[:FIRST]
    states = encoder.states([row["lead"] + row["own"] for row in rows], LENGTHS)
    fitted = fit(rows, states, layers)
    write(layers, fitted["low"], SCALE, FIRST, encoder.depth, sys.argv[3])
    write_weights(fitted, sys.argv[4])


if __name__ == "__main__":
    main()
