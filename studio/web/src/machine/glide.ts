// Boxes and the view glide to new places, so that a person can follow them.

import type { Point } from "./geometry.ts";

/** glideMs returns how long a movement takes; 0 for people who want none. */
export const glideMs = (): number => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 260);

/** between returns the place at a share of the time between two places: fast at first, then slower. */
export function between(from: Point, to: Point, share: number): Point {
  const f = 1 - (1 - Math.min(1, share)) ** 3;
  return { x: from.x + (to.x - from.x) * f, y: from.y + (to.y - from.y) * f };
}
