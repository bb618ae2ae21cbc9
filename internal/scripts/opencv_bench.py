#!/usr/bin/env python3
"""Times OpenCV on the image of vision/segment's benchmarks, one thread, and compares: the peer of `make bench OF=lines`.

Arguments: the image (640x480 YUYV), and the output of vision/segment's benchmarks."""
import re
import sys
import time

import cv2
import numpy as np

cv2.setNumThreads(1)
image = np.fromfile(sys.argv[1], dtype=np.uint8).reshape(480, 640, 2)
RANGES = [((40, 60, 20), (85, 255, 255)), ((0, 0, 150), (180, 60, 255)), ((20, 100, 60), (35, 255, 255)), ((100, 100, 40), (125, 255, 255))]


def hsv():
    return cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_YUV2BGR_YUYV), cv2.COLOR_BGR2HSV)


def segment(ranges):
    converted = hsv()
    return [cv2.inRange(converted, low, high) for low, high in ranges]


def yuv(ranges):
    # This is the smallest amount of work that OpenCV can do for ranges of YUV: chroma is widened to one value per
    # pixel, and the color space is not converted.
    chroma = cv2.resize(image.reshape(480, 320, 4)[:, :, [1, 3]], (640, 480), interpolation=cv2.INTER_NEAREST)
    planes = cv2.merge([image[:, :, 0], chroma[:, :, 0], chroma[:, :, 1]])
    return [cv2.inRange(planes, low, high) for low, high in ranges]


def regions():
    return [cv2.connectedComponentsWithStats(mask, connectivity=4) for mask in segment(RANGES)]


def best(run, times):
    least = float("inf")
    for _ in range(times):
        begin = time.perf_counter()
        run()
        least = min(least, time.perf_counter() - begin)
    return 1e3 * least


ours = {}
if len(sys.argv) > 2:
    for name, ms in re.findall(r"Benchmark(\w+?)(?:-\d+)?\s.*?([\d.]+) least-ms", open(sys.argv[2], encoding="utf-8").read()):
        ours[name] = min(float(ms), ours.get(name, float("inf")))

print(f"OpenCV {cv2.__version__}, one thread; least of many runs, ms")
for name, work, times in [
    ("Masks", ("to BGR, to HSV, 4 inRange", lambda: segment(RANGES)), 200),
    ("Masks", ("the same with 2 inRange, as many as our masks", lambda: segment(RANGES[:2])), 200),
    ("Masks", ("2 inRange of Y, U and V, no space converted", lambda: yuv(RANGES[:2])), 200),
    ("Table", ("to BGR, to HSV, 4 inRange", lambda: segment(RANGES)), 200),
    ("Regions", ("the same and 4 connectedComponentsWithStats", regions), 40),
]:
    peer = best(work[1], times)
    mine = f"ours {name} {ours[name]:.3f}: {peer / ours[name]:.1f} times as fast" if name in ours else ""
    print(f"{work[0]}: {peer:.3f}; {mine}")
