// Shows the machine at a past moment. The executor's recording has every moment exactly; without one, the page
// reconstructs the moment from what it received.

import { call, useWire } from "../wire/client.ts";
import { useHistory } from "./history.ts";
import { event, feedOf, Live } from "./live.ts";
import type { MachineSnapshot, Run } from "./live.ts";
import { setMoment, useRunning } from "./running.ts";

/** rebuilt reconstructs the machine at a time, from the runs and the trace that the page has kept. */
export function rebuilt(now: Live, time: number, runs = now.runs): Live {
  const l = new Live();
  Object.assign(l, { machine: now.machine, file: now.file, hash: now.hash, revision: now.revision, epoch: now.epoch, order: now.order, calls: now.calls });
  l.time = time;
  l.paused = true;
  l.sequence = now.sequence;
  const active = new Map<string, Run>();
  const over = new Map<string, Run>();
  for (const r of runs) {
    if (r.from <= time && time < (r.to === now.time ? Infinity : r.to)) active.set(r.path, r);
    else if (r.to <= time && r.to >= (over.get(r.path)?.to ?? 0)) over.set(r.path, r);
  }
  for (const path of now.order) {
    const run = active.get(path);
    const before = over.get(path);
    const status = now.states.get(path)!;
    const spent = before ? before.to - before.from : 0;
    l.states.set(path, {
      path, active: !!run, entered: run ? run.from : -1, spent: run ? 0 : spent,
      remembered: !run && !!status.remembered && spent > 0, after: status.after,
    });
  }
  l.paths = now.order.filter((p) => l.states.get(p)?.active && !now.order.some((q) => q.startsWith(p + "/") && l.states.get(q)?.active));
  for (const [name, v] of now.values) {
    const known = now.events.findLast((e) => e.time <= time && e.name === name && (e.kind === event.input || e.kind === event.set));
    l.values.set(name, known ? withText(v, known.value) : v);
  }
  const taken = now.events.filter((e) => e.kind === event.transition || e.kind === event.internal);
  const before = taken.filter((e) => e.time <= time);
  l.passedCount = now.passedCount - (taken.length - before.length);
  before.forEach((e, i) => e.index !== undefined && e.index >= 0 && l.passed.set(`${e.source}#${e.index}`, l.passedCount - before.length + i + 1));
  l.events = now.events.filter((e) => e.time <= time);
  return l;
}

function withText<V extends { type: number }>(v: V, text: string): V {
  switch (v.type) {
    case 1: return { ...v, bool_value: text === "true" };
    case 2: return { ...v, int_value: BigInt(/^-?\d+$/.test(text) ? text : 0) };
    case 3: return { ...v, float_value: Number(text) };
  }
  return { ...v, string_value: text.replace(/^"|"$/g, "") };
}

let asked = 0;
let running = false;
let wanted: number | undefined;

/** span returns the runs that the timeline shows, and the first and the last time that can be shown. */
export function span(ns: string): { runs: Run[]; begin: number; end: number } {
  const { live } = feedOf(ns);
  const { shown, parts, runs, ns: of } = useHistory.getState();
  const part = of === ns ? parts.find((p) => p.part === shown) : undefined;
  if (part) return { runs, begin: part.begin, end: part.end };
  const own = of === ns ? parts.at(-1) : undefined;
  return { runs: live.runs, begin: Math.min(own?.begin ?? Infinity, live.runs[0]?.from ?? 0), end: live.now(performance.now()) };
}

/** goTo shows a moment of the machine's time. While one is being fetched, only the newest request is kept. */
export function goTo(time: number): void {
  const { ns } = useRunning.getState();
  if (ns === undefined) return;
  const all = span(ns);
  const t = Math.max(all.begin, Math.min(all.end, time));
  setMoment(t, rebuilt(feedOf(ns).live, t, all.runs));
  wanted = t;
  if (!running) void fetchMoments(ns);
}

async function fetchMoments(ns: string): Promise<void> {
  const service = ns + "/machine/get_moment";
  if (!(service in useWire.getState().names.services)) return;
  running = true;
  try {
    while (wanted !== undefined) {
      const time = wanted;
      wanted = undefined;
      const mine = ++asked;
      const r = await call<{ success: boolean; snapshot: MachineSnapshot }>(service, { part: useHistory.getState().shown ?? 0, time });
      if (!r.success || mine !== asked || useRunning.getState().moment !== time) continue;
      const l = new Live();
      l.snapshot(r.snapshot, 0);
      l.paused = true;
      setMoment(time, l, true);
    }
  } catch {
    // The reconstructed moment stays on the screen.
  } finally {
    running = false;
  }
}

/** goLive shows the present again. */
export function goLive(): void {
  wanted = undefined;
  useHistory.setState({ shown: undefined, runs: [] });
  setMoment(undefined);
}
