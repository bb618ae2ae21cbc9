// The match that the studio plays: its teams, and the socket that delivers it.
import { create } from "zustand";
import { announce } from "../shell/announce.ts";
import { call, connectMatch, subscribe } from "../wire/client.ts";
import type { Match, MatchRequest } from "../wire.gen.ts";

interface State {
  match?: Match; // undefined if the server is not a studio or has not answered yet
  problem: string; // the reason why a match was not started
  starting: boolean;
}

export const useStudioMatch = create<State>(() => ({ problem: "", starting: false }));

let connected = 0; // number of the match whose socket is open
let series = 0; // number of the series that has replaced a match

/** followStudio connects to each match that the studio plays, until the returned function is called. The
 * connection stays: other pages show its machines. */
export function followStudio(): () => void {
  return subscribe("studio/match", (match: Match) => {
    useStudioMatch.setState({ match });
    const plays = match.state === "playing" ? match.number : 0;
    if (match.state === "series" && series !== match.number) {
      series = match.number;
      for (const restart of restarts) restart();
    }
    if (plays === connected) return;
    connected = plays;
    if (plays) for (const restart of restarts) restart();
    connectMatch(plays > 0);
  });
}

const restarts = new Set<() => void>();

/** onAnother calls a function whenever another match begins, until the returned function is called. */
export function onAnother(restart: () => void): () => void {
  restarts.add(restart);
  return () => void restarts.delete(restart);
}

const kept = "match";

/** lastRequest returns the match that was started last in this browser, or a first suggestion. */
export function lastRequest(): MatchRequest {
  const first: MatchRequest = { op: "start", red: "ours", blue: "luar", seed: 1, world: "kinematic", speed: 1 };
  try {
    return { ...first, ...(JSON.parse(localStorage.getItem(kept) ?? "{}") as MatchRequest) };
  } catch {
    return first;
  }
}

/** startMatch starts a match and reports whether it has begun. If not, the state contains the reason. */
export function startMatch(q: MatchRequest): Promise<boolean> {
  localStorage.setItem(kept, JSON.stringify(q));
  return start(q);
}

/** startSeries starts a series of matches, each two teams against each other. */
export function startSeries(teams: string[], seeds: number, world: string): Promise<boolean> {
  return start({ op: "series", teams, seeds, world });
}

async function start(q: MatchRequest): Promise<boolean> {
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

/** stopMatch ends the present match. */
export function stopMatch(): void {
  call("studio/play", { op: "stop" }).catch((e: Error) => useStudioMatch.setState({ problem: e.message }));
}
