// What the machine did before the page was opened. The executor keeps it in a ring on the disk.

import { create } from "zustand";
import { call, useWire } from "../wire/client.ts";
import { feedOf } from "./live.ts";
import type { Run } from "./live.ts";

/** Part is a part of the history in which times are unique: from one first entry to the next. */
export interface Part { part: number; epoch: number; machine: string; begin: number; end: number }
interface Interval { part: number; state: string; begin: number; end: number; open: boolean }
interface Answer { success: boolean; message: string; parts: Part[]; lanes: { intervals: Interval[] }[]; cut: boolean }

interface Remembered {
  ns?: string;
  generation?: number; // generation of the machine that the current part belongs to
  parts: Part[]; // parts, oldest first; the last one is running
  shown?: number; // earlier part that the timeline shows; undefined for the running one
  runs: Run[]; // runs of the earlier part
}

export const useHistory = create<Remembered>(() => ({ parts: [], runs: [] }));
const get = useHistory.getState;
const set = useHistory.setState;

const limit = 2000; // largest number of intervals in one answer
let older: { part: number; before: number } | undefined; // more intervals exist before this time

function ask(ns: string, request: object): Promise<Answer | undefined> {
  const service = ns + "/machine/get_history";
  if (!(service in useWire.getState().names.services)) return Promise.resolve(undefined);
  return call<Answer>(service, { limit, ...request }).then((a) => (a.success ? a : undefined), () => undefined);
}

function runsOf(a: Answer): { path: string; from: number; to: number; open: boolean }[] {
  return a.lanes.flatMap((l) => l.intervals.map((v) => ({ path: v.state, from: v.begin, to: v.end, open: v.open })));
}

// remains notes that an answer was cut. The intervals before its oldest one are requested when the timeline shows
// that time.
function remains(part: number, a: Answer): void {
  older = a.cut ? { part, before: Math.min(...runsOf(a).map((r) => r.to)) } : undefined;
}

let busy = false;

/** remember requests what a machine did before the page began to follow it. */
export async function remember(ns: string | undefined): Promise<void> {
  const live = ns === undefined ? undefined : feedOf(ns).live;
  if (ns === undefined || !live || live.sequence < 0n || busy) return;
  if (get().ns === ns && get().generation === live.generation) return;
  if (!(ns + "/machine/get_history" in useWire.getState().names.services)) return;
  busy = true;
  const { generation } = live;
  try {
    const parts = (await ask(ns, { part: 0, limit: 1 }))?.parts ?? [];
    const now = parts.at(-1);
    set({ ns, generation, parts: parts.filter((p) => p.machine === live.machine), shown: undefined, runs: [] });
    older = undefined;
    if (!now) return;
    const a = await ask(ns, { part: now.part });
    if (!a || live.generation !== generation) return;
    remains(now.part, a);
    live.remember(runsOf(a));
  } finally {
    busy = false;
  }
}

/** reach requests older intervals when the timeline shows an earlier time than the page has. */
export async function reach(time: number): Promise<void> {
  const { ns, shown, generation } = get();
  const o = older;
  if (ns === undefined || !o || busy || time >= o.before) return;
  busy = true;
  try {
    const a = await ask(ns, { part: o.part, from_time: 0, to_time: o.before });
    const live = feedOf(ns).live;
    if (!a || older !== o || get().shown !== shown || live.generation !== generation) return;
    remains(o.part, a);
    if (older && older.before >= o.before) older = undefined;
    if (shown === undefined) live.remember(runsOf(a));
    else set({ runs: [...runsOf(a), ...get().runs] });
  } finally {
    busy = false;
  }
}

/** showPart shows an earlier part on the timeline; undefined shows the running one. It returns its last moment. */
export async function showPart(part: number | undefined): Promise<number | undefined> {
  const { ns, parts } = get();
  const p = parts.find((x) => x.part === part);
  if (ns === undefined) return undefined;
  older = undefined;
  set({ shown: p?.part, runs: [] });
  const a = await ask(ns, { part: p?.part ?? parts.at(-1)?.part ?? 0 });
  if (!a || get().shown !== p?.part) return p?.end;
  remains(p?.part ?? parts.at(-1)!.part, a);
  if (p) set({ runs: runsOf(a) });
  return p?.end;
}
