#!/usr/bin/env python3
"""Times OpenCV-dnn, one thread, with the weights of a ball net: the peer of vision/net's benchmark in make bench OF=vision."""
import json
import os
import struct
import sys
import tempfile
import time

import cv2
import numpy as np

cv2.setNumThreads(1)
first, header, weights = open(sys.argv[1], "rb").read().split(b"\n", 2)
assert first == b"gonao net 2", "expected a net of gonao"
shape = json.loads(header)["shape"]
upper = np.frombuffer(weights, dtype=np.uint8).reshape(-1, 3)  # of each float32 the upper three bytes
values = np.pad(upper, ((0, 0), (1, 0))).view("<f4").ravel()
width, channels = shape["width"], shape["channels"]
assert shape["height"] == width, "expected a square input"

# OpenCV reads Darknet's files. In them a dense layer is a convolution over its whole input.
cfg = [f"[net]\nwidth={width}\nheight={width}\nchannels={channels}\n"]
binary = [struct.pack("<iiiq", 0, 2, 0, 0)]
reference = []
for i, layer in enumerate(shape["layers"]):
    out, last = layer["out"], i == len(shape["layers"]) - 1
    side = 3 if layer["kind"] == "conv" else width
    terms = side * side * channels
    rows, bias, values = values[: terms * out], values[terms * out : (terms + 1) * out], values[(terms + 1) * out :]
    kernel = rows.reshape(side, side, channels, out).transpose(3, 2, 0, 1)
    pad = 1 if layer["kind"] == "conv" else 0
    cfg.append(f"[convolutional]\nfilters={out}\nsize={side}\nstride=1\npad=0\npadding={pad}\nactivation={'linear' if last else 'relu'}\n")
    binary += [bias.astype("<f4").tobytes(), np.ascontiguousarray(kernel, dtype="<f4").tobytes()]
    if layer.get("pool"):
        cfg.append("[maxpool]\nsize=2\nstride=2\npadding=0\n")
    reference.append((kernel, bias, pad, bool(layer.get("pool")), last))
    width = 1 if not pad else width // (2 if layer.get("pool") else 1)
    channels = out


def forward(x):
    """Returns the outputs by the definition of the layers."""
    for kernel, bias, pad, pool, last in reference:
        x = np.pad(x, ((0, 0), (pad, pad), (pad, pad)))
        side = kernel.shape[2]
        h, w = x.shape[1] - side + 1, x.shape[2] - side + 1
        y = sum(np.einsum("oc,chw->ohw", kernel[:, :, a, b], x[:, a : a + h, b : b + w]) for a in range(side) for b in range(side)) + bias[:, None, None]
        if not last:
            y = np.maximum(y, 0)
        x = y.reshape(y.shape[0], h // 2, 2, w // 2, 2).max(axis=(2, 4)) if pool else y
    return x.ravel()


with tempfile.TemporaryDirectory() as place:
    names = [os.path.join(place, n) for n in ("net.cfg", "net.weights")]
    open(names[0], "w").write("\n".join(cfg))
    open(names[1], "wb").write(b"".join(binary))
    net = cv2.dnn.readNetFromDarknet(*names)
x = np.random.default_rng(1).uniform(-1, 1, (1, shape["channels"], shape["height"], shape["width"])).astype("float32")
net.setInput(x)
off = np.abs(net.forward().ravel() - forward(x[0])).max()
assert off < 1e-3, f"OpenCV's outputs are off by {off}"
times = []
for _ in range(2000):
    start = time.perf_counter()
    net.setInput(x)
    net.forward()
    times.append(time.perf_counter() - start)
print(f"OpenCV {cv2.__version__} dnn, one window: best {min(times) * 1e6:.0f} us, median {sorted(times)[len(times) // 2] * 1e6:.0f} us; outputs within {off:.1e}")
