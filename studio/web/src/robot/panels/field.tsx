// The field from above: the robots and balls where they are, and where a robot takes itself to be.
import { useEffect, useRef, useState } from "react";
import { subscribe, useWire } from "../../wire/client.ts";
import { useRobot, useRobots } from "../../wire/robots.ts";
import { Empty } from "../../ui/empty.tsx";
import { follow } from "../follow.ts";
import { angleOf, belief, beliefTopic, fit, gap, toPixel, Trail, type Belief, type Plan } from "../fieldplan.ts";
import { compose, ofMessage, yawOf, type Pose } from "../pose.ts";
import { markerType, World } from "../world.ts";

/** drawnPlans is read by tests: how often the field was drawn. */
export const drawnPlans = { count: 0 };
(globalThis as { gonaoField?: typeof drawnPlans }).gonaoField = drawnPlans;

export function Field() {
  const ns = useRobot();
  const robots = useRobots();
  const topic = useWire((s) => (ns === undefined ? undefined : beliefTopic(ns, s.names.topics)));
  const canvas = useRef<HTMLCanvasElement>(null);
  const [world] = useState(() => new World());
  const [words, say] = useState("");
  useEffect(() => follow(world), [world]);
  useEffect(() => {
    const c = canvas.current;
    if (!c || ns === undefined) return;
    const trail = new Trail();
    let believed: Belief | undefined;
    let odom: Pose | undefined;
    let origin: Pose | undefined; // a_WO, the odometry's frame in the world when both were first seen
    let dirty = true;
    const stops = [
      subscribe(ns + "/odom", (m) => {
        odom = ofMessage(m.pose.pose);
        dirty = true;
      }),
      topic ? subscribe(topic, (m) => {
        believed = belief(m);
        dirty = true;
      }) : () => {},
    ];
    let revision = -1;
    let structure = -1;
    let frame = 0;
    let lastMs = 0;
    let said = 0;
    const tick = (now: number) => {
      frame = requestAnimationFrame(tick);
      if (now - lastMs < 1000 / 15 || document.hidden) return;
      const changed = world.revision !== revision || world.structure !== structure;
      if (!changed && !dirty) return;
      lastMs = now;
      dirty = false;
      revision = world.revision;
      structure = world.structure;
      const r = world.robots.get(ns);
      const base = r && world.base(r);
      if (base) trail.add(base.p[0], base.p[1]);
      if (base && odom && !origin) origin = subtract(base, odom);
      const shownOdom = odom && origin && compose(origin, odom);
      draw(c, world, ns, trail, believed, shownOdom);
      if (base && now - said > 1000) {
        said = now;
        say(sentence(base, believed?.pose ?? shownOdom, believed ? "belief" : "odometry"));
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
  }, [ns, topic, world]);
  if (robots.length === 0 || ns === undefined) {
    return <Empty title="An empty field" command="gonao launch sim.launch.yaml">Here are the robots and balls from above, as they are and as a robot believes.</Empty>;
  }
  return (
    <div className="field-view">
      <canvas ref={canvas} role="img" aria-label={"The field from above. " + words} />
      <p className="field-words"><span className="field-truth" /> truth <span className="field-belief" /> {topic ? "belief" : "odometry"} · {words}</p>
    </div>
  );
}

// subtract returns a_WO of a_WB and a_OB, on the ground: only yaw and place are compared.
function subtract(wb: Pose, ob: Pose): Pose {
  const yaw = yawOf(wb.q) - yawOf(ob.q);
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
  return {
    p: [wb.p[0] - c * ob.p[0] + s * ob.p[1], wb.p[1] - s * ob.p[0] - c * ob.p[1], 0],
    q: [0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)],
  };
}

function sentence(truth: Pose, other: Pose | undefined, what: string): string {
  const at = `x ${truth.p[0].toFixed(2)} m, y ${truth.p[1].toFixed(2)} m`;
  if (!other) return at;
  const g = gap(truth, other);
  return `${at}; ${what} is ${(g.m * 100).toFixed(0)} cm and ${((g.rad * 180) / Math.PI).toFixed(0)}° off`;
}

function draw(c: HTMLCanvasElement, world: World, ns: string, trail: Trail, believed: Belief | undefined, odom: Pose | undefined): void {
  drawnPlans.count++;
  const g = c.getContext("2d")!;
  const p = fit(world.markers, c.width, c.height);
  g.clearRect(0, 0, c.width, c.height);
  ground(g, p, world);
  g.lineWidth = 1.5;
  g.strokeStyle = "#ffffffb0";
  g.beginPath();
  trail.points.forEach(([x, y], i) => (i ? g.lineTo(...toPixel(p, x, y)) : g.moveTo(...toPixel(p, x, y))));
  g.stroke();
  for (const r of world.robots.values()) {
    const base = world.base(r);
    if (base) arrow(g, p, base, r.ns === ns ? "#ffffff" : "#d0d0d0", false, r.ns.replace(/^\//, ""));
  }
  const mine = world.robots.get(ns);
  const truth = mine && world.base(mine);
  const other = believed?.pose ?? odom;
  if (other) {
    if (believed?.ellipse) ellipse(g, p, believed);
    arrow(g, p, other, "#e69f00", true);
    if (truth) errorLine(g, p, truth, other);
  }
  for (const b of world.balls.values()) {
    const [x, y] = toPixel(p, b.pose.p[0], b.pose.p[1]);
    g.beginPath();
    g.arc(x, y, Math.max(3, b.radius * p.scale), 0, 2 * Math.PI);
    g.fillStyle = `rgb(${b.color.slice(0, 3).map((v) => Math.round(v * 255)).join(" ")})`;
    g.fill();
    g.lineWidth = 1;
    g.strokeStyle = "#000";
    g.stroke();
  }
}

function ground(g: CanvasRenderingContext2D, p: Plan, world: World): void {
  const carpet = world.markers.find((m) => m.ns === "carpet");
  const box = (x: number, y: number, w: number, h: number) => {
    const [a, b] = p.turned ? [h, w] : [w, h];
    const [px, py] = toPixel(p, x, y);
    g.fillRect(px - (a * p.scale) / 2, py - (b * p.scale) / 2, a * p.scale, b * p.scale);
  };
  const rgb = (m: { color: { r: number; g: number; b: number } }) => `rgb(${[m.color.r, m.color.g, m.color.b].map((v) => Math.round(v * 255)).join(" ")})`;
  g.fillStyle = carpet ? rgb(carpet) : "#2a6233";
  if (carpet) box(carpet.pose.position.x, carpet.pose.position.y, carpet.scale.x, carpet.scale.y);
  else g.fillRect(0, 0, g.canvas.width, g.canvas.height);
  for (const m of world.markers) {
    if (m.type === markerType.lineList) {
      g.strokeStyle = rgb(m);
      g.lineWidth = Math.max(1, m.scale.x * p.scale);
      g.lineCap = "butt";
      g.beginPath();
      for (let i = 0; i + 1 < m.points.length; i += 2) {
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
}

// arrow draws a robot: a circle with a nose where it looks.
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
  if (name) {
    g.font = `600 ${Math.max(11, Math.min(16, 0.16 * p.scale))}px system-ui, sans-serif`;
    g.lineWidth = 3;
    g.strokeStyle = "#000c";
    g.fillStyle = "#fff";
    g.strokeText(name, x + r + 4, y - r);
    g.fillText(name, x + r + 4, y - r);
  }
}

function ellipse(g: CanvasRenderingContext2D, p: Plan, b: Belief): void {
  const e = b.ellipse!;
  const [x, y] = toPixel(p, b.pose.p[0], b.pose.p[1]);
  g.beginPath();
  g.ellipse(x, y, e.a * p.scale, e.b * p.scale, angleOf(p, e.yaw), 0, 2 * Math.PI);
  g.fillStyle = "#e69f0044";
  g.fill();
  g.strokeStyle = "#e69f00";
  g.lineWidth = 1;
  g.stroke();
}

function errorLine(g: CanvasRenderingContext2D, p: Plan, truth: Pose, other: Pose): void {
  const cm = gap(truth, other).m * 100;
  if (cm < 1) return;
  const [ax, ay] = toPixel(p, truth.p[0], truth.p[1]);
  const [bx, by] = toPixel(p, other.p[0], other.p[1]);
  g.setLineDash([4, 3]);
  g.strokeStyle = "#fff";
  g.lineWidth = 1.5;
  g.beginPath();
  g.moveTo(ax, ay);
  g.lineTo(bx, by);
  g.stroke();
  g.setLineDash([]);
}
