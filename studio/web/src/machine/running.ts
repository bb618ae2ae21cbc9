// Which machine on the robot the page follows, which moment it shows, and the requests to the machine.

import { create } from "zustand";
import { call, showPast, useWire } from "../wire/client.ts";
import { announce } from "../shell/announce.ts";
import { inMatch, isDry, machinesIn, ofRobot, useRobot } from "../wire/robots.ts";
import { Feed, feedOf } from "./live.ts";
import type { Live } from "./live.ts";
import { remember, useHistory } from "./history.ts";
import { show } from "./painter.ts";
import { useDocument } from "./document.ts";
import { useRoute } from "../shell/route.ts";

/** Summary holds what components draw of a machine. It changes a few times a second, not at every delta. */
export interface Summary {
  ns: string;
  machine: string;
  file: string;
  hash: string;
  revision: number;
  status: number;
  cause: string;
  reloadError: string;
  paused: boolean;
  idle: boolean;
  paths: string[];
  recording: string;
}

interface RunningState {
  slots: Record<string, Summary>; // machines by namespace
  ns?: string; // namespace of the document's machine
  instead: string[]; // namespaces of the machines that are followed instead of a robot's: of a match, or without a robot
  moment?: number; // shown time of the machine, s; undefined for now
  exact?: boolean; // the moment is the executor's replay, not the page's reconstruction
  problem?: string;
  tick: number; // grows a few times a second while something changes
}

export const useRunning = create<RunningState>(() => ({ slots: {}, instead: [], tick: 0 }));
const set = useRunning.setState;
const get = useRunning.getState;

let past: Live | undefined; // the shown past state; undefined for now
const stops = new Map<string, () => void>();
const gone = new Map<string, number>();

function summary(f: Feed): Summary {
  const l = f.live;
  return {
    ns: f.ns, machine: l.machine, file: l.file, hash: l.hash, revision: l.revision, status: l.status, cause: l.cause,
    reloadError: l.reloadError, paused: l.paused, idle: l.idle, paths: l.paths, recording: l.recording,
  };
}

// The paths change with every transition, but components are drawn only a few times a second.
const same = (a: Summary | undefined, b: Summary, paths: boolean) =>
  !!a && (Object.keys(b) as (keyof Summary)[]).every((k) => (k === "paths" && !paths) || String(a[k]) === String(b[k]));
const lastPaths = new Map<string, number>();

let lastTick = 0;

function heard(f: Feed): void {
  const s = summary(f);
  const now = performance.now();
  const due = now - (lastPaths.get(f.ns) ?? 0) > 250;
  if (!same(get().slots[f.ns], s, due)) {
    lastPaths.set(f.ns, now);
    set((st) => ({ slots: { ...st.slots, [f.ns]: s } }));
    choose();
  }
  if (f.ns !== get().ns) return;
  void remember(f.ns);
  if (get().moment === undefined) show(f.live);
  if (now - lastTick > 250) {
    lastTick = now;
    set((st) => ({ tick: st.tick + 1 }));
  }
}

/** footed are the pages with the timeline at their foot. */
export const footed = ["start", "robot", "colours"];

// choose finds the document's machine among the running ones. If no document is open, or the page shows the robot and not the document,
// the timeline shows the first running machine otherwise.
function choose(): void {
  const { slots, ns } = get();
  const name = useDocument.getState().snapshot?.machine.name;
  const all = Object.values(slots);
  const runs = all.find((s) => !s.idle && s.machine);
  const own = all.find((s) => !s.idle && s.machine === name) ?? all.find((s) => s.machine === name || isDry(s.ns));
  const found = name === undefined ? runs : footed.includes(useRoute.getState().page) ? (own && !own.idle ? own : runs) : own;
  if (found?.ns === ns) return;
  past = undefined;
  set({ ns: found?.ns, moment: undefined });
  show(found ? feedOf(found.ns).live : undefined);
}

