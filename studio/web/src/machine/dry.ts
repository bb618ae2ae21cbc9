// Machines that run without a robot, in the studio: which documents run so, and what a person does in place of the robot.

import { create } from "zustand";
import { announce } from "../shell/announce.ts";
import { call, subscribe } from "../wire/client.ts";
import type { DryRun, DryRunRequest, DryRuns } from "../wire.gen.ts";
import { useDocument } from "./document.ts";
import { hold, once } from "./debug.ts";
import { allStates } from "./graph.ts";
import type { LiveValue } from "./live.ts";
import { ask, refuse, useRunning } from "./running.ts";
import type { State, Value } from "../types.gen.ts";

const useDry = create<{ runs: DryRun[] }>(() => ({ runs: [] }));

/** followDryRuns keeps the list of the machines that run without a robot, until the returned function is called. */
export const followDryRuns = (): (() => void) => subscribe("studio/dry_runs", (m: DryRuns) => useDry.setState({ runs: m.runs }));

/** useDryRun returns the run of the open document, if it runs without a robot. */
export function useDryRun(): DryRun | undefined {
  const id = useDocument((s) => s.snapshot?.id);
  return useDry((s) => s.runs.find((r) => r.id === id));
}

/** dryRun starts or ends the open document's run without a robot, or does something in the robot's place. */
export async function dryRun(q: Omit<DryRunRequest, "id">, words?: string): Promise<void> {
  const id = useDocument.getState().snapshot?.id;
  if (id === undefined) return;
  try {
    const { said } = await call<{ said: string }>("studio/dry_run", { id, ...q });
    useRunning.setState({ problem: undefined });
    announce(words ?? said);
  } catch (e) {
    refuse((e as Error).message);
  }
}

/** eventsOf returns the names of the events that a machine's transitions wait for. */
export function eventsOf(states: State[]): string[] {
  const names = allStates(states).flatMap(({ state }) => state.transitions.flatMap((t) => t.event ?? []));
  return [...new Set(names)].filter((n) => !n.includes("*")).sort();
}

const spans: Record<string, [number, number]> = { rad: [-3.15, 3.15], s: [0, 10], m: [-5, 5], "m/s": [-1, 1], "rad/s": [-2, 2], "%": [0, 100] };

/** spanOf returns the range of the slider of a number: the declared one, or one that suits its unit. */
export function spanOf(declared: Value | undefined, kind: LiveValue["type"]): { min: number; max: number; step: number } {
  const [low, high] = spans[declared?.unit ?? ""] ?? [-10, 10];
  const min = declared?.min ?? low;
  const max = declared?.max ?? Math.max(high, min + 1);
  return { min, max, step: kind === 2 ? 1 : (max - min) / 200 };
}

// The newest value of each input that waits until the one before is set.
const waiting = new Map<string, string>();
const sending = new Set<string>();

/** pose sets an input in the robot's place, or a variable. While it is dragged, only the newest value counts. */
export async function pose(v: LiveValue, text: string): Promise<void> {
  waiting.set(v.name, text);
  if (sending.has(v.name)) return;
  sending.add(v.name);
  for (let next; (next = waiting.get(v.name)) !== undefined; ) {
    waiting.delete(v.name);
    await ask("set_value", { name: v.name, value: next, how: v.kind === 0 ? hold : once });
  }
  sending.delete(v.name);
}
