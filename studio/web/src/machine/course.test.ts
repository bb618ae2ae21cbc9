import assert from "node:assert/strict";
import test from "node:test";
import { Course, most } from "./course.ts";

test("a lane shows the value that held at each time, and the range within the shown span", () => {
  const c = new Course();
  for (const [t, v] of [[0, 1], [1, 1], [2, 5], [3, NaN], [4, -2], [9, 100]]) c.add(t, v);
  assert.equal(c.at(-0.1), undefined);
  assert.deepEqual([0, 1.9, 2, 3.5, 4, 50].map((t) => c.at(t)), [1, 1, 5, 5, -2, 100]);
  assert.deepEqual(c.steps(1, 5), { points: [[1, 1], [2, 5], [4, -2]], low: -2, high: 5 });
  assert.deepEqual(c.steps(5, 6), { points: [[5, -2]], low: -2, high: -2 });
});

test("the newest changes of a value are kept", () => {
  const c = new Course();
  for (let i = 0; i < 3 * most; i++) c.add(i, i);
  assert.ok(c.times.length >= most && c.times.length <= 1.2 * most);
  assert.equal(c.at(1e9), 3 * most - 1);
});
