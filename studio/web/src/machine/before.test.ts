import assert from "node:assert/strict";
import { test } from "node:test";
import { covers, samples } from "./before.ts";

test("moments are asked for where a value changes", async () => {
  const asked: number[] = [];
  const jumps = [3.21, 3.6, 47.3];
  const all = await samples(0, 60, ["a"], async (time) => (asked.push(time), new Map([["a", jumps.filter((j) => j <= time).length], ["other", time]])), () => true);
  assert.ok(asked.length <= 80, String(asked.length));
  for (const [i, jump] of jumps.entries()) {
    const seen = all.find((s) => s.values.get("a") === i + 1)!.time;
    assert.ok(seen >= jump && seen - jump <= 60 / 400, `${jump}: ${seen}`);
  }
  assert.deepEqual(all.map((s) => s.time), all.map((s) => s.time).toSorted((a, b) => a - b));
});

test("moments that are no longer stored, and a change of mind, end it", async () => {
  assert.deepEqual(await samples(0, 60, ["a"], async () => undefined, () => true), []);
  let left = 5;
  assert.equal((await samples(0, 60, ["a"], async (t) => new Map([["a", t]]), () => left-- > 0)).length, 5);
});

test("courses cover a window that is not much shorter than theirs", () => {
  const a = { ns: "/nao1", generation: 1, part: 0, names: "a", from: 10, to: 60, window: 60 };
  assert.ok(covers(a, { ...a, from: 20 }));
  assert.ok(!covers(a, { ...a, from: 5 }));
  assert.ok(!covers(a, { ...a, from: 20, window: 10 }));
  assert.ok(!covers(a, { ...a, generation: 2 }));
});
