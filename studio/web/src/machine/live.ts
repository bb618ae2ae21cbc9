// The running machine: a model that is kept up to date from snapshots and deltas. It draws nothing; views listen to
// it.

import { call, counters, subscribe } from "../wire/client.ts";
import { inMatch } from "../wire/robots.ts";
import { Course, numberOf } from "./course.ts";

export interface StateStatus { path: string; active: boolean; entered: number; spent: number; remembered?: boolean; after?: number }
export interface LiveValue {
  name: string; kind: number; type: number;
  bool_value: boolean; int_value: bigint; float_value: number; string_value: string;
  age: number; held?: boolean; stale: boolean;
}
export interface LiveActivity { state: string; name: string; arguments: string; status: number; cause: string }
export interface LiveEvent {
  number: bigint; kind: number; time: number; source: string; index?: number; target: string; name: string; value: string; message: string;
}
export interface LiveCall { state: string; machine: string; file: string; level: string }
export interface MachineSnapshot {
  stamp: { sec: number; nanosec: number };
  machine: string; file: string; hash?: string; revision: number; epoch: number; sequence: bigint; time: number; status: number;
  cause: string; reload_error: string; paused: boolean; idle?: boolean; path: string; paths?: string[];
  states: StateStatus[]; values: LiveValue[]; activities: LiveActivity[]; calls?: LiveCall[]; passed?: LiveEvent[];
  breakpoints: string[]; recording: string;
}
export type MachineDelta = Omit<MachineSnapshot, "file" | "recording" | "hash" | "calls" | "passed"> & { events: LiveEvent[] };

const failedActivity = 2;
export const status = { running: 0, final: 1, failed: 2, waiting: 3 };
export const event = { start: 0, transition: 1, internal: 2, leaving: 3, activity: 4, input: 5, event: 6, set: 7, error: 8, reload: 9, stop: 10, pause: 11, resume: 12, missed: 13 };

/** missedText describes which event was missed and why. */
export function missedText(e: LiveEvent): string {
  const of = e.source ? ` of ${e.source}#${e.index}` : "";
  return `missed ${e.name}: ${{ unawaited: "no active state waited for it", guard: `the guard${of} was false`, time: `the time${of} was not up`, overrun: "too many came after it" }[e.value] ?? e.value}`;
}

/** keptEvents is the number of trace entries that the page keeps. */
const keptEvents = 5000;
/** keptRuns is the number of runs of states that the page keeps for the timeline. */
const keptRuns = 50000;
/** Mark selects how a state is drawn. */
export type Mark = "active" | "ghost" | "";

/** Run is a time span in which a state was active; the timeline draws it. */
export interface Run { path: string; from: number; to: number }

/** Live holds the present state of one machine. */
export class Live {
  machine = "";
  file = "";
  hash = "";
  revision = 0;
  epoch = 0;
  sequence = -1n;
  time = 0;
  at = 0; // performance.now() when the last message arrived
  begun = 0; // time of the robot's clock, s, at the machine's time 0
  still = false; // the machine's time stays that of the last message and does not follow the wall clock
  status = 0;
  cause = "";
  reloadError = "";
  paused = false;
  idle = false;
  paths: string[] = [];
  states = new Map<string, StateStatus>();
  order: string[] = [];
  values = new Map<string, LiveValue>();
  activities = new Map<string, LiveActivity>();
  calls: LiveCall[] = [];
  events: LiveEvent[] = [];
  passed = new Map<string, number>(); // number of the last time each transition was taken, by its id
  runs: Run[] = [];
  courses = new Map<string, Course>(); // courses of the numbers and truth values, by name
  breakpoints: string[] = [];
  recording = "";
  passedCount = 0; // number of transitions seen in this epoch
  generation = 0; // grows when the machine starts again, or after a time in which it was not followed
  private openRuns = new Map<string, Run>();

  /** snapshot sets the model to a snapshot, unless the model is newer. */
  snapshot(s: MachineSnapshot, now: number): boolean {
    const again = s.epoch !== this.epoch || s.machine !== this.machine || this.sequence < 0n;
    if (!again && s.revision === this.revision && s.sequence < this.sequence) return false;
    Object.assign(this, { machine: s.machine, file: s.file, hash: s.hash ?? "", revision: s.revision });
    this.recording = s.recording;
    this.calls = s.calls ?? [];
    if (again) {
      this.generation++;
      this.events = [];
      this.runs = [];
      this.openRuns.clear();
      this.passed = new Map();
      this.courses = new Map();
      this.passedCount = 0;
    }
    this.states = new Map(s.states.map((x) => [x.path, x]));
    this.order = s.states.map((x) => x.path);
    this.values = new Map(s.values.map((v) => [v.name, v]));
    this.note(s.values, s.time);
    this.activities = new Map(s.activities.map((a) => [a.state + " " + a.name + " " + a.arguments, a]));
    if (again) for (const e of s.passed ?? []) if (e.kind !== event.start) this.take(e);
    this.common(s, now);
    this.runsFromStates(s.time);
    return true;
  }

