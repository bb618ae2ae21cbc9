// The robot in 3-D: as a panel, on the Start page and as an inset. In a simulated world, balls and robots can be
// moved and pushed with the pointer or the arrow keys.
import { useEffect, useRef, useState } from "react";
import { call, useWire } from "../wire/client.ts";
import { useRobot, useRobots } from "../wire/robots.ts";
import { announce } from "../shell/announce.ts";
import { Empty } from "../ui/empty.tsx";
import { adopt } from "../ui/sheet.ts";
import { follow } from "./follow.ts";
import { place, push, serviceOf } from "./reach.ts";
import { Scene, sameThing, type Thing } from "./scene.ts";
import { words, World } from "./world.ts";
import css from "./view.css" with { type: "text" };

adopt(css);

export interface RobotViewProps {
  inset?: boolean; // small, without controls and tools
  world?: World; // a world that other code fills, for example from a bag
  label?: string;
}

type Mode = "look" | "move" | "push";

export function RobotView({ inset = false, world: given, label }: RobotViewProps) {
  const robot = useRobot();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<Scene | undefined>(undefined);
  const [world] = useState(() => given ?? new World());
  const [problem, setProblem] = useState("");
  const main = useRef(robot);
  main.current = robot;

  useEffect(() => (given ? undefined : follow(world)), [world, given]);
  useEffect(() => {
    const c = canvas.current!;
    let s: Scene;
    try {
      s = new Scene(c, world, () => main.current, inset);
    } catch (e) {
      setProblem((e as Error).message);
      return;
    }
    scene.current = s;
    const size = new ResizeObserver(() => s.resize(c.clientWidth, c.clientHeight));
    size.observe(c);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const background = () => s.setBackground(getComputedStyle(c).backgroundColor);
    dark.addEventListener("change", background);
    background();
    return () => {
      scene.current = undefined;
      size.disconnect();
      dark.removeEventListener("change", background);
      s.close();
    };
  }, [world, inset]);

  if (problem) return <Empty title="3-D is not available">{`This browser has no WebGL: ${problem}`}</Empty>;
  return (
    <div className={"robot-view" + (inset ? " robot-view-inset" : "")}>
      <canvas ref={canvas} tabIndex={inset ? -1 : 0} role="img" aria-label={label ?? "The robot in 3-D"} data-scene />
      {!given && <Nobody world={world} />}
      {!inset && <Tools world={world} scene={scene} canvas={canvas} robot={robot} still={!!given} />}
    </div>
  );
}

export default RobotView;

// Nobody is shown in an empty scene. It explains how to start a robot.
function Nobody({ world }: { world: World }) {
  const robots = useRobots();
  const [problem, setProblem] = useState("");
  useThings(world, () => setProblem([...world.robots.values()].find((r) => r.problem)?.problem ?? ""));
  if (problem) return <div className="robot-nobody"><Empty title="The robot's description cannot be drawn">{problem}</Empty></div>;
  if (robots.length > 0) return null;
  return <div className="robot-nobody"><Empty title="No robot yet" command="gonao launch sim.launch.yaml">A running robot appears here automatically.</Empty></div>;
}

interface ToolsProps {
  world: World;
  scene: { current: Scene | undefined };
  canvas: { current: HTMLCanvasElement | null };
  robot: string | undefined;
  still: boolean;
}

