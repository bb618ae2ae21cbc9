// Moves and pushes things in a simulated world, with the simulator's services simulator/place and simulator/push.
import { yawOf, type Pose } from "./pose.ts";

export interface Request {
  service: string;
  request: Record<string, unknown>;
}

type At = [number, number];
type Thing = { kind: "robot"; ns: string } | { kind: "ball"; name: string };

// serviceOf returns the simulator's service for a thing: for a robot its own, for a ball that of the shown robot.
export function serviceOf(thing: Thing, name: string, robot: string, services: Record<string, string>): string | undefined {
  const ns = thing.kind === "robot" ? thing.ns : robot;
  const candidates = [`${ns}/simulator/${name}`, ...Object.keys(services).filter((s) => s.endsWith(`/simulator/${name}`))];
  return candidates.find((s) => s in services);
}

const objectOf = (t: Thing) => (t.kind === "robot" ? "robot" : t.name);

// place returns the request that puts a thing at a point of the ground. A robot keeps its posture and heading.
export function place(t: Thing, service: string, to: At, pose: Pose): Request {
  const z = t.kind === "ball" ? pose.p[2] : 0;
  return {
    service,
    request: {
      object: objectOf(t),
      position: { x: to[0], y: to[1], z },
      frame: "world",
      yaw: t.kind === "robot" ? yawOf(pose.q) : 0,
      lie: "upright",
      posture: t.kind === "robot" ? "keep" : "",
      velocity: { x: 0, y: 0, z: 0 },
    },
  };
}

// A ball of 45 g rolls off with 3 m/s after 0.13 N s; a robot of 5 kg stumbles at about 1.5 N s.
const perMetre = { ball: 0.1, robot: 2 }; // N s for each metre that the pointer was pulled
const most = { ball: 0.2, robot: 4 };

// push returns the request for an impulse in the direction in which the pointer was pulled.
export function push(t: Thing, service: string, from: At, to: At): Request {
  let [x, y] = [(to[0] - from[0]) * perMetre[t.kind], (to[1] - from[1]) * perMetre[t.kind]];
  const size = Math.hypot(x, y);
  if (size > most[t.kind]) [x, y] = [(x / size) * most[t.kind], (y / size) * most[t.kind]];
  return {
    service,
    request: { object: objectOf(t), impulse: { x, y, z: 0 }, frame: "world", duration_sec: t.kind === "robot" ? 0.1 : 0 },
  };
}
