// A match of nodes: the topics of the referee, the game and of each player are turned into the same moments that
// gonao match sends. The page itself keeps them, for ten minutes.
import { call, subscribe, useWire } from "../wire/client.ts";
import { yawOf, type MessagePose } from "../robot/pose.ts";
import { newest, useMatch, type Source } from "./follow.ts";
import type { About, Belief, Call, Moment, Robot, Seen } from "./types.gen.ts";

const phases = ["first_half", "second_half", "first_extra_half", "second_extra_half", "penalty_shootout"];
const states = ["initial", "standby", "ready", "set", "playing", "finished", "timeout"];
const setPlays = ["", "kick_off", "kick_in", "goal_kick", "corner_kick", "pushing_free_kick", "direct_free_kick", "indirect_free_kick", "penalty_kick"];
const sides = ["", "red", "blue"];
const penalties = ["", "substitute", "picked_up", "illegal_position_in_set", "illegal_position", "motion_in_standby", "motion_in_set", "motion_in_stop", "inactive",
  "local_game_stuck", "ball_holding", "player_stance", "pushing", "arms_hands", "leaving_the_field", "cautioned", "sent_off", "collision", "blocking_ball"];

const every = 0.1; // s between two moments
const most = 6000; // largest number of kept moments

/** playersIn returns the players of a graph: namespaces such as /red1. */
export function playersIn(topics: Record<string, string>): { ns: string; side: "red" | "blue"; number: number }[] {
  const found = new Map<string, { ns: string; side: "red" | "blue"; number: number }>();
  for (const topic of Object.keys(topics)) {
    const m = /^((?:\/\w+)*\/(red|blue)(\d+))\/(?:ground_truth|pose|world_model)$/.exec(topic);
    if (m) found.set(m[1]!, { ns: m[1]!, side: m[2] as "red" | "blue", number: Number(m[3]) });
  }
  return [...found.values()].sort((a, b) => (a.side === b.side ? a.number - b.number : a.side === "red" ? -1 : 1));
}

export function graphHasMatch(topics: Record<string, string>): boolean {
  return playersIn(topics).length > 0;
}

/** standard is the field of the rule books. A graph describes its own field with world_markers, which the Robot page draws. */
export const standard: About["field"] = {
  length: 9, width: 6, border: 0.7, goal_width: 1.5, goal_depth: 0.5, circle: 0.75, marks: [[3.2, 0], [-3.2, 0]],
  lines: [[0, -3, 0, 3], ...([1, -1] as const).flatMap((s): [number, number, number, number][] => [
    [s * 4.5, -3, s * 4.5, 3], [-4.5, s * 3, 4.5, s * 3],
    [s * 3.9, -1.1, s * 3.9, 1.1], [s * 3.9, -1.1, s * 4.5, -1.1], [s * 3.9, 1.1, s * 4.5, 1.1],
    [s * 2.85, -2, s * 2.85, 2], [s * 2.85, -2, s * 4.5, -2], [s * 2.85, 2, s * 4.5, 2],
  ])],
};

const stampOf = (t: { sec: number; nsec?: number; nanosec?: number }) => t.sec + (t.nsec ?? t.nanosec ?? 0) / 1e9;

interface Player {
  ns: string;
  robot: Robot;
  attack: number; // +1: map equals world, −1: map is world turned by 180°
  last?: [number, number];
}

function fresh(side: string, number: number): Robot {
  const belief: Belief = { x: 0, y: 0, theta: 0, xx: 0, xy: 0, yy: 0, localized: false, robots: [] };
  return { side, number, x: 0, y: 0, theta: 0, head_yaw: 0, posture: "upright", away: true, penalty: "", penalty_sec: 0, role: "", choice: "", target: { x: 0, y: 0 }, belief, machines: [], walked: 0 };
}

/** Graph is a match that nodes of the graph play. */
export class Graph implements Source {
  private stops = new Map<string, () => void>();
  private players: Player[] = [];
  private kept: Moment[] = [];
  private game: any;
  private ball = { x: 0, y: 0, z: 0, vx: 0, vy: 0 };
  private begin?: number;
  private calls: Call[] = [];
  private stopNames: () => void;

