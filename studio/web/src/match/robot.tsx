// What a robot of the match does and believes, compared with the truth.
import { lazy, Suspense, useEffect, useState } from "react";
import { useChosen } from "../wire/robots.ts";
import { call, subscribe, useWire } from "../wire/client.ts";
import { useMatch } from "./follow.ts";
import { playersIn } from "./graph.ts";
import type { Moment, Picture, Robot } from "./types.gen.ts";

const Camera = lazy(() => import("../robot/panels/camera.tsx").then((m) => ({ default: m.Camera })));

const words = (name: string) => name.replaceAll("_", " ");
const cm = (m: number) => `${(100 * m).toFixed(0)} cm`;
const degrees = (rad: number) => `${((Math.abs(Math.atan2(Math.sin(rad), Math.cos(rad))) * 180) / Math.PI).toFixed(0)}°`;

/** errorsOf returns the errors of a robot's beliefs, m and rad. others contains the robots that it saw in the last second. */
export function errorsOf(m: Moment, index: number): { pose: number; turn: number; ball?: number; others: number[] } {
  const r = m.robots[index]!;
  const b = r.belief;
  const others = b.robots.filter((o) => o.age < 1).map((o) =>
    Math.min(...m.robots.filter((t, i) => i !== index && !t.away).map((t) => Math.hypot(t.x - o.x, t.y - o.y))),
  );
  return {
    pose: Math.hypot(b.x - r.x, b.y - r.y), turn: b.theta - r.theta,
    ball: b.ball && Math.hypot(b.ball.x - m.ball.x, b.ball.y - m.ball.y), others: others.filter(Number.isFinite),
  };
}

/** RobotCard shows a robot. drawn reports whether its machines are drawn beside it. */
export function RobotCard({ index, drawn, onClose }: { index: number; drawn: boolean; onClose: () => void }) {
  const [m, set] = useState(() => useMatch.getState().shown!);
  useEffect(() => {
    const timer = setInterval(() => {
      const { shown } = useMatch.getState();
      if (shown) set(shown);
    }, 150);
    return () => clearInterval(timer);
  }, []);
  const r = m.robots[index];
  if (!r) return null;
  const e = errorsOf(m, index);
  const rows: [string, string][] = [
    ["role", r.role || "–"],
    ["does", r.penalty ? `penalised: ${words(r.penalty)}` : words(r.posture)],
    ["would", r.choice ? words(r.choice) : "–"],
    ["own place", `${cm(e.pose)} and ${degrees(e.turn)} off${r.belief.localized ? "" : ", not certain"}`],
    ["ball", e.ball === undefined ? "not known" : `${cm(e.ball)} off, ${r.belief.ball!.side === "own" ? `seen ${r.belief.ball!.age.toFixed(1)} s ago` : "known from the team"}`],
    ["others", e.others.length === 0 ? "none seen" : `${e.others.length} seen, ${cm(median(e.others))} off`],
    ["walked", `${r.walked.toFixed(0)} m`],
  ];
  return (
    <section className="match-robot" aria-label={`${r.side} ${r.number}`}>
      <div className="match-robot-head"><h2><i className={r.side + "-mark"} aria-hidden="true" /> {r.side} {r.number}</h2><button type="button" className="quiet" aria-label="Close" onClick={onClose}>✕</button></div>
      <dl>
        {rows.map(([name, text]) => <div key={name}><dt>{name}</dt><dd>{text}</dd></div>)}
        {!drawn && r.machines.map((path, i) => path && <div key={"m" + i}><dt>{["game", "role", "body", "head"][i]}</dt><dd className="mono">{path}</dd></div>)}
      </dl>
      <CameraOf robot={r} index={index} />
    </section>
  );
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;

// CameraOf shows the camera of a robot if it has one, in a match or in a graph.
function CameraOf({ robot, index }: { robot: Robot; index: number }) {
  const topics = useWire((s) => s.names.topics);
  const ns = playersIn(topics).find((p) => p.side === robot.side && p.number === robot.number)?.ns;
  const has = ns !== undefined && Object.keys(topics).some((t) => t.startsWith(ns + "/camera/"));
  useEffect(() => {
    if (has) useChosen.getState().choose(ns!);
  }, [has, ns]);
  if ("match/camera" in topics) return <div className="match-camera"><Eyes key={index} index={index} /></div>;
  if (!has) return null;
  return <div className="match-camera"><Suspense fallback={<p className="loading">Loading …</p>}><Camera initial="top" bare /></Suspense></div>;
}

// Eyes shows what a robot of a match sees now. Past moments have no pictures.
function Eyes({ index }: { index: number }) {
  const live = useMatch((s) => s.live);
  const [picture, setPicture] = useState("");
  useEffect(() => {
    const stop = subscribe("match/camera", (p: Picture) => p.robot === index && setPicture(p.jpeg), { kind: "bulk" });
    call("match/look", { robot: index }).catch(() => {});
    return stop; // nothing is drawn without a subscriber
  }, [index]);
  if (!live) return <p className="dim">The camera shows only the present: press Esc.</p>;
  return picture ? <img src={"data:image/jpeg;base64," + picture} alt="What the robot sees" /> : <p className="dim">waiting for a picture …</p>;
}
