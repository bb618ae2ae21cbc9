// The match that the studio plays: who plays whom, and the socket on which it comes.
import { create } from "zustand";
import { announce } from "../shell/announce.ts";
import { call, connectMatch, subscribe } from "../wire/client.ts";
import type { Match, MatchRequest } from "../wire.gen.ts";

interface State {
  match?: Match; // undefined: this is no studio, or it has not said yet
  problem: string; // why a match was not started
  starting: boolean;
}

export const useStudioMatch = create<State>(() => ({ problem: "", starting: false }));

let connected = 0; // number of the match whose socket is open

/** followStudio connects to the match that the studio plays, whenever it plays one, until the returned function is called. The
 * connection stays: other pages show its machines. */
export function followStudio(): () => void {
  return subscribe("studio/match", (match: Match) => {
    useStudioMatch.setState({ match });
    const plays = match.state === "playing" ? match.number : 0;
    if (plays === connected) return;
    connected = plays;
    if (plays) for (const restart of restarts) restart();
    connectMatch(plays > 0);
  });
}

const restarts = new Set<() => void>();

/** onAnother calls a function when another match begins, until the returned function is called. */
export function onAnother(restart: () => void): () => void {
  restarts.add(restart);
  return () => void restarts.delete(restart);
}

const kept = "match";

/** lastRequest returns the match that was started last in this browser, or one to begin with. */
export function lastRequest(): MatchRequest {
  const first: MatchRequest = { op: "start", red: "ours", blue: "luar", seed: 1, world: "kinematic", speed: 1 };
  try {
    return { ...first, ...(JSON.parse(localStorage.getItem(kept) ?? "{}") as MatchRequest) };
  } catch {
    return first;
  }
}

/** startMatch starts a match and reports whether it began; why not is in the state. */
export async function startMatch(q: MatchRequest): Promise<boolean> {
  localStorage.setItem(kept, JSON.stringify(q));
  useStudioMatch.setState({ problem: "", starting: true });
  try {
    await call("studio/play", q);
    return true;
  } catch (e) {
    useStudioMatch.setState({ problem: (e as Error).message });
    announce((e as Error).message);
    return false;
  } finally {
    useStudioMatch.setState({ starting: false });
  }
}

/** stopMatch ends the match that is played. */
export function stopMatch(): void {
  call("studio/play", { op: "stop" }).catch((e: Error) => useStudioMatch.setState({ problem: e.message }));
}
