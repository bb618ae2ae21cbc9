// Follows a match, live or at a past moment. The match comes from a program that plays it (topics match/…), or from
// the topics of a graph.
import { create } from "zustand";
import { call, subscribe, useWire } from "../wire/client.ts";
import { Graph, graphHasMatch } from "./graph.ts";
import { followStudio, onAnother } from "./studio.ts";
import type { About, Call, Moment, Moments, Progress } from "./types.gen.ts";

/** Source is where a match comes from. */
export interface Source {
  past(from: number, until: number): Promise<Moment[]>;
  control(op: "play" | "pause" | "step" | "speed", speed?: number): Promise<unknown>;
  close(): void;
}

interface State {
  about?: About;
  shown?: Moment; // the moment that the page shows
  newest?: Moment;
  calls: Call[];
  progress: Progress;
  live: boolean;
  replaying: boolean; // a past moment goes on by itself
  problem: string;
}

const idle: Progress = { playing: true, speed: 1, sec: 0, over: false };
export const useMatch = create<State>(() => ({ calls: [], progress: idle, live: true, replaying: false, problem: "" }));

/** shownMoments is read by tests and by the canvas. revision grows with each shown moment. */
export const shownMoments = { revision: 0, trail: [] as { x: number; y: number }[] };
(globalThis as { gonaoMatch?: unknown }).gonaoMatch = { shown: shownMoments, state: useMatch };

const trailLength = 20;

function show(m: Moment): void {
  const before = useMatch.getState().shown;
  const t = shownMoments.trail;
  const jumped = !before || Math.abs(m.sec - before.sec) > 1 || m.sec < before.sec || Math.hypot(m.ball.x - before.ball.x, m.ball.y - before.ball.y) > 1;
  if (jumped) t.length = 0;
  t.push({ x: m.ball.x, y: m.ball.y });
  if (t.length > trailLength) t.shift();
  shownMoments.revision++;
  useMatch.setState({ shown: m });
}

let source: Source | undefined;

/** newest is called by a source with the newest moment of the match. */
export function newest(m: Moment): void {
  useMatch.setState({ newest: m });
  if (useMatch.getState().live) show(m);
}

// Played is a match that the program gonao match plays.
class Played implements Source {
  private stops = [
    subscribe("match/about", (about: About) => useMatch.setState({ about })),
    subscribe("match/moment", (m: Moment) => newest(m)),
    subscribe("match/calls", (m: { calls: Call[] }) => useMatch.setState({ calls: m.calls })),
    subscribe("match/progress", (progress: Progress) => useMatch.setState({ progress })),
  ];

  past(from: number, until: number): Promise<Moment[]> {
    return call<Moments>("match/moments", { from, until }).then((m) => m.moments);
  }

  control(op: "play" | "pause" | "step" | "speed", speed?: number): Promise<unknown> {
    return call("match/control", speed === undefined ? { op } : { op, speed });
  }

  close(): void {
    for (const stop of this.stops) stop();
  }
}

/** follow follows the present match, whichever it is, until the returned function is called. */
export function follow(): () => void {
  const again = () => {
    source?.close();
    source = undefined;
    useMatch.setState({ about: undefined, shown: undefined, newest: undefined, calls: [], progress: idle, live: true, replaying: false, problem: "" });
  };
  const choose = () => {
    const { names } = useWire.getState();
    const wanted = "match/about" in names.topics ? Played : graphHasMatch(names.topics) ? Graph : undefined;
    if (!wanted || source instanceof wanted) return; // a match that has ended stays as it was
    again();
    source = new wanted();
  };
  choose();
  const stopStudio = followStudio();
  const stopAgain = onAnother(again);
  const stop = useWire.subscribe((s, before) => s.names !== before.names && choose());
  return () => {
    stop();
    stopStudio();
    stopAgain();
    source?.close();
    source = undefined;
  };
}

/** control pauses, resumes or steps the match, or sets its speed. */
export function control(op: "play" | "pause" | "step" | "speed", speed?: number): void {
  source?.control(op, speed).then(() => useMatch.setState({ problem: "" }), failed);
}

const failed = (e: Error) => useMatch.setState({ problem: e.message });

// Past moments that have been read ahead. The match is asked for some seconds at a time.
let ahead: Moment[] = [];
let reading: Promise<void> | undefined;
let wanted: number | undefined;

const ofAhead = (sec: number) => {
  const i = ahead.findIndex((m) => m.sec > sec + 0.001);
  if (i === 0 || ahead.length === 0) return undefined;
  if (i < 0) return ahead.at(-1)!.sec + 0.1 > sec ? ahead.at(-1) : undefined;
  return ahead[i - 1];
};

/** goBack shows a past moment. Of several requests during a reading, only the last one counts. */
export function goBack(sec: number): void {
  useMatch.setState({ live: false });
  wanted = Math.max(0, sec);
  void read();
}

async function read(): Promise<void> {
  if (reading || wanted === undefined || !source) return;
  const sec = wanted;
  wanted = undefined;
  const have = ofAhead(sec);
  if (have) return show(have);
  reading = source.past(sec, sec + 4.7).then((list) => {
    ahead = list;
    if (list[0] && !useMatch.getState().live) show(list[0]);
  }, failed);
  await reading;
  reading = undefined;
  await read();
}

/** goLive shows the newest moment again. */
export function goLive(): void {
  ahead = [];
  wanted = undefined;
  const { newest } = useMatch.getState();
  useMatch.setState({ live: true, replaying: false });
  if (newest) show(newest);
}

/** advance moves a replay on by some seconds; at the newest moment the page is live again. */
export function advance(sec: number): void {
  const { shown, newest, replaying, live } = useMatch.getState();
  if (!replaying || live || !shown || !newest || reading) return;
  clock = Math.abs(clock - shown.sec) > 1 ? shown.sec : clock;
  clock += sec;
  if (clock >= newest.sec) return goLive();
  goBack(clock);
}
let clock = 0;
