import { test } from "node:test";
import assert from "node:assert/strict";
import { around, contains, formatColor, grow, inSpace, parseColor, rgbToHSV, shrink, yuvToRGB, type Triple } from "./table.ts";
import { classOf, count, frameOf, median, pixel, score, segment, tableOf, toRGBA, type Frame } from "./frame.ts";

function toYUV(r: number, g: number, b: number): Triple {
  return [0.299 * r + 0.587 * g + 0.114 * b, 128 - 0.168736 * r - 0.331264 * g + 0.5 * b, 128 + 0.5 * r - 0.418688 * g - 0.081312 * b];
}

// a frame of carpet with a red square in it
function scene(): Frame {
  const [w, h] = [32, 16];
  const data = new Uint8Array(w * h * 2);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x += 2) {
      const red = x >= 8 && x < 16 && y >= 4 && y < 12;
      const [Y, U, V] = red ? toYUV(200, 20, 20) : toYUV(60, 120, 60);
      data.set([Y, U, Y, V].map(Math.round), y * w * 2 + x * 2);
    }
  }
  return { width: w, height: h, step: w * 2, data };
}

test("a colour is read and written as the parameter has it", () => {
  for (const text of ["red: hsv 340..20 0.5..1 0.15..1", "ball: yuv 50..120 80..125 180..255", "c: rgb 1.5..2.5 0..255 0..255"]) {
    assert.equal(formatColor(parseColor(text)), text);
  }
  assert.throws(() => parseColor("red: lab 1..2 1..2 1..2"), /space "lab" is not hsv, rgb or yuv/);
  assert.throws(() => parseColor("red: hsv 1..2 1..2"), /expected "name: space/);
  assert.throws(() => parseColor("red: hsv 1-2 1..2 1..2"), /range "1-2"/);
});

test("pixels convert as package vision converts them", () => {
  assert.deepEqual(rgbToHSV(0, 0, 255).map(Math.round), [240, 1, 1]);
  assert.deepEqual(rgbToHSV(100, 100, 100).map((v) => +v.toFixed(3)), [0, 0, 0.392]);
  const [r, g, b] = yuvToRGB(...toYUV(255, 0, 0));
  assert.ok(Math.abs(r - 255) < 0.01 && g < 0.01 && b < 0.01);
});

test("a clicked pixel makes a colour that holds it, in every space, and red goes through 0", () => {
  for (const space of ["hsv", "rgb", "yuv"] as const) {
    const yuv = toYUV(200, 20, 25);
    const c = around("red", space, inSpace(space, ...yuv));
    assert.ok(contains(c, ...yuv), space);
    assert.doesNotThrow(() => parseColor(formatColor(c)));
  }
  const c = around("red", "hsv", [2, 0.9, 0.8]);
  assert.ok(c.low[0] > c.high[0]);
});

test("growing holds both pixels and takes the short way round the hues", () => {
  let c = around("red", "hsv", [350, 0.9, 0.5]);
  c = grow(c, [10, 0.5, 0.8]);
  assert.deepEqual([c.low[0], c.high[0]], [344, 16]);
  assert.ok(c.low[1] <= 0.5 && c.high[2] >= 0.8);
});

test("shrinking leaves the pixel outside by the cheapest bound, or refuses", () => {
  const c = parseColor("green: hsv 80..160 0.3..1 0.2..1");
  const out = shrink(c, [150, 0.35, 0.6])!;
  assert.deepEqual([out.low[0], out.high[2]], [80, 1]);
  assert.ok(out.high[0] < 150 || out.low[1] > 0.35);
  assert.equal(shrink(c, [10, 0.5, 0.5]), c); // it was outside before
  assert.equal(shrink(parseColor("g: rgb 100..116 100..116 100..116"), [108, 108, 108]), undefined);
});

test("a frame of another encoding or size is refused in words", () => {
  const f = scene();
  assert.throws(() => frameOf({ ...f, encoding: "rgb8" }), /the image is rgb8: expected yuv422_yuy2/);
  assert.throws(() => frameOf({ ...f, height: 100, encoding: "yuv422_yuy2" }), /has 1024 bytes in rows of 64/);
  assert.equal(frameOf({ ...f, encoding: "yuv422_yuy2" }).data.byteLength, f.data.byteLength);
});

test("clicking the square finds the square and nothing else", () => {
  const f = scene();
  const c = around("red", "hsv", inSpace("hsv", ...median(f, 10, 6)));
  const mask = new Uint8Array(f.width * f.height);
  assert.equal(segment(f, tableOf(c), mask), 64);
  assert.deepEqual(score(f, mask, { x: 8, y: 4, width: 8, height: 8 }), { found: 64, inside: 64, wrong: 0 });
  assert.deepEqual(score(f, mask, { x: 8, y: 4, width: 4, height: 8 }), { found: 64, inside: 32, wrong: 32 });
  for (const r of [undefined, { x: 8, y: 4, width: 8, height: 8 }, { x: 9, y: 5, width: 3, height: 2 }]) assert.deepEqual(count(f, tableOf(c), r), score(f, mask, r));
  const rgba = new Uint8ClampedArray(f.width * f.height * 4);
  toRGBA(f, rgba);
  assert.ok(rgba[(6 * 32 + 10) * 4]! > 190);
  assert.deepEqual(pixel(f, 11, 6), pixel(f, 10, 6));
});

test("a class of a table marks the pixels that it holds", () => {
  const f = scene();
  const [y, u, v] = pixel(f, 10, 6);
  const all = new Uint8Array(1 << 18); // entries Y/4, U/4, V/4
  all[(y >> 2) * 4096 + (u >> 2) * 64 + (v >> 2)] = 0b100;
  const mask = new Uint8Array(f.width * f.height);
  assert.equal(segment(f, classOf(all, 2), mask), 64);
  assert.equal(segment(f, classOf(all, 1), mask), 0);
});
