import { test } from "node:test";
import assert from "node:assert/strict";
import { DOMParser } from "@xmldom/xmldom";
import type { Parse } from "../robot/urdf.ts";
import { example } from "./example.ts";
import { at, faults, joints, mirror, mirrorJoint, readMotion, rows, skins, times, writeMotion, type Limits } from "./model.ts";
import { margin } from "./balance.ts";
import { lanesOf, movesOf, samples } from "./lanes.ts";
import { readURDF } from "../robot/urdf.ts";
import { begin, change, deleteSlot, insertSlot, moveSlot, posture, redo, setSlot, setTarget, undo } from "./edit.ts";

const parse: Parse = (text) => new DOMParser().parseFromString(text, "text/xml") as unknown as Document;
const degree = Math.PI / 180;

const wave = `<!-- waves -->
<motion name="wave" tolerance_deg="5" timeout="0.6" stiffness="0.8">
  <slot duration="0.45" wait="0.1">
    <joint name="RShoulderPitch" angle_deg="-60"/>
    <joint name="RHand" open="1" stiffness="0.3"/>
  </slot>
  <slot duration="0.5" trajectory="linear" wait_reached="false" tolerance_deg="2">
    <joint name="RShoulderPitch" angle_deg="20"/>
    <joint name="RElbowRoll" stiffness="0"/>
  </slot>
</motion>`;

const limits: Limits = new Map([
  ["RShoulderPitch", { lower: -2.0857, upper: 2.0857, velocity: 8.268 }],
  ["LShoulderPitch", { lower: -2.0857, upper: 2.0857, velocity: 8.268 }],
  ["LHand", { lower: 0, upper: 1, velocity: 8.33 }],
]);

test("a motion is read with what its joints inherit", () => {
  const m = readMotion(wave, parse);
  assert.deepEqual([m.name, m.tolerance, m.slots.length], ["wave", 5, 2]);
  assert.deepEqual(m.slots[0]!.targets.get("RHand"), { angle: 1, stiffness: 0.3 });
  assert.deepEqual(m.slots[0]!.targets.get("RShoulderPitch"), { angle: -60 * degree, stiffness: 0.8 });
  assert.equal(m.slots[1]!.linear && !m.slots[1]!.waitReached, true);
  assert.equal(m.slots[1]!.tolerance, 2);
  assert.deepEqual(times(m), [0, 0.55, 1.05]);
  assert.deepEqual(joints(m), ["RShoulderPitch", "RHand", "RElbowRoll"]);
});

test("what is written is read as the same motion", () => {
  const m = readMotion(wave, parse);
  assert.deepEqual(readMotion(writeMotion(m), parse), m);
});

test("errors name the element and what was expected", () => {
  const cases: [string, RegExp][] = [
    ["<slots/>", /<slots>: expected <motion>/],
    [`<motion name="a"><slot><joint name="HeadYaw" angle_deg="1"/></slot></motion>`, /<slot> has no duration/],
    [`<motion name="a"><slot duration="1"><joint name="HeadYaw"/></slot></motion>`, /<joint> has no angle_deg/],
    [`<motion name="a"><slot duration="x"/></motion>`, /duration "x": expected a number/],
    [`<motion name="a" trajectory="bent"/>`, /trajectory "bent": expected sine or linear/],
  ];
  for (const [text, want] of cases) assert.throws(() => readMotion(text, parse), want);
});

test("a target out of range, and a way too fast, are faults with the numbers", () => {
  let m = readMotion(wave, parse);
  assert.deepEqual(faults(m, limits), []);
  m = setTarget(m, 1, "RShoulderPitch", { angle: 3, stiffness: 1 });
  assert.match(faults(m, limits)[0]!.text, /RShoulderPitch 171.9°: expected -119.5° to 119.5°/);
  m = setSlot(setTarget(m, 1, "RShoulderPitch", { angle: 1, stiffness: 1 }), 1, { duration: 0.1 });
  assert.equal(faults(m, limits)[0]!.kind, "speed");
});

test("mirroring twice is the same motion", () => {
  const m = readMotion(wave, parse);
  const once = mirror(m, limits);
  assert.deepEqual(once.slots[0]!.targets.get("LShoulderPitch")!.angle, -60 * degree);
  assert.deepEqual(mirror(once, limits), m);
  assert.deepEqual(mirrorJoint("LElbowRoll"), ["RElbowRoll", -1]);
  assert.deepEqual(mirrorJoint("HeadYaw"), ["HeadYaw", -1]);
  assert.deepEqual(mirrorJoint("LHipYawPitch"), ["LHipYawPitch", 1]);
});