  /** delta applies a delta. It returns false if an earlier one was missed. */
  delta(d: MachineDelta, now: number): boolean {
    if (d.epoch === this.epoch && d.sequence <= this.sequence) return true;
    if (d.epoch !== this.epoch || d.revision !== this.revision || d.sequence !== this.sequence + 1n) return false;
    for (const s of d.states) this.states.set(s.path, s);
    for (const v of d.values) this.values.set(v.name, v);
    this.note(d.values, d.time);
    for (const a of d.activities) this.activities.set(a.state + " " + a.name + " " + a.arguments, a);
    for (const e of d.events) this.event(e);
    this.common(d, now);
    this.runsFromStates(d.time);
    return true;
  }

  private note(values: LiveValue[], time: number): void {
    for (const v of values) {
      let course = this.courses.get(v.name);
      if (!course) this.courses.set(v.name, (course = new Course()));
      course.add(time, numberOf(v));
    }
  }

  /** outcome returns why an activity of a state has failed, or "" if none has. */
  outcome(path: string): string {
    for (const a of this.activities.values()) if (a.state === path && a.status === failedActivity) return a.cause || this.cause || a.name + " has failed";
    return "";
  }

  private common(s: Pick<MachineSnapshot, "stamp" | "epoch" | "sequence" | "time" | "status" | "cause" | "reload_error" | "paused" | "idle" | "path" | "paths" | "breakpoints">, now: number): void {
    this.epoch = s.epoch;
    this.sequence = s.sequence;
    this.time = s.time;
    this.begun = s.stamp.sec + s.stamp.nanosec / 1e9 - s.time;
    this.at = now;
    this.status = s.status;
    this.cause = s.cause;
    this.reloadError = s.reload_error;
    this.paused = s.paused;
    this.idle = !!s.idle;
    this.paths = s.paths?.length ? s.paths : s.path ? [s.path] : [];
    if (s.breakpoints) this.breakpoints = s.breakpoints;
  }

  private event(e: LiveEvent): void {
    this.events.push(e);
    if (this.events.length > keptEvents) this.events.splice(0, this.events.length - keptEvents);
    if (e.kind === event.transition || e.kind === event.internal) this.take(e);
  }

  private take(e: LiveEvent): void {
    this.passedCount++;
    if (e.index !== undefined && e.index >= 0) this.passed.set(`${e.source}#${e.index}`, this.passedCount);
  }

  // runsFromStates opens and closes the timeline's runs according to the active states.
  private runsFromStates(time: number): void {
    for (const [path, run] of this.openRuns) {
      if (this.states.get(path)?.active) run.to = time;
      else {
        const left = this.events.findLast((e) => e.kind === event.transition && (e.source === path || e.source.startsWith(path + "/") || path.startsWith(e.source + "/")));
        run.to = left && left.time >= run.from ? left.time : time;
        this.openRuns.delete(path);
      }
    }
    for (const s of this.states.values()) {
      if (!s.active || this.openRuns.has(s.path)) continue;
      const resumed = this.events.findLast((e) => e.kind === event.transition || e.kind === event.start);
      const from = resumed && this.runs.length > 0 ? Math.min(time, Math.max(resumed.time, s.entered)) : Math.min(time, Math.max(0, s.entered));
      const run = { path: s.path, from, to: time };
      this.openRuns.set(s.path, run);
      this.runs.push(run);
    }
    if (this.runs.length > keptRuns) this.runs.splice(0, this.runs.length - keptRuns);
  }

