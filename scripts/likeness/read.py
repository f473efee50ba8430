"""
Fits the last layers of the local model to tell decisions on the same question (see README.md beside this file).

    python read.py INPUTS MODEL LAYERS [VECTORS HELD …]

INPUTS is what `inputs.ts` writes, MODEL is model/all-minilm-l6-v2.bin.gz. Writes the layers, merged with what was fitted, to LAYERS
(model/decisions.bin). Sets named as HELD are left out of the fitting; their vectors go to VECTORS, for `fit-likeness.ts`. A round over twenty
sets takes about four minutes of one core.
"""

import json
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "meaning"))
from encoder import Encoder, by_length, parts
from low_rank import adam, begin, dropping, fitted_through, write

# Layers that stay as they are, those that are fitted, and how much the changes count.
FIRST, FITTED, SCALE = 3, 3, 1.0
ROUNDS, STEP, DROP, HOLD = 3, 1e-3, 0.1, 0.01
# The share of a query's judgments goes to decisions by the softmax of their cosines over this.
SOFTNESS = 0.05
# Queries and decisions of a batch; longer ones are cut in fitting.
ASKED, FOUND, LONGEST = 12, 84, 48
LENGTHS = (24, 32, 48, 64, 128)


def vectors_of(low, layers, x, mask, key=None):
    x = fitted_through(layers, low, x, mask, dropping(key, DROP), SCALE)
    mean = (x * mask[..., None]).sum(1) / jnp.maximum(mask.sum(1, keepdims=True), 1)
    return mean / jnp.linalg.norm(mean, axis=-1, keepdims=True)


def loss(low, layers, x, mask, gain, weight, key):
    vectors = vectors_of(low, layers, x, mask, key)
    alike = vectors[:ASKED] @ vectors[ASKED:].T / SOFTNESS
    alike = jnp.where(mask[ASKED:].sum(1)[None] > 1, alike, -1e9)
    wrong = -(gain * jnp.maximum(jax.nn.log_softmax(alike, -1), -50)).sum(-1)
    return (weight * wrong).sum() / weight.sum()


@jax.jit
def step(low, moments, t, rate, layers, batch, key):
    return adam(low, moments, t, rate, jax.grad(loss)(low, layers, *batch, key), HOLD)


def batches(rng, sets):
    """Some queries of one set, the decisions that are related to any of them, and others of the set."""
    found = []
    for one in sets:
        order = rng.permutation(len(one["queries"]))
        for part in parts(order, ASKED):
            if len(part) <= ASKED // 2:
                continue
            related = np.flatnonzero(one["gain"][part].sum(0))
            others = np.setdiff1d(rng.permutation(len(one["pool"])), related, assume_unique=True)
            found.append((one, part, [*related, *others][:FOUND]))
    rng.shuffle(found)
    return found


def batch(one, asked, found):
    x = np.zeros((ASKED + FOUND, LONGEST, one["pool"][0].shape[1]), np.float32)
    mask = np.zeros(x.shape[:2], np.float32)
    mask[:, 0] = 1
    gain, weight = np.zeros((ASKED, FOUND), np.float32), np.zeros(ASKED, np.float32)
    rows = [*enumerate(one["queries"][i] for i in asked), *((ASKED + k, one["pool"][i]) for k, i in enumerate(found))]
    for row, states in rows:
        n = min(len(states), LONGEST)
        x[row, :n], mask[row, :n] = states[:n], 1
    for row, i in enumerate(asked):
        own = one["gain"][i][found]
        if own.sum() > 0:
            gain[row, : len(found)], weight[row] = own / own.sum(), 1
    return x, mask, gain, weight


def fit(sets, layers):
    rng, key = np.random.default_rng(0), jax.random.PRNGKey(0)
    low = begin(key, layers)
    moments, t = (jax.tree.map(jnp.zeros_like, low),) * 2, 0
    total = ROUNDS * len(batches(np.random.default_rng(0), sets))
    for _ in range(ROUNDS):
        for one in batches(rng, sets):
            t += 1
            key, own = jax.random.split(key)
            rate = STEP * min(1, t / 20) * max(0.02, 1 - t / total)
            low, moments = step(low, moments, t, rate, layers, batch(*one), own)
    return jax.tree.map(np.asarray, low)


def vectors(low, layers, states):
    run = jax.jit(vectors_of)
    found = np.zeros((len(states), states[0].shape[1]), np.float32)
    for length, places in by_length(range(len(states)), states, LENGTHS):
        for part in parts(places, 64):
            x, mask = np.zeros((64, length, states[0].shape[1]), np.float32), np.zeros((64, length), np.float32)
            mask[len(part) :, 0] = 1
            for row, i in enumerate(part):
                n = len(states[i])
                x[row, :n], mask[row, :n] = states[i], 1
            found[part] = np.asarray(run(low, layers, x, mask))[: len(part)]
    return found.round(4).tolist()


def read(path, encoder):
    sets = [json.loads(line) for line in open(path, encoding="utf8")]
    for one in sets:
        at = {}
        for part in ("pool", "queries"):
            ids = list(one[part])
            at[part] = {name: i for i, name in enumerate(ids)}
            one[part + "_ids"], one[part] = ids, encoder.states(list(one[part].values()), LENGTHS)
        one["gain"] = np.zeros((len(one["queries"]), len(one["pool"])), np.float32)
        for judged in one["judgments"]:
            one["gain"][at["queries"][judged["query"]], at["pool"][judged["item"]]] = 2 ** judged["grade"] - 1
    return sets


def main():
    inputs, model, to, *more = sys.argv[1:]
    into, held = (more or [None])[0], more[1:]
    encoder = Encoder(model, FIRST + FITTED)
    layers = encoder.layers[FIRST:]
    encoder.layers = encoder.layers[:FIRST]
    sets = read(inputs, encoder)
    low = fit([one for one in sets if one["set"] not in held], layers)
    write(layers, low, SCALE, FIRST, encoder.depth, to)
    if into is not None:
        with open(into, "w", encoding="utf8") as file:
            for one in sets:
                if one["set"] in held:
                    for part in ("queries", "pool"):
                        for name, vector in zip(one[part + "_ids"], vectors(low, layers, one[part])):
                            file.write(json.dumps({"set": one["set"], "id": name, "vector": vector}) + "\n")


if __name__ == "__main__":
    main()
