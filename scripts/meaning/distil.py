"""
Distils all-MiniLM-L6-v2 into a table of one vector a WordPiece token (see README.md beside this file).

    python distil.py MODEL_FOLDER OUTPUT [--dimensions 256] [--keep vectors.npy]

MODEL_FOLDER holds `model.safetensors` and `vocab.txt`. Only numpy is needed: the encoder is six layers of BERT.
"""

import argparse
import hashlib
import json
import os
import struct

# One thread, so that sums are taken in one order.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402

LAYERS, HEADS, WIDTH = 6, 12, 384
CLS, SEP = 101, 102


def load(path):
    with open(path, "rb") as file:
        size = struct.unpack("<Q", file.read(8))[0]
        head = json.loads(file.read(size))
        body = file.read()
    tensors = {}
    for name, about in head.items():
        if name == "__metadata__" or about["dtype"] != "F32":
            continue
        begin, end = about["data_offsets"]
        tensors[name] = np.frombuffer(body[begin:end], dtype=np.float32).reshape(about["shape"])
    return tensors


def erf(x):
    """Abramowitz and Stegun 7.1.26; its error of 1.5e-7 is that of float32."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    series = ((((1.061405429 * t - 1.453152027) * t) + 1.421413741) * t - 0.284496736) * t + 0.254829592
    return np.sign(x) * (1 - series * t * np.exp(-x * x))


class Encoder:
    def __init__(self, tensors):
        self.t = {name.removeprefix("bert."): value for name, value in tensors.items()}

    def linear(self, x, name):
        return x @ self.t[name + ".weight"].T + self.t[name + ".bias"]

    def norm(self, x, name):
        mean = x.mean(-1, keepdims=True)
        spread = ((x - mean) ** 2).mean(-1, keepdims=True)
        return (x - mean) / np.sqrt(spread + 1e-12) * self.t[name + ".weight"] + self.t[name + ".bias"]

    def __call__(self, ids):
        """The mean of the last layer for rows of equally many token ids, of which none is padding."""
        count, length = ids.shape
        e = "embeddings."
        x = (
            self.t[e + "word_embeddings.weight"][ids]
            + self.t[e + "position_embeddings.weight"][:length]
            + self.t[e + "token_type_embeddings.weight"][0]
        )
        x = self.norm(x, e + "LayerNorm")
        for i in range(LAYERS):
            p = f"encoder.layer.{i}."

            def heads(name):
                y = self.linear(x, p + "attention.self." + name)
                return y.reshape(count, length, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)

            q, k, v = heads("query"), heads("key"), heads("value")
            a = q @ k.transpose(0, 1, 3, 2) / np.sqrt(np.float32(WIDTH // HEADS))
            a = np.exp(a - a.max(-1, keepdims=True))
            a /= a.sum(-1, keepdims=True)
            y = (a @ v).transpose(0, 2, 1, 3).reshape(count, length, WIDTH)
            x = self.norm(x + self.linear(y, p + "attention.output.dense"), p + "attention.output.LayerNorm")
            h = self.linear(x, p + "intermediate.dense")
            h = h * 0.5 * (1 + erf(h / np.sqrt(np.float32(2)))).astype(np.float32)
            x = self.norm(x + self.linear(h, p + "output.dense"), p + "output.LayerNorm")
        return x.mean(1)


def reduced(vectors, dimensions):
    """The principal components, with signs fixed: each direction's largest coordinate is positive."""
    centred = vectors.astype(np.float64) - vectors.mean(0, dtype=np.float64)
    _, directions = np.linalg.eigh(centred.T @ centred / len(centred))
    directions = directions[:, ::-1][:, :dimensions]
    largest = directions[np.abs(directions).argmax(0), np.arange(dimensions)]
    return centred @ (directions * np.sign(largest))


def weights(count, smooth=1e-4):
    """
    Smooth inverse frequency (Arora, Liang and Ma, 2017). The vocabulary lists its words by frequency after about a
    thousand special tokens and characters; Zipf's law estimates a frequency from the place.
    """
    share = 1 / np.maximum(1, np.arange(count) - 998.0)
    return smooth / (smooth + share / share.sum())


def table(vectors, vocabulary):
    """Header, a scale a row, rows of int8, vocabulary; read by bench/meaning/table.ts."""
    scales = np.abs(vectors).max(1) / 127
    rows = np.round(vectors / np.where(scales == 0, 1, scales)[:, None]).astype(np.int8)
    head = struct.pack("<4sIII", b"DWYM", 1, *rows.shape)
    return head + scales.astype("<f4").tobytes() + rows.tobytes() + "\n".join(vocabulary).encode()


def main():
    args = argparse.ArgumentParser()
    args.add_argument("model")
    args.add_argument("output")
    args.add_argument("--dimensions", type=int, default=256)
    args.add_argument("--keep", help="keep the encoder's vectors in this .npy file, or reuse those kept there")
    given = args.parse_args()
    with open(os.path.join(given.model, "vocab.txt"), encoding="utf-8") as file:
        vocabulary = file.read().rstrip("\n").split("\n")
    if given.keep and os.path.exists(given.keep):
        vectors = np.load(given.keep)
    else:
        encode = Encoder(load(os.path.join(given.model, "model.safetensors")))
        blocks = range(0, len(vocabulary), 512)
        ends = [min(at + 512, len(vocabulary)) for at in blocks]
        vectors = np.concatenate(
            [encode(np.array([[CLS, i, SEP] for i in range(at, end)])) for at, end in zip(blocks, ends)]
        )
        if given.keep:
            np.save(given.keep, vectors)
    made = table(reduced(vectors, given.dimensions) * weights(len(vocabulary))[:, None], vocabulary)
    with open(given.output, "wb") as file:
        file.write(made)
    print(f"{len(vocabulary)} tokens, {len(made)} bytes, sha256 {hashlib.sha256(made).hexdigest()}")


if __name__ == "__main__":
    main()