  constructor() {
    useMatch.setState({ about: { teams: ["red", "blue"], rules: "", world: "nodes", seed: "", field: standard } });
    this.listen();
    this.stopNames = useWire.subscribe((s, before) => s.names !== before.names && this.listen());
  }

  private on(topic: string, handler: (m: any) => void, kind: "state" | "every" = "state"): void {
    if (!this.stops.has(topic)) this.stops.set(topic, subscribe(topic, handler, { kind }));
  }

  private listen(): void {
    const topics = useWire.getState().names.topics;
    for (const p of playersIn(topics)) {
      if (this.players.some((q) => q.ns === p.ns)) continue;
      this.players.push({ ns: p.ns, robot: fresh(p.side, p.number), attack: p.side === "red" ? 1 : -1 });
      this.players.sort((a, b) => (a.robot.side === b.robot.side ? a.robot.number - b.robot.number : a.robot.side === "red" ? -1 : 1));
    }
    this.on("/game_state", (m) => this.setGame(m));
    this.on("/referee_calls", (m) => this.addCall(m), "every");
    for (const p of this.players) {
      this.on(p.ns + "/ground_truth", (m) => this.truth(p, m));
      this.on(p.ns + "/pose", (m) => pose(p, m));
      this.on(p.ns + "/world_model", (m) => world(p, m));
      this.on(p.ns + "/role", (m) => (p.robot.role = m.data));
      ["game", "role", "body", "head"].forEach((name, i) => this.on(`${p.ns}/${name}/machine_state`, (m) => (p.robot.machines[i] = m.path), "every"));
    }
  }

  private setGame(m: any): void {
    this.game = m;
    for (const p of this.players) {
      const red = p.robot.side === "red";
      p.attack = red === m.home_on_left ? 1 : -1;
      const state = (red ? m.home : m.away).players[p.robot.number - 1];
      p.robot.penalty = penalties[state?.penalty ?? 0] ?? "";
      p.robot.penalty_sec = state?.penalty_left ?? 0;
    }
    const { about } = useMatch.getState();
    const teams: [string, string] = [m.home.name || "red", m.away.name || "blue"];
    if (about && (about.rules !== m.rules || about.teams.join() !== teams.join())) useMatch.setState({ about: { ...about, rules: m.rules, teams } });
  }

  private addCall(m: any): void {
    const sec = this.begin === undefined ? 0 : stampOf(m.stamp) - this.begin;
    const inColours = (text: string) => text.replace(/\bhome\b/g, "red").replace(/\baway\b/g, "blue");
    const [home, away] = [this.game?.home.score ?? 0, this.game?.away.score ?? 0];
    this.calls = [...this.calls, {
      sec, clock: this.game?.remaining ?? 0, phase: phases[this.game?.phase ?? 0]!, score: [home, away], rule: m.rule, text: inColours(m.call), evidence: inColours(m.evidence),
      source: m.source, refused: m.refused || undefined, at: m.ball_placed ? { x: m.ball.x, y: m.ball.y } : undefined,
    }];
    useMatch.setState({ calls: this.calls });
  }

  private truth(p: Player, m: { header: { stamp: any }; names: string[]; poses: MessagePose[] }): void {
    const torso = m.poses[m.names.indexOf("torso")];
    const ball = m.poses[m.names.findIndex((n) => n.startsWith("ball"))];
    if (torso) {
      const r = p.robot;
      [r.x, r.y, r.theta, r.away] = [torso.position.x, torso.position.y, yawOf([torso.orientation.x, torso.orientation.y, torso.orientation.z, torso.orientation.w]), false];
      r.posture = torso.position.z < 0.2 ? "fallen" : "upright";
      if (p.last && Math.hypot(r.x - p.last[0], r.y - p.last[1]) < 0.2) r.walked += Math.hypot(r.x - p.last[0], r.y - p.last[1]);
      p.last = [r.x, r.y];
    }
    if (ball) this.ball = { ...this.ball, x: ball.position.x, y: ball.position.y, z: ball.position.z };
    const now = stampOf(m.header.stamp);
    if (this.begin === undefined || now < this.begin) [this.begin, this.kept, this.calls] = [now, [], []]; // the simulation was restarted
    const sec = now - this.begin;
    const last = this.kept.at(-1);
    if (last && sec < last.sec + every) return;
    const moment = this.moment(sec);
    this.kept.push(moment);
    if (this.kept.length > most) this.kept.splice(0, most / 10);
    useMatch.setState((s) => ({ progress: { ...s.progress, sec } }));
    newest(moment);
  }

