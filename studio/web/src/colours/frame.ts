// Handles raw frames in YUV 4:2:2, and the pixels of a colour in them. JPEG falsifies the chroma, so the colour
// table never uses it.
import { contains, yuvToRGB, type Color, type Triple } from "./table.ts";

// Frame is a raw image: y0 u y1 v for two pixels.
export interface Frame {
  width: number;
  height: number;
  step: number; // bytes per row
  data: Uint8Array;
}

// ImageMessage is sensor_msgs/Image.
export interface ImageMessage {
  width: number;
  height: number;
  step: number;
  encoding: string;
  data: Uint8Array;
}

const encodings = new Set(["yuv422_yuy2", "yuv422_yuyv", "yuyv", "yuy2"]);

// frameOf returns the frame of an image message. The frame has its own copy of the bytes.
export function frameOf(m: ImageMessage): Frame {
  if (!encodings.has(m.encoding.toLowerCase())) throw new Error(`the image is ${m.encoding}: expected yuv422_yuy2`);
  if (m.step < m.width * 2 || m.data.byteLength < m.step * m.height) {
    throw new Error(`the image of ${m.width}x${m.height} has ${m.data.byteLength} bytes in rows of ${m.step}`);
  }
  return { width: m.width, height: m.height, step: m.step, data: m.data.slice() };
}

// pixel returns Y, U and V at a place.
export function pixel(f: Frame, x: number, y: number): Triple {
  const at = y * f.step + (x & ~1) * 2;
  return [f.data[at + (x & 1) * 2]!, f.data[at + 1]!, f.data[at + 3]!];
}

// median returns the median of the pixels around a place, so that a click never chooses a pixel of noise.
export function median(f: Frame, x: number, y: number, radius = 1): Triple {
  const all: [number[], number[], number[]] = [[], [], []];
  for (let j = Math.max(0, y - radius); j <= Math.min(f.height - 1, y + radius); j++) {
    for (let i = Math.max(0, x - radius); i <= Math.min(f.width - 1, x + radius); i++) {
      pixel(f, i, j).forEach((v, k) => all[k]!.push(v));
    }
  }
  return all.map((vs) => vs.sort((a, b) => a - b)[vs.length >> 1]!) as Triple;
}

// toRGBA writes the frame as RGBA into out, which holds width × height × 4 bytes.
export function toRGBA(f: Frame, out: Uint8ClampedArray): void {
  for (let y = 0, o = 0; y < f.height; y++) {
    for (let x = 0; x < f.width; x++, o += 4) {
      const [r, g, b] = yuvToRGB(...pixel(f, x, y));
      out[o] = r;
      out[o + 1] = g;
      out[o + 2] = b;
      out[o + 3] = 255;
    }
  }
}

// tableOf returns the table of a colour. For each luma step of 8 and chroma step of 4 it contains whether the
// colour includes that step. Vision's filter uses the same steps. To segment is one look-up per pixel.
export function tableOf(c: Color): Uint8Array {
  const table = new Uint8Array(32 * 64 * 64);
  for (let y = 0; y < 32; y++) {
    for (let u = 0; u < 64; u++) {
      for (let v = 0; v < 64; v++) {
        if (contains(c, y * 8 + 3.5, u * 4 + 1.5, v * 4 + 1.5)) table[(y << 12) | (u << 6) | v] = 1;
      }
    }
  }
  return table;
}

// classOf returns one class of vision's table of 256 KB as a table of tableOf's form. A pixel belongs to the class
// if either of its two luma steps does.
export function classOf(all: Uint8Array, bit: number): Uint8Array {
  const of = (i: number) => (all[i]! | all[i + 4096]!) >> bit & 1;
  return Uint8Array.from({ length: 32 * 64 * 64 }, (_, i) => of(((i >> 12) << 13) | (i & 4095)));
}

// segment marks the pixels of a colour with 1 in out, which has width × height bytes, and returns their number.
export function segment(f: Frame, table: Uint8Array, out: Uint8Array): number {
  let count = 0;
  const { data, width, height, step } = f;
  for (let y = 0, o = 0; y < height; y++) {
    for (let at = y * step, end = at + width * 2; at < end; at += 4) {
      const uv = ((data[at + 1]! >> 2) << 6) | (data[at + 3]! >> 2);
      const a = table[((data[at]! >> 3) << 12) | uv]!;
      const b = table[((data[at + 2]! >> 3) << 12) | uv]!;
      out[o++] = a;
      out[o++] = b;
      count += a + b;
    }
  }
  return count;
}

// Region is the true place of an object in a frame: a rectangle in pixels that the person has drawn. Pixels found
// outside it are false positives.
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Score {
  found: number; // pixels of the colour
  inside: number; // number of them inside the region
  wrong: number; // number of them outside: false positives
}

export function score(f: Frame, mask: Uint8Array, region: Region | undefined): Score {
  let found = 0;
  let inside = 0;
  for (let y = 0, i = 0; y < f.height; y++) {
    for (let x = 0; x < f.width; x++, i++) {
      if (!mask[i]) continue;
      found++;
      if (region && x >= region.x && x < region.x + region.width && y >= region.y && y < region.y + region.height) inside++;
    }
  }
  return { found, inside, wrong: found - inside };
}

/** count returns the score of a colour in a frame, without a mask: with one look-up per pixel and without allocation. */
export function count(f: Frame, table: Uint8Array, region: Region | undefined): Score {
  const { data, width, height, step } = f;
  let found = 0;
  let inside = 0;
  for (let y = 0; y < height; y++) {
    const row = !!region && y >= region.y && y < region.y + region.height;
    for (let x = 0, at = y * step; x < width; x += 2, at += 4) {
      const uv = ((data[at + 1]! >> 2) << 6) | (data[at + 3]! >> 2);
      const a = table[((data[at]! >> 3) << 12) | uv]!;
      const b = table[((data[at + 2]! >> 3) << 12) | uv]!;
      if (a + b === 0) continue;
      found += a + b;
      if (row) inside += (x >= region.x && x < region.x + region.width ? a : 0) + (x + 1 >= region.x && x + 1 < region.x + region.width ? b : 0);
    }
  }
  return { found, inside, wrong: found - inside };
}

export const maxKept = 20; // frames; 614 kB each at 640×480
