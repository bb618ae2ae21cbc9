// Keeps the messages of a robot that the page has received, so that past moments can be shown: poses, beliefs,
// percepts and pictures. When there are too many, the oldest are dropped.

import type { Read } from "./codec.ts";

interface Kept { time: number; payload: DataView }
// from is the index of the oldest message that is kept.
interface Topic { type: string; read: Read; list: Kept[]; from: number }

const played = /(^|\/)(tf|ground_truth|odom|joint_states|robot_state|imu|pose_estimate|amcl_pose|world_model|field_features|plan|color_blobs|image_raw(\/compressed)?)$/;

/** plays reports whether a topic shows the past when the page does. */
export const plays = (topic: string): boolean => played.test(topic);

// Each message of /tf contains only a part of the tree, so all messages of the last second are needed.
const parts = /(^|\/)tf$/;
const partsSec = 1;

const nothing = new DataView(new ArrayBuffer(0));

export class Recorder {
  private topics = new Map<string, Topic>();
  private order: Topic[] = [];
  private first = 0;
  bytes = 0;
  begin?: number; // time of the oldest message, s, after some were dropped

  constructor(readonly limit = 64e6) {}

  /** add keeps a message. If the clock went back, everything is forgotten. Raw pictures are not kept, because they are too large. */
  add(topic: string, type: string, time: number, payload: DataView, read: Read): void {
    if (topic.endsWith("/image_raw")) return;
    let t = this.topics.get(topic);
    if (!t) this.topics.set(topic, (t = { type, read, list: [], from: 0 }));
    const last = t.list.at(-1);
    if (last && time < last.time - 1) {
      this.clear();
      return this.add(topic, type, time, payload, read);
    }
    Object.assign(t, { type, read });
    t.list.push({ time, payload });
    this.order.push(t);
    this.bytes += payload.byteLength;
    while (this.bytes > this.limit && this.first < this.order.length) this.drop();
  }

  private drop(): void {
    const t = this.order[this.first++]!;
    const old = t.list[t.from++]!;
    this.begin = old.time;
    this.bytes -= old.payload.byteLength;
    old.payload = nothing; // the list keeps its place until it is compacted
    if (t.from > 500 && t.from * 2 > t.list.length) {
      t.list.splice(0, t.from);
      t.from = 0;
    }
    if (this.first > 5000 && this.first * 2 > this.order.length) {
      this.order.splice(0, this.first);
      this.first = 0;
    }
  }

  clear(): void {
    this.topics.clear();
    this.order = [];
    this.first = 0;
    this.bytes = 0;
    this.begin = undefined;
  }

  /** at returns the messages of a topic for a moment: the newest until then or, by default, the newest of all. */
  at(topic: string, time = Infinity): { type: string; time: number; message: unknown }[] {
    const t = this.topics.get(topic);
    if (!t) return [];
    let lo = t.from;
    let hi = t.list.length;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (t.list[mid]!.time <= time) lo = mid + 1;
      else hi = mid;
    }
    let begin = lo - 1;
    if (begin < t.from) return [];
    if (parts.test(topic)) while (begin > t.from && t.list[begin - 1]!.time > t.list[lo - 1]!.time - partsSec) begin--;
    return t.list.slice(begin, lo).map((k) => ({ type: t.type, time: k.time, message: t.read(k.payload) }));
  }
}