/** followMachines follows the machines in the namespaces of a robot. */
export function followMachines(namespaces: string[]): void {
  for (const ns of namespaces) {
    gone.delete(ns);
    if (!stops.has(ns)) stops.set(ns, feedOf(ns).listen(() => heard(feedOf(ns))));
  }
  for (const [ns, stop] of stops) {
    if (namespaces.includes(ns)) continue;
    stop();
    stops.delete(ns);
    gone.set(ns, Date.now());
    set((st) => {
      const slots = { ...st.slots };
      delete slots[ns];
      return { slots };
    });
    choose();
  }
}

// All pages show the robot at the moment that the machine shows. Runs before a restart used another clock.
useRunning.subscribe((s, before) => {
  if (s.moment === before.moment && s.ns === before.ns) return;
  const known = s.moment !== undefined && s.ns !== undefined && ofRobot(s.ns) && useHistory.getState().shown === undefined;
  showPast(known ? feedOf(s.ns!).live.begun + s.moment! : undefined);
});

useRoute.subscribe((r, before) => r.page !== before.page && choose());

useDocument.subscribe((s, before) => {
  if (s.snapshot?.machine.name !== before.snapshot?.machine.name || s.id !== before.id) choose();
});

// While the machine runs without messages, its time goes on, so that shown times are drawn again.
setInterval?.(() => {
  const { ns, slots, moment } = get();
  if (ns !== undefined && moment === undefined && !slots[ns]?.paused && !slots[ns]?.idle && !document.hidden) set((s) => ({ tick: s.tick + 1 }));
}, 500);

let followed = "";
function followGraph(robot: string | undefined): void {
  const { instead } = get();
  const all = instead.length ? instead : machinesIn(useWire.getState().names).filter((ns) => robot === undefined || ns === robot || ns.startsWith(robot + "/"));
  const key = all.join();
  if (key === followed) return;
  followed = key;
  followMachines(all);
}

/** followInstead follows machines of a match, or one without a robot, instead of those of the robot. An empty list selects the robot's again. */
export function followInstead(namespaces: string[]): void {
  set({ instead: namespaces });
}

/** matchMachine returns the namespace of the shown machine if it belongs to a match. */
export function matchMachine(): string | undefined {
  const { ns } = get();
  return ns !== undefined && inMatch(ns) ? ns : undefined;
}

/** useMachines follows the machines of the chosen robot, or of a robot of a match, while a component is shown. */
export function useMachines(): Summary[] {
  const robot = useRobot();
  useRunning((s) => s.instead);
  useWire((s) => s.names);
  queueMicrotask(() => followGraph(robot));
  return Object.values(useRunning((s) => s.slots));
}

/** useLive returns the running machine of the document, and redraws the component a few times a second. */
export function useLive(): { live?: Live; summary?: Summary; moment?: number } {
  const ns = useRunning((s) => s.ns);
  useRunning((s) => s.tick);
  const moment = useRunning((s) => s.moment);
  const slot = useRunning((s) => (s.ns === undefined ? undefined : s.slots[s.ns]));
  return { live: ns === undefined ? undefined : (past ?? feedOf(ns).live), summary: slot, moment };
}

/** setMoment shows a past moment; undefined shows the present. exact is set if the executor has replayed the moment. */
export function setMoment(moment: number | undefined, at?: Live, exact = false): void {
  const ns = get().ns;
  past = moment === undefined ? undefined : at;
  set((s) => ({ moment, exact, tick: s.tick + 1 }));
  if (ns !== undefined) show(past ?? feedOf(ns).live);
}

interface Answer { success?: boolean; message?: string }

/** ask calls a service of the running machine, and announces the answer. It returns undefined if the request was refused. */
export async function ask<T extends Answer = any>(service: string, request: object = {}, words?: string): Promise<T | undefined> {
  const ns = get().ns;
  if (ns === undefined) return refuse("no machine of this name runs");
  try {
    const r = await call<T>(ns + "/machine/" + service, request);
    if (r.success === false) return refuse(r.message || "refused");
    set({ problem: undefined });
    if (words) announce(words);
    return r;
  } catch (e) {
    return refuse((e as Error).message);
  }
}

/** refuse shows and announces why a request was refused. */
export function refuse(problem: string): undefined {
  set({ problem });
  announce(problem);
  return undefined;
}
