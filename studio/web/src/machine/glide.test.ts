import assert from "node:assert/strict";
import test from "node:test";
import { between, glideMs } from "./glide.ts";

test("a box passes places between the old and the new one, and ends at the new one", () => {
  const from = { x: 10, y: 100 };
  const to = { x: 110, y: 50 };
  let last = from;
  for (const share of [0.1, 0.4, 0.7, 1, 1.2]) {
    const p = between(from, to, share);
    assert.ok(share > 1 ? p.x === last.x : p.x > last.x && p.y < last.y, `at ${share}`);
    last = p;
  }
  assert.deepEqual(last, to);
});

test("nothing glides for people who want no motion", () => {
  for (const matches of [true, false]) {
    (globalThis as { matchMedia?: unknown }).matchMedia = (q: string) => ({ matches: matches && q === "(prefers-reduced-motion: reduce)" });
    assert.equal(glideMs() === 0, matches);
  }
});
