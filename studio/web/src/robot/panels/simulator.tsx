// Pauses, steps and resets a simulated world, sets its speed, and presses the simulated robot's buttons.
import { useEffect, useState } from "react";
import { call, useTopic, useWire } from "../../wire/client.ts";
import { useRobot } from "../../wire/robots.ts";
import { announce } from "../../shell/announce.ts";
import { useCommands } from "../../shell/commands.ts";
import { Empty } from "../../ui/empty.tsx";

interface Stats {
  simulated: number;
  real_time_factor: number;
  late_cycles: bigint;
  missed_commands: bigint;
  render_ms: number;
  paused?: boolean;
  speed?: number;
}

/** speeds lists the positions of the slider, as multiples of real time. */
export const speeds = [0.1, 0.2, 0.5, 1, 2, 5, 10];

/** buttons are the names that simulator/press knows, as nao.ButtonNames has them; a test compares both. */
const buttons = ["chest", "head_front", "head_middle", "head_rear", "left_foot_left", "left_foot_right", "left_hand_back", "left_hand_left", "left_hand_right",
  "right_foot_left", "right_foot_right", "right_hand_back", "right_hand_left", "right_hand_right"];

export function Simulator() {
  const ns = useRobot();
  const { topics, services } = useWire((s) => s.names);
  const base = `${ns}/simulator/`;
  const has = (name: string) => base + name in services;
  const statsTopic = Object.keys(topics).find((t) => t.endsWith("/simulator_stats"));
  const stats = useTopic<Stats>(statsTopic);
  const [paused, setPaused] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [cycles, setCycles] = useState(1);
  const [button, setButton] = useState("chest");
  const [times, setTimes] = useState(1);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (stats?.paused !== undefined) setPaused(stats.paused);
    if (stats?.speed) setSpeed(stats.speed);
  }, [stats]);
  const run = async (name: string, request: object, said: string, then?: () => void) => {
    try {
      const a = await call<{ success: boolean; message: string }>(base + name, request);
      if (!a.success) throw new Error(a.message);
      setProblem("");
      announce(said);
      then?.();
    } catch (e) {
      setProblem((e as Error).message);
    }
  };
  const pause = () => void run("pause", { data: !paused }, paused ? "the world goes on" : "the world is paused", () => setPaused(!paused));
  const step = () => void run("step", { cycles }, `${cycles} cycles done`, () => setPaused(true));
  const press = () => void run("press", { button, times, duration_sec: 0 }, `${button} is pressed`);
  useCommands([
    { id: "sim.pause", title: paused ? "Resume the world" : "Pause the world", group: "Simulator", enabled: has("pause"), run: pause },
    { id: "sim.step", title: "Step the world", group: "Simulator", enabled: has("step"), run: step },
    { id: "sim.reset", title: "Reset the world", group: "Simulator", enabled: has("reset"), run: () => void run("reset", {}, "the world is reset") },
  ]);
  if (ns === undefined || !has("reset")) {
    const seen = ns !== undefined && statsTopic !== undefined;
    return seen ? (
      <Empty title="The simulator, for drivers">Only sessions that may drive can pause, step and reset a world.</Empty>
    ) : (
      <Empty title="No simulator" command="gonao launch sim.launch.yaml">This panel pauses, steps and resets a simulated world, and sets its speed.</Empty>
    );
  }
  return (
    <div className="simulator panel-scroll" tabIndex={0} role="group" aria-label="Simulator">
      <div className="panel-bar">
        <button type="button" className="primary" disabled={!has("pause")} onClick={pause}>{paused ? "▶ Go on" : "❚❚ Pause"}</button>
        <button type="button" disabled={!has("step")} onClick={step}>Step</button>
        <label>cycles of 12 ms <input type="number" min={1} max={5000} value={cycles} onChange={(e) => setCycles(Math.min(5000, Math.max(1, Math.round(Number(e.target.value)) || 1)))} /></label>
        <button type="button" onClick={() => void run("reset", {}, "the world is reset")}>Reset</button>
      </div>
      <label className="speed">
        speed <input type="range" min={0} max={speeds.length - 1} step={1} disabled={!has("speed")}
          value={nearest(speed)} aria-valuetext={`${speed} times real time`}
          onChange={(e) => {
            const to = speeds[Number(e.target.value)]!;
            setSpeed(to);
            void run("speed", { speed: to }, `speed ${to}`);
          }} />
        <output>{speed} ×</output>
      </label>
      {has("press") && (
        <div className="panel-bar">
          <label>button <select value={button} onChange={(e) => setButton(e.target.value)}>{buttons.map((b) => <option key={b}>{b}</option>)}</select></label>
          <label>times <input type="number" min={1} max={9} value={times} onChange={(e) => setTimes(Math.min(9, Math.max(1, Math.round(Number(e.target.value)) || 1)))} /></label>
          <button type="button" onClick={press}>Press</button>
        </div>
      )}
      {problem && <p className="bad" role="alert">{problem}</p>}
      {stats && (
        <dl className="facts">
          <div><dt>simulated</dt><dd>{stats.simulated.toFixed(1)} s</dd></div>
          <div><dt>ran at</dt><dd>{stats.real_time_factor.toFixed(2)} × real time</dd></div>
          <div><dt>late cycles</dt><dd>{String(stats.late_cycles)}</dd></div>
          <div><dt>missed commands</dt><dd>{String(stats.missed_commands)}</dd></div>
          <div><dt>a picture takes</dt><dd>{stats.render_ms.toFixed(1)} ms</dd></div>
        </dl>
      )}
    </div>
  );
}

function nearest(speed: number): number {
  let best = 0;
  speeds.forEach((s, i) => {
    if (Math.abs(Math.log(s / speed)) < Math.abs(Math.log(speeds[best]! / speed))) best = i;
  });
  return best;
}
