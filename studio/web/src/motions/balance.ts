// Balance of a posture: where the centre of mass is over the soles. The robot's description provides masses and joints.
import { compose, fromAxis, fromRPY, identity, inverse, type Pose } from "../robot/pose.ts";
import type { RobotModel } from "../robot/urdf.ts";

type Point = [number, number];

// The left sole from above, m in its frame; the right one mirrors it.
const sole: Point[] = [[0.058, -0.039], [0.097, -0.019], [0.099, 0.009], [0.085, 0.036], [0.05, 0.048], [-0.031, 0.05], [-0.049, 0.038], [-0.051, -0.021], [-0.033, -0.034]];

const flatM = 0.015; // a foot that is higher over the other one does not carry

/** poses returns the pose of each link in the root's frame, for given joint angles. */
export function poses(model: RobotModel, angle: (joint: string) => number): Map<string, Pose> {
  const out = new Map<string, Pose>([[model.root, identity]]);
  const children = new Map<string, string[]>();
  for (const j of model.joints.values()) children.set(j.parent, [...(children.get(j.parent) ?? []), j.name]);
  const visit = (link: string) => {
    for (const name of children.get(link) ?? []) {
      const j = model.joints.get(name)!;
      const turned = j.mimic ? angle(j.mimic.joint) * j.mimic.multiplier + j.mimic.offset : angle(name);
      const origin: Pose = { p: j.xyz, q: fromRPY(j.rpy) };
      out.set(j.child, compose(out.get(link)!, j.type === "fixed" ? origin : compose(origin, { p: [0, 0, 0], q: fromAxis(j.axis, turned) })));
      visit(j.child);
    }
  };
  visit(model.root);
  return out;
}

/**
 * margin returns how far the centre of mass is inside the soles that carry, m; negative outside. The robot stands with a flat sole: that of
 * support, or of the lower foot; the other foot carries if its sole is on the same ground. It is undefined if the model has no feet or no
 * masses.
 */
export function margin(model: RobotModel, angle: (joint: string) => number, support?: string): number | undefined {
  const at = poses(model, angle);
  const feet = { left: at.get("l_sole"), right: at.get("r_sole") };
  if (!feet.left || !feet.right) return undefined;
  let mass = 0;
  const com: [number, number, number] = [0, 0, 0];
  for (const link of model.links.values()) {
    if (!link.mass) continue;
    const { p } = compose(at.get(link.name)!, { p: link.com, q: [0, 0, 0, 1] });
    mass += link.mass;
    for (let i = 0; i < 3; i++) com[i] = com[i]! + link.mass * p[i]!;
  }
  if (mass === 0) return undefined;
  const stands = support === "left" || support === "right" ? support : feet.left.p[2] <= feet.right.p[2] ? "left" : "right";
  const ground = inverse(feet[stands]!);
  const over = compose(ground, { p: [com[0] / mass, com[1] / mass, com[2] / mass], q: [0, 0, 0, 1] }).p;
  const points: Point[] = [];
  for (const side of ["left", "right"] as const) {
    const foot = compose(ground, feet[side]!);
    if (side !== stands && (support === stands || Math.abs(foot.p[2]) > flatM)) continue;
    for (const [x, y] of sole) {
      const { p } = compose(foot, { p: [x, side === "left" ? y : -y, 0], q: [0, 0, 0, 1] });
      points.push([p[0], p[1]]);
    }
  }
  return inside(hull(points), [over[0], over[1]]);
}

const cross = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** hull returns the convex hull of points, counterclockwise. */
export function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Point[]) => {
    const out: Point[] = [];
    for (const p of list) {
      while (out.length >= 2 && cross(out.at(-2)!, out.at(-1)!, p) <= 0) out.pop();
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** inside returns the distance of a point from the nearest line of a convex outline, negative outside. */
export function inside(outline: Point[], p: Point): number {
  return Math.min(...outline.map((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    return cross(a, b, p) / (Math.hypot(b[0] - a[0], b[1] - a[1]) || 1);
  }));
}
