// Draws the field view on a canvas. Truth is outlined in white, belief is filled in orange with its ellipse, and a
// line between both shows the error. Seen features are blue, the path is cyan. Shapes differ too, so that the
// colours alone do not matter.
import type { BelievedBall, BelievedRobot, Beliefs, Point } from "./beliefs.ts";
import { angleOf, fit, gap, toPixel, type Belief, type Ellipse, type Plan, type Trail } from "./fieldplan.ts";
import { yawOf, type Pose } from "./pose.ts";
import { markerType, type Marker, type World } from "./world.ts";

// layers lists the layers that can be switched on and off.
export const layers = ["truth", "belief", "hypotheses", "ball", "robots", "way", "features"] as const;
export type Layer = (typeof layers)[number];

const believed = "#e69f00";
const seen = "#7fd0ff";
const way = "#5ff5e8";

/** Drawn counts what a drawing shows; tests read it. */
export interface Drawn {
  count: number;
  truth: number[] | null; // x, y and heading in world
  belief: number[] | null;
  ellipse: number[] | null; // half axes, m
  ball: number[] | null; // x, y, vx, vy
  hypotheses: number;
  robots: number[][]; // x, y
  way: number; // points
  points: number;
  lines: number; // number of lines in the last image
  field: number; // number of pieces of the field's lines
}

/** drawn describes the last drawing of the field. */
export const drawn: Drawn = { count: 0, truth: null, belief: null, ellipse: null, ball: null, hypotheses: 0, robots: [], way: 0, points: 0, lines: 0, field: 0 };

export interface Scene {
  world: World;
  ns: string;
  beliefs: Beliefs;
  trail: Trail;
  odometry: Pose | undefined; // shown if nothing localizes the robot
  show: ReadonlySet<Layer>;
}

/** drawField draws a scene on a canvas. */
export function drawField(c: HTMLCanvasElement, s: Scene): void {
  const g = c.getContext("2d")!;
  const markers = s.world.markers.length > 0 ? s.world.markers : s.beliefs.markers;
  const p = fit(markers, c.width, c.height);
  g.clearRect(0, 0, c.width, c.height);
  Object.assign(drawn, { count: drawn.count + 1, truth: null, belief: null, ellipse: null, ball: null, hypotheses: 0, robots: [], way: 0, points: 0, lines: 0 });
  drawn.field = ground(g, p, markers);
  if (s.show.has("features")) features(g, p, s.beliefs);
  if (s.show.has("truth")) trueThings(g, p, s);
  if (s.show.has("way")) planned(g, p, s.beliefs.way());
  if (s.show.has("hypotheses")) {
    for (const h of s.beliefs.hypotheses()) {
      hypothesis(g, p, h.pose, h.weight);
      drawn.hypotheses++;
    }
  }
  if (s.show.has("robots")) for (const r of s.beliefs.robots()) robot(g, p, r);
  if (s.show.has("belief")) own(g, p, s);
  if (s.show.has("ball")) balls(g, p, s.beliefs);
}

// own draws the robot where it believes itself to be, and the distance to the truth.
function own(g: CanvasRenderingContext2D, p: Plan, s: Scene): void {
  const b: Belief | undefined = s.beliefs.pose() ?? (s.odometry && { pose: s.odometry });
  if (!b) return;
  if (b.ellipse) ellipse(g, p, [b.pose.p[0], b.pose.p[1]], b.ellipse);
  arrow(g, p, b.pose, believed, true);
  drawn.belief = [b.pose.p[0], b.pose.p[1], yawOf(b.pose.q)];
  drawn.ellipse = b.ellipse ? [b.ellipse.a, b.ellipse.b] : null;
  const r = s.world.robots.get(s.ns);
  const truth = r?.truth && s.world.base(r);
  if (truth && s.show.has("truth")) errorLine(g, p, truth, b.pose);
}

