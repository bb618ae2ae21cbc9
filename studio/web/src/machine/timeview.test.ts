import assert from "node:assert/strict";
import test from "node:test";
import { windowFrom, zoomed } from "./timeview.ts";

test("the window follows the present, shows a moment, and stays where a person has scrolled it", () => {
  assert.equal(windowFrom(0, undefined, 0, 100, 20), 80);
  assert.equal(windowFrom(80, 50, 0, 100, 20), 50);
  assert.equal(windowFrom(45, 50, 0, 100, 20), 45);
  assert.equal(windowFrom(80, 50, 0, 100, 20, 10), 10);
  assert.equal(windowFrom(80, undefined, 0, 100, 20, 95), 80, "no later than the newest time");
  assert.equal(windowFrom(80, undefined, 5, 100, 20, -3), 5, "no earlier than the first");
});

test("the wheel's steps undo each other, within limits", () => {
  assert.equal(zoomed(zoomed(60, 1), -1), 60);
  assert.equal(zoomed(2, -5), 2);
  assert.equal(zoomed(3600, 5), 3600);
});
