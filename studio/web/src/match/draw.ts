// Draws a moment of a match from above. Teams differ in colour and shape: red robots are discs, blue ones squares.
import { angleOf, toPixel, type Plan } from "../robot/fieldplan.ts";
import type { About, Field, Moment, Robot } from "./types.gen.ts";

export const colours = { red: "#c8372d", blue: "#1f5fc4" } as const;
const deviations95 = 2.4477; // half axis of the 95 % ellipse of a normal distribution in two dimensions, in standard deviations

// fitField returns the plan that shows the whole carpet in a window, horizontal or upright, whichever is larger.
export function fitField(f: Field, width: number, height: number): Plan {
  const [w, h] = [f.length + 2 * f.border, f.width + 2 * f.border];
  const lying = Math.min(width / w, height / h);
  const upright = Math.min(width / h, height / w);
  return { scale: Math.max(lying, upright), x0: width / 2, y0: height / 2, turned: upright > lying };
}

export interface Picture {
  about: About;
  moment: Moment;
  trail: { x: number; y: number }[]; // trail of the ball, the oldest point first
  selected?: number; // index in moment.robots
  beliefs: boolean; // draw the beliefs of all robots
}

// ellipseOf returns the half axes of the 95 % ellipse, and the direction of the first one.
export function ellipseOf(xx: number, xy: number, yy: number): { a: number; b: number; yaw: number } {
  const middle = (xx + yy) / 2;
  const radius = Math.hypot((xx - yy) / 2, xy);
  return {
    a: deviations95 * Math.sqrt(Math.max(0, middle + radius)),
    b: deviations95 * Math.sqrt(Math.max(0, middle - radius)),
    yaw: 0.5 * Math.atan2(2 * xy, xx - yy),
  };
}

// robotAt returns the index of the robot at a pixel, or undefined.
export function robotAt(p: Plan, robots: Robot[], px: number, py: number): number | undefined {
  let best: number | undefined;
  let nearest = Math.max(16, 0.35 * p.scale);
  robots.forEach((r, i) => {
    if (r.away) return;
    const [x, y] = toPixel(p, r.x, r.y);
    const d = Math.hypot(x - px, y - py);
    if (d < nearest) [best, nearest] = [i, d];
  });
  return best;
}

type Context = CanvasRenderingContext2D;

export function drawMatch(g: Context, pic: Picture): Plan {
  const p = fitField(pic.about.field, g.canvas.width, g.canvas.height);
  ground(g, p, pic.about.field);
  trail(g, p, pic.trail);
  if (pic.beliefs) pic.moment.robots.forEach((r) => !r.away && !r.penalty && belief(g, p, r, false));
  const chosen = pic.selected === undefined ? undefined : pic.moment.robots[pic.selected];
  if (chosen && !chosen.away) belief(g, p, chosen, true);
  pic.moment.robots.forEach((r, i) => !r.away && robot(g, p, r, i === pic.selected));
  ball(g, p, pic);
  return p;
}

function ground(g: Context, p: Plan, f: Field): void {
  g.clearRect(0, 0, g.canvas.width, g.canvas.height);
  const box = (x0: number, y0: number, x1: number, y1: number, colour: string) => {
    const [ax, ay] = toPixel(p, x0, y0);
    const [bx, by] = toPixel(p, x1, y1);
    g.fillStyle = colour;
    g.fillRect(Math.min(ax, bx), Math.min(ay, by), Math.abs(bx - ax), Math.abs(by - ay));
  };
  const [x, y] = [f.length / 2, f.width / 2];
  box(-x - f.border, -y - f.border, x + f.border, y + f.border, "#2c6237");
  box(-x, -y, x, y, "#357342");
  for (const s of [1, -1]) box(s * x, -f.goal_width / 2, s * (x + f.goal_depth), f.goal_width / 2, "#9aa79c");
  g.strokeStyle = "#f2f5f2";
  g.lineWidth = Math.max(1, 0.05 * p.scale);
  g.lineCap = "square";
  g.beginPath();
  for (const [ax, ay, bx, by] of f.lines) {
    g.moveTo(...toPixel(p, ax, ay));
    g.lineTo(...toPixel(p, bx, by));
  }
  if (f.circle > 0) {
    const [cx, cy] = toPixel(p, 0, 0);
    g.moveTo(cx + f.circle * p.scale, cy);
    g.arc(cx, cy, f.circle * p.scale, 0, 2 * Math.PI);
  }
  g.stroke();
  g.fillStyle = "#f2f5f2";
  for (const [mx, my] of [...f.marks, [0, 0] as [number, number]]) disc(g, p, mx, my, Math.max(2, 0.05 * p.scale));
  for (const s of [1, -1]) for (const t of [1, -1]) disc(g, p, s * x, (t * f.goal_width) / 2, Math.max(2.5, 0.06 * p.scale));
}

function disc(g: Context, p: Plan, x: number, y: number, r: number): void {
  g.beginPath();
  g.arc(...toPixel(p, x, y), r, 0, 2 * Math.PI);
  g.fill();
}

function trail(g: Context, p: Plan, points: { x: number; y: number }[]): void {
  points.forEach((at, i) => {
    g.fillStyle = `rgb(255 240 170 / ${(0.5 * i) / points.length})`;
    disc(g, p, at.x, at.y, Math.max(1.5, 0.035 * p.scale));
  });
}

