import { test } from "node:test";
import assert from "node:assert/strict";
import { belief, beliefTopic, fit, gap, toPixel, toWorld, Trail } from "./fieldplan.ts";
import { fromRPY } from "./pose.ts";

test("the field fits its window, lying or upright, and pixels lead back", () => {
  for (const [w, h] of [[1040, 740], [370, 1040]] as const) {
    const p = fit([], w, h);
    for (const [x, y] of [[5.2, 3.7], [-5.2, -3.7], [1, 2]] as const) {
      const [px, py] = toPixel(p, x, y);
      assert.ok(px >= -0.01 && px <= w + 0.01 && py >= -0.01 && py <= h + 0.01);
      const back = toWorld(p, px, py);
      assert.ok(Math.hypot(back[0] - x, back[1] - y) < 1e-9);
    }
  }
  assert.equal(fit([], 370, 1040).turned, true);
});

test("a covariance is an ellipse along its axes", () => {
  const covariance = new Array(36).fill(0);
  covariance[0] = 0.04;
  covariance[7] = 0.01;
  const pose = { position: { x: 1, y: 2, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } };
  const e = belief({ pose: { pose, covariance } }).ellipse!;
  assert.ok(Math.abs(e.a - 0.2 * 2.4477) < 1e-9 && Math.abs(e.b - 0.1 * 2.4477) < 1e-9 && e.yaw === 0);
  assert.equal(belief({ pose: { pose, covariance: new Array(36).fill(0) } }).ellipse, undefined);
});

test("the gap is the distance, and the short way of the angles", () => {
  const g = gap({ p: [0, 0, 0], q: fromRPY([0, 0, 3]) }, { p: [3, 4, 9], q: fromRPY([0, 0, -3]) });
  assert.equal(g.m, 5);
  assert.ok(Math.abs(g.rad - (2 * Math.PI - 6)) < 1e-9);
});

test("a robot's belief is found by its type", () => {
  const type = "geometry_msgs/msg/PoseWithCovarianceStamped";
  assert.equal(beliefTopic("/nao1", { "/nao2/pose": type, "/nao1/odom": "nav_msgs/msg/Odometry" }), undefined);
  assert.equal(beliefTopic("/nao1", { "/nao1/initial": type, "/nao1/localization/pose": type }), "/nao1/localization/pose");
});

test("a trail is bounded, keeps still points out, and begins anew where the robot was carried", () => {
  const t = new Trail(10);
  for (let i = 0; i < 100; i++) t.add(i * 0.05, 0);
  assert.equal(t.points.length, 10);
  assert.equal(t.add(99 * 0.05, 0.001), false);
  t.add(-4, 0);
  assert.equal(t.points.length, 1);
});
