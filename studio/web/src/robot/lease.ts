// A goal lives only as long as its browser. While one of our goals runs, the lease of its robot is renewed; when
// all goals have ended, it is released. The server cancels the goals of a browser whose lease has expired.
import { call, holdLease, subscribe, useWire } from "../wire/client.ts";
import { over, type Goal } from "./actions.ts";

const everyMs = 250; // a request to the socket worker renews the lease for a second

let timer: ReturnType<typeof setInterval> | undefined;
let following = false;
let sending = 0; // number of goals that are being sent
const awaited = new Set<string>(); // accepted goals that are not in the topic yet

/** held returns the robots whose leases our goals need. */
export function held(goals: Goal[]): string[] {
  return [...new Set(goals.filter((g) => g.mine && !g.keep_going && !over(g)).map((g) => g.robot ?? ""))].sort();
}

let robots: string[] = [];
let seen = new Set<string>(); // goals in the topic
let releasing: Promise<unknown> = Promise.resolve(); // a goal that is sent during the release would lose its lease

function update(goals: Goal[]): void {
  seen = new Set(goals.map((g) => g.id));
  for (const id of seen) awaited.delete(id);
  const now = held(goals);
  for (const r of robots) {
    if (!now.includes(r) && sending + awaited.size === 0) releasing = call("studio/drive", { op: "release", robot: r }).catch(() => {});
  }
  robots = now;
  beat();
}

function beat(): void {
  const needed = robots.length > 0 || sending + awaited.size > 0;
  if (needed) {
    holdLease(true);
    timer ??= setInterval(() => holdLease(!document.hidden), everyMs);
  } else if (timer !== undefined) {
    clearInterval(timer);
    timer = undefined;
    holdLease(false);
  }
}

/** whileSending keeps the lease while a goal is sent, and after that while the goal runs. */
export async function whileSending<T extends { id?: string }>(send: () => Promise<T>): Promise<T> {
  if (!following) {
    following = true;
    subscribe("studio/actions", (m: { goals?: Goal[] }) => update(m.goals ?? []));
    useWire.subscribe((s) => s.connection !== "open" && awaited.clear()); // the server has cancelled them
  }
  sending++;
  beat();
  try {
    await releasing;
    const sent = await send();
    if (sent.id !== undefined && !seen.has(sent.id)) awaited.add(sent.id);
    return sent;
  } finally {
    sending--;
    beat();
  }
}