// useThings returns the things that can be grabbed. It changes when a robot or a ball appears or disappears, but
// not when one moves.
function useThings(world: World, changed?: () => void): Thing[] {
  const [things, set] = useState<Thing[]>([]);
  const tell = useRef(changed);
  tell.current = changed;
  useEffect(() => {
    let structure = -1;
    const look = () => {
      if (structure === world.structure) return;
      structure = world.structure;
      tell.current?.();
      set([
        ...[...world.robots.keys()].map((ns): Thing => ({ kind: "robot", ns })),
        ...[...world.balls.keys()].map((name): Thing => ({ kind: "ball", name })),
      ]);
    };
    look();
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, [world]);
  return things;
}

const nameOf = (t: Thing) => (t.kind === "ball" ? t.name.replaceAll("_", " ") : t.ns.replace(/^\//, "") || "the robot");

function Tools({ world, scene, canvas, robot, still }: ToolsProps) {
  const services = useWire((s) => s.names.services);
  const simulated = !still && Object.keys(services).some((s) => s.endsWith("/simulator/place"));
  const things = useThings(world);
  const [mode, setMode] = useState<Mode>("look");
  const [chosen, choose] = useState<Thing>();
  const [said, say] = useState("");
  const now = useRef({ mode, chosen, services, robot });
  now.current = { mode, chosen, services, robot };

  useEffect(() => scene.current?.select(mode === "look" ? undefined : chosen), [scene, mode, chosen]);

  const act = (t: Thing, what: "move" | "push", from: [number, number], to: [number, number]) => {
    const service = serviceOf(t, what === "move" ? "place" : "push", now.current.robot ?? "", now.current.services);
    if (!service) return say("only drivers can move things in the world");
    const pose = t.kind === "ball" ? world.balls.get(t.name)?.pose : world.base(world.robot(t.ns));
    if (!pose) return;
    const r = what === "move" ? place(t, service, to, pose) : push(t, service, from, to);
    call(r.service, r.request).then(
      (a) => {
        say(a.success ? "" : a.message);
        announce(a.success ? `${nameOf(t)} ${what === "move" ? `moved to ${to.map((v) => v.toFixed(2)).join(", ")} m` : "pushed"}` : a.message);
      },
      (e: Error) => say(e.message),
    );
  };

  useEffect(() => {
    const c = canvas.current;
    if (!c) return;
    let held: { thing: Thing; from: [number, number]; height: number } | undefined;
    const down = (e: PointerEvent) => {
      const s = scene.current;
      if (!s || now.current.mode === "look" || e.button !== 0) return;
      const thing = s.thingAt(e.clientX, e.clientY);
      choose(thing);
      if (!thing) return;
      const height = thing.kind === "ball" ? (s.where(thing)?.[2] ?? 0) : 0;
      const from = s.groundAt(e.clientX, e.clientY, height);
      if (!from) return;
      held = { thing, from, height };
      s.holdCamera(true);
      c.setPointerCapture(e.pointerId);
    };
    const move = (e: PointerEvent) => {
      const to = held && scene.current?.groundAt(e.clientX, e.clientY, held.height);
      if (to) scene.current!.showTarget(...to);
    };
    const up = (e: PointerEvent) => {
      const s = scene.current;
      const h = held;
      held = undefined;
      s?.holdCamera(false);
      const to = h && s?.groundAt(e.clientX, e.clientY, h.height);
      s?.select(now.current.chosen);
      if (h && to && e.type === "pointerup") act(h.thing, now.current.mode === "push" ? "push" : "move", h.from, to);
    };
    const key = (e: KeyboardEvent) => {
      const s = scene.current;
      const arrows: Record<string, [number, number]> = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, 1], ArrowRight: [0, -1] };
      const way = arrows[e.key];
      if (!s || e.ctrlKey || e.metaKey || e.altKey) return;
      const { mode: m, chosen: t } = now.current;
      const at = t && m !== "look" ? s.where(t) : undefined;
      if (way && t && at) act(t, m === "push" || e.shiftKey ? "push" : "move", [at[0], at[1]], m === "push" || e.shiftKey ? [at[0] + way[0] * 0.5, at[1] + way[1] * 0.5] : [at[0] + way[0] * 0.05, at[1] + way[1] * 0.05]);
      else if (way) s.orbit(way[1] * 0.1, way[0] * 0.08);
      else if (e.key === "+" || e.key === "-") s.orbit(0, 0, e.key === "+" ? 0.85 : 1.18);
      else return;
      e.preventDefault();
      e.stopPropagation();
    };
    c.addEventListener("pointerdown", down, { capture: true });
    c.addEventListener("pointermove", move);
    c.addEventListener("pointerup", up);
    c.addEventListener("pointercancel", up);
    c.addEventListener("keydown", key);
    return () => {
      c.removeEventListener("pointerdown", down, { capture: true });
      c.removeEventListener("pointermove", move);
      c.removeEventListener("pointerup", up);
      c.removeEventListener("pointercancel", up);
      c.removeEventListener("keydown", key);
    };
  }, [canvas, scene, world]);

  const home = () => {
    const r = robot !== undefined ? world.robots.get(robot) : [...world.robots.values()][0];
    if (!r) return;
    scene.current?.aim(r.ns);
    announce(words(world, r));
  };
  return (
    <div className="robot-tools" role="toolbar" aria-label="3-D view">
      <button type="button" onClick={home} title="Look at the robot from the front">Home</button>
      {simulated && (
        <>
          {(["look", "move", "push"] as const).map((m) => (
            <button key={m} type="button" aria-pressed={mode === m} onClick={() => setMode(m)} title={hints[m]}>
              {m[0]!.toUpperCase() + m.slice(1)}
            </button>
          ))}
          {mode !== "look" && (
            <select aria-label="Thing to move" value={JSON.stringify(chosen)} onChange={(e) => choose(things.find((t) => JSON.stringify(t) === e.target.value))}>
              <option value="">choose a thing</option>
              {things.map((t) => (
                <option key={JSON.stringify(t)} value={JSON.stringify(t)} aria-selected={sameThing(t, chosen)}>{nameOf(t)}</option>
              ))}
            </select>
          )}
        </>
      )}
      {said && <span className="robot-said" role="status">{said}</span>}
      {simulated && mode !== "look" && !said && <span className="robot-said dim">{hints[mode]}</span>}
    </div>
  );
}

const hints: Record<Mode, string> = {
  look: "Drag turns, wheel zooms, right drag shifts; arrow keys turn",
  move: "Drag a ball or a robot; arrow keys move it by 5 cm",
  push: "Drag away from a ball or a robot: the longer the drag, the harder the push; arrow keys push it",
};
