// The timeline shows which states were active when, in a lane for each level. Dragging on it shows a past moment
// everywhere; Escape, or the button, shows the present. It is drawn on a canvas element, so that its growth does
// not change the page's elements.

import "./timeline.css";
import { useEffect, useMemo, useRef, useState } from "react";
import { useSize } from "../shell/splitter.tsx";
import { useCommands } from "../shell/commands.ts";
import { useService } from "../shell/session.ts";
import { announce } from "../shell/announce.ts";
import { event, feedOf, missedText, status } from "./live.ts";
import type { Run } from "./live.ts";
import { finish, pause, pauseOrGo, resume, step, stepTransition } from "./debug.ts";
import { look } from "./look.ts";
import { goLive, goTo, span as remembered } from "./past.ts";
import { reach, showPart, useHistory } from "./history.ts";
import type { Part } from "./history.ts";
import { clock, spans, spanTitle, ticks, windowFrom, zoomed } from "./timeview.ts";
import { covers, recall, useBefore } from "./before.ts";
import { Course } from "./course.ts";
import { drawCourse, usePins } from "./pins.ts";
import { useLive, useRunning } from "./running.ts";
import { useDocument } from "./document.ts";

const laneHeight = 22;
const axis = 18;
const courseHeight = 34;
/** lanes returns the runs of a time span by level, the outermost first. Regions share the lane of their level. */
export function lanes(runs: Run[], from: number, to: number): Run[][] {
  const out: Run[][] = [];
  for (const r of runs) {
    if (r.to < from || r.from > to) continue;
    const level = r.path.split("/").length - 1;
    (out[level] ??= []).push(r);
  }
  return Array.from(out, (l) => l ?? []);
}

// Tints that colour-blind people can tell apart; each run also has its name.
const none: Part[] = [];

const tints = { light: ["#d6e9f8", "#fbe3bd", "#cfeee1", "#f4dbe8", "#e3e0f6", "#f9d9c8", "#e6edb9"], dark: ["#1d4263", "#5c430f", "#124a38", "#542d44", "#3a3566", "#5d2c13", "#434b16"] };

function tint(name: string, dark: boolean): string {
  let h = 7;
  for (const c of name) h = (h * 31 + c.codePointAt(0)!) >>> 0;
  const list = dark ? tints.dark : tints.light;
  return list[h % list.length];
}

// useFlawed returns the marks of the states and transitions of the open document that have findings.
function useFlawed(): Map<string, string> {
  const findings = useDocument((s) => s.snapshot?.findings);
  return useMemo(() => {
    const marks = new Map<string, string>();
    for (const f of findings ?? []) {
      const id = f.transition || f.state;
      if (id && (f.severity === "error" || !marks.has(id))) marks.set(id, f.severity === "error" ? "✕ " : "! ");
    }
    return marks;
  }, [findings]);
}

