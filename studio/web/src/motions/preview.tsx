// Shows the motion in 3-D at one moment: the robot's model with the motion's joint angles.
import { lazy, Suspense, useEffect, useMemo } from "react";
import { useTopic } from "../wire/client.ts";
import { useRobot } from "../wire/robots.ts";
import { compose, fromAxis, fromRPY, type MessageTransform, type Pose } from "../robot/pose.ts";
import { World } from "../robot/world.ts";
import type { RobotModel } from "../robot/urdf.ts";
import { at, skins, type Motion } from "./model.ts";

const View = lazy(() => import("../robot/view.tsx"));

/** transforms returns the transforms of a standing robot's links for given joint angles, in the form of /tf. */
function transforms(model: RobotModel | undefined, angles: (joint: string) => number): MessageTransform[] {
  const out: MessageTransform[] = [
    { header: { frame_id: "preview" }, child_frame_id: "base_link", transform: { translation: { x: 0, y: 0, z: 0.333 }, rotation: { x: 0, y: 0, z: 0, w: 1 } } },
  ];
  for (const j of model?.joints.values() ?? []) {
    const origin: Pose = { p: j.xyz, q: fromRPY(j.rpy) };
    const angle = j.mimic ? angles(j.mimic.joint) * j.mimic.multiplier + j.mimic.offset : angles(j.name);
    const pose = j.type === "fixed" ? origin : compose(origin, { p: [0, 0, 0], q: fromAxis(j.axis, angle) });
    const [[x, y, z], q] = [pose.p, pose.q];
    out.push({
      header: { frame_id: j.parent }, child_frame_id: j.child,
      transform: { translation: { x, y, z }, rotation: { x: q[0], y: q[1], z: q[2], w: q[3] } },
    });
  }
  return out;
}

/** Preview shows the motion at a time, and translucent robots: another motion at that time, or with onion the postures before and after it. */
export function Preview({ motion, sec, angles, onion, beside }: { motion: Motion; sec: number; angles: { current: Map<string, number> }; onion: boolean; beside?: Motion }) {
  const ns = useRobot() ?? "";
  const description = useTopic<{ data: string }>(ns + "/robot_description");
  const world = useMemo(() => new World(), []);
  useEffect(() => {
    if (description) world.describe("", description.data);
  }, [world, description]);
  useEffect(() => {
    const { model } = world.robot("");
    const show = (topic: string, time: number, m = motion) => {
      const start = (j: string) => angles.current.get(j) ?? 0;
      const now = at(m, time, start);
      world.addTransforms(topic, transforms(model, (j) => now.get(j) ?? start(j)));
    };
    show("/tf", sec);
    const ghosts = beside ? [["after", sec] as const] : onion ? skins(motion, sec) : [];
    world.keepGhosts(ghosts.map(([name]) => name));
    for (const [name, time] of ghosts) {
      if (model) world.ghost(name, model);
      show(name + "/tf", time, beside);
    }
  }, [world, motion, sec, angles, description, onion, beside]);
  if (!description) return <p className="panel-note">The picture needs a robot: <code>gonao launch sim.launch.yaml</code></p>;
  return (
    <Suspense fallback={<p className="loading">Loading …</p>}>
      <View world={world} label="The motion at the chosen moment, in 3-D" />
    </Suspense>
  );
}