function ball(g: Context, p: Plan, pic: Picture): void {
  const b = pic.moment.ball;
  const [x, y] = toPixel(p, b.x, b.y);
  g.beginPath();
  g.arc(x, y, Math.max(4, 0.075 * p.scale), 0, 2 * Math.PI);
  g.fillStyle = "#ffffff";
  g.fill();
  g.lineWidth = 2;
  g.strokeStyle = "#111";
  g.stroke();
  g.fillStyle = "#111";
  disc(g, p, b.x, b.y, Math.max(1.5, 0.025 * p.scale));
}

// body traces the outline of a lying or standing robot at a pixel.
function body(g: Context, side: string, r: number): void {
  g.beginPath();
  if (side === "red") g.arc(0, 0, r, 0, 2 * Math.PI);
  else g.roundRect(-0.9 * r, -0.9 * r, 1.8 * r, 1.8 * r, 0.25 * r);
}

function robot(g: Context, p: Plan, r: Robot, selected: boolean): void {
  const [x, y] = toPixel(p, r.x, r.y);
  const size = Math.max(8, 0.17 * p.scale);
  const colour = r.penalty ? "#7a7f86" : colours[r.side as "red" | "blue"];
  const down = r.posture === "fallen" || r.posture === "getting_up";
  g.save();
  g.translate(x, y);
  g.rotate(angleOf(p, r.theta));
  if (!down) {
    // direction in which the head looks
    g.save();
    g.rotate(-r.head_yaw);
    g.beginPath();
    g.moveTo(0, 0);
    g.arc(0, 0, 3.2 * size, -0.5, 0.5);
    g.closePath();
    g.fillStyle = selected ? "#ffffff40" : "#ffffff1c";
    g.fill();
    g.restore();
    // the nose
    g.beginPath();
    g.moveTo(0.8 * size, 0.5 * size);
    g.lineTo(1.6 * size, 0);
    g.lineTo(0.8 * size, -0.5 * size);
    g.closePath();
    g.fillStyle = colour;
    g.strokeStyle = "#fff";
    g.lineWidth = 1.5;
    g.fill();
    g.stroke();
  } else {
    g.scale(1.8, 0.75);
  }
  body(g, r.side, size);
  g.fillStyle = colour;
  g.fill();
  g.lineWidth = selected ? 4 : 1.8;
  g.strokeStyle = selected ? "#ffd34d" : "#fff";
  g.stroke();
  g.restore();
  if (r.posture === "kicking") {
    g.beginPath();
    g.arc(x, y, 1.45 * size, 0, 2 * Math.PI);
    g.setLineDash([4, 4]);
    g.strokeStyle = "#ffd34d";
    g.lineWidth = 2;
    g.stroke();
    g.setLineDash([]);
  }
  g.fillStyle = "#fff";
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.font = `700 ${Math.round(1.15 * size)}px system-ui, sans-serif`;
  g.fillText(String(r.number), x, y + 1);
  if (p.scale >= 60 || selected) label(g, r.penalty ? r.penalty.replaceAll("_", " ") : r.role, x, y + 1.75 * size, size);
}

function label(g: Context, text: string, x: number, y: number, size: number): void {
  g.font = `600 ${Math.max(10, Math.min(14, Math.round(0.72 * size)))}px system-ui, sans-serif`;
  g.lineWidth = 3;
  g.strokeStyle = "#0009";
  g.strokeText(text, x, y);
  g.fillStyle = "#fff";
  g.fillText(text, x, y);
}

// belief draws where a robot believes itself to be. For the selected robot it also draws the believed ball and
// other robots.
function belief(g: Context, p: Plan, r: Robot, all: boolean): void {
  const b = r.belief;
  const colour = r.side === "red" ? "#ff9a8f" : "#9dc0ff";
  const e = ellipseOf(b.xx, b.xy, b.yy);
  const [x, y] = toPixel(p, b.x, b.y);
  const [tx, ty] = toPixel(p, r.x, r.y);
  g.strokeStyle = colour;
  g.lineWidth = 1.5;
  g.beginPath();
  g.ellipse(x, y, Math.max(2, e.a * p.scale), Math.max(2, e.b * p.scale), angleOf(p, e.yaw), 0, 2 * Math.PI);
  g.fillStyle = colour + "55";
  g.fill();
  g.stroke();
  g.setLineDash([4, 3]);
  g.beginPath();
  g.moveTo(tx, ty);
  g.lineTo(x, y);
  g.stroke();
  g.setLineDash([]);
  if (!all) return;
  const size = Math.max(8, 0.17 * p.scale);
  g.save(); // the ghost: the believed pose
  g.translate(x, y);
  g.rotate(angleOf(p, b.theta));
  body(g, r.side, size);
  g.moveTo(size, 0);
  g.lineTo(1.9 * size, 0);
  g.lineWidth = 2;
  g.stroke();
  g.restore();
  for (const o of b.robots) {
    if (o.age > 3) continue;
    const [ox, oy] = toPixel(p, o.x, o.y);
    const k = 0.5 * size;
    g.beginPath();
    g.moveTo(ox - k, oy - k);
    g.lineTo(ox + k, oy + k);
    g.moveTo(ox - k, oy + k);
    g.lineTo(ox + k, oy - k);
    g.strokeStyle = o.side === "own" ? colour : "#ffd34d";
    g.lineWidth = 2.5;
    g.stroke();
  }
  if (b.ball) {
    const [bx, by] = toPixel(p, b.ball.x, b.ball.y);
    g.beginPath();
    g.arc(bx, by, Math.max(6, 0.12 * p.scale), 0, 2 * Math.PI);
    g.strokeStyle = "#ffd34d";
    g.lineWidth = 2.5;
    if (b.ball.side !== "own") g.setLineDash([3, 3]);
    g.stroke();
    g.setLineDash([]);
  }
}
