import assert from "node:assert/strict";
import { test } from "node:test";
import { callFrame, messageFrame, readBinary } from "./protocol.ts";
import { everyLimit, Outbox } from "./outbox.ts";
import type { Delivery, Kind } from "./messages.ts";
import { reader, writer } from "./codec.ts";

test("a message frame is read with its subscription, time and payload", () => {
  const data = new ArrayBuffer(16);
  const v = new DataView(data);
  v.setUint8(0, 1);
  v.setUint32(1, 7, true);
  v.setBigUint64(5, 1500000000n, true);
  v.setUint8(13, 42);
  const f = readBinary(data);
  assert.equal(f?.op, "message");
  if (f?.op !== "message") return;
  assert.equal(f.subscription, 7);
  assert.equal(f.time, 1500000000n);
  assert.equal(f.payload.getUint8(0), 42);
});

test("frames that are cut off or unknown are no frames", () => {
  for (const bytes of [[], [1], [1, 0, 0, 0, 0], [3, 0, 0, 0, 0], [9, 1, 2, 3], [3, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255]]) {
    assert.equal(readBinary(new Uint8Array(bytes).buffer), undefined);
  }
});

test("a call frame holds service, call, encoding and payload", () => {
  const f = new DataView(callFrame(3, 9, "json", new TextEncoder().encode("{}")).buffer);
  assert.equal(f.getUint8(0), 2);
  assert.equal(f.getUint32(1, true), 3);
  assert.equal(f.getUint32(5, true), 9);
  assert.equal(f.getUint32(9, true), 4);
  assert.equal(f.byteLength, 19);
  assert.equal(messageFrame(1, new Uint8Array([1, 2])).byteLength, 7);
});

const delivery = (topic: string, kind: Kind, message: unknown): Delivery => ({ topic, kind, raw: false, type: "", logTime: 0, message });

test("of a state topic the newest waits, of every topic all up to the limit", () => {
  const o = new Outbox();
  for (let i = 0; i < 5; i++) o.add(delivery("a", "state", i));
  for (let i = 0; i < everyLimit + 3; i++) o.add(delivery("log", "every", i));
  o.add(delivery("other", "every", "kept"));
  const all = o.take();
  assert.deepEqual(all.filter((d) => d.topic === "a").map((d) => d.message), [4]);
  const log = all.filter((d) => d.topic === "log");
  assert.equal(log.length, everyLimit);
  assert.equal(log[0].message, 3);
  assert.equal(all.filter((d) => d.topic === "other").length, 1);
  assert.ok(o.empty);
});

test("cdr comes back as it was written", () => {
  const schema = "string name\nfloat64[] values\nint64 n\n================\nMSG: a/B\nuint8 x\n";
  const bytes = writer("cdr", schema)({ name: "LKneePitch", values: [1, 2.5], n: 5n });
  const back = reader("cdr", schema)(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) as Record<string, unknown>;
  assert.equal(back.name, "LKneePitch");
  assert.deepEqual(Array.from(back.values as Float64Array), [1, 2.5]);
  assert.equal(back.n, 5n);
});
