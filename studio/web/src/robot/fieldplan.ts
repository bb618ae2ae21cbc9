// The field from above: it converts metres to pixels. Truth is outlined, belief is filled with its ellipse, and a
// line between both shows the error in centimetres.
import { ofMessage, yawOf, type MessagePose, type Pose } from "./pose.ts";
import { markerType, type Marker } from "./world.ts";

export interface Plan {
  scale: number; // pixels per metre
  x0: number; // pixel of the world's origin
  y0: number;
  turned: boolean; // the field is drawn upright: +x is up
}

// extent returns the size of the carpet, or that of an SPL field if no marker describes one.
export function extent(markers: Marker[]): [number, number] {
  const carpet = markers.find((m) => m.type === markerType.cube && m.ns === "carpet");
  return carpet ? [carpet.scale.x, carpet.scale.y] : [10.4, 7.4];
}

// fit returns the plan that shows the whole carpet in a window, horizontal or upright, whichever is larger.
export function fit(markers: Marker[], width: number, height: number): Plan {
  const [w, h] = extent(markers);
  const lying = Math.min(width / w, height / h);
  const upright = Math.min(width / h, height / w);
  return { scale: Math.max(lying, upright), x0: width / 2, y0: height / 2, turned: upright > lying };
}

export function toPixel(p: Plan, x: number, y: number): [number, number] {
  return p.turned ? [p.x0 - y * p.scale, p.y0 - x * p.scale] : [p.x0 + x * p.scale, p.y0 - y * p.scale];
}

export function toWorld(p: Plan, px: number, py: number): [number, number] {
  const a = (px - p.x0) / p.scale;
  const b = (p.y0 - py) / p.scale;
  return p.turned ? [b, -a] : [a, b];
}

// angleOf returns a direction of the world as an angle on the canvas.
export const angleOf = (p: Plan, yaw: number) => -(yaw + (p.turned ? Math.PI / 2 : 0));

// Belief is where a robot believes itself to be.
export interface Belief {
  pose: Pose;
  ellipse?: Ellipse; // contains the pose with 95 %
}

// Ellipse has half axes a and b, m, and the direction of the first one.
export interface Ellipse {
  a: number;
  b: number;
  yaw: number;
}

// PoseWithCovariance is geometry_msgs/PoseWithCovarianceStamped, or the pose of an Odometry.
export interface PoseWithCovariance {
  pose: { pose: MessagePose; covariance: ArrayLike<number> };
}

const deviations95 = 2.4477; // half axis of the 95 % ellipse of a normal distribution in two dimensions, in standard deviations

export function belief(m: PoseWithCovariance): Belief {
  const c = m.pose.covariance;
  const [xx, xy, yy] = [c[0] ?? 0, c[1] ?? 0, c[7] ?? 0];
  const middle = (xx + yy) / 2;
  const radius = Math.hypot((xx - yy) / 2, xy);
  if (!(middle + radius > 0)) return { pose: ofMessage(m.pose.pose) };
  return {
    pose: ofMessage(m.pose.pose),
    ellipse: {
      a: deviations95 * Math.sqrt(middle + radius),
      b: deviations95 * Math.sqrt(Math.max(0, middle - radius)),
      yaw: 0.5 * Math.atan2(2 * xy, xx - yy),
    },
  };
}

// gap returns the error of a belief, in m and rad.
export function gap(truth: Pose, b: Pose): { m: number; rad: number } {
  const turn = yawOf(b.q) - yawOf(truth.q);
  return { m: Math.hypot(b.p[0] - truth.p[0], b.p[1] - truth.p[1]), rad: Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) };
}

const beliefTypes = ["geometry_msgs/msg/PoseWithCovarianceStamped"];

// beliefTopic returns the topic of a robot's belief, or undefined if nothing localizes it.
export function beliefTopic(ns: string, topics: Record<string, string>): string | undefined {
  const own = Object.keys(topics).filter((t) => t.startsWith(ns + "/") && beliefTypes.includes(topics[t]!) && !t.endsWith("/initialpose")).sort();
  return own.find((t) => /localization|pose$/.test(t)) ?? own[0];
}

// Trail is the path of a robot. It has a bounded length, and a point only where the robot has moved.
export class Trail {
  readonly points: [number, number][] = [];
  constructor(readonly most = 600, readonly step = 0.02) {}

  add(x: number, y: number): boolean {
    const last = this.points.at(-1);
    if (last && Math.hypot(x - last[0], y - last[1]) < this.step) return false;
    if (last && Math.hypot(x - last[0], y - last[1]) > 1) this.points.length = 0; // the robot was carried
    this.points.push([x, y]);
    if (this.points.length > this.most) this.points.shift();
    return true;
  }
}
