// What one robot believes about the field: its pose with ellipse and hypotheses, the ball with its velocity, other
// robots, its planned path and the features in its last image. Everything is converted from the robot's frames to
// world, in which the field view draws. This file draws nothing.
import { belief, type Belief, type Ellipse, type PoseWithCovariance } from "./fieldplan.ts";
import { compose, identity, rotate, type MessagePose, type Pose } from "./pose.ts";
import type { Marker, World } from "./world.ts";

// These are the used fields of the messages gonao_msgs/PoseEstimate, WorldModel and FieldFeatures, and
// nav_msgs/Path.
export interface PoseEstimate {
  x: number;
  y: number;
  theta: number;
  covariance: ArrayLike<number>; // xx, xy, xt, yy, yt, tt
  localized: boolean;
  fit: number;
  hypotheses: { x: number; y: number; theta: number; deviation: number; weight: number }[];
}
export interface WorldModel {
  pose_theta: number;
  ball: { known: boolean; vx: number; vy: number; covariance: ArrayLike<number>; map_x: number; map_y: number };
  team_ball_known: boolean;
  team_ball_x: number;
  team_ball_y: number;
  robots: { vx: number; vy: number; covariance: ArrayLike<number>; map_x: number; map_y: number; team: number; number: number; fallen: boolean }[];
}
export interface FieldFeatures {
  points: { kind: number; x: number; y: number }[];
  lines: { from_x: number; from_y: number; to_x: number; to_y: number }[];
}
export interface Path {
  poses: { pose: MessagePose }[];
}

export type Point = [number, number];

export interface SeenPoint {
  kind: string;
  at: Point;
}
export interface BelievedBall {
  at: Point;
  velocity: Point; // m/s
  ellipse?: Ellipse;
}
export interface BelievedRobot extends BelievedBall {
  team: "own" | "opponent" | "unknown";
  number: number;
  fallen: boolean;
}
export interface Hypothesis {
  pose: Pose;
  weight: number;
}

const kinds = ["L", "T", "X", "mark", "circle", "post", "landmark"];
const teams = ["unknown", "own", "opponent"] as const;

// beliefTopics lists the topics of a robot's beliefs, below its namespace.
export const beliefTopics = { estimate: "pose_estimate", model: "world_model", plan: "plan", features: "field_features", field: "field_markers" };

// lasts is the time for which a path or features are shown if no new ones arrive, s.
const lasts = 1.5;

/** onGround returns a pose on the ground. */
export const onGround = (x: number, y: number, theta: number): Pose => ({ p: [x, y, 0], q: [0, 0, Math.sin(theta / 2), Math.cos(theta / 2)] });

/** headingOf returns the angle of a rotation about z. */
const headingOf = (pose: Pose): number => 2 * Math.atan2(pose.q[2], pose.q[3]);

/** pathLength returns the length of a path, m. */
export const pathLength = (way: Point[]): number => way.slice(1).reduce((sum, p, i) => sum + Math.hypot(p[0] - way[i]![0], p[1] - way[i]![1]), 0);

// Beliefs holds the newest messages of one robot.
export class Beliefs {
  revision = 0; // grows with each message
  markers: Marker[] = []; // markers of the field that localization uses
  private x_WM: Pose = identity; // pose of map in world
  private estimate?: PoseEstimate;
  private other?: Belief; // belief of another program that localizes
  private model?: WorldModel;
  private seen?: FieldFeatures;
  private path?: Path;
  private now = 0; // stamp of the newest message, s
  private seenAt = 0;
  private pathAt = 0;

  // Each message comes with its arrival time, s. Paths and features without newer messages are forgotten.
  setEstimate(m: PoseEstimate, at: number): void {
    this.estimate = m;
    this.came(at);
  }
  setPose(m: PoseWithCovariance, at: number): void {
    this.other = belief(m);
    this.came(at);
  }
  setModel(m: WorldModel, at: number): void {
    this.model = m;
    this.came(at);
  }
  setFeatures(m: FieldFeatures, at: number): void {
    this.seen = m;
    this.seenAt = at;
    this.came(at);
  }
  setPath(m: Path, at: number): void {
    this.path = m;
    this.pathAt = at;
    this.came(at);
  }
  private came(at: number): void {
    this.now = at < this.now - lasts ? at : Math.max(this.now, at); // a moment of the past has an earlier time
    this.revision++;
  }
  setMarkers(m: { markers: Marker[] }): void {
    this.markers = m.markers;
    this.revision++;
  }

