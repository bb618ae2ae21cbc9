// Plots of any numbers in any topics, over the last seconds.
import uPlot from "uplot";
import { useEffect, useRef, useState } from "react";
import { schemaOf, subscribe, usePast, useWire } from "../../wire/client.ts";
import { useRobot } from "../../wire/robots.ts";
import { Empty } from "../../ui/empty.tsx";
import { adopt } from "../../ui/sheet.ts";
import { plottable, reader, type Definition, type Path } from "../fields.ts";
import { align, isDark, palette, Series } from "../series.ts";
import css from "uplot/dist/uPlot.min.css" with { type: "text" };

adopt(css);

export interface Curve {
  topic: string; // with ~ for the robot's namespace
  path: string;
}

const spans = [5, 10, 30, 60, 300];
export const maxCurves = 6;

function load(name: string, otherwise: Curve[]): Curve[] {
  try {
    return JSON.parse(localStorage.getItem("plot." + name) ?? "") as Curve[];
  } catch {
    return otherwise;
  }
}

const fullName = (topic: string, ns: string) => topic.replace(/^~/, ns);

export function Plot({ name = "plot", initial = [] }: { name?: string; initial?: Curve[] }) {
  const ns = useRobot();
  const [curves, set] = useState(() => load(name, initial));
  const [span, setSpan] = useState(10);
  const [held, hold] = useState(false);
  const change = (c: Curve[]) => {
    set(c);
    localStorage.setItem("plot." + name, JSON.stringify(c));
  };
  if (ns === undefined) {
    return <Empty title="Nothing to plot" command="gonao launch sim.launch.yaml">This panel plots any number of any topic over time.</Empty>;
  }
  return (
    <div className="plot">
      <div className="panel-bar">
        <Add ns={ns} full={curves.length >= maxCurves} onAdd={(c) => change([...curves, c])} />
        <label>seconds <select value={span} onChange={(e) => setSpan(Number(e.target.value))}>{spans.map((s) => <option key={s}>{s}</option>)}</select></label>
        <button type="button" aria-pressed={held} onClick={() => hold(!held)}>{held ? "Go on" : "Hold"}</button>
      </div>
      <ul className="plot-legend">
        {curves.map((c, i) => (
          <li key={c.topic + c.path}>
            <i style={{ background: palette(isDark())[i] }} />
            <span>{c.topic.replace(/^~\//, "")} {c.path}</span>
            <output data-curve={i} />
            <button type="button" className="quiet" aria-label={`Remove ${c.topic} ${c.path}`} onClick={() => change(curves.filter((_, k) => k !== i))}>✕</button>
          </li>
        ))}
      </ul>
      {curves.length === 0 ? <p className="panel-note">Choose a topic and one of its fields above.</p> : <Chart curves={curves} ns={ns} span={span} held={held} />}
    </div>
  );
}

function Add({ ns, full, onAdd }: { ns: string; full: boolean; onAdd: (c: Curve) => void }) {
  const topics = useWire((s) => s.names.topics);
  const [topic, setTopic] = useState("");
  const [paths, setPaths] = useState<Path[]>([]);
  const [path, setPath] = useState("");
  const [index, setIndex] = useState(0);
  useEffect(() => {
    setPaths([]);
    setPath("");
    if (!topic) return;
    let ended = false;
    void schemaOf(topic).then((d) => !ended && setPaths(d ? plottable(d as Definition[]) : []));
    return () => {
      ended = true;
    };
  }, [topic]);
  const chosen = paths.find((p) => p.path === path);
  const indexed = path.includes("[]");
  const own = Object.keys(topics).filter((t) => !t.startsWith("studio/")).sort((a, b) => Number(b.startsWith(ns + "/")) - Number(a.startsWith(ns + "/")) || a.localeCompare(b));
  return (
    <>
      <select aria-label="Topic" value={topic} onChange={(e) => setTopic(e.target.value)} className="plot-topic">
        <option value="">topic …</option>
        {own.map((t) => <option key={t} value={t}>{t}</option>)}
      </select>
      {topic && (
        <select aria-label="Field" value={path} onChange={(e) => setPath(e.target.value)} className="plot-field">
          <option value="">{paths.length ? "field …" : "no numbers in it"}</option>
          {paths.map((p) => <option key={p.path} value={p.path}>{p.path}</option>)}
        </select>
      )}
      {indexed && (
        <input type="number" aria-label="Index" min={0} max={chosen?.length ? chosen.length - 1 : 9999} value={index} onChange={(e) => setIndex(Math.max(0, Number(e.target.value)))} />
      )}
      <button type="button" disabled={!path || full} title={full ? `at most ${maxCurves} curves` : undefined}
        onClick={() => onAdd({ topic: topic.startsWith(ns + "/") ? "~" + topic.slice(ns.length) : topic, path: path.replace("[]", `[${index}]`) })}>
        Add
      </button>
    </>
  );
}

function Chart({ curves, ns, span, held }: { curves: Curve[]; ns: string; span: number; held: boolean }) {
  const host = useRef<HTMLDivElement>(null);
  const state = useRef({ span, held });
  state.current = { span, held };
  useEffect(() => {
    const el = host.current!;
    const series = curves.map(() => new Series(30000));
    const stops = curves.map((c, i) => {
      const read = reader(c.path);
      return subscribe(fullName(c.topic, ns), (m, meta) => series[i]!.add(meta.logTime, read(m)), { kind: "every" });
    });
    const text = getComputedStyle(el).color;
    const axis = { stroke: text, grid: { stroke: "#8884", width: 1 }, ticks: { stroke: "#8886", width: 1 } };
    const chart = new uPlot({
      width: Math.max(50, el.clientWidth), height: Math.max(50, el.clientHeight),
      legend: { show: false }, cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false } },
      axes: [{ ...axis, values: (_, v) => v.map((x) => `${x} s`) }, { ...axis, size: 56 }],
      series: [{}, ...curves.map((_, i) => ({ stroke: palette(isDark())[i], width: 1.5, spanGaps: true, points: { show: false } }))],
    }, [[], ...curves.map(() => [])] as uPlot.AlignedData, el);
    const size = new ResizeObserver(() => chart.setSize({ width: Math.max(50, el.clientWidth), height: Math.max(50, el.clientHeight) }));
    size.observe(el);
    let drawnTo = NaN;
    const timer = setInterval(() => {
      const newest = Math.max(...series.map((s) => s.newest()).filter((t) => !Number.isNaN(t)));
      const { time } = usePast.getState();
      const now = Math.min(newest, time ?? Infinity); // a plot ends at the moment that the page shows
      if (!Number.isFinite(now) || now === drawnTo || state.current.held || document.hidden) return;
      drawnTo = now;
      const from = now - state.current.span;
      const points = Math.max(100, el.clientWidth);
      const parts = series.map((s): [number[], number[]] => {
        const [t, v] = s.window(from, now, points);
        return [t.map((x) => x - now), v];
      });
      chart.batch(() => {
        chart.setData(align(parts) as uPlot.AlignedData);
        chart.setScale("x", { min: -state.current.span, max: 0 });
      });
      series.forEach((s, i) => {
        const out = el.parentElement?.querySelector(`output[data-curve="${i}"]`);
        const v = time === undefined ? s.last() : (s.window(from, now, 1e9)[1].at(-1) ?? NaN);
        if (out) out.textContent = Number.isNaN(v) ? "no value" : v.toPrecision(4);
      });
    }, 100);
    return () => {
      clearInterval(timer);
      size.disconnect();
      chart.destroy();
      for (const stop of stops) stop();
    };
  }, [curves, ns]);
  return <div ref={host} className="plot-chart" role="img" aria-label={`Plot of ${curves.map((c) => c.topic + " " + c.path).join(", ")}`} />;
}
