// The Match page shows a match from above while it is played, and any past moment of it.
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { announce } from "../shell/announce.ts";
import { useCommands } from "../shell/commands.ts";
import { useService } from "../shell/session.ts";
import { Empty } from "../ui/empty.tsx";
import { adopt } from "../ui/sheet.ts";
import { useWire } from "../wire/client.ts";
import { drawMatch, robotAt } from "./draw.ts";
import { advance, control, follow, goBack, goLive, shownMoments, useMatch } from "./follow.ts";
import { simulatorOf } from "./graph.ts";
import { RobotCard } from "./robot.tsx";
import { Series } from "./series.tsx";
import { StartDialog, StartForm } from "./start.tsx";
import { stopMatch, useStudioMatch } from "./studio.ts";
import type { Plan } from "../robot/fieldplan.ts";
import type { Call, Moment, Robot } from "./types.gen.ts";
import css from "./page.css" with { type: "text" };

adopt(css);

const Machines = lazy(() => import("./machines.tsx"));

export const clock = (sec: number) => {
  const s = Math.floor(Math.abs(sec));
  return `${sec < 0 ? "−" : ""}${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};
export const words = (name: string) => name.replaceAll("_", " ");

const speeds = [0.5, 1, 2, 4, 8, 20];
const bannerSec = 4; // time for which a call is shown on the field

export default function MatchPage() {
  const about = useMatch((s) => s.about);
  const has = useMatch((s) => s.shown !== undefined);
  const starts = useService("studio/play");
  const waits = useStudioMatch((s) => s.match?.state === "playing");
  const series = useStudioMatch((s) => s.match?.state === "series");
  useEffect(follow, []);
  if ((!about || !has) && waits) return <p className="loading">The match begins …</p>;
  if (((!about || !has) && starts) || series) {
    return <div className="match-none">{!series && <section><h1>Start a match</h1><StartForm /></section>}<Series starts={starts} /></div>;
  }
  if (!about || !has) {
    return <Empty title="No match is played" command="gonao match --watch">This page shows a match from above: robots, ball, score, calls, and the belief of each robot. Open the address that this command prints.</Empty>;
  }
  return <Match />;
}

function Match() {
  const [selected, select] = useState<number>();
  const [beliefs, setBeliefs] = useState(false);
  const problem = useMatch((s) => s.problem);
  const ended = useStudioMatch((s) => (s.match?.state === "ended" ? (s.match.problem ?? "") : ""));
  const machines = useService("match/machines") && selected !== undefined;
  const by = useMatch((s) => s.progress.paused_by);
  // If a machine stops the match, that machine is shown.
  useEffect(() => {
    if (by) select(by.robot);
  }, [by?.robot, by?.machine, by?.path]);
  return (
    <div className="match">
      <ScoreBoard />
      <div className={"match-body" + (machines ? " with-machines" : "")}>
        <div className="match-middle">
          <Canvas selected={selected} beliefs={beliefs} onSelect={select} />
          <Banner />
        </div>
        <aside className="match-side" aria-label="Robots and calls">
          <Players selected={selected} onSelect={select} />
          <label className="match-check"><input type="checkbox" checked={beliefs} onChange={(e) => setBeliefs(e.target.checked)} /> where all robots believe they are</label>
          {selected !== undefined && <RobotCard index={selected} drawn={machines} onClose={() => select(undefined)} />}
          {selected === undefined && <Plays />}
          <CallList />
        </aside>
        {machines && <Suspense fallback={<p className="loading">Loading the machines …</p>}><Machines robot={selected} first={by?.robot === selected ? by.machine : undefined} /></Suspense>}
      </div>
      {(problem || ended) && <p className="bad panel-note match-problem" role="alert">{problem || ended}</p>}
      <Time />
    </div>
  );
}

// useShown redraws a component with the shown moment, at most ten times a second.
function useShown(): Moment {
  const [shown, set] = useState(() => useMatch.getState().shown!);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      timer = undefined;
      const { shown } = useMatch.getState();
      if (shown) set(shown);
    };
    const stop = useMatch.subscribe((s, before) => {
      if (s.shown !== before.shown) timer ??= setTimeout(take, 100);
    });
    take();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return shown;
}

function ScoreBoard() {
  const m = useShown();
  const about = useMatch((s) => s.about)!;
  const what = [words(m.phase), words(m.state), m.set_play && `${words(m.set_play)} ${m.kicking}`, m.stopped && "stopped"].filter(Boolean).join(" · ");
  return (
    <div className="match-board">
      <span className="match-team"><i className="red-mark" aria-hidden="true" /> <b>{about.teams[0]}</b> <span className="dim">red, {m.messages[0]} messages left</span></span>
      <output className="match-score" aria-label="Score">{m.score[0]} : {m.score[1]}</output>
      <span className="match-team right"><span className="dim">{m.messages[1]} messages left, blue</span> <b>{about.teams[1]}</b> <i className="blue-mark" aria-hidden="true" /></span>
      <PlayedBy />
      <span className="match-clock mono" title="time left in the half">{clock(m.clock)}</span>
      <span className="match-what">{what}{m.secondary > 0 && <span className="mono"> {clock(m.secondary)}</span>}</span>
    </div>
  );
}

// PlayedBy is shown to people who may start matches.
function PlayedBy() {
  const starts = useService("studio/play");
  const match = useStudioMatch((s) => s.match);
  const [asks, setAsks] = useState(false);
  if (!starts || !match || match.state === "none") return null;
  return (
    <span className="match-by">
      <span className="dim">seed {match.seed}, {match.world}</span>
      <button type="button" onClick={() => setAsks(true)}>New match …</button>
      <button type="button" disabled={match.state !== "playing"} onClick={stopMatch}>End</button>
      {asks && <StartDialog onClose={() => setAsks(false)} />}
    </span>
  );
}

function Canvas({ selected, beliefs, onSelect }: { selected?: number; beliefs: boolean; onSelect: (i: number | undefined) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const plan = useRef<Plan>(undefined);
  const options = useRef({ selected, beliefs, changed: true });
  options.current = { selected, beliefs, changed: true };
  useEffect(() => {
    const c = canvas.current!;
    let frame = 0;
    let drawn = -1;
    const tick = () => {
      frame = requestAnimationFrame(tick);
      const { about, shown } = useMatch.getState();
      if (!about || !shown || (drawn === shownMoments.revision && !options.current.changed)) return;
      drawn = shownMoments.revision;
      options.current.changed = false;
      plan.current = drawMatch(c.getContext("2d")!, { about, moment: shown, trail: shownMoments.trail, selected: options.current.selected, beliefs: options.current.beliefs });
      c.dataset.drawn = String(Number(c.dataset.drawn ?? 0) + 1);
    };
    frame = requestAnimationFrame(tick);
    const size = new ResizeObserver(() => {
      const dpr = Math.min(2, devicePixelRatio);
      c.width = Math.max(2, Math.round(c.clientWidth * dpr));
      c.height = Math.max(2, Math.round(c.clientHeight * dpr));
      options.current.changed = true;
    });
    size.observe(c);
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
    };
  }, []);
  const click = (e: React.MouseEvent) => {
    const c = canvas.current!;
    const box = c.getBoundingClientRect();
    const { shown } = useMatch.getState();
    if (plan.current && shown) onSelect(robotAt(plan.current, shown.robots, ((e.clientX - box.left) * c.width) / box.width, ((e.clientY - box.top) * c.height) / box.height));
  };
  return <canvas ref={canvas} className="match-field" role="img" aria-label="The field from above: red robots are discs, blue ones squares. The list beside it chooses a robot." onClick={click} />;
}

// Banner shows the newest call on the field for some seconds.
function Banner() {
  const m = useShown();
  const calls = useMatch((s) => s.calls);
  const call = calls.slice(0, m.calls).findLast((c) => !c.refused && c.rule !== "ball_free");
  if (!call || m.sec - call.sec > bannerSec || m.sec < call.sec - 0.2) return null;
  return (
    <p className="match-banner" data-rule={call.rule}>
      <b>{words(call.rule)}</b> {sayCall(call)}
      <small>{call.source}</small>
    </p>
  );
}

const sayCall = (c: Call) => words(c.text);

function Players({ selected, onSelect }: { selected?: number; onSelect: (i: number | undefined) => void }) {
  const m = useShown();
  const side = (s: string) => m.robots.map((r, i) => ({ r, i })).filter((e) => e.r.side === s);
  return (
    <div className="match-players">
      {["red", "blue"].map((s) => (
        <div key={s} role="group" aria-label={s}>
          {side(s).map(({ r, i }) => (
            <button key={i} type="button" className={s + "-player"} aria-pressed={i === selected} onClick={() => onSelect(i === selected ? undefined : i)}>
              <b>{r.number}</b> <span>{status(r)}</span>
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

function status(r: Robot): string {
  if (r.penalty) return r.penalty_sec > 0 ? `${words(r.penalty)} ${Math.ceil(r.penalty_sec)} s` : words(r.penalty);
  if (r.away) return "next to the field";
  return r.posture === "upright" ? r.role : `${r.role}, ${words(r.posture)}`;
}

// Plays shows what the teams have done until the shown moment.
function Plays() {
  const { plays } = useShown();
  if (!plays) return null;
  const share = Math.round(100 * plays.possession[0]!);
  const touched = plays.possession[0]! + plays.possession[1]! > 0;
  const rows: [string, number[]][] = [["shots on goal", plays.shots], ["passes that arrived", plays.passes], ["kicks", plays.kicks], ["saves", plays.saves], ["falls", plays.falls]];
  return (
    <table className="match-plays" aria-label="What the teams have done">
      <tbody>
        <tr><td>{touched ? share + " %" : "–"}</td><th scope="row">possession{touched && <i aria-hidden="true" style={{ "--red": share + "%" } as React.CSSProperties} />}</th><td>{touched ? 100 - share + " %" : "–"}</td></tr>
        {rows.map(([name, [red, blue]]) => <tr key={name}><td>{red}</td><th scope="row">{name}</th><td>{blue}</td></tr>)}
      </tbody>
    </table>
  );
}

function CallList() {
  const calls = useMatch((s) => s.calls);
  const sec = useMatch((s) => Math.floor(s.shown?.sec ?? 0));
  const [all, setAll] = useState(false);
  const list = calls.filter((c) => all || (!c.refused && c.rule !== "ball_free"));
  const now = list.findLast((c) => c.sec <= sec + 1);
  return (
    <div className="match-calls">
      <div className="match-calls-head"><h2>Calls</h2><label className="match-check"><input type="checkbox" checked={all} onChange={(e) => setAll(e.target.checked)} /> all</label></div>
      <ul>
        {list.toReversed().map((c) => (
          <li key={c.sec + c.text} aria-current={c === now ? "true" : undefined}>
            <button type="button" className="quiet" title={c.evidence + "\n" + c.source} onClick={() => (goBack(Math.max(0, c.sec - 3)), announce(`three seconds before ${words(c.rule)}`))}>
              <span className="mono">{clock(c.clock)}</span> <span><b>{words(c.rule)}</b> {sayCall(c)}{c.refused && ` (refused: ${c.refused})`}</span>
              <small>{c.evidence}</small>
            </button>
          </li>
        ))}
      </ul>
      {list.length === 0 && <p className="dim">No calls so far. A click on a call shows the moment before it.</p>}
    </div>
  );
}

const robotName = (m: Moment, i: number) => (m.robots[i] ? `${m.robots[i].side} ${m.robots[i].number}` : "");

function useMayControl(): boolean {
  const own = useService("match/control");
  const graph = useWire((s) => simulatorOf(s.names.services) !== undefined);
  return own || graph;
}

function Time() {
  const m = useShown();
  const progress = useMatch((s) => s.progress);
  const newest = useMatch((s) => s.newest?.sec ?? 0);
  const live = useMatch((s) => s.live);
  const replaying = useMatch((s) => s.replaying);
  const calls = useMatch((s) => s.calls);
  const by = progress.paused_by;
  const may = useMayControl();
  const [replaySpeed, setReplaySpeed] = useState(1);
  useEffect(() => {
    if (!replaying) return;
    let frame = 0;
    let last = performance.now();
    const tick = (now: number) => {
      frame = requestAnimationFrame(tick);
      advance(Math.min(0.25, (now - last) / 1000) * replaySpeed);
      last = now;
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [replaying, replaySpeed]);
  const playing = live ? progress.playing && !progress.over : replaying;
  const toggle = () => {
    if (live) control(progress.playing ? "pause" : "play");
    else useMatch.setState({ replaying: !replaying });
  };
  const step = (d: number) => {
    useMatch.setState({ replaying: false });
    if (live && d > 0) return control("step");
    if (live && progress.playing && !progress.over && may) control("pause");
    goBack((useMatch.getState().shown?.sec ?? 0) + 0.096 * d + 0.01);
  };
  const setSpeed = (v: number) => (live ? control("speed", v) : setReplaySpeed(v));
  const disabled = live && (!may || progress.over);
  useCommands([
    { id: "match.play", title: playing ? "Pause" : "Play", keys: ["Space"], group: "Match", enabled: !disabled, run: toggle },
    { id: "match.back", title: "One image back", keys: [","], group: "Match", run: () => step(-1) },
    { id: "match.on", title: "One image on", keys: ["."], group: "Match", enabled: !disabled, run: () => step(1) },
    { id: "match.live", title: "Live", keys: ["Escape"], group: "Match", enabled: !live, run: goLive },
  ]);
  const speed = live ? progress.speed : replaySpeed;
  return (
    <div className="match-time panel-bar">
      <button type="button" className="primary" disabled={disabled} onClick={toggle}>{playing ? "❚❚ Pause" : "▶ Play"}</button>
      {live && by && <span className="pill bad" role="status">{robotName(m, by.robot)}: {by.machine} is paused in {by.path.split("/").pop()}</span>}
      <button type="button" onClick={() => step(-1)} aria-label="One image back" title="One image back (,)">◂</button>
      <button type="button" disabled={disabled} onClick={() => step(1)} aria-label="One image on" title="One image on (.)">▸</button>
      <div className="match-slider">
        <div className="match-ticks" aria-hidden="true">
          {newest > 0 && calls.filter((c) => c.rule !== "ball_free" && !c.refused).map((c) => <i key={c.sec + c.text} className={c.rule === "goal" ? "goal" : ""} style={{ left: `${(100 * c.sec) / newest}%` }} />)}
        </div>
        <input type="range" aria-label="Moment, s" min={0} max={newest} step={0.1} value={Math.min(m.sec, newest)} aria-valuetext={`${clock(m.sec)} since the match began`} onChange={(e) => goBack(Number(e.target.value))} />
      </div>
      <output className="mono" data-sec={m.sec}>{clock(m.sec)} / {clock(newest)}</output>
      <label>speed <select value={speed} disabled={disabled} onChange={(e) => setSpeed(Number(e.target.value))}>
        {[...new Set([...speeds, speed])].sort((a, b) => a - b).map((v) => <option key={v} value={v}>{v} ×</option>)}
      </select></label>
      <button type="button" aria-pressed={live} onClick={goLive} title="the newest moment (Esc)">{progress.over && live ? "Over" : "● Live"}</button>
    </div>
  );
}
