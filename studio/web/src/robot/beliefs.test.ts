import { test } from "node:test";
import assert from "node:assert/strict";
import { Beliefs, pathLength, type WorldModel } from "./beliefs.ts";
import { yawOf } from "./pose.ts";
import { World } from "./world.ts";

const near = (a: readonly number[], b: readonly number[]) => assert.ok(a.length === b.length && a.every((v, i) => Math.abs(v - b[i]!) < 1e-6), `${a} is not ${b}`);
const estimate = {
  x: 1, y: 2, theta: Math.PI / 2, covariance: [0.04, 0, 0, 0.01, 0, 0.01], localized: true, fit: 0.9,
  hypotheses: [{ x: 1, y: 2, theta: 1.57, deviation: 0.1, weight: 0.8 }, { x: -1, y: -2, theta: -1.57, deviation: 0.1, weight: 0.2 }],
};
const model: WorldModel = {
  pose_theta: Math.PI / 2,
  ball: { known: true, vx: 0.5, vy: 0, covariance: [0.01, 0, 0.04], map_x: 1, map_y: 3 },
  team_ball_known: true, team_ball_x: 1, team_ball_y: 3,
  robots: [{ vx: 0, vy: 0, covariance: [0.01, 0, 0.01], map_x: 2, map_y: 2, team: 2, number: 4, fallen: false }],
};

function attacks(positive: boolean): Beliefs {
  const world = new World();
  world.addTransforms("/nao1/tf", [
    { header: { frame_id: "world" }, child_frame_id: "map", transform: { translation: { x: 0, y: 0, z: 0 }, rotation: positive ? { x: 0, y: 0, z: 0, w: 1 } : { x: 0, y: 0, z: 1, w: 0 } } },
  ]);
  const b = new Beliefs();
  b.placeMap(world, "/nao1");
  b.setEstimate(estimate, 10);
  b.setModel(model, 10);
  return b;
}

test("beliefs of a robot that attacks the goal at +x are where its map has them", () => {
  const b = attacks(true);
  near(b.pose()!.pose.p, [1, 2, 0]);
  assert.ok(Math.abs(b.pose()!.ellipse!.a - 0.2 * 2.4477) < 1e-6);
  near(b.ball()!.at, [1, 3]);
  near(b.ball()!.velocity, [0, 0.5]); // forward is +y of world
  assert.ok(Math.abs(Math.abs(b.ball()!.ellipse!.yaw) - Math.PI) < 1e-6, "the longer axis is across its way, along x of world");
  assert.equal(b.teamBall(), undefined, "its own ball counts");
  assert.deepEqual(b.robots().map((r) => [r.team, r.number]), [["opponent", 4]]);
  assert.equal(b.hypotheses().length, 1, "the best one is the belief");
  assert.match(b.words(), /knows its place \(fit 90 %\), ball 1\.0 m away, 0\.5 m\/s, 1 robot/);
});

test("beliefs of a robot that attacks the goal at -x are turned into world", () => {
  const b = attacks(false);
  near(b.pose()!.pose.p, [-1, -2, 0]);
  assert.ok(Math.abs(yawOf(b.pose()!.pose.q) + Math.PI / 2) < 1e-6);
  near(b.ball()!.at, [-1, -3]);
  near(b.ball()!.velocity, [0, -0.5]);
  near(b.robots()[0]!.at, [-2, -2]);
  near(b.hypotheses()[0]!.pose.p, [1, 2, 0]);
});

test("features lie where they would be if the belief were true, and are forgotten with the way", () => {
  const b = attacks(true);
  const seen = { points: [{ kind: 0, x: 1, y: 0 }, { kind: 5, x: 2, y: 0 }], lines: [{ from_x: 1, from_y: -1, to_x: 1, to_y: 1 }] };
  b.setFeatures(seen, 10);
  const poses = [[1, 2], [1, 3], [2, 3]].map(([x, y]) => ({ pose: { position: { x: x!, y: y!, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } } }));
  b.setPath({ poses }, 10);
  const { points, lines } = b.features();
  assert.deepEqual(points.map((p) => p.kind), ["L", "post"]);
  near(points[0]!.at, [1, 3]);
  near(lines[0]![0], [2, 3]);
  assert.equal(pathLength(b.way()), 2);
  b.setModel(model, 12);
  assert.equal(b.way().length, 0);
  assert.equal(b.features().lines.length, 0);
});

test("a ball that only teammates see is the team's", () => {
  const b = attacks(true);
  b.setModel({ ...model, ball: { ...model.ball, known: false } }, 11);
  assert.equal(b.ball(), undefined);
  near(b.teamBall()!, [1, 3]);
});
