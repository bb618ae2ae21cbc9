// Slot motions: postures with times, which motion/slot plays. The file is the project's XML. Inherited values are
// resolved when a file is read, and written in the short form again.
import { children, parseXML, type Parse } from "../robot/urdf.ts";

export interface Target {
  angle: number; // rad; for hands, 0 closed to 1 open
  stiffness: number; // 0 is limp, 1 is full
}

export interface Slot {
  duration: number; // s
  wait: number; // s of rest after it
  targets: Map<string, Target>;
  linear: boolean;
  waitReached: boolean;
  support?: string; // foot over which the robot balances, left or right; absent: none
  tolerance?: number; // degrees; absent: the motion's tolerance
  timeout?: number; // s
}

export interface Motion {
  name: string;
  lying: boolean;
  tolerance: number; // degrees
  timeout: number; // s
  slots: Slot[];
}

export interface Limit {
  lower: number;
  upper: number;
  velocity: number;
}
export type Limits = Map<string, Limit>;

export const minSec = 0.012; // one cycle of the body
const degree = Math.PI / 180;
export const isHand = (joint: string) => joint === "LHand" || joint === "RHand";

// shown returns a joint's angle in degrees, or 0 to 1 for a hand. of is its inverse.
export const shown = (joint: string, angle: number) => (isHand(joint) ? angle : angle / degree);
export const of = (joint: string, value: number) => (isHand(joint) ? value : value * degree);

function number(e: Element, name: string, otherwise: number | undefined): number {
  const text = e.getAttribute(name);
  if (text === null || text === "") {
    if (otherwise === undefined) throw new Error(`<${e.tagName}> has no ${name}`);
    return otherwise;
  }
  const v = Number(text);
  if (!Number.isFinite(v)) throw new Error(`<${e.tagName}> ${name} "${text}": expected a number`);
  return v;
}

function word(e: Element, name: string, otherwise: boolean, no: string, yes: string): boolean {
  const text = e.getAttribute(name);
  if (!text) return otherwise;
  if (text !== no && text !== yes) throw new Error(`${name} "${text}": expected ${no} or ${yes}`);
  return text === yes;
}

function readTarget(e: Element, stiffness: number): [string, Target] {
  const joint = e.getAttribute("name") || "";
  const own = number(e, "stiffness", stiffness);
  const attribute = isHand(joint) ? "open" : "angle_deg";
  const value = number(e, attribute, own === 0 ? 0 : undefined);
  return [joint, { angle: of(joint, value), stiffness: own }];
}

// readMotion parses a motion file. Errors name the element and what was expected. Angles outside their ranges are
// not an error here: the page shows them in red, and motion refuses to play them.
export function readMotion(text: string, parse: Parse = parseXML): Motion {
  const root = parse(text).documentElement;
  if (root?.tagName !== "motion") throw new Error(`<${root?.tagName ?? "nothing"}>: expected <motion>`);
  const usual = {
    linear: word(root, "trajectory", false, "sine", "linear"),
    waitReached: word(root, "wait_reached", true, "false", "true"),
    stiffness: number(root, "stiffness", 1),
  };
  const motion: Motion = {
    name: root.getAttribute("name") ?? "",
    lying: word(root, "lying", false, "false", "true"),
    tolerance: number(root, "tolerance_deg", 4),
    timeout: number(root, "timeout", 0.6),
    slots: [],
  };
  for (const e of children(root, "slot")) {
    const stiffness = number(e, "stiffness", usual.stiffness);
    const slot: Slot = {
      duration: number(e, "duration", undefined),
      wait: number(e, "wait", 0),
      linear: word(e, "trajectory", usual.linear, "sine", "linear"),
      waitReached: word(e, "wait_reached", usual.waitReached, "false", "true"),
      targets: new Map(),
    };
    const support = e.getAttribute("support") ?? root.getAttribute("support");
    if (support && support !== "none") slot.support = support;
    if (e.getAttribute("tolerance_deg")) slot.tolerance = number(e, "tolerance_deg", undefined);
    if (e.getAttribute("timeout")) slot.timeout = number(e, "timeout", undefined);
    for (const j of children(e, "joint")) {
      const [joint, target] = readTarget(j, stiffness);
      if (slot.targets.has(joint)) throw new Error(`slot ${motion.slots.length + 1}: it contains the joint ${joint} twice`);
      slot.targets.set(joint, target);
    }
    motion.slots.push(slot);
  }
  return motion;
}

const text = (v: number) => {
  const s = v.toFixed(4).replace(/\.?0+$/, "");
  return s === "-0" ? "0" : s;
};
const escape = (s: string) => s.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

// writeMotion returns a motion as a file, which readMotion and motion/slot can read.
export function writeMotion(m: Motion): string {
  const stiff = m.slots.flatMap((s) => [...s.targets.values()]).find((t) => t.stiffness > 0)?.stiffness ?? 1;
  const allLinear = m.slots.length > 0 && m.slots.every((s) => s.linear);
  const noneWait = m.slots.length > 0 && m.slots.every((s) => !s.waitReached);
  let out = `<motion name="${escape(m.name)}"`;
  if (m.lying) out += ` lying="true"`;
  out += ` tolerance_deg="${text(m.tolerance)}" timeout="${text(m.timeout)}"`;
  if (allLinear) out += ` trajectory="linear"`;
  if (noneWait) out += ` wait_reached="false"`;
  if (stiff !== 1) out += ` stiffness="${text(stiff)}"`;
  out += ">\n";
  for (const s of m.slots) {
    out += `  <slot duration="${text(s.duration)}"`;
    if (s.wait > 0) out += ` wait="${text(s.wait)}"`;
    if (s.tolerance !== undefined && s.tolerance !== m.tolerance) out += ` tolerance_deg="${text(s.tolerance)}"`;
    if (s.timeout !== undefined && s.timeout !== m.timeout) out += ` timeout="${text(s.timeout)}"`;
    if (s.support) out += ` support="${escape(s.support)}"`;
    if (s.linear !== allLinear) out += ` trajectory="${s.linear ? "linear" : "sine"}"`;
    if (s.waitReached === noneWait) out += ` wait_reached="${s.waitReached}"`;
    out += ">\n";
    for (const [joint, t] of s.targets) {
      out += `    <joint name="${joint}" ${isHand(joint) ? "open" : "angle_deg"}="${text(shown(joint, t.angle))}"`;
      if (t.stiffness !== stiff) out += ` stiffness="${text(t.stiffness)}"`;
      out += "/>\n";
    }
    out += "  </slot>\n";
  }
  return out + "</motion>\n";
}

