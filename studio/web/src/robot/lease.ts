// A goal lives as long as its browser: while one of ours runs, the lease of its robot is renewed; when all have ended it is
// released. The server cancels the goals of a browser whose lease is lost.
import { call, holdLease, subscribe } from "../wire/client.ts";
import { over, type Goal } from "./actions.ts";

const everyMs = 250; // a word to the socket worker, which renews the lease, lasts for a second

let timer: ReturnType<typeof setInterval> | undefined;
let following = false;
let sending = 0; // goals that are on their way and not yet in the topic

/** held returns the robots whose lease our goals need. */
export function held(goals: Goal[]): string[] {
  return [...new Set(goals.filter((g) => g.mine && !g.keep_going && !over(g)).map((g) => g.robot ?? ""))].sort();
}

let robots: string[] = [];

function update(goals: Goal[]): void {
  const now = held(goals);
  for (const r of robots) {
    if (!now.includes(r) && sending === 0) call("studio/drive", { op: "release", robot: r }).catch(() => {});
  }
  robots = now;
  beat();
}

function beat(): void {
  const needed = robots.length > 0 || sending > 0;
  if (needed) {
    holdLease(true);
    timer ??= setInterval(() => holdLease(!document.hidden), everyMs);
  } else if (timer !== undefined) {
    clearInterval(timer);
    timer = undefined;
    holdLease(false);
  }
}

/** whileSending keeps the lease while a goal is sent, and afterwards as long as the goal runs. */
export async function whileSending<T>(send: () => Promise<T>): Promise<T> {
  if (!following) {
    following = true;
    subscribe("studio/actions", (m: { goals?: Goal[] }) => update(m.goals ?? []));
  }
  sending++;
  beat();
  try {
    return await send();
  } finally {
    // The topic follows the answer: the lease is kept until the goal is in it.
    setTimeout(() => {
      sending--;
      beat();
    }, 1000);
  }
}
