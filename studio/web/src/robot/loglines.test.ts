import { test } from "node:test";
import assert from "node:assert/strict";
import { filtered, levelName, Lines } from "./loglines.ts";

test("lines are bounded and filtered by level, node and words", () => {
  const l = new Lines(100);
  for (let i = 0; i < 1000; i++) l.add({ stamp: { sec: i, nanosec: 0 }, level: i % 2 ? 20 : 40, name: i % 3 ? "motion" : "vision", msg: `line ${i} of the Test` });
  assert.ok(l.all.length <= 125 && l.all.length >= 100);
  assert.equal(l.all.at(-1)!.text, "line 999 of the Test");
  const f = filtered(l.all, { level: 40, node: "vision", words: "test LINE" });
  assert.ok(f.length > 0 && f.every((x) => x.level === 40 && x.node === "vision"));
  assert.equal(filtered(l.all, { level: 0, node: "", words: "nothing" }).length, 0);
  assert.equal(filtered(l.all, { level: 0, node: "", words: "", until: 950 }).at(-1)!.text, "line 950 of the Test");
  assert.deepEqual([levelName(20), levelName(45), levelName(5)], ["info", "error", "debug"]);
});