  /** placeMap finds the pose of the robot's map in world, which localization reports in /tf. */
  placeMap(world: World, ns: string): void {
    const name = ns.replace(/^\//, "");
    for (const topic of [ns + "/tf", "/tf"]) {
      const frames = world.frames.get(topic);
      for (const frame of [name + "/map", "map"]) {
        const up = frames?.parents.get(frame);
        if (up?.parent !== "world") continue;
        this.x_WM = up.pose;
        return;
      }
    }
  }

  private point(x: number, y: number): Point {
    const p = compose(this.x_WM, { p: [x, y, 0], q: [0, 0, 0, 1] }).p;
    return [p[0], p[1]];
  }

  get localized(): boolean {
    return this.estimate?.localized ?? this.other !== undefined;
  }
  get fit(): number | undefined {
    return this.estimate?.fit;
  }

  /** pose returns the pose that the robot believes to have, in world. */
  pose(): Belief | undefined {
    const e = this.estimate;
    if (!e) return this.other && { ...this.other, pose: compose(this.x_WM, this.other.pose), ellipse: turned(this.other.ellipse, headingOf(this.x_WM)) };
    const covariance = new Array<number>(36).fill(0);
    [covariance[0], covariance[1], covariance[7]] = [e.covariance[0]!, e.covariance[1]!, e.covariance[3]!];
    const b = belief({ pose: { pose: message(onGround(e.x, e.y, e.theta)), covariance } });
    return { pose: compose(this.x_WM, b.pose), ellipse: turned(b.ellipse, headingOf(this.x_WM)) };
  }

  /** hypotheses returns the other poses that localization considers possible. The best one is the belief. */
  hypotheses(): Hypothesis[] {
    return (this.estimate?.hypotheses ?? []).slice(1).map((h) => ({ pose: compose(this.x_WM, onGround(h.x, h.y, h.theta)), weight: h.weight }));
  }

  /** ball returns the ball from the world model. */
  ball(): BelievedBall | undefined {
    const m = this.model;
    return m?.ball.known ? this.moving(m, m.ball) : undefined;
  }

  /** teamBall returns the ball as the whole team sees it, if the robot itself does not know where the ball is. */
  teamBall(): Point | undefined {
    const m = this.model;
    return m?.team_ball_known && !m.ball.known ? this.point(m.team_ball_x, m.team_ball_y) : undefined;
  }

  robots(): BelievedRobot[] {
    const m = this.model;
    return (m?.robots ?? []).map((r) => ({ ...this.moving(m!, r), team: teams[r.team] ?? "unknown", number: r.number, fallen: r.fallen }));
  }

  // Velocities and covariances are in base_footprint, positions in map.
  private moving(m: WorldModel, o: { vx: number; vy: number; covariance: ArrayLike<number>; map_x: number; map_y: number }): BelievedBall {
    const turn = m.pose_theta + headingOf(this.x_WM);
    const v = rotate(onGround(0, 0, turn).q, [o.vx, o.vy, 0]);
    const covariance = new Array<number>(36).fill(0);
    [covariance[0], covariance[1], covariance[7]] = [o.covariance[0]!, o.covariance[1]!, o.covariance[2]!];
    const e = belief({ pose: { pose: message(identity), covariance } }).ellipse;
    return { at: this.point(o.map_x, o.map_y), velocity: [v[0], v[1]], ellipse: turned(e, turn) };
  }

  /** way returns the planned path, from its beginning to the goal. */
  way(): Point[] {
    if (this.now - this.pathAt > lasts) return [];
    return (this.path?.poses ?? []).map((p) => this.point(p.pose.position.x, p.pose.position.y));
  }

  /** features returns the features of the last image. Their places are those that follow from the belief. */
  features(): { points: SeenPoint[]; lines: [Point, Point][] } {
    const at = this.pose()?.pose;
    if (!at || !this.seen || this.now - this.seenAt > lasts) return { points: [], lines: [] };
    const place = (x: number, y: number): Point => {
      const p = compose(at, { p: [x, y, 0], q: [0, 0, 0, 1] }).p;
      return [p[0], p[1]];
    };
    return {
      points: this.seen.points.map((p) => ({ kind: kinds[p.kind] ?? "", at: place(p.x, p.y) })),
      lines: this.seen.lines.map((l) => [place(l.from_x, l.from_y), place(l.to_x, l.to_y)]),
    };
  }

  /** words describes the beliefs in a sentence, for people who cannot see the field. */
  words(): string {
    const out: string[] = [];
    const pose = this.pose();
    if (this.estimate) out.push(this.localized ? `knows its place (fit ${Math.round(100 * (this.fit ?? 0))} %)` : "does not know its place");
    const ball = this.ball();
    if (ball && pose) {
      const d = Math.hypot(ball.at[0] - pose.pose.p[0], ball.at[1] - pose.pose.p[1]);
      out.push(`ball ${d.toFixed(1)} m away, ${Math.hypot(...ball.velocity).toFixed(1)} m/s`);
    } else if (this.teamBall()) out.push("ball known from the team");
    const robots = this.robots().length;
    if (robots > 0) out.push(robots === 1 ? "1 robot" : `${robots} robots`);
    const way = this.way();
    if (way.length > 1) out.push(`path ${pathLength(way).toFixed(1)} m`);
    return out.join(", ");
  }
}

const message = (p: Pose): MessagePose => ({ position: { x: p.p[0], y: p.p[1], z: p.p[2] }, orientation: { x: p.q[0], y: p.q[1], z: p.q[2], w: p.q[3] } });
const turned = (e: Ellipse | undefined, by: number): Ellipse | undefined => e && { ...e, yaw: e.yaw + by };
