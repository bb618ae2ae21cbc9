import { test } from "node:test";
import assert from "node:assert/strict";
import { McapWriter, TempBuffer } from "@mcap/core";
import { MessageWriter } from "@foxglove/rosmsg2-serialization";
import { parse } from "@foxglove/rosmsg";
import { definitions, reader } from "../wire/codec.ts";
import { Bag, Envelope, type BagMessage, type Decoder, ofBlob } from "./bag.ts";
import { unpackLZ4 } from "./lz4.ts";
import { Player } from "./player.ts";

const schema = "float64 data";
const decoder: Decoder = {
  define: async (s) => definitions(s),
  decode: async (s, data) => data.map((d) => reader("cdr", s)(new DataView(d.buffer, d.byteOffset, d.byteLength))),
};
const value = async (bag: Bag, m: BagMessage) => ((await bag.decode([m]))[0] as { data: number }).data;

// a bag of two topics at 10 Hz: a counts up, b counts down
async function written(seconds: number, offset = 0): Promise<Blob> {
  const buffer = new TempBuffer();
  const w = new McapWriter({ writable: buffer, chunkSize: 500 });
  await w.start({ profile: "ros2", library: "test" });
  const schemaId = await w.registerSchema({ name: "std_msgs/msg/Float64", encoding: "ros2msg", data: new TextEncoder().encode(schema) });
  const ids = [];
  for (const topic of ["/a", "/b", "/tf"]) ids.push(await w.registerChannel({ topic, schemaId, messageEncoding: "cdr", metadata: new Map() }));
  const cdr = new MessageWriter(parse(schema, { ros2: true }));
  for (let i = 0; i < seconds * 10; i++) {
    const logTime = 1_000_000_000n + BigInt(offset * 1e9) + BigInt(i) * 100_000_000n;
    for (const [k, id] of ids.entries()) {
      await w.addMessage({ channelId: id, sequence: i, logTime, publishTime: logTime, data: cdr.writeMessage({ data: k === 1 ? -i : i }) });
    }
  }
  await w.end();
  return new Blob([buffer.get() as Uint8Array<ArrayBuffer>]);
}

function output() {
  const log: [string, number][] = [];
  let ended = 0;
  const failures: Error[] = [];
  return {
    log, failures, get ended() { return ended; },
    out: {
      message: (topic: string, m: unknown) => log.push([topic, (m as { data: number }).data]),
      moment: () => {},
      ended: () => void ended++,
      failed: (e: Error) => failures.push(e),
    },
  };
}

test("a bag's topics, length and fields are read, over several files", async () => {
  const bag = await Bag.open([ofBlob("x_0.mcap", await written(2)), ofBlob("x_1.mcap", await written(2, 2))], decoder);
  assert.equal(bag.name, "x");
  assert.deepEqual(bag.topics.map((t) => [t.name, t.count]), [["/a", 40], ["/b", 40], ["/tf", 40]]);
  assert.ok(Math.abs(bag.length - 3.9) < 1e-9);
  const values: number[] = [];
  for await (const m of bag.messages(["/a"], 1.95, 2.15)) values.push(await value(bag, m));
  assert.deepEqual(values, [0, 1]);
  assert.equal(await value(bag, (await bag.last("/b", 1.05))!), -10);
  assert.deepEqual((await bag.definitions("/a"))[0]!.definitions[0]!.name, "data");
});

test("what is not a bag is refused with what to do", async () => {
  await assert.rejects(Bag.open([ofBlob("a.db3", new Blob([]))], decoder), /sqlite3 bag: convert it with ros2 bag convert/);
  await assert.rejects(Bag.open([ofBlob("a.mcap", new Blob(["nothing"]))], decoder), /gonao bag reindex/);
  const whole = await written(1);
  await assert.rejects(Bag.open([ofBlob("a.mcap", whole.slice(0, whole.size - 100))], decoder), /gonao bag reindex/);
});

test("playing hands out every message once, in order, at its speed", async () => {
  const o = output();
  const p = new Player(await Bag.open([ofBlob("x.mcap", await written(2))], decoder), ["/a"], o.out);
  p.playing = true;
  p.speed = 10;
  await p.advance(0.05);
  assert.deepEqual(o.log.map((l) => l[1]), [0, 1, 2, 3, 4, 5]);
  await p.advance(10);
  assert.equal(o.log.length, 20);
  assert.equal(o.ended, 1);
  assert.equal(p.playing, false);
  assert.deepEqual(o.failures, []);
});

test("a jump shows the newest of each topic, and all parts of the frames of the last second", async () => {
  const o = output();
  const p = new Player(await Bag.open([ofBlob("x.mcap", await written(3))], decoder), ["/a", "/b", "/tf"], o.out);
  await p.seek(2.05);
  assert.deepEqual(o.log.filter((l) => l[0] !== "/tf"), [["/a", 20], ["/b", -20]]);
  assert.equal(o.log.filter((l) => l[0] === "/tf").length, 10);
  p.playing = true;
  o.log.length = 0;
  await p.advance(0.1);
  assert.deepEqual(o.log.filter((l) => l[0] === "/a"), [["/a", 21]]);
  await p.seek(99);
  assert.equal(p.sec, 2.9);
});

test("an envelope of an hour is bounded and keeps spikes", () => {
  const e = new Envelope(0, 3600, 500);
  for (let i = 0; i < 300000; i++) e.add(i * 0.012, i === 123456 ? 99 : Math.sin(i));
  const [ts, vs] = e.line();
  assert.ok(ts.length <= 1000 && vs.includes(99));
});

test("LZ4 frames are unpacked, overlapping matches and plain blocks too, and broken ones refused", () => {
  const frame = (flags: number, ...blocks: number[][]) =>
    new Uint8Array([0x04, 0x22, 0x4d, 0x18, flags, 0x40, 0, ...blocks.flatMap((b) => [b.length & 255, 0, 0, b[0] === -1 ? 0x80 : 0, ...b.filter((x) => x >= 0)]), 0, 0, 0, 0]);
  // "abc" and a match of 9 bytes, 3 back; the last literals are "z"
  const packed = [0x35, 97, 98, 99, 3, 0, 0x10, 122];
  assert.equal(new TextDecoder().decode(unpackLZ4(frame(0x60, packed), 13)), "abcabcabcabcz");
  const plain = frame(0x60, [104, 105]);
  plain[10]! |= 0x80;
  assert.equal(new TextDecoder().decode(unpackLZ4(plain, 2)), "hi");
  assert.throws(() => unpackLZ4(frame(0x60, packed), 12), /lz4/);
  assert.throws(() => unpackLZ4(frame(0x60, [0x35, 97, 98, 99, 9, 0]), 13), /a match outside the data/);
  assert.throws(() => unpackLZ4(new Uint8Array([1, 2, 3]), 1), /not a frame/);
});
