// Actions of the graph, and this studio's goals. The hidden service _action/send_goal provides the types of goals.
import { call, schemaOf, useTopic, useWire } from "../wire/client.ts";
import { whileSending } from "./lease.ts";
import { blank, definitionOf, root, type Definition } from "./fields.ts";

const suffix = "/_action/send_goal";

/** ownFirst sorts names; those in the robot's namespace come first. */
export function ownFirst(names: string[], ns: string): string[] {
  return [...names].sort((a, b) => Number(b.startsWith(ns + "/")) - Number(a.startsWith(ns + "/")) || a.localeCompare(b));
}

/** useActions returns the names of all actions of the graph; those of the robot come first. */
export function useActions(ns: string): string[] {
  const listed = useTopic<{ actions?: { name: string }[] }>("studio/actions")?.actions;
  return ownFirst(listed?.map((a) => a.name) ?? [], ns);
}

export interface GoalForm {
  defs: Definition[];
  goal: Definition | undefined; // undefined if the goal has no fields
  value: Record<string, unknown>;
}

/** goalForm returns the definitions for the form of an action's goal. */
export async function goalForm(action: string): Promise<GoalForm | undefined> {
  const defs = (await schemaOf(action + suffix)) as Definition[] | undefined;
  const field = defs && root(defs)?.definitions.find((f) => f.name === "goal");
  if (!defs || !field) return undefined;
  const goal = definitionOf(defs, field.type);
  return { defs, goal, value: goal ? blank(defs, goal) : {} };
}

// Goal is one goal of the studio, as in the topic studio/actions.
export interface Goal {
  id: string;
  action: string;
  status: string; // accepted, executing, canceling, succeeded, canceled, aborted, rejected
  goal?: unknown;
  feedback?: unknown;
  result?: unknown;
  message?: string;
  mine?: boolean;
  robot?: string;
  keep_going?: boolean; // the goal goes on when its browser is closed
}

/** useGoals returns the goals that browsers have sent, the newest last. */
export function useGoals(): Goal[] {
  return useTopic<{ goals?: Goal[] }>("studio/actions")?.goals ?? [];
}

/** useMaySend reports whether this browser may send goals. */
export const useMaySend = () => useWire((s) => "studio/action" in s.names.services);

/** sendGoal sends a goal. The goal is cancelled when this browser leaves, unless keepGoing is set. */
export function sendGoal(action: string, goal: unknown, keepGoing = false): Promise<{ id?: string }> {
  const send = () => call<{ id?: string }>("studio/action", { op: "send", action, goal: JSON.parse(json(goal)) as unknown, keep_going: keepGoing });
  return keepGoing ? send() : whileSending(send);
}

export function cancelGoal(id: string): Promise<unknown> {
  return call("studio/action", { op: "cancel", id });
}

/** json writes a value with 64-bit integers as numbers. */
export const json = (v: unknown, indent?: number) => JSON.stringify(v, (_, x: unknown) => (typeof x === "bigint" ? Number(x) : x), indent);

/** over reports whether a goal has ended. */
export const over = (g: Goal) => /succeeded|canceled|cancelled|aborted|rejected|lost/.test(g.status);

/** short returns the fields of a message that are not zero, as one line. */
export function short(v: unknown): string {
  if (v === null || v === undefined) return "";
  if (typeof v !== "object") return String(v);
  return Object.entries(v as Record<string, unknown>)
    .filter(([, x]) => x !== 0 && x !== "" && x !== false && !(Array.isArray(x) && x.length === 0))
    .map(([k, x]) => `${k} ${typeof x === "number" ? Number(x.toFixed(3)) : typeof x === "object" ? json(x) : String(x)}`)
    .join(", ");
}