// trueThings draws the true places of robots and balls.
function trueThings(g: CanvasRenderingContext2D, p: Plan, s: Scene): void {
  g.lineWidth = 1.5;
  g.strokeStyle = "#ffffffb0";
  polyline(g, p, s.trail.points);
  for (const r of s.world.robots.values()) {
    const base = s.world.base(r);
    if (!base || (r.ns === s.ns && !r.truth)) continue; // for this robot, the frames report its belief
    arrow(g, p, base, r.ns === s.ns ? "#ffffff" : "#d0d0d0", false, r.ns.replace(/^\//, ""));
    if (r.ns === s.ns) drawn.truth = [base.p[0], base.p[1], yawOf(base.q)];
  }
  for (const b of s.world.balls.values()) {
    disc(g, p, [b.pose.p[0], b.pose.p[1]], Math.max(3, b.radius * p.scale), `rgb(${b.color.slice(0, 3).map((v) => Math.round(v * 255)).join(" ")})`, "#000");
  }
}

function balls(g: CanvasRenderingContext2D, p: Plan, b: Beliefs): void {
  const ball = b.ball();
  if (ball) {
    if (ball.ellipse) ellipse(g, p, ball.at, ball.ellipse);
    disc(g, p, ball.at, Math.max(5, 0.07 * p.scale), believed + "a0", "#000");
    velocity(g, p, ball);
    drawn.ball = [...ball.at, ...ball.velocity];
  }
  const team = b.teamBall();
  if (!team) return;
  disc(g, p, team, Math.max(5, 0.06 * p.scale), "#0000", believed);
  label(g, p, team, "team");
}

// robot draws another robot where this one believes it to be: as a square, to tell it from a true one.
function robot(g: CanvasRenderingContext2D, p: Plan, r: BelievedRobot): void {
  const [x, y] = toPixel(p, ...r.at);
  const half = Math.max(6, 0.14 * p.scale);
  if (r.ellipse) ellipse(g, p, r.at, r.ellipse);
  g.beginPath();
  g.rect(x - half, r.fallen ? y - half / 2 : y - half, 2 * half, r.fallen ? half : 2 * half);
  g.fillStyle = { own: "#0072b2c0", opponent: "#d55e00c0", unknown: "#777777c0" }[r.team];
  g.fill();
  g.lineWidth = 1.5;
  g.strokeStyle = "#000";
  g.stroke();
  velocity(g, p, r);
  const name = (r.number > 0 ? String(r.number) : "") + { own: " own", opponent: " opp.", unknown: "" }[r.team];
  if (name.trim()) label(g, p, r.at, name.trim());
  drawn.robots.push([...r.at]);
}

// velocity draws where something will be in a second, for speeds from 5 cm/s.
function velocity(g: CanvasRenderingContext2D, p: Plan, b: BelievedBall): void {
  if (Math.hypot(...b.velocity) < 0.05) return;
  const [x0, y0] = toPixel(p, ...b.at);
  const [x1, y1] = toPixel(p, b.at[0] + b.velocity[0], b.at[1] + b.velocity[1]);
  const a = Math.atan2(y1 - y0, x1 - x0);
  for (const [style, width] of [["#000", 4], [believed, 2]] as const) {
    g.strokeStyle = style;
    g.lineWidth = width;
    g.beginPath();
    g.moveTo(x0, y0);
    g.lineTo(x1, y1);
    for (const side of [-1, 1]) {
      g.moveTo(x1, y1);
      g.lineTo(x1 - 8 * Math.cos(a + side * 0.5), y1 - 8 * Math.sin(a + side * 0.5));
    }
    g.stroke();
  }
}

// planned draws the path as a dashed line, with a cross at its end.
function planned(g: CanvasRenderingContext2D, p: Plan, points: Point[]): void {
  drawn.way = points.length;
  if (points.length < 2) return;
  g.setLineDash([8, 5]);
  for (const [style, width] of [["#000a", 5], [way, 2.5]] as const) {
    g.strokeStyle = style;
    g.lineWidth = width;
    polyline(g, p, points);
  }
  g.setLineDash([]);
  const [x, y] = toPixel(p, ...points.at(-1)!);
  g.beginPath();
  for (const side of [-1, 1]) {
    g.moveTo(x - 6, y - 6 * side);
    g.lineTo(x + 6, y + 6 * side);
  }
  g.stroke();
}

// features draws the features of the last image: lines, and a sign for each kind of point.
function features(g: CanvasRenderingContext2D, p: Plan, b: Beliefs): void {
  const { points, lines } = b.features();
  [drawn.points, drawn.lines] = [points.length, lines.length];
  for (const [style, width] of [["#000a", 5], [seen, 2.5]] as const) {
    g.strokeStyle = style;
    g.lineWidth = width;
    for (const [from, to] of lines) polyline(g, p, [from, to]);
  }
  for (const f of points) {
    const [x, y] = toPixel(p, ...f.at);
    g.beginPath();
    if (f.kind === "post" || f.kind === "landmark") g.rect(x - 4, y - 4, 8, 8);
    else g.arc(x, y, f.kind === "circle" ? 8 : 4.5, 0, 2 * Math.PI);
    g.lineWidth = 4;
    g.strokeStyle = "#000a";
    g.stroke();
    g.lineWidth = 2;
    g.strokeStyle = seen;
    g.stroke();
    if (f.kind.length === 1) label(g, p, f.at, f.kind);
  }
}

// ground draws carpet, lines and goals, and returns the number of pieces of lines.
function ground(g: CanvasRenderingContext2D, p: Plan, markers: Marker[]): number {
  const carpet = markers.find((m) => m.ns === "carpet");
  const box = (x: number, y: number, w: number, h: number) => {
    const [a, b] = p.turned ? [h, w] : [w, h];
    const [px, py] = toPixel(p, x, y);
    g.fillRect(px - (a * p.scale) / 2, py - (b * p.scale) / 2, a * p.scale, b * p.scale);
  };
  const rgb = (m: { color: { r: number; g: number; b: number } }) => `rgb(${[m.color.r, m.color.g, m.color.b].map((v) => Math.round(v * 255)).join(" ")})`;
  g.fillStyle = carpet ? rgb(carpet) : "#2a6233";
  if (carpet) box(carpet.pose.position.x, carpet.pose.position.y, carpet.scale.x, carpet.scale.y);
  else g.fillRect(0, 0, g.canvas.width, g.canvas.height);
  let pieces = 0;
  for (const m of markers) {
    if (m.type === markerType.lineList) {
      g.strokeStyle = rgb(m);
      g.lineWidth = Math.max(1, m.scale.x * p.scale);
      g.lineCap = "butt";
      g.beginPath();
      for (let i = 0; i + 1 < m.points.length; i += 2, pieces++) {
        g.moveTo(...toPixel(p, m.points[i]!.x, m.points[i]!.y));
        g.lineTo(...toPixel(p, m.points[i + 1]!.x, m.points[i + 1]!.y));
      }
      g.stroke();
    } else if (m.ns === "goals") {
      g.fillStyle = rgb(m);
      const lies = Math.abs(m.pose.orientation.w) < 0.99;
      box(m.pose.position.x, m.pose.position.y, m.scale.x, lies ? m.scale.z : m.scale.y);
    }
  }
  return pieces;
}

function polyline(g: CanvasRenderingContext2D, p: Plan, points: readonly Point[]): void {
  g.beginPath();
  points.forEach(([x, y], i) => (i ? g.lineTo(...toPixel(p, x, y)) : g.moveTo(...toPixel(p, x, y))));
  g.stroke();
}

function disc(g: CanvasRenderingContext2D, p: Plan, at: Point, radius: number, fill: string, line: string): void {
  g.beginPath();
  g.arc(...toPixel(p, ...at), radius, 0, 2 * Math.PI);
  g.fillStyle = fill;
  g.fill();
  g.lineWidth = line === "#000" ? 1 : 2;
  g.strokeStyle = line;
  g.stroke();
}

// arrow draws a robot: a circle with a nose in its heading.
function arrow(g: CanvasRenderingContext2D, p: Plan, pose: Pose, color: string, filled: boolean, name?: string): void {
  const [x, y] = toPixel(p, pose.p[0], pose.p[1]);
  const r = Math.max(7, 0.16 * p.scale);
  const a = angleOf(p, yawOf(pose.q));
  g.beginPath();
  g.arc(x, y, r, 0, 2 * Math.PI);
  g.moveTo(x + r * Math.cos(a), y + r * Math.sin(a));
  g.lineTo(x + 1.9 * r * Math.cos(a), y + 1.9 * r * Math.sin(a));
  g.lineWidth = 4.5;
  g.strokeStyle = "#000";
  g.stroke();
  if (filled) {
    g.fillStyle = color;
    g.fill();
  }
  g.lineWidth = 2.5;
  g.strokeStyle = color;
  g.stroke();
  if (name) label(g, p, [pose.p[0], pose.p[1]], name, r);
}

// hypothesis draws a possible pose as a short arrow. The less likely it is, the paler it is drawn.
function hypothesis(g: CanvasRenderingContext2D, p: Plan, pose: Pose, weight: number): void {
  const [x, y] = toPixel(p, pose.p[0], pose.p[1]);
  const a = angleOf(p, yawOf(pose.q));
  const length = Math.max(14, 0.28 * p.scale);
  g.globalAlpha = 0.35 + 0.65 * Math.sqrt(Math.min(1, Math.max(0, weight)));
  for (const [style, width] of [["#000", 5], [believed, 3]] as const) {
    g.beginPath();
    g.arc(x, y, 3, 0, 2 * Math.PI);
    g.moveTo(x, y);
    g.lineTo(x + length * Math.cos(a), y + length * Math.sin(a));
    g.lineWidth = width;
    g.strokeStyle = style;
    g.stroke();
  }
  g.globalAlpha = 1;
}

function label(g: CanvasRenderingContext2D, p: Plan, at: Point, text: string, r = 6): void {
  const [x, y] = toPixel(p, ...at);
  g.font = `600 ${Math.max(11, Math.min(16, 0.16 * p.scale))}px system-ui, sans-serif`;
  g.lineWidth = 3;
  g.strokeStyle = "#000c";
  g.fillStyle = "#fff";
  g.strokeText(text, x + r + 4, y - r);
  g.fillText(text, x + r + 4, y - r);
}

function ellipse(g: CanvasRenderingContext2D, p: Plan, at: Point, e: Ellipse): void {
  const [x, y] = toPixel(p, ...at);
  g.beginPath();
  g.ellipse(x, y, Math.max(1, e.a * p.scale), Math.max(1, e.b * p.scale), angleOf(p, e.yaw), 0, 2 * Math.PI);
  g.fillStyle = believed + "44";
  g.fill();
  g.strokeStyle = believed;
  g.lineWidth = 1;
  g.stroke();
}

function errorLine(g: CanvasRenderingContext2D, p: Plan, truth: Pose, other: Pose): void {
  if (gap(truth, other).m < 0.01) return;
  g.setLineDash([4, 3]);
  g.strokeStyle = "#fff";
  g.lineWidth = 1.5;
  polyline(g, p, [[truth.p[0], truth.p[1]], [other.p[0], other.p[1]]]);
  g.setLineDash([]);
}