  private moment(sec: number): Moment {
    const g = this.game;
    return {
      sec, clock: g?.remaining ?? 0, secondary: g?.secondary ?? 0, phase: phases[g?.phase ?? 0]!, state: states[g?.state ?? 0]!, set_play: setPlays[g?.set_play ?? 0]!,
      kicking: sides[g?.kicking ?? 0] ?? "", stopped: g?.stopped ?? false, score: [g?.home.score ?? 0, g?.away.score ?? 0],
      messages: [g?.home.messages ?? 0, g?.away.messages ?? 0], calls: this.calls.length, ball: this.ball,
      robots: this.players.map((p) => ({ ...p.robot, belief: { ...p.robot.belief }, machines: [...p.robot.machines] })),
    };
  }

  async past(from: number, until: number): Promise<Moment[]> {
    const i = this.kept.findLastIndex((m) => m.sec <= from);
    return this.kept.slice(Math.max(0, i)).filter((m, k) => k === 0 || m.sec <= until);
  }

  async control(op: "play" | "pause" | "step" | "speed", speed?: number): Promise<unknown> {
    const service = simulatorOf(useWire.getState().names.services);
    if (service === undefined) throw new Error("no simulator offers simulator/pause; real robots cannot be paused here");
    const answer = await (op === "speed" ? call(service + "/speed", { speed })
      : op === "step" ? call(service + "/step", { cycles: 8 })
        : call(service + "/pause", { data: op === "pause" }));
    if (answer.success === false) throw new Error(answer.message);
    useMatch.setState((s) => ({ progress: { ...s.progress, ...(op === "speed" ? { speed: speed! } : { playing: op === "play" }) } }));
    return answer;
  }

  close(): void {
    this.stopNames();
    for (const stop of this.stops.values()) stop();
  }
}

/** simulatorOf returns the namespace of the graph's simulator, which contains its services pause, step and speed. */
export function simulatorOf(services: Record<string, string>): string | undefined {
  const all = Object.keys(services).filter((s) => /(^|\/)simulator\/pause$/.test(s)).sort((a, b) => a.length - b.length);
  return all[0]?.slice(0, -"/pause".length);
}

// toWorld converts a point from a robot's map to world.
const toWorld = (p: Player, x: number, y: number) => ({ x: p.attack * x, y: p.attack * y });

function pose(p: Player, m: { pose: { pose: MessagePose; covariance: ArrayLike<number> } }): void {
  const at = m.pose.pose;
  const yaw = yawOf([at.orientation.x, at.orientation.y, at.orientation.z, at.orientation.w]);
  const c = m.pose.covariance;
  Object.assign(p.robot.belief, toWorld(p, at.position.x, at.position.y), { theta: p.attack > 0 ? yaw : yaw + Math.PI, xx: c[0] ?? 0, xy: c[1] ?? 0, yy: c[7] ?? 0 });
}

function world(p: Player, m: any): void {
  const b = p.robot.belief;
  const age = (seen: { sec: number }) => stampOf(m.header.stamp) - stampOf(seen);
  b.localized = m.localized;
  b.ball = undefined;
  if (m.ball.known) b.ball = { ...toWorld(p, m.ball.map_x, m.ball.map_y), age: age(m.ball.seen), side: "own" };
  else if (m.team_ball_known) b.ball = { ...toWorld(p, m.team_ball_x, m.team_ball_y), age: 0, side: "team" };
  b.robots = m.robots.filter((r: any) => !r.told).map((r: any): Seen => ({ ...toWorld(p, r.map_x, r.map_y), age: age(r.seen), side: ["", "own", "other"][r.team] ?? "" }));
}
