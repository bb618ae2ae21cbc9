// Shows the motion in 3-D at one moment: the robot's model with the motion's joint angles.
import { lazy, Suspense, useEffect, useMemo } from "react";
import { useTopic } from "../wire/client.ts";
import { useRobot } from "../wire/robots.ts";
import { compose, fromAxis, fromRPY, type MessageTransform, type Pose } from "../robot/pose.ts";
import { World } from "../robot/world.ts";
import { at, type Motion } from "./model.ts";

const View = lazy(() => import("../robot/view.tsx"));

/** transforms returns the transforms of a model's links for given joint angles, in the form of /tf. */
export function transforms(w: World, ns: string, angles: (joint: string) => number): MessageTransform[] {
  const out: MessageTransform[] = [];
  for (const j of w.robot(ns).model?.joints.values() ?? []) {
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

export function Preview({ motion, sec, angles }: { motion: Motion; sec: number; angles: { current: Map<string, number> } }) {
  const ns = useRobot() ?? "";
  const description = useTopic<{ data: string }>(ns + "/robot_description");
  const world = useMemo(() => new World(), []);
  useEffect(() => {
    if (description) world.describe("", description.data);
  }, [world, description]);
  useEffect(() => {
    const start = (j: string) => angles.current.get(j) ?? 0;
    const now = at(motion, sec, start);
    world.addTransforms("/tf", [
      { header: { frame_id: "preview" }, child_frame_id: "base_link", transform: { translation: { x: 0, y: 0, z: 0.333 }, rotation: { x: 0, y: 0, z: 0, w: 1 } } },
      ...transforms(world, "", (j) => now.get(j) ?? start(j)),
    ]);
  }, [world, motion, sec, angles, description]);
  if (!description) return <p className="panel-note">The picture needs a robot: <code>gonao launch sim.launch.yaml</code></p>;
  return (
    <Suspense fallback={<p className="loading">Loading …</p>}>
      <View world={world} label="The motion at the chosen moment, in 3-D" />
    </Suspense>
  );
}
