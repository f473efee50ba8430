"""
Rounds the weights of a sentence encoder to eight bits, one scale a row (see README.md beside this file).

    python quantise.py MODEL_FOLDER OUTPUT

MODEL_FOLDER holds `model.safetensors` and `vocab.txt`, or an ONNX file and its `*-tokenizer.json`. The same input gives the
same bytes.
"""

import gzip
import hashlib
import os
import struct
import sys

import numpy as np

from distil import load

MAGIC = b"DWYE"
VERSION = 1
# Texts are read up to this many tokens.
POSITIONS = 128


def rows(matrix):
    """A scale a row, and the row in steps of it."""
    scales = np.abs(matrix).max(1) / 127
    scales[scales == 0] = 1
    return scales.astype("<f4").tobytes() + np.round(matrix / scales[:, None]).astype(np.int8).tobytes()


def numbers(vector):
    return vector.astype("<f4").tobytes()


def read(folder):
    """The tensors by name, and the words in order, one a line."""
    if not os.path.exists(os.path.join(folder, "model.safetensors")):
        from onnx_weights import load_onnx

        tensors, words = load_onnx(folder)
        return tensors, "\n".join(words).encode()
    with open(os.path.join(folder, "vocab.txt"), "rb") as file:
        vocabulary = file.read().rstrip(b"\n")
    tensors = load(os.path.join(folder, "model.safetensors"))
    return {name.removeprefix("bert."): value for name, value in tensors.items()}, vocabulary


def parts(t, layers):
    """In the order in which the encoder reads them."""
    e = "embeddings."
    # What does not depend on the word: the type of token is always the first.
    yield rows(t[e + "word_embeddings.weight"])
    yield numbers(t[e + "position_embeddings.weight"][:POSITIONS] + t[e + "token_type_embeddings.weight"][0])
    yield numbers(t[e + "LayerNorm.weight"])
    yield numbers(t[e + "LayerNorm.bias"])
    for layer in range(layers):
        p = f"encoder.layer.{layer}."
        for name in ("attention.self.query", "attention.self.key", "attention.self.value"):
            yield rows(t[p + name + ".weight"])
            yield numbers(t[p + name + ".bias"])
        for name, norm in (("attention.output", True), ("intermediate", False), ("output", True)):
            yield rows(t[p + name + ".dense.weight"])
            yield numbers(t[p + name + ".dense.bias"])
            if norm:
                yield numbers(t[p + name + ".LayerNorm.weight"])
                yield numbers(t[p + name + ".LayerNorm.bias"])


def main():
    folder, output = sys.argv[1:]
    tensors, vocabulary = read(folder)
    count, width = tensors["embeddings.word_embeddings.weight"].shape
    layers = len([name for name in tensors if name.endswith("attention.self.query.weight")])
    head = MAGIC + struct.pack("<IIIIII", VERSION, count, width, POSITIONS, layers, len(vocabulary))
    body = b"".join(parts(tensors, layers))
    # Numbers of four bytes begin at multiples of four.
    data = head + vocabulary + b"\n" * (-(len(head) + len(vocabulary)) % 4) + body
    with open(output, "wb") as file:
        file.write(gzip.compress(data, 9, mtime=0))
    print(f"{len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
