// Teleoperation: the robot walks only while a key is held or the pointer is held on the pad.
import { useEffect, useRef, useState } from "react";
import { call, useTopic, useWire } from "../../wire/client.ts";
import { useRobot } from "../../wire/robots.ts";
import { Empty } from "../../ui/empty.tsx";
import { Deadman, keyWay, ofKeys, ofPad, still, type Velocity } from "../teleop.ts";

interface MotionState {
  name: string;
  detail: string;
  legs_owner: string;
  can_walk: boolean;
  velocity_x: number;
  velocity_y: number;
  velocity_yaw: number;
}

export function Drive() {
  const ns = useRobot();
  const offered = useWire((s) => "studio/twist" in s.names.services);
  const motion = useTopic<MotionState>(ns === undefined ? undefined : ns + "/motion_state");
  const [share, setShare] = useState(0.5);
  const [v, show] = useState<Velocity>(still);
  const [legs, setLegs] = useState(false);
  const [problem, setProblem] = useState("");
  const pad = useRef<HTMLDivElement>(null);
  const now = useRef({ ns, share, legs });
  now.current = { ns, share, legs };

  useEffect(() => {
    const el = pad.current;
    if (!el || !offered) return;
    const failed = (e: Error) => {
      setProblem(e.message);
      held.clear();
      deadman.stop();
      show(still);
    };
    const deadman = new Deadman({
      take: () => {
        setProblem("");
        call("studio/drive", { op: "take", robot: now.current.ns }).catch(failed);
      },
      twist: (t) => void call("studio/twist", { robot: now.current.ns, x: t.x, y: t.y, yaw: t.yaw, legs: now.current.legs }).catch(failed),
      release: () => void call("studio/drive", { op: "release", robot: now.current.ns }).catch(() => {}),
    });
    const held = new Set<string>();
    const set = (t: Velocity) => {
      deadman.set(t);
      show(t);
    };
    const down = (e: KeyboardEvent) => {
      if (!keyWay(e.key) || e.ctrlKey || e.metaKey || e.altKey) return;
      e.preventDefault();
      e.stopPropagation(); // on the rest of the page, the letters are commands
      if (e.repeat) return;
      held.add(e.key.length === 1 ? e.key.toLowerCase() : e.key);
      set(ofKeys(held, now.current.share));
    };
    const up = (e: KeyboardEvent) => {
      if (!held.delete(e.key.length === 1 ? e.key.toLowerCase() : e.key)) return;
      set(ofKeys(held, now.current.share));
    };
    let pointer: number | undefined;
    const point = (e: PointerEvent) => {
      if (pointer !== e.pointerId) return;
      const box = el.getBoundingClientRect();
      set(ofPad(((e.clientX - box.left) / box.width) * 2 - 1, ((e.clientY - box.top) / box.height) * 2 - 1, now.current.share));
    };
    const press = (e: PointerEvent) => {
      el.focus();
      pointer = e.pointerId;
      el.setPointerCapture(e.pointerId);
      point(e);
    };
    const stop = () => {
      pointer = undefined;
      held.clear();
      set(still);
    };
    const hidden = () => document.hidden && stop();
    el.addEventListener("keydown", down);
    el.addEventListener("keyup", up);
    el.addEventListener("blur", stop);
    el.addEventListener("pointerdown", press);
    el.addEventListener("pointermove", point);
    el.addEventListener("pointerup", stop);
    el.addEventListener("pointercancel", stop);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      deadman.stop();
      document.removeEventListener("visibilitychange", hidden);
      el.removeEventListener("keydown", down);
      el.removeEventListener("keyup", up);
      el.removeEventListener("blur", stop);
      el.removeEventListener("pointerdown", press);
      el.removeEventListener("pointermove", point);
      el.removeEventListener("pointerup", stop);
      el.removeEventListener("pointercancel", stop);
    };
  }, [offered, ns]);

  if (ns === undefined) return <Empty title="No robot to drive" command="gonao launch sim.launch.yaml">This panel drives a robot with keys or the pointer.</Empty>;
  if (!offered) return <Empty title="Only drivers can drive">Open the studio with the driver's address, which `gonao studio` prints, to drive the robot from here.</Empty>;
  return (
    <div className="drive">
      <div ref={pad} className="drive-pad" tabIndex={0} role="application" aria-label="Drive: hold W A S D or the arrow keys; Q and E step sideways" data-drive>
        <span className="drive-dot" style={{ left: `${50 - (v.yaw / 0.8) * 45}%`, top: `${50 - (v.x / 0.2) * 45}%` }} />
        <span className="drive-hint">Hold the pointer here, or W A S D, Q E</span>
      </div>
      <div className="drive-side">
        <label>speed <input type="range" min={0.2} max={1} step={0.1} value={share} onChange={(e) => setShare(Number(e.target.value))} /> <output>{Math.round(share * 100)} %</output></label>
        <label><input type="checkbox" checked={legs} onChange={(e) => setLegs(e.target.checked)} /> take the legs from the machine (it is paused)</label>
        <p>{v === still || (!v.x && !v.y && !v.yaw) ? "stands" : `${v.x.toFixed(2)} m/s, ${((v.yaw * 180) / Math.PI).toFixed(0)} °/s`}</p>
        {motion && <p className="dim">{motion.name.replaceAll("_", " ")}{motion.detail && `: ${motion.detail}`}; legs: {motion.legs_owner || "nobody"}</p>}
        {problem && <p className="bad" role="alert">{problem}</p>}
      </div>
    </div>
  );
}
