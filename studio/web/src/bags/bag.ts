// Reads a bag: MCAP files of ROS 2, piece by piece. It decodes only the messages that are shown.
import { McapIndexedReader } from "@mcap/core";
import { BlobReadable } from "@mcap/browser";
import { decompress as unpackZstd } from "fzstd";
import type { Definition } from "../robot/fields.ts";
import { unpackLZ4 } from "./lz4.ts";

export interface BagTopic {
  name: string;
  type: string;
  schema: string;
  count: number;
}

export interface BagMessage {
  topic: string;
  sec: number; // since the beginning of the bag
  data: Uint8Array;
}

// Source is a file of a bag.
export interface Source {
  name: string;
  readable: { size(): Promise<bigint>; read(offset: bigint, count: bigint): Promise<Uint8Array> };
}

/** ofBlob returns a file of this computer as a source. */
export const ofBlob = (name: string, blob: Blob): Source => ({ name, readable: new BlobReadable(blob) });

// Decoder reads schemas and messages. The page uses the socket worker as its decoder.
export interface Decoder {
  define(schema: string): Promise<Definition[]>;
  decode(schema: string, data: Uint8Array[]): Promise<unknown[]>;
}

const decompressHandlers = {
  zstd: (data: Uint8Array, size: bigint) => unpackZstd(data, new Uint8Array(Number(size))),
  lz4: (data: Uint8Array, size: bigint) => unpackLZ4(data, Number(size)),
};

const ns = (sec: number) => BigInt(Math.round(sec * 1e9));

export class Bag {
  readonly topics: BagTopic[];
  readonly begin: bigint; // ns since 1970
  readonly length: number; // s
  private readonly unreadable = new Set<string>(); // topics whose type cannot be read

  private constructor(readonly name: string, private readonly parts: McapIndexedReader[], private readonly decoder: Decoder) {
    const topics = new Map<string, BagTopic>();
    for (const part of parts) {
      for (const c of part.channelsById.values()) {
        const schema = part.schemasById.get(c.schemaId);
        const count = Number(part.statistics?.channelMessageCounts.get(c.id) ?? 0n);
        const had = topics.get(c.topic);
        if (had) had.count += count;
        else topics.set(c.topic, { name: c.topic, type: schema?.name ?? "", schema: schema ? new TextDecoder().decode(schema.data) : "", count });
      }
    }
    this.topics = [...topics.values()].sort((a, b) => a.name.localeCompare(b.name));
    const times = parts.map((p) => p.statistics).filter((s) => s && s.messageCount > 0n);
    this.begin = times.reduce((t, s) => (s!.messageStartTime < t ? s!.messageStartTime : t), times[0]?.messageStartTime ?? 0n);
    const end = times.reduce((t, s) => (s!.messageEndTime > t ? s!.messageEndTime : t), 0n);
    this.length = Number(end - this.begin) / 1e9;
  }

  /** open opens the files of one bag. Errors name the file and the remedy. */
  static async open(files: Source[], decoder: Decoder): Promise<Bag> {
    const parts: McapIndexedReader[] = [];
    for (const f of files) {
      if (f.name.endsWith(".db3")) throw new Error(`${f.name} is an sqlite3 bag: convert it with ros2 bag convert, see docs/bags.md`);
      try {
        const part = await McapIndexedReader.Initialize({ readable: f.readable, decompressHandlers, messageIndexCacheSizeBytes: 8 << 20 });
        if (!part.statistics) throw new Error("it contains no statistics");
        parts.push(part);
      } catch (e) {
        throw new Error(`${f.name} is not a whole MCAP file: ${(e as Error).message}; gonao bag reindex repairs a bag whose recorder was killed`);
      }
    }
    if (parts.length === 0) throw new Error("no .mcap file was chosen: a bag consists of one or more");
    const bag = new Bag(files[0]!.name.replace(/(_\d+)?\.mcap$/, ""), parts, decoder);
    if (bag.length < 0 || bag.topics.length === 0) throw new Error(`${files[0]!.name} contains no messages`);
    return bag;
  }

  topic(name: string): BagTopic | undefined {
    return this.topics.find((t) => t.name === name);
  }

  async definitions(name: string): Promise<Definition[]> {
    const t = this.topic(name);
    return t?.schema ? this.decoder.define(t.schema) : [];
  }

  /** decode returns messages, in the order of the list; undefined for those whose type cannot be read. */
  async decode(list: BagMessage[]): Promise<unknown[]> {
    const byTopic = new Map<string, number[]>();
    list.forEach((m, i) => byTopic.get(m.topic)?.push(i) ?? byTopic.set(m.topic, [i]));
    const out: unknown[] = new Array(list.length);
    await Promise.all(
      [...byTopic].map(async ([topic, at]) => {
        if (this.unreadable.has(topic)) return;
        try {
          const read = await this.decoder.decode(this.topic(topic)?.schema ?? "", at.map((i) => list[i]!.data));
          at.forEach((i, k) => (out[i] = read[k]));
        } catch {
          this.unreadable.add(topic);
        }
      }),
    );
    return out;
  }

  /** messages returns the messages of topics between two moments, in the order of time; reverse begins at the end. */
  async *messages(topics: readonly string[], from = 0, to = this.length, reverse = false): AsyncGenerator<BagMessage> {
    const [startTime, endTime] = [this.begin + ns(from), this.begin + ns(to)];
    const parts = this.parts.filter((p) => p.statistics!.messageEndTime >= startTime && p.statistics!.messageStartTime <= endTime);
    parts.sort((a, b) => (a.statistics!.messageStartTime < b.statistics!.messageStartTime ? -1 : 1));
    if (reverse) parts.reverse();
    for (const p of parts) {
      for await (const m of p.readMessages({ topics, startTime, endTime, reverse })) {
        yield { topic: p.channelsById.get(m.channelId)!.topic, sec: Number(m.logTime - this.begin) / 1e9, data: m.data };
      }
    }
  }

  /** last returns the last message of a topic before a moment. */
  async last(topic: string, at: number): Promise<BagMessage | undefined> {
    for await (const m of this.messages([topic], 0, at, true)) return m;
    return undefined;
  }
}

// Envelope keeps the lowest and the highest value of each time span. It plots an hour in bounded memory.
export class Envelope {
  private readonly low: Float64Array;
  private readonly high: Float64Array;

  constructor(readonly from: number, readonly to: number, readonly buckets = 2000) {
    this.low = new Float64Array(buckets).fill(NaN);
    this.high = new Float64Array(buckets).fill(NaN);
  }

  add(t: number, v: number): void {
    if (Number.isNaN(v)) return;
    const b = Math.min(this.buckets - 1, Math.max(0, Math.floor(((t - this.from) / (this.to - this.from || 1)) * this.buckets)));
    this.low[b] = Number.isNaN(this.low[b]!) ? v : Math.min(this.low[b]!, v);
    this.high[b] = Number.isNaN(this.high[b]!) ? v : Math.max(this.high[b]!, v);
  }

  /** line returns times and values for a plot; a bucket with two values has two points. */
  line(): [number[], number[]] {
    const [ts, vs]: [number[], number[]] = [[], []];
    const width = (this.to - this.from) / this.buckets;
    for (let b = 0; b < this.buckets; b++) {
      if (Number.isNaN(this.low[b]!)) continue;
      ts.push(this.from + b * width);
      vs.push(this.low[b]!);
      if (this.high[b] === this.low[b]) continue;
      ts.push(this.from + (b + 0.5) * width);
      vs.push(this.high[b]!);
    }
    return [ts, vs];
  }
}
