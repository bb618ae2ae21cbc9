// What the time line of a motion shows: lanes by part of the body, and the movements in each.
import { at, times, type Limits, type Motion } from "./model.ts";

export const bodyParts: [string, RegExp][] = [
  ["head", /^Head/],
  ["left arm", /^L(Shoulder|Elbow|Wrist|Hand)/],
  ["right arm", /^R(Shoulder|Elbow|Wrist|Hand)/],
  ["left leg", /^L(Hip|Knee|Ankle)/],
  ["right leg", /^R(Hip|Knee|Ankle)/],
];

/** lanesOf returns the joints by part of the body, without empty parts. */
export function lanesOf(joints: string[]): [part: string, joints: string[]][] {
  const known = (j: string) => bodyParts.some(([, of]) => of.test(j));
  const all: [string, string[]][] = bodyParts.map(([part, of]) => [part, joints.filter((j) => of.test(j))]);
  return [...all, ["other", joints.filter((j) => !known(j))] as [string, string[]]].filter(([, list]) => list.length > 0);
}

/** Move is the movement of a joint in one slot. */
export interface Move {
  slot: number;
  from: number; // s
  to: number;
  begin: number; // rad
  end: number;
  linear: boolean;
  limp: boolean;
  share: number; // of the joint's greatest speed
}

/** movesOf returns the movements of a joint. Before its first one, the joint is at start. */
export function movesOf(m: Motion, joint: string, limits: Limits, start: number): Move[] {
  const begins = times(m);
  const out: Move[] = [];
  let now = start;
  let known = false; // a movement from an unknown or limp angle has no known speed
  m.slots.forEach((s, slot) => {
    const t = s.targets.get(joint);
    if (!t) return;
    const limp = t.stiffness === 0;
    const end = limp ? now : t.angle;
    const peak = (Math.abs(end - now) / s.duration) * (s.linear ? 1 : Math.PI / 2);
    out.push({ slot, from: begins[slot]!, to: begins[slot]! + s.duration, begin: now, end, linear: s.linear, limp, share: known && !limp ? peak / (limits.get(joint)?.velocity ?? Infinity) : 0 });
    now = end;
    known = !limp;
  });
  return out;
}

/** samples returns n + 1 times of a motion with a value for each, which f computes from the angles and the slot. */
export function samples<T>(m: Motion, n: number, start: (joint: string) => number, f: (angle: (joint: string) => number, slot: number) => T): [sec: number, value: T][] {
  const begins = times(m);
  const end = begins.at(-1)!;
  return Array.from({ length: n + 1 }, (_, i) => {
    const sec = (end * i) / n;
    const now = at(m, sec, start);
    const slot = Math.max(0, begins.findLastIndex((b) => b <= sec));
    return [sec, f((j) => now.get(j) ?? start(j), Math.min(slot, m.slots.length - 1))];
  });
}
