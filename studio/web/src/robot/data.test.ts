import { test } from "node:test";
import assert from "node:assert/strict";
import { parse } from "@foxglove/rosmsg";
import { asNumber, blank, plottable, reader } from "./fields.ts";
import { align, Series } from "./series.ts";
import { Governor } from "./governor.ts";

const truth = parse(
  `std_msgs/Header header
string[] names
geometry_msgs/Pose[] poses
float32[8] fsr
uint8 STANDING=1
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: geometry_msgs/Pose
geometry_msgs/Point position
================================================================================
MSG: geometry_msgs/Point
float64 x
float64 y
`,
  { ros2: true },
);

test("every number of a topic can be chosen, and no constant", () => {
  assert.deepEqual(
    plottable(truth).map((p) => [p.path, p.length]),
    [["header.stamp", undefined], ["poses[].position.x", undefined], ["poses[].position.y", undefined], ["fsr[]", 8]],
  );
});

test("a path is read, and what is not there is NaN", () => {
  const msg = { poses: [{ position: { x: 1 } }, { position: { x: 2 } }], ok: true, at: { sec: 2, nsec: 5e8 }, n: 7n };
  assert.equal(reader("poses[1].position.x")(msg), 2);
  assert.equal(reader("poses[].position.x")(msg), 1);
  assert.ok(Number.isNaN(reader("poses[9].position.x")(msg)));
  assert.equal(reader("ok")(msg), 1);
  assert.equal(reader("at")(msg), 2.5);
  assert.equal(asNumber(msg.n), 7);
  assert.throws(() => reader("poses[1"), /expected names and indexes/);
  assert.throws(() => reader("a..b"), /expected names and indexes/);
});

test("a form begins with a whole message", () => {
  assert.deepEqual(blank(truth), {
    header: { stamp: { sec: 0, nanosec: 0 }, frame_id: "" },
    names: [],
    poses: [],
    fsr: [0, 0, 0, 0, 0, 0, 0, 0],
  });
});

test("a series keeps the newest samples in a bounded ring", () => {
  const s = new Series(100);
  for (let i = 0; i < 250; i++) s.add(i, i * 2);
  assert.equal(s.length, 100);
  assert.deepEqual(s.window(0, 1000, 1000)[0].slice(0, 2), [150, 151]);
  assert.deepEqual(s.window(160, 162, 1000), [[160, 161, 162], [320, 322, 324]]);
  assert.equal(s.last(), 498);
  s.add(10, 1); // the clock was set back
  assert.equal(s.length, 1);
});

test("a thinned series still shows its spike", () => {
  const s = new Series(5000);
  for (let i = 0; i < 5000; i++) s.add(i, i === 3333 ? 100 : Math.sin(i));
  const [ts, vs] = s.window(0, 5000, 400);
  assert.ok(ts.length <= 400);
  assert.ok(vs.includes(100));
  assert.deepEqual([...ts].sort((a, b) => a - b), ts);
});

test("series of different times share an axis", () => {
  assert.deepEqual(align([[[1, 2], [10, 20]], [[2, 3], [5, 6]]]), [[1, 2, 3], [10, 20, null], [null, 5, 6]]);
});

test("slow drawing lowers the rate, then the quality, and fast drawing brings both back", () => {
  const g = new Governor();
  let now = 0;
  const run = (ms: number, frames: number) => {
    for (let i = 0; i < frames; i++) g.drawn((now += 100), ms);
  };
  run(5, 20);
  assert.deepEqual(g.current, { fps: 30, quality: "full" });
  run(30, 20);
  assert.deepEqual(g.current, { fps: 15, quality: "full" });
  run(60, 10);
  assert.equal(g.current.quality, "plain");
  run(90, 40);
  assert.equal(g.current.fps, 8);
  run(1, 1000);
  assert.deepEqual(g.current, { fps: 30, quality: "full" });
});

test("no frame is due before its period is over", () => {
  const g = new Governor();
  assert.ok(g.due(0));
  g.drawn(0, 1);
  assert.ok(!g.due(20));
  assert.ok(g.due(34));
});
