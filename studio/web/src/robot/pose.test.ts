import { test } from "node:test";
import assert from "node:assert/strict";
import { compose, Frames, fromAxis, fromRPY, inverse, yawOf, type MessageTransform, type Pose } from "./pose.ts";

function equal(a: number[], b: number[]) {
  assert.equal(a.length, b.length);
  a.forEach((v, i) => assert.ok(Math.abs(v - b[i]!) < 1e-9, `${a} is not ${b}`));
}

const tf = (parent: string, child: string, x: number, yaw = 0): MessageTransform => {
  const q = fromRPY([0, 0, yaw]);
  return {
    header: { frame_id: parent },
    child_frame_id: child,
    transform: { translation: { x, y: 0, z: 0 }, rotation: { x: q[0], y: q[1], z: q[2], w: q[3] } },
  };
};

test("a pose and its inverse make nothing", () => {
  const a: Pose = { p: [1, 2, 3], q: fromRPY([0.3, -0.2, 1.1]) };
  const one = compose(a, inverse(a));
  equal(one.p, [0, 0, 0]);
  equal(one.q, [0, 0, 0, 1]);
});

test("fixed-axis angles and axes agree", () => {
  equal(fromRPY([0, 0, 1]), fromAxis([0, 0, 2], 1));
  equal(fromRPY([1, 0, 0]), fromAxis([1, 0, 0], 1));
  assert.ok(Math.abs(yawOf(fromRPY([0, 0, -2])) + 2) < 1e-9);
});

test("frames are composed along their parents", () => {
  const f = new Frames();
  f.add([tf("odom", "base_link", 1, Math.PI / 2), tf("base_link", "torso", 2)]);
  equal(f.pose("torso", "odom")!.p, [1, 2, 0]);
  assert.equal(f.pose("torso", "map"), undefined);
});

test("only a visible change counts, and a loop ends", () => {
  const f = new Frames();
  f.add([tf("a", "b", 1)]);
  const before = f.revision;
  f.add([tf("a", "b", 1.0001)]);
  assert.equal(f.revision, before);
  f.add([tf("a", "b", 1.01)]);
  assert.equal(f.revision, before + 1);
  f.add([tf("b", "a", 1)]);
  assert.equal(f.pose("a", "world"), undefined);
});
