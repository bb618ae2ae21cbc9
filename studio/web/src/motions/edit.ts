// Changes of a motion. Each function returns a new motion, so that undo is a list of earlier motions. Unchanged
// slots are shared.
import { clamp, minSec, type Limits, type Motion, type Slot, type Target } from "./model.ts";

function withSlot(m: Motion, i: number, change: (s: Slot) => Slot): Motion {
  return { ...m, slots: m.slots.map((s, k) => (k === i ? change(s) : s)) };
}

export function setTarget(m: Motion, i: number, joint: string, target: Target | undefined): Motion {
  return withSlot(m, i, (s) => {
    const targets = new Map(s.targets);
    if (target) targets.set(joint, target);
    else targets.delete(joint);
    return { ...s, targets };
  });
}

export function setSlot(m: Motion, i: number, change: Partial<Omit<Slot, "targets">>): Motion {
  return withSlot(m, i, (s) => {
    const out = { ...s, ...change };
    out.duration = Math.max(minSec, out.duration);
    out.wait = Math.max(0, out.wait);
    return out;
  });
}

// insertSlot puts a posture before slot i.
export function insertSlot(m: Motion, i: number, targets: Map<string, Target>, duration = 0.5): Motion {
  const slot: Slot = { duration, wait: 0, targets, linear: false, waitReached: true };
  return { ...m, slots: [...m.slots.slice(0, i), slot, ...m.slots.slice(i)] };
}

export function deleteSlot(m: Motion, i: number): Motion {
  return { ...m, slots: m.slots.filter((_, k) => k !== i) };
}

export function moveSlot(m: Motion, i: number, to: number): Motion {
  const slots = [...m.slots];
  const [s] = slots.splice(i, 1);
  slots.splice(Math.min(Math.max(to, 0), slots.length), 0, s!);
  return { ...m, slots };
}

// posture returns measured angles as targets, limited to the joints' ranges.
export function posture(angles: Map<string, number>, joints: Iterable<string>, limits: Limits, stiffness = 1): Map<string, Target> {
  const out = new Map<string, Target>();
  for (const j of joints) {
    const angle = angles.get(j);
    if (angle !== undefined) out.set(j, { angle: clamp(angle, limits.get(j)), stiffness });
  }
  return out;
}

// History is a document with undo: the motions before and after the shown one.
export interface History {
  past: Motion[];
  now: Motion;
  future: Motion[];
  field?: string; // the field in which the newest change was made
}

const depth = 200;

export const begin = (m: Motion): History => ({ past: [], now: m, future: [] });

// change records a new motion. Consecutive changes of one field, such as a drag or a typed number, are one step.
export function change(h: History, m: Motion, field?: string): History {
  if (field !== undefined && field === h.field) return { ...h, now: m, future: [] };
  return { past: [...h.past, h.now].slice(-depth), now: m, future: [], field };
}

export function undo(h: History): History {
  const m = h.past.at(-1);
  return m ? { past: h.past.slice(0, -1), now: m, future: [h.now, ...h.future] } : h;
}

export function redo(h: History): History {
  const [m, ...rest] = h.future;
  return m ? { past: [...h.past, h.now], now: m, future: rest } : h;
}