test("angles follow the sine between postures and stay during the rest", () => {
  const m = readMotion(wave, parse);
  const start = () => 0;
  assert.ok(Math.abs(at(m, 0.225, start).get("RShoulderPitch")! + 30 * degree) < 1e-9);
  assert.ok(Math.abs(at(m, 0.5, start).get("RShoulderPitch")! + 60 * degree) < 1e-9);
  assert.ok(Math.abs(at(m, 9, start).get("RShoulderPitch")! - 20 * degree) < 1e-9);
});

test("changes are undone and redone, and a drag is one step", () => {
  const m = readMotion(wave, parse);
  let h = begin(m);
  h = change(h, setSlot(m, 0, { duration: 1 }), "duration 0");
  h = change(h, setSlot(m, 0, { duration: 2 }), "duration 0");
  assert.equal(undo(h).now, m);
  assert.equal(redo(undo(h)).now.slots[0]!.duration, 2);
  assert.equal(undo(change(h, setSlot(h.now, 1, { duration: 3 }), "duration 1")).now.slots[0]!.duration, 2);
  assert.equal(undo(change(h, m)).now, h.now);
  assert.equal(setSlot(m, 0, { duration: 0 }).slots[0]!.duration, 0.012);
  assert.equal(m.slots[0]!.duration, 0.45);
  assert.equal(moveSlot(m, 0, 1).slots[1], m.slots[0]);
  assert.equal(deleteSlot(m, 0).slots.length, 1);
  const p = posture(new Map([["LHand", 1.2], ["RElbowRoll", 0.4]]), ["LHand", "LKneePitch"], limits);
  assert.deepEqual([...p], [["LHand", { angle: 1, stiffness: 1 }]]);
  assert.equal(insertSlot(m, 1, p).slots[1]!.targets, p);
});

test("the time line has a lane for each joint, with its movements and their share of the joint's speed", () => {
  const m = readMotion(wave, parse);
  assert.deepEqual(lanesOf(joints(m)), [["right arm", ["RShoulderPitch", "RHand", "RElbowRoll"]]]);
  const [first, second] = movesOf(m, "RShoulderPitch", limits, 0);
  assert.deepEqual([first!.from, first!.to, first!.begin, first!.share], [0, 0.45, 0, 0], "how fast it comes from where it was is not known");
  assert.equal(second!.from, 0.55);
  assert.ok(Math.abs(second!.share - (80 * degree) / 0.5 / 8.268) < 1e-9);
  assert.equal(movesOf(m, "RElbowRoll", limits, 0.2)[0]!.limp, true);
  assert.deepEqual(samples(m, 2, () => 0, (_, slot) => slot).map(([, s]) => s), [0, 0, 1]);
});

test("the centre of mass is inside the soles of an upright robot, and outside of one that leans", () => {
  const leg = (side: string, y: number) => `
    <link name="${side}_sole"/>
    <joint name="${side}_hip" type="revolute"><parent link="body"/><child link="${side}_sole"/><origin xyz="0 ${y} -0.3"/><axis xyz="0 1 0"/></joint>`;
  const model = readURDF(`<robot name="r"><link name="body"><inertial><origin xyz="0.01 0 0.1"/><mass value="5"/></inertial></link>${leg("l", 0.05)}${leg("r", -0.05)}</robot>`, parse);
  const both = margin(model, () => 0)!;
  assert.ok(both > 0.05 && both < 0.07, `${both}`);
  assert.ok(margin(model, () => 0, "left")! < 0, "one foot alone does not carry it");
  assert.ok(margin(model, () => 0.5)! < 0);
});

test("onion skins are the ends of the slots before and after a moment", () => {
  const m = readMotion(example, parse);
  const ends = [0.8, 1.15, 1.5, 2.3];
  const near = (got: [string, number][], before: number, after: number) => got.forEach(([, t], i) => assert.ok(Math.abs(t - [before, after][i]!) < 1e-9, String(got)));
  near(skins(m, 0), 0, ends[0]!);
  near(skins(m, 1), ends[0]!, ends[1]!);
  near(skins(m, ends[1]!), ends[0]!, ends[2]!);
  near(skins(m, 9), ends[3]!, ends[3]!);
});

test("the first table of a page is read", () => {
  assert.deepEqual(rows(["# x", "", "| | before | after |", "|-|-|-|", "| slot 1 | 0.2 s | 0.3 s |", "", "| other | 1 |", "|-|-|"]), [["slot 1", "0.2 s", "0.3 s"]]);
  assert.deepEqual(rows(["none"]), []);
});
