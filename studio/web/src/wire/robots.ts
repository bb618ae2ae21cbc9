// Which robots and machines the graph has, and which robot the page shows.

import { create } from "zustand";
import { useWire } from "./client.ts";
import type { Names } from "./messages.ts";

const robotTopics = ["robot_state", "robot_description", "joint_states", "motion_state"];

/** robotsIn returns the namespaces of the robots, sorted: "/nao1". A graph with machines but no body has their namespaces. */
export function robotsIn(names: Names): string[] {
  const found = new Set<string>();
  for (const topic of Object.keys(names.topics)) {
    for (const name of robotTopics) {
      if (topic.endsWith("/" + name)) found.add(topic.slice(0, -name.length - 1));
    }
  }
  if (found.size === 0) for (const ns of machinesIn(names)) if (!ns.endsWith("/skill")) found.add(ns);
  return [...found].sort();
}

/** inMatch reports whether a namespace belongs to a robot or a machine of the studio's match. */
export const inMatch = (ns: string): boolean => ns.startsWith("/match/");

/** isDry reports whether a namespace belongs to a machine that runs without a robot. */
export const isDry = (ns: string): boolean => ns.startsWith("/dry_run/");

/** ofRobot reports whether a namespace belongs to a robot of the graph. */
export const ofRobot = (ns: string): boolean => !inMatch(ns) && !isDry(ns);

/** machinesIn returns the namespaces in which machines of robots run: the robot's own, and one for each further machine. */
export function machinesIn(names: Names): string[] {
  const suffix = "/machine/snapshot";
  return Object.keys(names.topics)
    .filter((t) => t.endsWith(suffix) && ofRobot(t))
    .map((t) => t.slice(0, -suffix.length))
    .sort();
}

interface Chosen {
  robot: string | undefined;
  choose: (robot: string) => void;
}

export const useChosen = create<Chosen>((set) => ({
  robot: sessionStorage.getItem("robot") ?? undefined,
  choose: (robot) => {
    sessionStorage.setItem("robot", robot);
    set({ robot });
  },
}));

let cached: { names?: Names; robots: string[] } = { robots: [] };

/** useRobots returns the robots of the graph. */
export function useRobots(): string[] {
  const names = useWire((s) => s.names);
  if (cached.names !== names) {
    const robots = robotsIn(names);
    cached = { names, robots: robots.join() === cached.robots.join() ? cached.robots : robots };
  }
  return cached.robots;
}

/** useRobot returns the namespace of the chosen robot: "/nao1", "" for one without a namespace, undefined if there is none.
 * A chosen robot that went away stays chosen, so that the page shows it when it comes back. */
export function useRobot(): string | undefined {
  const robots = useRobots();
  const chosen = useChosen((s) => s.robot);
  if (chosen !== undefined && (robots.includes(chosen) || robots.length === 0)) return robots.length ? chosen : undefined;
  return robots[0];
}
