// Driving by hand: the robot gets a velocity only while a key or the pointer is held. Stopping does not depend on
// this code: the server stops the robot if the lease is not renewed.

export interface Velocity {
  x: number; // m/s forward
  y: number; // m/s to the left
  yaw: number; // rad/s to the left
}

export const still: Velocity = { x: 0, y: 0, yaw: 0 };
export const fastest: Velocity = { x: 0.2, y: 0.12, yaw: 0.8 };
export const renewMs = 100; // the lease is 0.5 s

/** keyWay returns the velocity for a key, or undefined if it is not a driving key. */
export function keyWay(key: string): Velocity | undefined {
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case "w": case "ArrowUp": return { x: 1, y: 0, yaw: 0 };
    case "s": case "ArrowDown": return { x: -1, y: 0, yaw: 0 };
    case "a": case "ArrowLeft": return { x: 0, y: 0, yaw: 1 };
    case "d": case "ArrowRight": return { x: 0, y: 0, yaw: -1 };
    case "q": return { x: 0, y: 1, yaw: 0 };
    case "e": return { x: 0, y: -1, yaw: 0 };
  }
  return undefined;
}

/** ofKeys returns the velocity for the held keys. share scales the largest velocity. */
export function ofKeys(held: Iterable<string>, share: number): Velocity {
  const sum = { ...still };
  for (const key of held) {
    const way = keyWay(key);
    if (!way) continue;
    sum.x += way.x;
    sum.y += way.y;
    sum.yaw += way.yaw;
  }
  const limit = (v: number, most: number) => Math.min(1, Math.max(-1, v)) * most * share || 0;
  return { x: limit(sum.x, fastest.x), y: limit(sum.y, fastest.y), yaw: limit(sum.yaw, fastest.yaw) };
}

/** ofPad returns the velocity for a pointer on the pad: up is forward, sideways turns. dx and dy are -1 to 1. */
export function ofPad(dx: number, dy: number, share: number): Velocity {
  const dead = (v: number) => (Math.abs(v) < 0.1 ? 0 : Math.min(1, Math.max(-1, v)));
  return { x: -dead(dy) * fastest.x * share || 0, y: 0, yaw: -dead(dx) * fastest.yaw * share || 0 };
}

export const moving = (v: Velocity) => v.x !== 0 || v.y !== 0 || v.yaw !== 0;

// Send sends a velocity to the robot. Tests replace it.
export interface Send {
  twist(v: Velocity): void;
  take(): void;
  release(): void;
}

// Deadman sends the velocity repeatedly while something is held, and stops the robot at once when nothing is. Its
// timer is passed in, so that tests need no clock.
export class Deadman {
  private timer: unknown;
  private now: Velocity = still;

  constructor(
    private readonly send: Send,
    private readonly every: (f: () => void, ms: number) => unknown = (f, ms) => setInterval(f, ms),
    private readonly clear: (t: unknown) => void = (t) => clearInterval(t as never),
  ) {}

  get velocity(): Velocity {
    return this.now;
  }

  set(v: Velocity): void {
    this.now = v;
    if (!moving(v)) return this.stop();
    if (this.timer === undefined) {
      this.send.take();
      this.timer = this.every(() => this.send.twist(this.now), renewMs);
    }
    this.send.twist(v);
  }

  stop(): void {
    this.now = still;
    if (this.timer === undefined) return;
    this.clear(this.timer);
    this.timer = undefined;
    this.send.twist(still);
    this.send.release();
  }
}
