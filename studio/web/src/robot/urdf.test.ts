import { test } from "node:test";
import assert from "node:assert/strict";
import { DOMParser } from "@xmldom/xmldom";
import { limits, readURDF, type Parse } from "./urdf.ts";

const parse: Parse = (text) => new DOMParser().parseFromString(text, "text/xml") as unknown as Document;

const nao = `<?xml version="1.0"?><robot name="nao">
<material name="white"><color rgba="0.9 0.9 0.9 1"/></material>
<link name="base_link"/><link name="torso">
 <visual><origin xyz="0 0 0.1" rpy="0 1.5 0"/><geometry><cylinder radius="0.03" length="0.14"/></geometry><material name="white"/></visual>
 <visual><geometry><mesh filename="package://a/b.dae" scale="1 1 2"/></geometry></visual>
</link><link name="Neck"/>
<joint name="t" type="fixed"><parent link="base_link"/><child link="torso"/></joint>
<joint name="HeadYaw" type="revolute"><parent link="torso"/><child link="Neck"/><origin xyz="0 0 0.1265" rpy="0 0 0"/>
 <axis xyz="0 0 1"/><limit lower="-2.0857" upper="2.0857" velocity="8.268" effort="2.15"/></joint>
</robot>`;

test("a robot's links, shapes, colours and limits are read", () => {
  const m = readURDF(nao, parse);
  assert.equal(m.root, "base_link");
  assert.deepEqual(m.links.get("torso")!.visuals, [
    { shape: { kind: "cylinder", radius: 0.03, length: 0.14 }, xyz: [0, 0, 0.1], rpy: [0, 1.5, 0], color: [0.9, 0.9, 0.9, 1] },
    { shape: { kind: "mesh", url: "package://a/b.dae", scale: [1, 1, 2] }, xyz: [0, 0, 0], rpy: [0, 0, 0], color: [0.6, 0.6, 0.6, 1] },
  ]);
  assert.deepEqual(limits(m).get("HeadYaw"), { lower: -2.0857, upper: 2.0857, velocity: 8.268 });
  assert.equal(limits(m).has("t"), false);
});

test("errors name what is wrong and what was expected", () => {
  const cases: [string, RegExp][] = [
    ["<sdf/>", /element <sdf>: expected <robot>/],
    [`<robot name="a"><link name="x"/><joint name="j"><parent link="x"/><child link="y"/></joint></robot>`, /joint "j": no link "y"/],
    [`<robot name="a"><link name="x"/><link name="y"/></robot>`, /2 links without a parent/],
    [`<robot name="a"><link name="x"><visual><geometry><box size="1 2"/></geometry></visual></link></robot>`, /link "x", size "1 2": expected 3 numbers/],
    [`<robot name="a"><link name="x"><visual><geometry><sphere/></geometry></visual></link></robot>`, /link "x", radius: expected a number/],
  ];
  for (const [text, want] of cases) assert.throws(() => readURDF(text, parse), want);
});
