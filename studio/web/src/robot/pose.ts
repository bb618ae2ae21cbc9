// Poses as position and unit quaternion (x, y, z, w), as in ROS messages, and the tree of frames of /tf. Names of
// poses follow docs/notation.md: a_AB is the pose of B in A.
import type { Vec3 } from "./urdf.ts";

export type Quat = [number, number, number, number];
export interface Pose {
  p: Vec3;
  q: Quat;
}

export const identity: Pose = { p: [0, 0, 0], q: [0, 0, 0, 1] };

export function multiply(a: Quat, b: Quat): Quat {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export function rotate(q: Quat, v: Vec3): Vec3 {
  const [x, y, z, w] = q;
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

export const conjugate = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

// compose returns a_AC, given a_AB and a_BC.
export function compose(ab: Pose, bc: Pose): Pose {
  const r = rotate(ab.q, bc.p);
  return { p: [ab.p[0] + r[0], ab.p[1] + r[1], ab.p[2] + r[2]], q: multiply(ab.q, bc.q) };
}

// inverse returns a_BA, given a_AB.
export function inverse(ab: Pose): Pose {
  const q = conjugate(ab.q);
  const r = rotate(q, ab.p);
  return { p: [-r[0], -r[1], -r[2]], q };
}

// fromRPY returns the rotation of URDF's fixed-axis angles: roll, then pitch, then yaw.
export function fromRPY([roll, pitch, yaw]: Vec3): Quat {
  const [cr, sr] = [Math.cos(roll / 2), Math.sin(roll / 2)];
  const [cp, sp] = [Math.cos(pitch / 2), Math.sin(pitch / 2)];
  const [cy, sy] = [Math.cos(yaw / 2), Math.sin(yaw / 2)];
  return [sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy];
}

// fromAxis returns the rotation by an angle about an axis of any length.
export function fromAxis(axis: Vec3, rad: number): Quat {
  const n = Math.hypot(...axis) || 1;
  const s = Math.sin(rad / 2) / n;
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(rad / 2)];
}

export const yawOf = ([x, y, z, w]: Quat): number => Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));

// near reports whether two poses look the same on the screen.
export function near(a: Pose, b: Pose, m = 2e-4, rad = 5e-4): boolean {
  return (
    Math.abs(a.p[0] - b.p[0]) < m &&
    Math.abs(a.p[1] - b.p[1]) < m &&
    Math.abs(a.p[2] - b.p[2]) < m &&
    1 - Math.abs(a.q[0] * b.q[0] + a.q[1] * b.q[1] + a.q[2] * b.q[2] + a.q[3] * b.q[3]) < (rad * rad) / 8
  );
}

interface Vector {
  x: number;
  y: number;
  z: number;
}
// MessagePose is geometry_msgs/Pose.
export interface MessagePose {
  position: Vector;
  orientation: Vector & { w: number };
}
// MessageTransform is geometry_msgs/TransformStamped.
export interface MessageTransform {
  header: { frame_id: string };
  child_frame_id: string;
  transform: { translation: Vector; rotation: Vector & { w: number } };
}

export const ofMessage = (m: MessagePose): Pose => ({
  p: [m.position.x, m.position.y, m.position.z],
  q: [m.orientation.x, m.orientation.y, m.orientation.z, m.orientation.w],
});

// Frames holds the newest transforms of /tf and /tf_static. It keeps a few hundred frames and never forgets one.
export class Frames {
  readonly parents = new Map<string, { parent: string; pose: Pose }>();
  revision = 0; // grows when a pose has changed visibly

  add(transforms: MessageTransform[]): void {
    for (const t of transforms) {
      const { translation: p, rotation: q } = t.transform;
      const pose: Pose = { p: [p.x, p.y, p.z], q: [q.x, q.y, q.z, q.w] };
      const old = this.parents.get(t.child_frame_id);
      if (old && old.parent === t.header.frame_id && near(old.pose, pose)) continue;
      this.parents.set(t.child_frame_id, { parent: t.header.frame_id, pose });
      this.revision++;
    }
  }

  // pose returns a_RF, the pose of frame F in root R, or undefined if F is not below R.
  pose(frame: string, root: string): Pose | undefined {
    let out = identity;
    for (let depth = 0; frame !== root; depth++) {
      const up = this.parents.get(frame);
      if (!up || depth > 100) return undefined; // a loop in /tf must not hang the page
      out = compose(up.pose, out);
      frame = up.parent;
    }
    return out;
  }
}