  /** remember adds runs from before the page followed the machine; if the page has the same run, the remembered one is exact and replaces it. */
  remember(runs: (Run & { open: boolean })[]): void {
    const own = new Map<string, Run[]>();
    for (const r of this.runs) {
      const list = own.get(r.path);
      if (list) list.push(r);
      else own.set(r.path, [r]);
    }
    const more: Run[] = [];
    for (const r of runs) {
      const same = own.get(r.path)?.find((o) => (o.from < r.to && o.to > r.from) || Math.abs(o.from - r.from) < 1e-6);
      if (!same) {
        if (!r.open) more.push({ path: r.path, from: r.from, to: r.to });
        continue;
      }
      same.from = r.from;
      if (this.openRuns.get(r.path) !== same) same.to = r.to;
    }
    if (more.length > 0) this.runs = [...more, ...this.runs].sort((a, b) => a.from - b.from).slice(-keptRuns);
  }

  /** mark returns the mark of a state. */
  mark(path: string): Mark {
    const s = this.states.get(path);
    if (!s) return "";
    if (s.active) return "active";
    return (s.remembered ?? s.spent > 0) ? "ghost" : "";
  }

  /** now returns the machine's time at a moment of the page's clock. */
  now(at: number): number {
    if (this.still || this.paused || this.idle || this.status !== status.running) return this.time;
    return this.time + Math.min(1.5, Math.max(0, (at - this.at) / 1000));
  }

  /** held returns as text the time spent in a state, and the time after which the state is left. */
  held(path: string, at: number): string {
    const s = this.states.get(path);
    if (!s) return "";
    const total = s.after !== undefined && s.after > 0 ? s.after : undefined;
    if (s.active) {
      const spent = Math.max(0, this.now(at) - s.entered);
      return total === undefined ? `${spent.toFixed(1)} s` : `${Math.min(spent, total).toFixed(1)} s of ${seconds(total)}`;
    }
    if (!(s.remembered ?? s.spent > 0)) return "";
    return total === undefined ? `paused at ${s.spent.toFixed(1)} s` : `paused, ${Math.max(0, total - s.spent).toFixed(1)} s left`;
  }
}

const seconds = (n: number): string => `${Number(n.toFixed(1))} s`;

/** valueText returns a value as readable text. */
export function valueText(v: LiveValue): string {
  switch (v.type) {
    case 1: return v.bool_value ? "true" : "false";
    case 2: return String(v.int_value);
    case 3: return Math.abs(v.float_value) >= 1e8 ? "never" : Number(v.float_value.toPrecision(4)).toString();
  }
  return v.string_value === "" ? '""' : v.string_value;
}

type Listener = (live: Live) => void;

/** Feed keeps the Live of one namespace up to date while it has listeners. */
export class Feed {
  readonly live = new Live();
  private listeners = new Set<Listener>();
  private stops: (() => void)[] = [];
  private asking = false;
  lastHeard = 0;

  constructor(readonly ns: string) {
    this.live.still = inMatch(ns);
  }

  listen(f: Listener): () => void {
    this.listeners.add(f);
    if (this.listeners.size === 1) this.start();
    else if (this.live.sequence >= 0n) queueMicrotask(() => this.listeners.has(f) && f(this.live));
    return () => {
      this.listeners.delete(f);
      if (this.listeners.size > 0) return;
      for (const s of this.stops) s();
      this.stops = [];
    };
  }

  private pending = false;

  // All messages of a frame cause one notification.
  private notify(): void {
    this.lastHeard = Date.now();
    if (this.pending) return;
    this.pending = true;
    queueMicrotask(() => {
      this.pending = false;
      for (const l of [...this.listeners]) l(this.live);
    });
  }

  private start(): void {
    this.live.sequence = -1n; // the next snapshot starts again, because messages were missed in between
    this.stops = [
      subscribe(this.ns + "/machine/snapshot", (s: MachineSnapshot) => this.live.snapshot(s, performance.now()) && this.notify()),
      subscribe(this.ns + "/machine/deltas", (d: MachineDelta) => {
        if (this.live.sequence < 0n) return this.ask();
        counters.updates++;
        if (this.live.delta(d, performance.now())) this.notify();
        else this.ask();
      }, { kind: "every" }),
    ];
  }

  // ask requests a whole snapshot after a message was missed.
  private ask(): void {
    if (this.asking) return;
    this.asking = true;
    call<{ snapshot: MachineSnapshot }>(this.ns + "/machine/get_snapshot")
      .then((r) => this.live.snapshot(r.snapshot, performance.now()) && this.notify())
      .catch(() => {})
      .finally(() => (this.asking = false));
  }
}

const feeds = new Map<string, Feed>();

/** feedOf returns the feed of a namespace. */
export function feedOf(ns: string): Feed {
  let f = feeds.get(ns);
  if (!f) feeds.set(ns, (f = new Feed(ns)));
  return f;
}
