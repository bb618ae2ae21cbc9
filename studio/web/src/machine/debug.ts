// The debugger: the commands for the running machine.

import { call, subscribe, useWire } from "../wire/client.ts";
import { isDry, ofRobot } from "../wire/robots.ts";
import { over, sendGoal } from "../robot/actions.ts";
import type { Goal } from "../robot/actions.ts";
import { announce } from "../shell/announce.ts";
import { setBreakpoints, useDocument } from "./document.ts";
import { useHistory } from "./history.ts";
import { goLive } from "./past.ts";
import { ask, matchMachine, refuse, useRunning } from "./running.ts";

export interface WhyNotTransition {
  state: string; index: number; name: string; target: string; reason: number; message: string; after: number; remaining: number;
  guard: string; guard_known: boolean; guard_value: boolean; operands: { kind: number; text: string; value: string; age: number; stale: boolean; held: boolean }[]; blocked_by: string;
}

export const pause = () => ask("pause", {}, "paused");
export const resume = () => ask("resume", {}, "goes on");

/** pauseOrGo pauses a running machine and resumes a paused one. */
export function pauseOrGo(): void {
  const { ns, slots } = useRunning.getState();
  if (ns !== undefined && slots[ns]?.paused) void resume();
  else void pause();
}

async function pausedFirst(): Promise<boolean> {
  const { ns, slots } = useRunning.getState();
  if (ns !== undefined && slots[ns]?.paused) return true;
  return (await ask("pause")) !== undefined;
}

// playOn plays the match, or lets a machine without a robot go on, until it has entered, left or taken path.
function playOn(namespace: string, path: string, until: "entered" | "left" | "taken", words: string): void {
  goLive();
  const dry = { op: "run_to", id: useDocument.getState().snapshot?.id, path, until };
  (isDry(namespace) ? call("studio/dry_run", dry) : call("match/run_to", { namespace, path, until })).then(
    () => (useRunning.setState({ problem: undefined }), announce(words)),
    (e: Error) => refuse(e.message),
  );
}

/** step pauses the machine and runs one tick of it. In a match it runs the time of one image. */
export async function step(): Promise<void> {
  goLive();
  if (matchMachine()) {
    return call("match/control", { op: "step" }).then(() => announce("one image"), (e: Error) => void refuse(e.message));
  }
  if (!(await pausedFirst())) return;
  const r = await ask("step", { ticks: 1, how: 0 });
  if (r) announce(`one tick: ${r.path}`);
}

/** stepTransition runs the machine until it has taken a transition. */
export async function stepTransition(): Promise<void> {
  const ns = matchMachine();
  if (ns) return playOn(ns, "", "taken", "goes on to the next transition");
  goLive();
  if (!(await pausedFirst())) return;
  const r = await ask("step", { ticks: 0, how: 1 });
  if (r) announce(`now in ${r.path}`);
}

async function runTo(goal: { path: string; until: 0 | 1 | 3 }, words: string): Promise<void> {
  const plays = useRunning.getState().ns;
  if (plays !== undefined && !ofRobot(plays)) return playOn(plays, goal.path, ({ 0: "entered", 1: "left", 3: "taken" } as const)[goal.until], words);
  goLive();
  const ns = useRunning.getState().ns;
  if (ns === undefined) return announce("no machine of this name runs");
  try {
    useRunning.setState({ problem: undefined });
    // The goal needs no lease: it moves nothing by itself, and goes on while another tab is shown.
    const { id } = await sendGoal(ns + "/machine/run_to_state", { ...goal, timeout: 0 }, true);
    announce(words);
    const stop = subscribe("studio/actions", (m: { goals?: Goal[] }) => {
      const g = m.goals?.find((x) => x.id === id);
      if (!g || !over(g)) return;
      stop();
      if (g.status === "aborted" || g.status === "rejected") refuse(g.message || (g.result as { error_msg?: string })?.error_msg || g.status);
    });
  } catch (e) {
    useRunning.setState({ problem: (e as Error).message });
    announce((e as Error).message);
  }
}

/** runToState runs the machine until a state is entered. */
export const runToState = (path: string) => runTo({ path, until: 0 }, `runs until ${path} is entered`);
/** runToTransition runs the machine until a transition is taken. */
export const runToTransition = (path: string) => runTo({ path, until: 3 }, `runs until ${path} is taken`);
/** finish runs the machine until the innermost active state is left. */
export const finish = () => runTo({ path: "", until: 1 }, "runs until the state is left");

/** whyNot returns why the transitions of a state, or of all active states, are not taken now, or were not taken at the moment that is
 * shown. */
export async function whyNot(path: string): Promise<WhyNotTransition[] | undefined> {
  const { moment } = useRunning.getState();
  if (moment === undefined) return (await ask("why_not", { path }))?.transitions;
  return (await ask("get_moment", { part: useHistory.getState().shown ?? 0, time: moment, explain: true, why_not: path }))?.transitions;
}

export const once = 0;
export const hold = 1;
export const release = 2;

/** setValue sets an input, a variable, an output or a parameter. */
export const setValue = (name: string, value: string, how: number) =>
  ask("set_value", { name, value, how }, how === release ? `${name} is written by the robot again` : `${name} is ${value}${how === hold ? ", held" : ""}`);

export const postEvent = (name: string, data = "") => ask("post_event", { name, data }, `event ${name} posted`);

/** armBreakpoints sets the document's breakpoints in the shown machine of a match or without a robot. In a robot's machine they are
 * set by the studio. */
export function armBreakpoints(): void {
  const { ns } = useRunning.getState();
  if (ns === undefined || ofRobot(ns) || !(ns + "/machine/set_breakpoints" in useWire.getState().names.services)) return;
  const paths = useDocument.getState().breakpoints.filter((b) => !b.disabled).map((b) => b.transition ?? b.state ?? "");
  void ask("set_breakpoints", { paths, keep_unknown: true });
}

useDocument.subscribe((s, before) => s.breakpoints !== before.breakpoints && armBreakpoints());
useRunning.subscribe((s, before) => s.ns !== before.ns && armBreakpoints());

/** clearBreakpoints clears all breakpoints of the document. */
export function clearBreakpoints(): void {
  void setBreakpoints([]);
  announce("all breakpoints cleared");
}
