import assert from "node:assert/strict";
import test from "node:test";
import { plays, Recorder } from "./recorder.ts";

const read = (v: DataView) => v.getUint32(0);
const payload = (n: number, bytes = 4): DataView => {
  const v = new DataView(new ArrayBuffer(bytes));
  v.setUint32(0, n);
  return v;
};

test("a moment is the newest message of each topic until then", () => {
  const r = new Recorder();
  for (let n = 0; n < 1000; n++) {
    r.add("/nao1/robot_state", "RobotState", n * 0.012, payload(n), read);
    if (n % 5 === 0) r.add("/nao1/camera/top/image_raw/compressed", "Image", n * 0.012, payload(n), read);
  }
  for (let k = 0; k < 200; k++) {
    const n = (k * 7919) % 1000;
    const t = n * 0.012 + 0.005;
    assert.deepEqual(r.at("/nao1/robot_state", t).map((m) => m.message), [n]);
    assert.deepEqual(r.at("/nao1/camera/top/image_raw/compressed", t).map((m) => m.message), [n - (n % 5)]);
  }
  assert.deepEqual(r.at("/nao1/robot_state", -1), []);
  assert.equal(r.at("/nao1/robot_state")[0]!.message, 999);
});

test("of frames all parts of the last second come", () => {
  const r = new Recorder();
  for (let n = 0; n < 500; n++) r.add("/tf", "TFMessage", n * 0.01, payload(n), read);
  assert.deepEqual(r.at("/tf", 3).map((m) => m.message), Array.from({ length: 100 }, (_, i) => 201 + i));
});

test("what is too much is dropped, the oldest first, and says so", () => {
  const r = new Recorder(100_000);
  for (let n = 0; n < 20_000; n++) {
    r.add("/a/odom", "Odometry", n * 0.01, payload(n, 20), read);
    if (n % 10 === 0) r.add("/a/imu", "Imu", n * 0.01, payload(n, 50), read);
  }
  assert.ok(r.bytes <= 100_000);
  assert.ok(r.begin! > 150 && r.begin! < 190, String(r.begin));
  assert.deepEqual(r.at("/a/odom", r.begin! - 1), []);
  assert.equal(r.at("/a/odom", 199.99)[0]!.message, 19_999);
  r.add("/a/camera/top/image_raw", "Image", 200, payload(1, 50_000), read);
  assert.deepEqual(r.at("/a/camera/top/image_raw", 200), [], "a raw picture would push out all else");
});

test("after a clock that goes back, all is forgotten", () => {
  const r = new Recorder();
  r.add("/a/odom", "Odometry", 50, payload(1), read);
  r.add("/a/odom", "Odometry", 2, payload(2), read);
  assert.equal(r.at("/a/odom", 60)[0]!.message, 2);
});

test("what belongs to the robot's body and mind plays, and documents and logs do not", () => {
  for (const t of ["/tf", "/nao1/tf", "/nao1/ground_truth", "/nao1/camera/top/image_raw/compressed", "/nao1/color_blobs", "/nao1/world_model"]) assert.ok(plays(t), t);
  for (const t of ["/tf_static", "/nao1/robot_description", "studio/session", "/rosout", "/nao1/machine/deltas"]) assert.ok(!plays(t), t);
});
