// The field from above: the true robots and balls, and what a robot believes: its pose, the ball, other robots, its
// path and what it sees.
import { useEffect, useRef, useState } from "react";
import { subscribe, useWire } from "../../wire/client.ts";
import { useRobot, useRobots } from "../../wire/robots.ts";
import { Empty } from "../../ui/empty.tsx";
import { Beliefs, beliefTopics } from "../beliefs.ts";
import { drawField, drawn, layers, type Layer } from "../fielddraw.ts";
import { follow } from "../follow.ts";
import { beliefTopic, gap, Trail } from "../fieldplan.ts";
import { compose, ofMessage, yawOf, type Pose } from "../pose.ts";
import { World } from "../world.ts";

(globalThis as { gonaoField?: typeof drawn }).gonaoField = drawn;

export function Field() {
  const ns = useRobot();
  const robots = useRobots();
  const other = useWire((s) => (ns === undefined ? undefined : beliefTopic(ns, s.names.topics)));
  const estimates = useWire((s) => ns !== undefined && `${ns}/${beliefTopics.estimate}` in s.names.topics);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [world] = useState(() => new World());
  const [words, say] = useState("");
  const [show, setShow] = useState<ReadonlySet<Layer>>(() => new Set(layers));
  const shown = useRef(show);
  shown.current = show;
  useEffect(() => follow(world), [world]);
  useEffect(() => {
    const c = canvas.current;
    if (!c || ns === undefined) return;
    const trail = new Trail();
    const beliefs = new Beliefs();
    let odom: Pose | undefined;
    let origin: Pose | undefined; // pose of the odometry's frame in the world, from the moment when both were first seen
    let dirty = true;
    const stops = [
      subscribe(ns + "/odom", (m) => {
        odom = ofMessage(m.pose.pose);
        dirty = true;
      }),
      estimates ? subscribe(`${ns}/${beliefTopics.estimate}`, (m, meta) => beliefs.setEstimate(m, meta.logTime)) : other ? subscribe(other, (m, meta) => beliefs.setPose(m, meta.logTime)) : () => {},
      subscribe(`${ns}/${beliefTopics.model}`, (m, meta) => beliefs.setModel(m, meta.logTime)),
      subscribe(`${ns}/${beliefTopics.features}`, (m, meta) => beliefs.setFeatures(m, meta.logTime)),
      subscribe(`${ns}/${beliefTopics.plan}`, (m, meta) => beliefs.setPath(m, meta.logTime)),
      subscribe(`${ns}/${beliefTopics.field}`, (m) => beliefs.setMarkers(m)),
    ];
    let revision = "";
    let frame = 0;
    let lastMs = 0;
    let said = 0;
    const tick = (now: number) => {
      frame = requestAnimationFrame(tick);
      if (now - lastMs < 1000 / 15 || document.hidden) return;
      const current = `${world.revision} ${world.structure} ${beliefs.revision} ${shown.current.size}`;
      if (current === revision && !dirty) return;
      lastMs = now;
      dirty = false;
      revision = current;
      const r = world.robots.get(ns);
      const base = r && world.base(r);
      if (base) trail.add(base.p[0], base.p[1]);
      const truth = r?.truth && base;
      if (truth && odom && !origin) origin = subtract(truth, odom);
      beliefs.placeMap(world, ns);
      const odometry = truth ? odom && origin && compose(origin, odom) : base;
      drawField(c, { world, ns, beliefs, trail, odometry, show: shown.current });
      if (now - said > 1000) {
        said = now;
        const believed = beliefs.pose();
        say([sentence(truth, believed?.pose ?? odometry, believed ? "belief" : "odometry"), beliefs.words()].filter(Boolean).join("; "));
      }
    };
    frame = requestAnimationFrame(tick);
    const size = new ResizeObserver(() => {
      c.width = Math.max(2, Math.round(c.clientWidth * Math.min(2, devicePixelRatio)));
      c.height = Math.max(2, Math.round(c.clientHeight * Math.min(2, devicePixelRatio)));
      dirty = true;
    });
    size.observe(c);
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      for (const stop of stops) stop();
    };
  }, [ns, other, estimates, world]);
  if (robots.length === 0 || ns === undefined) {
    return <Empty title="An empty field" command="gonao launch sim.launch.yaml localization:=true">This panel shows robots and balls from above, their true places and those that a robot believes.</Empty>;
  }
  const toggle = (l: Layer) => setShow(new Set(layers.filter((o) => show.has(o) !== (o === l))));
  return (
    <div className="field-view">
      <div className="panel-bar" role="group" aria-label="What is drawn">
        {layers.map((l) => (
          <label key={l}><input type="checkbox" checked={show.has(l)} onChange={() => toggle(l)} /> <span className={`field-sign field-${l}`} aria-hidden /> {l}</label>
        ))}
      </div>
      <canvas ref={canvas} role="img" aria-label={"The field from above. " + words} />
      <p className="field-words">{words || "No topic reports where the robot is."}</p>
    </div>
  );
}

// subtract returns a_WO, given a_WB and a_OB, on the ground: it uses only yaw and position.
function subtract(wb: Pose, ob: Pose): Pose {
  const yaw = yawOf(wb.q) - yawOf(ob.q);
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
  return {
    p: [wb.p[0] - c * ob.p[0] + s * ob.p[1], wb.p[1] - s * ob.p[0] - c * ob.p[1], 0],
    q: [0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)],
  };
}

function sentence(truth: Pose | undefined, other: Pose | undefined, what: string): string {
  const place = (p: Pose) => `x ${p.p[0].toFixed(2)} m, y ${p.p[1].toFixed(2)} m`;
  if (!truth) return other ? `${what}: ${place(other)}` : "";
  if (!other) return place(truth);
  const g = gap(truth, other);
  return `${place(truth)}; ${what} is ${(g.m * 100).toFixed(0)} cm and ${((g.rad * 180) / Math.PI).toFixed(0)}° off`;
}
