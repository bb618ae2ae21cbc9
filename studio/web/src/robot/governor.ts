// A Governor limits how often a panel draws, and how much, to what the machine can do. It measures the time that drawing
// takes: where a frame costs more than half of its period, the rate is halved; where that is not enough, quality goes
// down. Both come back after a while of cheap frames.

export interface Level {
  fps: number;
  quality: "full" | "plain"; // plain: half the resolution, no antialiasing
}

const levels: Level[] = [
  { fps: 30, quality: "full" },
  { fps: 15, quality: "full" },
  { fps: 15, quality: "plain" },
  { fps: 8, quality: "plain" },
];

export class Governor {
  private level = 0;
  private average = 0; // ms per frame
  private frames = 0; // since the last change of level
  private lastMs = -Infinity;
  private tookMs = 0; // of the last frame

  get current(): Level {
    return levels[this.level]!;
  }

  // due reports whether a frame may be drawn now, at a time in ms.
  due(nowMs: number): boolean {
    return this.wait(nowMs) <= 1;
  }

  // wait returns how long it is until the next frame may be drawn, in ms. A frame that took longer than its period is
  // followed by as long a pause.
  wait(nowMs: number): number {
    return this.lastMs + Math.max(1000 / this.current.fps, 2 * this.tookMs) - nowMs;
  }

  // drawn records a frame: when it began and how long it took. It reports whether the level has changed.
  drawn(nowMs: number, tookMs: number): boolean {
    this.lastMs = nowMs;
    this.tookMs = tookMs;
    this.frames++;
    this.average += (tookMs - this.average) / Math.min(this.frames, 10);
    const share = (this.average * this.current.fps) / 1000;
    if (share > 0.5 && this.frames >= 10 && this.level < levels.length - 1) return this.change(+1);
    const up = levels[this.level - 1];
    // Twice the pixels may cost four times as much: go up only with a wide margin, and seldom.
    if (up && this.frames >= 150 && (this.average * up.fps * (up.quality === this.current.quality ? 1 : 4)) / 1000 < 0.3) return this.change(-1);
    return false;
  }

  private change(by: number): boolean {
    this.level += by;
    this.frames = 0;
    return true;
  }
}
