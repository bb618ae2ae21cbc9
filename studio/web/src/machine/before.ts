// Courses of the pinned values before the page followed the machine. They come from the history of the machine, whose moments are replayed:
// a moment has all values, so a few dozen moments, more where a value changes, give the lanes of all pinned values.

import { create } from "zustand";
import { call, useWire } from "../wire/client.ts";
import { Course, numberOf } from "./course.ts";
import type { MachineSnapshot } from "./live.ts";

/** Before holds courses of values, and what they cover. */
interface Before { covers: Span; courses: Map<string, Course> }
/** Span is a time span of one part of the history of one run of a machine, and the length of the window that shows it. */
export interface Span { ns: string; generation: number; part: number; names: string; from: number; to: number; window: number }

const nothing: Before = { covers: { ns: "", generation: 0, part: 0, names: "", from: 0, to: 0, window: 0 }, courses: new Map() };
export const useBefore = create<Before>(() => nothing);

const first = 25; // moments at equal distances
const most = 120; // largest number of moments
const finest = 400; // of the time span, the smallest time between two moments

type Values = Map<string, number>;
/** Ask returns the values at a time, or undefined if that moment is no longer stored. */
export type Ask = (time: number) => Promise<Values | undefined>;

/** samples asks for moments of a time span: some at equal distances, then those between two that differ most in time, where a value has changed. */
export async function samples(from: number, to: number, names: string[], ask: Ask, wanted: () => boolean): Promise<{ time: number; values: Values }[]> {
  const all: { time: number; values: Values }[] = [];
  const take = async (time: number, at: number) => {
    const values = await ask(time);
    if (values) all.splice(at, 0, { time, values });
    return !!values;
  };
  for (let i = 0; i < first && wanted(); i++) await take(from + ((to - from) * i) / (first - 1), all.length);
  const given = new Set<number>(); // moments that could not be replayed
  for (let n = first; n < most && wanted(); n++) {
    let widest = -1;
    for (let i = 1; i < all.length; i++) {
      const [a, b] = [all[i - 1]!, all[i]!];
      const gap = b.time - a.time;
      if (gap <= (to - from) / finest || given.has(a.time) || names.every((name) => a.values.get(name) === b.values.get(name))) continue;
      if (widest < 0 || gap > all[widest]!.time - all[widest - 1]!.time) widest = i;
    }
    if (widest < 0) break;
    const [a, b] = [all[widest - 1]!, all[widest]!];
    if (!(await take((a.time + b.time) / 2, widest))) given.add(a.time);
  }
  return all;
}

let newest: Span = nothing.covers; // what is read now, or was read last

/** covers reports whether courses of the span a show the span b well enough: they were not read for a much longer window. */
export function covers(a: Span, b: Span): boolean {
  return a.ns === b.ns && a.generation === b.generation && a.part === b.part && a.names === b.names && a.from <= b.from && a.to >= b.to && a.window < 5 * b.window;
}

/** recall reads the courses of values, named with commas between, in a time span. Only the newest request is carried out. */
export async function recall(s: Span): Promise<void> {
  const service = s.ns + "/machine/get_moment";
  if (!(s.from < s.to) || covers(newest, s) || !(service in useWire.getState().names.services)) return;
  const from = Math.max(0, s.from - s.window / 4); // a little more, for who scrolls on
  const mine = (newest = { ...s, from });
  const names = s.names.split(",");
  const ask: Ask = (time) => call<{ success: boolean; snapshot: MachineSnapshot }>(service, { part: s.part, time }).then(
    (r) => (r.success ? new Map(r.snapshot.values.map((v) => [v.name, numberOf(v)])) : undefined), () => undefined);
  const all = await samples(from, s.to, names, ask, () => newest === mine);
  if (newest !== mine) return;
  const courses = new Map(names.map((name) => [name, new Course()]));
  for (const { time, values } of all) for (const name of names) courses.get(name)!.add(time, values.get(name) ?? NaN);
  useBefore.setState({ covers: mine, courses });
}
