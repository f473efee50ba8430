"""
Fits the last layers of the local model to mark the options of a decision (see README.md beside this file).

    python read.py INPUTS MODEL OPTIONS [HELD …]

INPUTS is what `inputs.ts` writes, MODEL is model/all-minilm-l6-v2.bin.gz. Writes the changes to the layers, and what the state of a word
says of each label, to OPTIONS (model/options.bin). Files named as HELD are left out of the fitting, and how well their
words are told is printed after each round.
"""

import json
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "meaning"))
from encoder import Encoder, by_length, parts
from low_rank import adam, dropping, fitted_through, write_low
from low_rank import begin as begin_low

# Layers that stay as they are, those that are fitted, labels, and what is known of a word besides.
FIRST, FITTED, LABELS, HINTS = 1, 5, 5, 14
ROUNDS, BATCH, STEP, DROP, HOLD = 10, 24, 3e-3, 0.15, 0.01
LENGTHS = (16, 24, 32, 48, 64, 128)


def begin(key, layers, depth):
    low, last = jax.random.split(key)
    return {
        "low": begin_low(low, layers),
        "last": jax.random.normal(last, (depth, LABELS)) * 0.01,
        "bias": jnp.zeros(LABELS),
        "hints": jnp.zeros((HINTS, LABELS)),
        "into": jnp.zeros((HINTS, depth)),
    }


def read(fitted, layers, x, mask, hints, key=None):
    drop = dropping(key, DROP)
    x = fitted_through(layers, fitted["low"], x + hints @ fitted["into"], mask, drop, 1.0)
    return drop(x, 100) @ fitted["last"] + fitted["bias"] + hints @ fitted["hints"]


def loss(fitted, layers, x, mask, hints, label, own, key):
    z = jax.nn.log_softmax(read(fitted, layers, x, mask, hints, key), -1)
    wrong = -jnp.take_along_axis(z, label[..., None], -1)[..., 0]
    return (own * wrong).sum() / jnp.maximum(own.sum(), 1)


@jax.jit
def step(fitted, moments, t, rate, layers, batch, key):
    return adam(fitted, moments, t, rate, jax.grad(loss)(fitted, layers, *batch, key), HOLD)


def batch(part, length, rows, states):
    x = np.zeros((BATCH, length, states[0].shape[1]), np.float32)
    mask, own = np.zeros((2, BATCH, length), np.float32)
    label = np.zeros((BATCH, length), np.int32)
    hints = np.zeros((BATCH, length, HINTS), np.float32)
    mask[len(part) :, 0] = 1
    for at, i in enumerate(part):
        n = len(states[i])
        x[at, :n], mask[at, :n] = states[i], 1
        own[at, rows[i]["firsts"]] = 1
        for first, known in zip(rows[i]["firsts"], rows[i]["hints"]):
            hints[at, first, known] = 1
        label[at, rows[i]["firsts"]] = rows[i]["labels"]
    return x, mask, hints, label, own


def fit(rows, states, layers, tell):
    rng, key = np.random.default_rng(0), jax.random.PRNGKey(0)
    fitted = begin(key, layers, states[0].shape[1])
    moments, t = (jax.tree.map(jnp.zeros_like, fitted),) * 2, 0
    for _ in range(ROUNDS):
        groups = by_length(rng.permutation(len(rows)), states, LENGTHS)
        batches = [(length, part) for length, places in groups for part in parts(places, BATCH)]
        rng.shuffle(batches)
        for length, part in batches:
            t += 1
            key, own = jax.random.split(key)
            rate = STEP * min(1, t / 50) * max(0.02, 1 - t / (ROUNDS * len(batches)))
            fitted, moments = step(fitted, moments, t, rate, layers, batch(part, length, rows, states), own)
        tell(fitted)
    return jax.tree.map(np.asarray, fitted)


def told(fitted, rows, states, layers):
    """How many words of options are told as such, of those labelled and of those told."""
    run = jax.jit(read)
    right = labelled = found = turned = 0
    for length, places in by_length(range(len(rows)), states, LENGTHS):
        for part in parts(places, BATCH):
            x, mask, hints, label, own = batch(part, length, rows, states)
            best = (np.asarray(run(fitted, layers, x, mask, hints)).argmax(-1) + 1) // 2
            label = (label + 1) // 2
            own = own > 0
            right += (own & (label > 0) & (best == label)).sum()
            turned += (own & (label > 0) & (best > 0) & (best != label)).sum()
            labelled += (own & (label > 0)).sum()
            found += (own & (best > 0)).sum()
    return f"{len(rows)} statements: F1 of words {2 * right / (labelled + found):.3f}, precision {right / found:.3f}, recall {right / labelled:.3f}, turned {turned / labelled:.3f}"


def main():
    inputs, model, to, *held = sys.argv[1:]
    rows = [json.loads(line) for line in open(inputs, encoding="utf8")]
    encoder = Encoder(model, FIRST + FITTED)
    layers = encoder.layers[FIRST:]
    encoder.layers = encoder.layers[:FIRST]
    states = encoder.states([row["tokens"] for row in rows], LENGTHS)
    own = [i for i, row in enumerate(rows) if row["set"] not in held]
    others = [i for i, row in enumerate(rows) if row["set"] in held]
    pick = lambda places, of: [of[i] for i in places]
    tell = lambda fitted: others and print(told(fitted, pick(others, rows), pick(others, states), layers), flush=True)
    fitted = fit(pick(own, rows), pick(own, states), layers, tell)
    write_low(fitted["low"], FIRST, encoder.depth, to)
    with open(to, "ab") as file:
        for part in ("last", "bias", "hints"):
            file.write(fitted[part].T.astype("<f4").tobytes())
        file.write(fitted["into"].astype("<f4").tobytes())


if __name__ == "__main__":
    main()
