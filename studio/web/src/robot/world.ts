// The contents of the 3-D scene and of the field view: robots from robot_description at poses from /tf, true poses
// and balls from ground_truth, the field from world_markers. This file draws nothing.
import { compose, Frames, identity, inverse, near, ofMessage, fromRPY, yawOf, type MessagePose, type MessageTransform, type Pose } from "./pose.ts";
import { readURDF, type Parse, type RGBA, type RobotModel, parseXML } from "./urdf.ts";

// Marker contains the used fields of visualization_msgs/Marker.
export interface Marker {
  ns: string;
  type: number;
  pose: MessagePose;
  scale: { x: number; y: number; z: number };
  color: { r: number; g: number; b: number; a: number };
  points: { x: number; y: number; z: number }[];
}
export const markerType = { cube: 1, sphere: 2, cylinder: 3, lineList: 5 };

export interface Truth {
  header: { frame_id: string };
  names: string[];
  poses: MessagePose[];
}

export interface Ball {
  name: string;
  radius: number; // m
  color: RGBA;
  pose: Pose;
}

// RobotInWorld is one robot: its model and its pose.
export interface RobotInWorld {
  ns: string; // "/nao1"
  model?: RobotModel;
  problem?: string; // reason why its description cannot be drawn
  truth?: Pose; // pose of the torso in the world
  prefix: string; // prefix of its frames in /tf
}

const ballPrefix = "balls/";

// World collects what topics report. revision grows with every change that must be drawn.
export class World {
  readonly robots = new Map<string, RobotInWorld>();
  readonly ghosts = new Map<string, RobotInWorld>(); // translucent robots, which show other postures
  readonly balls = new Map<string, Ball>();
  readonly frames = new Map<string, Frames>(); // frames by topic: robots share one /tf or have their own
  markers: Marker[] = [];
  revision = 0; // a pose has changed
  structure = 0; // a robot, a ball or the field was added, removed or replaced

  robot(ns: string): RobotInWorld {
    let r = this.robots.get(ns);
    if (!r) {
      r = { ns, prefix: "" };
      this.robots.set(ns, r);
      this.structure++;
    }
    return r;
  }

  // ghost adds a translucent robot with the model of another one. Its frames come on its own /tf, NAME/tf.
  ghost(name: string, model: RobotModel): void {
    if (this.ghosts.get(name)?.model === model) return;
    this.ghosts.set(name, { ns: name, model, prefix: "" });
    this.structure++;
  }

  keepGhosts(names: string[]): void {
    for (const name of [...this.ghosts.keys()]) if (!names.includes(name) && this.ghosts.delete(name)) this.structure++;
  }

  // keep removes the robots that are not in the list.
  keep(list: string[]): void {
    for (const ns of [...this.robots.keys()]) {
      if (list.includes(ns)) continue;
      this.robots.delete(ns);
      this.structure++;
    }
  }

  describe(ns: string, text: string, parse: Parse = parseXML): void {
    const r = this.robot(ns);
    try {
      r.model = readURDF(text, parse);
      r.problem = undefined;
    } catch (e) {
      r.model = undefined;
      r.problem = (e as Error).message;
    }
    this.structure++;
  }

  setMarkers(markers: Marker[]): void {
    this.markers = markers;
    for (const m of markers) {
      if (!m.ns.startsWith(ballPrefix) || m.type !== markerType.sphere) continue;
      const name = m.ns.slice(ballPrefix.length);
      const pose = this.balls.get(name)?.pose ?? ofMessage(m.pose);
      this.balls.set(name, { name, radius: m.scale.x / 2, color: [m.color.r, m.color.g, m.color.b, 1], pose });
    }
    this.structure++;
  }

  // place sets the true poses of a robot and of the balls. Movements too small to see change nothing.
  place(ns: string, t: Truth): void {
    const r = this.robot(ns);
    for (let i = 0; i < t.names.length; i++) {
      const name = t.names[i]!;
      const message = t.poses[i];
      if (!message) continue;
      if (name === "torso") {
        const pose = ofMessage(message);
        if (r.truth && near(r.truth, pose)) continue;
        r.truth = pose;
        this.revision++;
      } else if (!name.startsWith("Camera")) {
        const pose = ofMessage(message);
        const ball = this.balls.get(name);
        if (ball && near(ball.pose, pose)) continue;
        if (ball) ball.pose = pose;
        else {
          this.balls.set(name, { name, radius: 0.05, color: [0.9, 0.9, 0.9, 1], pose });
          this.structure++;
        }
        this.revision++;
      }
    }
  }

  addTransforms(topic: string, transforms: MessageTransform[]): void {
    const f = this.framesOf(topic);
    const before = f.revision;
    f.add(transforms);
    if (f.revision !== before) this.revision++;
  }

  framesOf(topic: string): Frames {
    let f = this.frames.get(topic);
    if (!f) this.frames.set(topic, (f = new Frames()));
    return f;
  }

  // tree returns the frames that contain a robot's links, and the prefix of their names: a robot has its own /tf,
  // or shares one with prefixed names, or is the only robot.
  tree(r: RobotInWorld): { frames: Frames; prefix: string } | undefined {
    const links = r.model ? [...r.model.joints.values()].map((j) => j.child) : ["torso"];
    const name = r.ns.replace(/^\//, "");
    for (const topic of [r.ns + "/tf", "/tf"]) {
      const frames = this.frames.get(topic);
      if (!frames) continue;
      for (const prefix of name ? [name + "/", ""] : [""]) {
        if (links.some((link) => frames.parents.has(prefix + link))) return { frames, prefix };
      }
    }
    return undefined;
  }

  // base returns a_WB of a robot's root link, or undefined if no topic reports its pose. Truth takes precedence
  // over odometry.
  base(r: RobotInWorld): Pose | undefined {
    const t = this.tree(r);
    const root = r.model?.root ?? "base_link";
    if (r.truth) {
      const torso = t?.frames.pose(t.prefix + "torso", t.prefix + root) ?? this.linkPose(r, "torso");
      return compose(r.truth, inverse(torso));
    }
    return this.odometry(r);
  }

  // odometry returns the pose of a robot's root link in the topmost frame of /tf, such as odom.
  odometry(r: RobotInWorld): Pose | undefined {
    const t = this.tree(r);
    const root = r.model?.root ?? "base_link";
    if (!t) return undefined;
    let top = t.prefix + root;
    for (let depth = 0; depth < 100; depth++) {
      const up = t.frames.parents.get(top);
      if (!up) break;
      top = up.parent;
    }
    return top === t.prefix + root ? undefined : t.frames.pose(t.prefix + root, top);
  }

  // linkPose returns a link's pose in its parent link: from /tf, or else from the URDF.
  linkPose(r: RobotInWorld, link: string): Pose {
    const t = this.tree(r);
    const reported = t?.frames.parents.get(t.prefix + link);
    if (reported) return reported.pose;
    for (const j of r.model?.joints.values() ?? []) if (j.child === link) return { p: j.xyz, q: fromRPY(j.rpy) };
    return identity;
  }
}

// words describes in a sentence where a robot is and whether it lies, for people who cannot see the scene.
export function words(w: World, r: RobotInWorld): string {
  const base = w.base(r);
  const name = r.ns.replace(/^\//, "") || "The robot";
  if (!base) return `${name}: no topic reports where it is`;
  const [x, y, z] = base.p;
  const lies = z < 0.2 ? ", crouched or lying" : "";
  return `${name} at ${x.toFixed(2)} m, ${y.toFixed(2)} m, looking to ${Math.round((yawOf(base.q) * 180) / Math.PI)}°${lies}`;
}