// times returns the time at which each slot begins, and the end of the motion, in s.
export function times(m: Motion): number[] {
  const out = [0];
  for (const s of m.slots) out.push(out[out.length - 1]! + s.duration + s.wait);
  return out;
}

export function joints(m: Motion): string[] {
  return [...new Set(m.slots.flatMap((s) => [...s.targets.keys()]))];
}

// Fault is a reason why motion would refuse a target.
export interface Fault {
  slot: number;
  joint: string;
  kind: "range" | "speed";
  text: string;
}

const peak = (s: Slot) => (s.linear ? 1 : Math.PI / 2);

// faults returns the targets that motion would refuse: angles out of range, and movements that are too fast for
// their joint. It uses the rules of motion/slot, with 1e-3 rad and 0.1 % for rounding in files.
export function faults(m: Motion, limits: Limits): Fault[] {
  const out: Fault[] = [];
  const last = new Map<string, number>();
  m.slots.forEach((s, slot) => {
    for (const [joint, t] of s.targets) {
      if (t.stiffness === 0) {
        last.delete(joint); // the joint may go anywhere
        continue;
      }
      const limit = limits.get(joint);
      const unit = isHand(joint) ? "" : "°";
      const say = (v: number) => shown(joint, v).toFixed(1) + unit;
      if (limit && (t.angle < limit.lower - 1e-3 || t.angle > limit.upper + 1e-3)) {
        out.push({ slot, joint, kind: "range", text: `${joint} ${say(t.angle)}: expected ${say(limit.lower)} to ${say(limit.upper)}` });
      }
      const from = last.get(joint);
      const speed = from === undefined ? 0 : (Math.abs(t.angle - from) * peak(s)) / s.duration;
      if (limit && speed > limit.velocity * 1.001) {
        const need = (Math.abs(t.angle - from!) * peak(s)) / limit.velocity;
        out.push({ slot, joint, kind: "speed", text: `${joint} is too fast: the movement needs ${need.toFixed(2)} s` });
      }
      last.set(joint, t.angle);
    }
  });
  return out;
}

// mirrorJoint returns the joint of the other side and the sign of its angle: rolls and yaws change their sign.
export function mirrorJoint(joint: string): [string, number] {
  const other = joint.startsWith("L") ? "R" + joint.slice(1) : joint.startsWith("R") ? "L" + joint.slice(1) : joint;
  if (joint === "LHipYawPitch" || joint === "RHipYawPitch") return ["LHipYawPitch", 1]; // one motor for both hips
  return [other, /Roll$|Yaw$/.test(joint) ? -1 : 1];
}

// mirror returns the motion with left and right exchanged. Angles are limited to the other side's range.
export function mirror(m: Motion, limits: Limits): Motion {
  return {
    ...m,
    slots: m.slots.map((s) => {
      const targets = new Map<string, Target>();
      for (const [joint, t] of s.targets) {
        const [other, sign] = mirrorJoint(joint);
        targets.set(other, { ...t, angle: clamp(sign * t.angle, limits.get(other)) });
      }
      return { ...s, targets };
    }),
  };
}

export const clamp = (v: number, limit: Limit | undefined) => (limit ? Math.min(Math.max(v, limit.lower), limit.upper) : v);

// at returns the angles at a time, along the trajectories that motion/slot commands if each joint arrives in time.
// Before the first slot that names a joint, the joint is at `start`.
export function at(m: Motion, sec: number, start: (joint: string) => number): Map<string, number> {
  const now = new Map<string, number>();
  let begin = 0;
  for (const s of m.slots) {
    const share = s.duration > 0 ? (sec - begin) / s.duration : 1;
    const x = Math.min(Math.max(share, 0), 1);
    const way = s.linear ? x : (1 - Math.cos(Math.PI * x)) / 2;
    for (const [joint, t] of s.targets) {
      const from = now.get(joint) ?? start(joint);
      now.set(joint, from + (t.angle - from) * way);
    }
    begin += s.duration + s.wait;
    if (sec < begin) break;
  }
  return now;
}

// skins returns the times of the postures before and after a time: where the slot before ends, and where the present one, or the next, ends.
export function skins(m: Motion, sec: number): [name: "before" | "after", sec: number][] {
  const ends = times(m).slice(0, -1).map((begin, i) => begin + m.slots[i]!.duration);
  return [["before", ends.findLast((t) => t < sec - 1e-6) ?? 0], ["after", ends.find((t) => t > sec + 1e-6) ?? ends.at(-1) ?? 0]];
}

// rows returns the lines of the first table of a page in Markdown, without its head.
export function rows(lines: string[]): string[][] {
  const from = lines.findIndex((l) => l.startsWith("|-"));
  if (from < 0) return [];
  const end = lines.findIndex((l, i) => i > from && !l.startsWith("|"));
  return lines.slice(from + 1, end < 0 ? undefined : end).map((l) => l.split("|").slice(1, -1).map((c) => c.trim()));
}
