// The joints: angle, stiffness, current, temperature and status. Cells are written directly, at most ten times a
// second: drawing 25 rows through React at the robot's rate would cost more than the rest of the page.
import { useEffect, useMemo, useRef, useState } from "react";
import { subscribe, useTopic } from "../../wire/client.ts";
import { useRobot } from "../../wire/robots.ts";
import { Empty } from "../../ui/empty.tsx";
import { limits as limitsOf, readURDF, type RobotModel } from "../urdf.ts";

/** jointNames lists the joints in the order of robot_state, which is that of LoLA's arrays. */
export const jointNames = [
  "HeadYaw", "HeadPitch", "LShoulderPitch", "LShoulderRoll", "LElbowYaw", "LElbowRoll", "LWristYaw", "LHipYawPitch",
  "LHipRoll", "LHipPitch", "LKneePitch", "LAnklePitch", "LAnkleRoll", "RHipRoll", "RHipPitch", "RKneePitch", "RAnklePitch",
  "RAnkleRoll", "RShoulderPitch", "RShoulderRoll", "RElbowYaw", "RElbowRoll", "RWristYaw", "LHand", "RHand",
];

const status = ["", "hot", "very hot", "critical"];
const capability = { current: 64, temperature: 128 };

/** useModel returns the robot's model, from its description. */
export function useModel(ns: string | undefined): RobotModel | undefined {
  const description = useTopic<{ data: string }>(ns === undefined ? undefined : ns + "/robot_description");
  return useMemo(() => {
    try {
      return description && readURDF(description.data);
    } catch {
      return undefined; // the 3-D view reports what is wrong with the description
    }
  }, [description]);
}

/** useLimits returns the ranges of the robot's joints, from its description. */
export function useLimits(ns: string | undefined): Map<string, { lower: number; upper: number; velocity: number }> {
  const model = useModel(ns);
  return useMemo(() => {
    const all = model ? limitsOf(model) : new Map();
    for (const hand of model ? ["LHand", "RHand"] : []) if (!all.has(hand)) all.set(hand, { lower: 0, upper: 1, velocity: 8.33 });
    return all;
  }, [model]);
}

const hand = (name: string) => name === "LHand" || name === "RHand";

export function Joints() {
  const ns = useRobot();
  const limits = useLimits(ns);
  const body = useRef<HTMLTableSectionElement>(null);
  const [heard, setHeard] = useState(false);
  useEffect(() => setHeard(false), [ns]);
  useEffect(() => {
    if (ns === undefined) return;
    let lastMs = 0;
    return subscribe(ns + "/robot_state", (m) => {
      setHeard(true);
      const now = performance.now();
      if (now - lastMs < 100 || !body.current) return;
      lastMs = now;
      write(body.current, m, limits);
    });
  }, [ns, limits]);
  if (!heard) return <Empty title="No joints" command="gonao launch sim.launch.yaml">This panel shows the robot's 25 joints as measured, when its driver runs.</Empty>;
  return (
    <div className="panel-scroll" tabIndex={0} role="group" aria-label="Joints">
      <table className="joints">
        <thead>
          <tr>
            <th scope="col">joint</th><th scope="col">angle</th><th scope="col">range</th><th scope="col">stiffness</th>
            <th scope="col">current</th><th scope="col">heat</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {jointNames.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td />
              <td><span className="joint-range" title={rangeText(name, limits)}><i /></span></td>
              <td /><td /><td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rangeText(name: string, limits: Map<string, { lower: number; upper: number }>): string {
  const l = limits.get(name);
  if (!l) return "";
  const deg = (v: number) => (hand(name) ? v.toFixed(2) : ((v * 180) / Math.PI).toFixed(1) + "°");
  return `${deg(l.lower)} to ${deg(l.upper)}`;
}

interface State {
  position: ArrayLike<number>;
  stiffness: ArrayLike<number>;
  current: ArrayLike<number>;
  temperature: ArrayLike<number>;
  status: ArrayLike<number>;
  capabilities: number;
}

function set(cell: Element | undefined, text: string): void {
  if (cell && cell.textContent !== text) cell.textContent = text;
}

function write(body: HTMLTableSectionElement, m: State, limits: Map<string, { lower: number; upper: number }>): void {
  const has = (bit: number) => (m.capabilities & bit) !== 0;
  for (let i = 0; i < jointNames.length; i++) {
    const cells = body.rows[i]?.cells;
    if (!cells) return;
    const name = jointNames[i]!;
    const p = m.position[i]!;
    set(cells[1], hand(name) ? p.toFixed(2) : ((p * 180) / Math.PI).toFixed(1) + "°");
    const limit = limits.get(name);
    const bar = cells[2]!.querySelector("i")!;
    const share = limit ? Math.min(1, Math.max(0, (p - limit.lower) / (limit.upper - limit.lower))) : 0.5;
    bar.style.left = (share * 100).toFixed(1) + "%";
    bar.className = limit && (share < 0.02 || share > 0.98) ? "at-end" : "";
    set(cells[3], m.stiffness[i]! <= 0 ? "limp" : Math.round(m.stiffness[i]! * 100) + " %");
    set(cells[4], has(capability.current) ? m.current[i]!.toFixed(2) + " A" : "–");
    const word = status[m.status[i]!] ?? "";
    set(cells[5], has(capability.temperature) ? Math.round(m.temperature[i]!) + " °C" + (word && ` ${word}`) : "–");
    cells[5]!.className = m.status[i]! > 0 ? "bad" : "";
  }
}
