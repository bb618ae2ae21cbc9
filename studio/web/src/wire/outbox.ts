// What waits in the worker until the page has drawn the batch before: the page is sent one batch at a time, so that a slow
// or hidden page makes nobody's lag grow.

import type { Delivery } from "./messages.ts";

/** How many messages of a topic wait of which the page wants every one. */
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

  /** clear drops what waits. */
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
