// Plays a bag: it delivers the messages of some topics when its clock passes them. After a jump it delivers the
// last message of each topic before that moment.
import type { Bag, BagMessage } from "./bag.ts";

export interface Output {
  message(topic: string, message: unknown, sec: number): void;
  moment(sec: number): void;
  ended(): void;
  failed(e: Error): void;
}

// Each message of these topics contains only a part of the whole. After a jump, all messages of the last second are
// delivered, not only the newest.
const partial = /(^|\/)tf(_static)?$/;

export class Player {
  sec = 0;
  speed = 1;
  playing = false;
  private source: AsyncGenerator<BagMessage> | undefined;
  private next: BagMessage | undefined;
  private busy = false;
  private jump = 0; // counts the jumps; what was read for an earlier jump is dropped

  constructor(private readonly bag: Bag, private topics: string[], private readonly out: Output) {}

  setTopics(topics: string[]): void {
    if (topics.join() === this.topics.join()) return;
    this.topics = topics;
    void this.seek(this.sec);
  }

  /** seek jumps to a moment and shows it. */
  async seek(to: number): Promise<void> {
    const mine = ++this.jump;
    this.sec = Math.min(Math.max(to, 0), this.bag.length);
    this.source = undefined;
    this.next = undefined;
    this.out.moment(this.sec);
    try {
      for (const topic of this.topics) {
        if (partial.test(topic)) {
          const from = topic.endsWith("_static") ? 0 : Math.max(0, this.sec - 1);
          const parts: BagMessage[] = [];
          for await (const m of this.bag.messages([topic], from, this.sec)) {
            if (mine !== this.jump) return;
            parts.push(m);
          }
          await this.hand(parts, mine);
          continue;
        }
        const m = await this.bag.last(topic, this.sec);
        if (m) await this.hand([m], mine);
      }
    } catch (e) {
      this.out.failed(e as Error);
    }
  }

  // hand decodes messages and delivers them, unless the clock has jumped in between.
  private async hand(list: BagMessage[], mine: number): Promise<void> {
    if (list.length === 0) return;
    const read = await this.bag.decode(list);
    if (mine !== this.jump) return;
    list.forEach((m, i) => read[i] !== undefined && this.out.message(m.topic, read[i], m.sec));
  }

  /** advance moves the clock by the time that has passed, in s, and delivers the messages that it passes. A call during
   * still reading is left out, so that a slow disk makes the bag slower and not the page. */
  async advance(passed: number): Promise<void> {
    if (!this.playing || this.busy) return;
    this.busy = true;
    const mine = this.jump;
    try {
      const to = Math.min(this.sec + passed * this.speed, this.bag.length);
      this.source ??= this.bag.messages(this.topics, this.sec);
      const passedBy: BagMessage[] = [];
      for (;;) {
        this.next ??= (await this.source.next()).value ?? undefined;
        if (mine !== this.jump) return;
        if (!this.next || this.next.sec > to) break;
        passedBy.push(this.next);
        this.next = undefined;
      }
      await this.hand(passedBy, mine);
      if (mine !== this.jump) return;
      this.sec = to;
      this.out.moment(to);
      if (to >= this.bag.length) {
        this.playing = false;
        this.out.ended();
      }
    } catch (e) {
      this.playing = false;
      this.out.failed(e as Error);
    } finally {
      this.busy = false;
    }
  }
}
