import { test } from "node:test";
import assert from "node:assert/strict";
import { DOMParser } from "@xmldom/xmldom";
import type { Parse } from "./urdf.ts";
import { fromRPY, type MessagePose, type MessageTransform } from "./pose.ts";
import { markerType, words, World, type Marker } from "./world.ts";

const parse: Parse = (text) => new DOMParser().parseFromString(text, "text/xml") as unknown as Document;
const urdf = `<robot name="nao"><link name="base_link"/><link name="torso"/><link name="Neck"/>
<joint name="t" type="fixed"><parent link="base_link"/><child link="torso"/></joint>
<joint name="HeadYaw" type="revolute"><parent link="torso"/><child link="Neck"/><origin xyz="0 0 0.1265"/></joint></robot>`;

const pose = (x: number, y: number, z: number, yaw = 0): MessagePose => {
  const q = fromRPY([0, 0, yaw]);
  return { position: { x, y, z }, orientation: { x: q[0], y: q[1], z: q[2], w: q[3] } };
};
const tf = (parent: string, child: string, x: number): MessageTransform => ({
  header: { frame_id: parent },
  child_frame_id: child,
  transform: { translation: { x, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 } },
});
const truth = (names: string[], poses: MessagePose[]) => ({ header: { frame_id: "world" }, names, poses });

test("truth places a robot, odometry where there is none", () => {
  const w = new World();
  w.describe("/nao1", urdf, parse);
  const r = w.robot("/nao1");
  assert.equal(w.base(r), undefined);
  assert.match(words(w, r), /no topic reports/);
  w.addTransforms("/tf", [tf("odom", "base_link", 2), tf("base_link", "torso", 0), tf("torso", "Neck", 0.2)]);
  assert.deepEqual(w.base(r)!.p, [2, 0, 0]);
  assert.deepEqual(w.linkPose(r, "Neck").p, [0.2, 0, 0]);
  w.place("/nao1", truth(["torso", "CameraTop_optical_frame"], [pose(1, 2, 0.33, 1), pose(0, 0, 0)]));
  assert.deepEqual(w.base(r)!.p, [1, 2, 0.33]);
  assert.match(words(w, r), /nao1 at 1.00 m, 2.00 m, looking to 57°/);
});

test("links that move are placed although nobody has heard of the static ones", () => {
  const w = new World();
  w.describe("/nao1", urdf, parse);
  w.addTransforms("/tf", [tf("torso", "Neck", 0.2)]);
  assert.deepEqual(w.linkPose(w.robot("/nao1"), "Neck").p, [0.2, 0, 0]);
});

test("robots that share /tf are told apart by their prefix", () => {
  const w = new World();
  w.describe("/nao1", urdf, parse);
  w.describe("/nao2", urdf, parse);
  w.addTransforms("/tf", [tf("nao1/odom", "nao1/base_link", 1), tf("nao1/base_link", "nao1/torso", 0)]);
  w.addTransforms("/tf", [tf("nao2/odom", "nao2/base_link", 5), tf("nao2/base_link", "nao2/torso", 0)]);
  assert.equal(w.base(w.robot("/nao1"))!.p[0], 1);
  assert.equal(w.base(w.robot("/nao2"))!.p[0], 5);
  assert.deepEqual(w.linkPose(w.robot("/nao2"), "Neck").p, [0, 0, 0.1265]); // nobody reports it: as the URDF has it
});

test("balls have the looks of their markers and the places of the truth", () => {
  const w = new World();
  const marker: Marker = {
    ns: "balls/ball_green", type: markerType.sphere, pose: pose(1, 0, 0.6), scale: { x: 0.1, y: 0.1, z: 0.1 },
    color: { r: 0, g: 1, b: 0, a: 1 }, points: [],
  };
  w.place("/nao1", truth(["ball_green"], [pose(3, 0, 0.6)]));
  w.setMarkers([marker]);
  assert.deepEqual(w.balls.get("ball_green")!.pose.p, [3, 0, 0.6]);
  assert.deepEqual(w.balls.get("ball_green")!.color, [0, 1, 0, 1]);
});

test("what stands still draws nothing", () => {
  const w = new World();
  w.place("/nao1", truth(["torso", "ball"], [pose(1, 2, 0.33), pose(0, 0, 0)]));
  const before = w.revision;
  for (let i = 0; i < 100; i++) w.place("/nao1", truth(["torso", "ball"], [pose(1 + i * 1e-6, 2, 0.33), pose(0, 0, 0)]));
  assert.equal(w.revision, before);
  w.place("/nao1", truth(["torso"], [pose(1.01, 2, 0.33)]));
  assert.equal(w.revision, before + 1);
});

test("a description that is none is a problem in words, and a robot that goes away is forgotten", () => {
  const w = new World();
  w.describe("/nao1", "<sdf/>", parse);
  assert.match(w.robot("/nao1").problem!, /expected <robot>/);
  w.keep([]);
  assert.equal(w.robots.size, 0);
});
