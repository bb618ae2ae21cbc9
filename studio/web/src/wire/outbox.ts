// The messages that wait in the worker until the page has drawn the previous batch. The page gets one batch at a
// time, so that a slow or hidden page does not fall further and further behind.

import type { Delivery } from "./messages.ts";

/** everyLimit is the largest number of messages that wait for a topic of the kind "every". */
export const everyLimit = 1000;

export class Outbox {
  private newest = new Map<string, Delivery>();
  private every: Delivery[] = [];
  private counts = new Map<string, number>();
  dropped = 0;

  add(d: Delivery): void {
    if (d.kind !== "every") {
      const key = d.topic + (d.raw ? "#" : "");
      if (this.newest.has(key)) this.dropped++;
      this.newest.set(key, d);
      return;
    }
    const n = (this.counts.get(d.topic) ?? 0) + 1;
    this.every.push(d);
    if (n > everyLimit) {
      this.every.splice(this.every.findIndex((o) => o.topic === d.topic), 1);
      this.dropped++;
    } else this.counts.set(d.topic, n);
  }

  /** clear drops the waiting messages. */
  clear(): void {
    this.take();
  }

  get empty(): boolean {
    return this.newest.size === 0 && this.every.length === 0;
  }

  take(): Delivery[] {
    const all = [...this.every, ...this.newest.values()];
    this.newest.clear();
    this.every = [];
    this.counts.clear();
    return all;
  }
}
