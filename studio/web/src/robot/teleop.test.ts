import { test } from "node:test";
import assert from "node:assert/strict";
import { Deadman, fastest, ofKeys, ofPad, still, type Velocity } from "./teleop.ts";
import { example } from "./skills.ts";
import { over, ownFirst, short } from "./actions.ts";

test("keys add up within the fastest, and opposite ones cancel", () => {
  assert.deepEqual(ofKeys(["w", "ArrowUp"], 1), { x: fastest.x, y: 0, yaw: 0 });
  assert.deepEqual(ofKeys(["w", "s", "a"], 0.5), { x: 0, y: 0, yaw: fastest.yaw / 2 });
  assert.deepEqual(ofKeys(["x"], 1), still);
});

test("the middle of the pad stands still, and it never goes beyond the fastest", () => {
  assert.deepEqual(ofPad(0.05, -0.05, 1), still);
  assert.deepEqual(ofPad(0, -9, 1), { x: fastest.x, y: 0, yaw: 0 });
});

test("a velocity is sent while something is held, and zero when it is let go", () => {
  const log: string[] = [];
  let tick: (() => void) | undefined;
  const d = new Deadman(
    { twist: (v: Velocity) => log.push(`twist ${v.x}`), take: () => log.push("take"), release: () => log.push("release") },
    (f) => ((tick = f), 1),
    () => (tick = undefined),
  );
  d.set(still);
  assert.deepEqual(log, []);
  d.set({ x: 0.1, y: 0, yaw: 0 });
  tick!();
  tick!();
  d.set({ x: 0.2, y: 0, yaw: 0 });
  d.set(still);
  assert.equal(tick, undefined);
  assert.deepEqual(log, ["take", "twist 0.1", "twist 0.1", "twist 0.1", "twist 0.2", "twist 0", "release"]);
  d.stop();
  assert.equal(log.length, 7);
});

test("calls and messages are shown shortly", () => {
  const s = { name: "goto", description: "", level: "skill", parameters: ["x: float", "y: float = 0.0"], offered: true, reason: "" };
  assert.equal(example(s), "goto{x=}");
  assert.equal(example({ ...s, parameters: [] }), "goto()");
  assert.equal(short({ a: 0, b: 1.23456, c: "", d: [1] }), "b 1.235, d [1]");
  assert.deepEqual(ownFirst(["/nao2/kick", "/say", "/nao1/walk_to", "/nao1/kick"], "/nao1"), ["/nao1/kick", "/nao1/walk_to", "/nao2/kick", "/say"]);
  assert.ok(over({ id: "1", action: "a", status: "aborted" }) && !over({ id: "1", action: "a", status: "executing" }));
});
