#!/usr/bin/env python3
"""Times OpenCV on the image of vision/segment's benchmarks, one thread: the peer of `make bench-vision`."""
import sys
import time

import cv2
import numpy as np

cv2.setNumThreads(1)
image = np.fromfile(sys.argv[1], dtype=np.uint8).reshape(480, 640, 2)
RANGES = [((40, 60, 20), (85, 255, 255)), ((0, 0, 150), (180, 60, 255)), ((20, 100, 60), (35, 255, 255)), ((100, 100, 40), (125, 255, 255))]


def segment():
    hsv = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_YUV2BGR_YUYV), cv2.COLOR_BGR2HSV)
    return [cv2.inRange(hsv, low, high) for low, high in RANGES]


def regions():
    return [cv2.connectedComponentsWithStats(mask, connectivity=4) for mask in segment()]


def best(run, times):
    least = float("inf")
    for _ in range(times):
        begin = time.perf_counter()
        run()
        least = min(least, time.perf_counter() - begin)
    return 1e3 * least


print(f"OpenCV {cv2.__version__}, one thread, best: segment {best(segment, 50):.3f} ms, segment and regions {best(regions, 20):.3f} ms")
