import { test } from "node:test";
import assert from "node:assert/strict";
import { place, push, serviceOf } from "./reach.ts";
import { fromRPY, type Pose } from "./pose.ts";

const services = { "/nao1/simulator/place": "x", "/nao2/simulator/place": "x" };
const pose: Pose = { p: [0, 0, 0.33], q: fromRPY([0, 0, 0.7]) };

test("a robot is moved by its own simulator service, a ball by the robot's one looks at", () => {
  assert.equal(serviceOf({ kind: "robot", ns: "/nao2" }, "place", "/nao1", services), "/nao2/simulator/place");
  assert.equal(serviceOf({ kind: "ball", name: "ball" }, "place", "/nao1", services), "/nao1/simulator/place");
  assert.equal(serviceOf({ kind: "ball", name: "ball" }, "push", "/nao1", services), undefined);
});

test("a moved robot keeps its posture and where it looks; a ball its height", () => {
  const r = place({ kind: "robot", ns: "/nao1" }, "s", [1, 2], pose).request as any;
  assert.deepEqual([r.object, r.posture, r.frame, r.position], ["robot", "keep", "world", { x: 1, y: 2, z: 0 }]);
  assert.ok(Math.abs(r.yaw - 0.7) < 1e-9);
  const b = place({ kind: "ball", name: "ball" }, "s", [1, 2], { ...pose, p: [0, 0, 0.05] }).request as any;
  assert.deepEqual([b.object, b.position.z], ["ball", 0.05]);
});

test("a push grows with the way and ends at what a thing stands", () => {
  const size = (r: { request: any }) => Math.hypot(r.request.impulse.x, r.request.impulse.y);
  const ball = { kind: "ball", name: "ball" } as const;
  assert.ok(Math.abs(size(push(ball, "s", [0, 0], [1, 0])) - 0.1) < 1e-9);
  assert.ok(Math.abs(size(push(ball, "s", [0, 0], [30, 40])) - 0.2) < 1e-9);
  assert.ok(Math.abs(size(push({ kind: "robot", ns: "/nao1" }, "s", [0, 0], [0, 9])) - 4) < 1e-9);
});
