"""The weights of a BERT in an ONNX file, under the names that safetensors of the same model have."""

import json
import os

import onnx
from onnx import numpy_helper


def load_onnx(folder):
    """FOLDER holds one `*.onnx` and one `*-tokenizer.json`. Returns the tensors by name, and the vocabulary in order."""
    model = onnx.load(one(folder, ".onnx"))
    constants = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
    tensors = {name: value for name, value in constants.items() if "::" not in name}
    for node in model.graph.node:
        # Products have lost the name of their matrix, which is kept the other way round, but not that of their place.
        if node.op_type == "MatMul" and node.input[1] in constants:
            name = ".".join(node.name.strip("/").split("/")[:-1])
            tensors[name + ".weight"] = constants[node.input[1]].T
    with open(one(folder, "-tokenizer.json"), encoding="utf8") as file:
        words = json.load(file)["model"]["vocab"]
    return tensors, sorted(words, key=words.get)


def one(folder, ending):
    found = [name for name in os.listdir(folder) if name.endswith(ending)]
    if len(found) != 1:
        raise SystemExit(f"{folder} must hold one file *{ending}, and has {len(found)}.")
    return os.path.join(folder, found[0])