export function Timeline() {
  const { live, summary, moment } = useLive();
  const exact = useRunning((s) => s.exact);
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragging = useRef(false);
  const grasped = useRef<{ x: number; from: number }>(undefined); // the axis is dragged to scroll
  const [scrolled, scroll] = useState<number>();
  const ns = useRunning((s) => s.ns);
  const saves = useService("studio/test");
  const feed = ns === undefined ? undefined : feedOf(ns).live;
  const [width, setWidth] = useSize("window", 60);
  const parts = useHistory((h) => (h.ns === ns ? h.parts : none));
  const part = useHistory((h) => h.shown);
  const all = ns === undefined ? undefined : remembered(ns);
  const end = all?.end ?? 0;
  const begin = all?.begin ?? 0;
  const last = useRef(0);
  const from = (last.current = windowFrom(last.current, moment, begin, end, width, scrolled));
  const span = Math.max(Math.min(20, width), Math.min(width, end - from));
  const levels = all ? lanes(all.runs, from, from + span) : [];
  useEffect(() => void reach(from), [from < begin + 1, Math.floor(from / 10), part]);
  const pins = usePins((s) => s.names).filter((name) => feed?.values.has(name));
  // Before the page followed the machine, the lanes of pinned values come from its history.
  const heard = part !== undefined || pins.length === 0 ? end : Math.min(...pins.map((name) => feed!.courses.get(name)?.times[0] ?? end));
  const wanted = { ns: ns ?? "", generation: feed?.generation ?? 0, part: part ?? 0, names: pins.join(), from: Math.max(begin, from), to: Math.min(heard, from + span), window: span };
  const before = useBefore((s) => (covers(s.covers, wanted) ? s.courses : undefined));
  useEffect(() => {
    if (pins.length > 0) void recall(wanted);
  }, [wanted.ns, wanted.generation, part, wanted.names, Math.floor(wanted.from / Math.max(1, span / 20)), wanted.to, span]);
  const flawed = useFlawed();
  const height = Math.max(1, levels.length) * (laneHeight + 2) + pins.length * (courseHeight + 2) + axis;
  // The timeline is redrawn when its width or the colours of the page change, even while nothing runs.
  const [, redraw] = useState(0);
  const shown = !!feed && levels.length > 0;
  useEffect(() => {
    if (!shown || !canvas.current) return;
    const again = () => redraw((n) => n + 1);
    const size = new ResizeObserver(again);
    size.observe(canvas.current);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", again);
    return () => {
      size.disconnect();
      dark.removeEventListener("change", again);
    };
  }, [shown]);
  useEffect(() => {
    const c = canvas.current;
    const g = c?.getContext("2d");
    if (!c || !g || !feed || !all) return;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const ratio = devicePixelRatio || 1;
    const pixels = c.clientWidth;
    if (c.width !== pixels * ratio || c.height !== height * ratio) {
      c.width = pixels * ratio;
      c.height = height * ratio;
    }
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, pixels, height);
    g.font = "11.5px system-ui, sans-serif";
    g.textBaseline = "middle";
    const x = (t: number) => ((t - from) / span) * pixels;
    levels.forEach((runs, level) => {
      let drawn = -1; // of several runs within one pixel only one is drawn
      for (const r of runs) {
        const x0 = Math.max(0, x(r.from));
        const x1 = x(part === undefined && r.to === feed.time ? end : r.to);
        if (x1 < drawn) continue;
        drawn = Math.max(x1, x0 + 1);
        const y = level * (laneHeight + 2);
        const name = r.path.slice(r.path.lastIndexOf("/") + 1);
        g.fillStyle = tint(name, dark);
        g.fillRect(x0, y, Math.max(1, x1 - x0 - 1), laneHeight);
        if (x1 - x0 > 18) {
          g.fillStyle = dark ? "#e8ecf0" : "#16191d";
          g.save();
          g.beginPath();
          g.rect(x0, y, x1 - x0 - 3, laneHeight);
          g.clip();
          g.fillText((flawed.get(r.path) ?? "") + name, x0 + 5, y + laneHeight / 2);
          g.restore();
        }
      }
    });
    const colors = { line: dark ? "#6cb6ff" : "#0b5cad", text: dark ? "#e8ecf0" : "#16191d" };
    pins.forEach((name, i) => {
      const y = levels.length * (laneHeight + 2) + i * (courseHeight + 2);
      const own = (part === undefined && feed.courses.get(name)) || new Course();
      const course = own.after(before?.get(name));
      c.dataset.pinned = String(course.times[0] ?? "");
      drawCourse(g, course, name, { y, width: pixels, height: courseHeight }, { from, to: from + span, now: end, at: moment ?? end }, colors);
    });
    g.fillStyle = dark ? "#b4bdc7" : "#4a535d";
    for (const t of ticks(from, from + span)) {
      g.fillRect(x(t), height - axis, 1, 4);
      if (x(t) < pixels - 34) g.fillText(clock(t), x(t) + 3, height - axis / 2);
    }
    g.fillStyle = dark ? "#ff8f3f" : "#b34700";
    const red = dark ? "#ff6a6a" : "#b3141c";
    for (const e of part === undefined ? feed.events : []) {
      const at = x(e.time);
      const flaw = e.kind === event.transition || e.kind === event.internal ? flawed.get(`${e.source}#${e.index}`) : undefined;
      if (flaw) g.fillText(flaw, at - 2, height - axis + 5); // a transition with a finding was taken
      else if (e.kind === event.missed) g.fillRect(at - 1, height - axis, 3, 6); // an event that nothing consumed
      else if (e.kind === event.pause || e.kind === event.error) {
        g.save();
        g.fillStyle = red;
        g.beginPath(); // a dot where the machine paused, a triangle where something went wrong
        if (e.kind === event.pause) g.arc(at, height - axis + 4, 4, 0, 7);
        else g.moveTo(at - 5, height - axis + 8), g.lineTo(at, height - axis - 1), g.lineTo(at + 5, height - axis + 8);
        g.fill();
        g.restore();
      }
    }
    if (moment !== undefined) {
      g.fillStyle = dark ? "#ff8f3f" : "#b34700";
      g.fillRect(x(moment) - 1, 0, 2, height);
    }
  });
  const at = (e: { clientX: number }) => {
    const r = canvas.current!.getBoundingClientRect();
    return from + ((e.clientX - r.left) / r.width) * span;
  };
  // At the newest time the window follows the machine again.
  const scrollTo = (to: number, span = width) => scroll(to >= end - span ? undefined : to);
  const onAxis = (e: React.PointerEvent) => e.nativeEvent.offsetY > height - axis;
  const wheel = useRef<(e: WheelEvent) => void>(undefined);
  wheel.current = (e) => {
    if (e.ctrlKey) return;
    e.preventDefault();
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) return scrollTo(from + ((e.deltaX || e.deltaY) / 500) * span);
    const to = zoomed(width, Math.sign(e.deltaY));
    const under = at(e);
    setWidth(to);
    scrollTo(under - ((under - from) / span) * to, to);
  };
  useEffect(() => {
    const c = canvas.current;
    const turn = (e: WheelEvent) => wheel.current!(e);
    c?.addEventListener("wheel", turn, { passive: false }); // React's own listeners cannot keep the page from scrolling
    return () => c?.removeEventListener("wheel", turn);
  }, [shown]);
  const missed = part === undefined ? feed?.events.findLast((e) => e.kind === event.missed && e.time <= (moment ?? end)) : undefined;
  const running = !!live && !!summary && !summary.idle;
  const words = moment !== undefined ? `${moment.toFixed(1)} s: ${live?.paths.join(", ") ?? ""}` : `live, ${end.toFixed(1)} s`;
  const away = moment !== undefined || scrolled !== undefined;
  const back = () => (scroll(undefined), goLive());
  const jump = (to: number) => {
    scroll(undefined);
    goTo(to);
    const { moment: now } = useRunning.getState();
    announce(now === undefined ? "live" : `moment ${now.toFixed(1)} s`);
  };
  useCommands([
    { id: "pause", title: summary?.paused ? "Let the machine go on" : "Pause the machine", keys: ["F6"], group: "Debugger", enabled: running, run: pauseOrGo },
    { id: "resume", title: "Go on", keys: ["F8"], group: "Debugger", enabled: running, run: () => (back(), void resume()) },
    { id: "pause-only", title: "Pause", group: "Debugger", enabled: running && !summary?.paused, run: () => void pause() },
    { id: "step", title: "Step: one tick", keys: ["F10"], group: "Debugger", enabled: running, run: () => void step() },
    { id: "step-transition", title: "Step: to the next transition", keys: ["Shift+F10"], group: "Debugger", enabled: running, run: () => void stepTransition() },
    { id: "finish", title: "Finish: run until the state is left", keys: ["Shift+F11"], group: "Debugger", enabled: running, run: () => void finish() },
    { id: "live", title: "Show what is live", keys: ["Escape"], group: "Timeline", enabled: away, run: () => (back(), announce("live")) },
    { id: "back", title: "Go back one second", keys: ["["], group: "Timeline", enabled: running, run: () => jump((moment ?? end) - 1) },
    { id: "first", title: "Go to the first moment that is remembered", group: "Timeline", enabled: running, run: () => jump(begin) },
    { id: "forth", title: "Go forward one second", keys: ["]"], group: "Timeline", enabled: moment !== undefined, run: () => jump((moment ?? end) + 1) },
    { id: "save-test", title: "Save as test …", group: "Timeline", enabled: running && saves, run: () => look({ dialog: "save-test" }) },
  ]);
  return (
    <section className="timeline" aria-label="Timeline">
      <div className="bar">
        <h2>Timeline</h2>
        {!away ? (
          <span className={"pill " + (running ? "good" : "")}>{!running ? "not running" : summary?.paused ? "❚❚ paused" : summary?.status === status.running ? "● live" : summary?.status === status.final ? "final" : summary?.status === status.failed ? "failed" : "waiting for the robot"}</span>
        ) : (
          <button type="button" className="primary" onClick={back}>Back to live <kbd>Esc</kbd></button>
        )}
        <span className="dim ellipsis">
          {moment !== undefined ? `${moment.toFixed(2)} s · ${live?.paths.join(", ")}` : running ? `drag to go back · ${end.toFixed(1)} s` : ""}
          {missed && (moment ?? end) - missed.time < 3 ? ` · ${missedText(missed)}` : ""}
        </span>
        <span className="grow" />
        {parts.length > 1 && (
          <select aria-label="Run" value={part ?? ""} onChange={(e) => void showPart(Number(e.target.value) || undefined).then((t) => (t === undefined ? goLive() : goTo(t)))}>
            {parts.slice(0, -1).map((p) => <option key={p.part} value={p.part}>run {p.part}: {clock(Math.round(p.end - p.begin))}</option>)}
            <option value="">this run</option>
          </select>
        )}
        {feed && (
          <select aria-label="Time shown" value={width} onChange={(e) => setWidth(Number(e.target.value))}>
            {!spans.includes(width) && <option value={width}>{spanTitle(width)}</option>}
            {spans.map((n) => <option key={n} value={n}>{spanTitle(n)}</option>)}
          </select>
        )}
        <button type="button" disabled={!running} onClick={pauseOrGo}>{summary?.paused ? "▶ Go on" : "❚❚ Pause"} <kbd>F6</kbd></button>
        <button type="button" disabled={!running} onClick={() => void step()}>Step <kbd>F10</kbd></button>
        <button type="button" disabled={!running || !saves} title={saves ? "Writes a scenario that gonao hfsm test runs" : "for editors, where runs are recorded"} onClick={() => look({ dialog: "save-test" })}>Save as test</button>
      </div>
      {feed && levels.length > 0 ? (
        <div className="lanes">
          <canvas
            ref={canvas} style={{ height }} tabIndex={0} role="slider" data-from={from} data-span={span} data-moment={moment} data-exact={exact} aria-label="Moment of the machine's time" aria-valuemin={Math.floor(begin)} aria-valuemax={Math.ceil(end)}
            aria-valuenow={Math.round(moment ?? end)} aria-valuetext={words}
            onPointerDown={(e) => {
              e.currentTarget.setPointerCapture(e.pointerId);
              if (onAxis(e)) return void (grasped.current = { x: e.clientX, from });
              dragging.current = true;
              goTo(at(e));
            }}
            onPointerMove={(e) => {
              if (dragging.current) goTo(at(e));
              else if (grasped.current) scrollTo(grasped.current.from - ((e.clientX - grasped.current.x) / e.currentTarget.clientWidth) * span);
              else e.currentTarget.style.cursor = onAxis(e) ? "grab" : "";
            }}
            onPointerUp={() => ((dragging.current = false), (grasped.current = undefined))}
            onKeyDown={(e) => {
              const d = { ArrowLeft: -0.2, ArrowRight: 0.2, PageUp: -5, PageDown: 5, Home: -Infinity, End: Infinity }[e.key];
              if (d === undefined || e.ctrlKey || e.altKey) return;
              e.preventDefault();
              scroll(undefined);
              goTo((moment ?? end) + d);
            }}
          />
        </div>
      ) : (
        <p className="dim timeline-empty">While this machine runs on a robot, its active states are drawn here over time. <em>Save and run</em> starts it.</p>
      )}
    </section>
  );
}
