// Governor limits how often and how finely a panel draws to what the computer can do. It measures the drawing time.
// If a frame costs more than half of its period, the rate is halved; if that is not enough, the quality is reduced.
// Both rise again after a while of cheap frames.

export interface Level {
  fps: number;
  quality: "full" | "plain"; // plain means half the resolution and no antialiasing
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
  private frames = 0; // frames since the last change of level
  private lastMs = -Infinity;
  private tookMs = 0; // drawing time of the last frame

  get current(): Level {
    return levels[this.level]!;
  }

  // due reports whether a frame may be drawn now, at a time in ms.
  due(nowMs: number): boolean {
    return this.wait(nowMs) <= 1;
  }

  // wait returns the time in ms until the next frame may be drawn. After a frame that took longer than its period,
  // it waits as long again.
  wait(nowMs: number): number {
    return this.lastMs + Math.max(1000 / this.current.fps, 2 * this.tookMs) - nowMs;
  }

  // drawn records when a frame began and how long it took. It reports whether the level has changed.
  drawn(nowMs: number, tookMs: number): boolean {
    this.lastMs = nowMs;
    this.tookMs = tookMs;
    this.frames++;
    this.average += (tookMs - this.average) / Math.min(this.frames, 10);
    const share = (this.average * this.current.fps) / 1000;
    if (share > 0.5 && this.frames >= 10 && this.level < levels.length - 1) return this.change(+1);
    const up = levels[this.level - 1];
    // Four times as many pixels may cost four times as much, so the level rises only with a wide margin, and
    // seldom.
    if (up && this.frames >= 150 && (this.average * up.fps * (up.quality === this.current.quality ? 1 : 4)) / 1000 < 0.3) return this.change(-1);
    return false;
  }

  private change(by: number): boolean {
    this.level += by;
    this.frames = 0;
    return true;
  }
}
