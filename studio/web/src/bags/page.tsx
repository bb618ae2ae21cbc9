// The Bags page: it records and lists bags of the studio's computer, opens them and those of this computer, moves through one in time,
// plots its numbers and shows the recorded robot in 3-D. Files of this computer are not sent over the network.
import uPlot from "uplot";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { announce } from "../shell/announce.ts";
import { useCommands } from "../shell/commands.ts";
import { CommandLine } from "../ui/empty.tsx";
import { adopt } from "../ui/sheet.ts";
import { plottable, reader, type Definition, type Path } from "../robot/fields.ts";
import { align, isDark, palette } from "../robot/series.ts";
import { World } from "../robot/world.ts";
import { decode, define } from "../wire/client.ts";
import { Bag, Envelope, ofBlob, type BagMessage, type Decoder, type Source } from "./bag.ts";
import { Player } from "./player.ts";
import { Recorded } from "./recorded.tsx";
import plotCSS from "uplot/dist/uPlot.min.css" with { type: "text" };
import css from "./page.css" with { type: "text" };

adopt(plotCSS);
adopt(css);

const decoder: Decoder = { define: (schema) => define(schema) as Promise<Definition[]>, decode };

const View = lazy(() => import("../robot/view.tsx"));

export default function BagsPage() {
  const [bag, setBag] = useState<Bag>();
  const [opened, setOpened] = useState(0);
  const [problem, setProblem] = useState("");
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const open = (files: FileList | null | undefined) => {
    const chosen = [...(files ?? [])].filter((f) => /\.(mcap|db3)$/.test(f.name)).sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    show(chosen.map((f) => ofBlob(f.name, f)));
  };
  const show = (files: Source[]) =>
    Bag.open(files, decoder).then(
      (b) => {
        setBag(b);
        setOpened((n) => n + 1);
        setProblem("");
        announce(`${b.name}: ${b.topics.length} topics, ${b.length.toFixed(1)} s`);
      },
      (e: Error) => setProblem(e.message),
    );
  useCommands([{ id: "bags.open", title: "Open a bag", keys: ["Ctrl+O"], group: "Bags", run: () => input.current?.click() }]);
  return (
    <div className={"bags" + (over ? " bags-over" : "")}
      onDragOver={(e) => (e.preventDefault(), setOver(true))} onDragLeave={() => setOver(false)}
      onDrop={(e) => (e.preventDefault(), setOver(false), open(e.dataTransfer.files))}>
      <input ref={input} type="file" multiple accept=".mcap,.db3" className="visually-hidden" tabIndex={-1} aria-label="Files of a bag" data-bag
        onChange={(e) => open(e.target.files)} />
      {problem && <p className="bad panel-note" role="alert">{problem}</p>}
      {bag ? (
        <Replay key={opened} bag={bag} onOpen={() => input.current?.click()} onList={() => setBag(undefined)} />
      ) : (
        <div className="bags-none">
        <div className="empty">
          <h2>No bag is open</h2>
          <p>Drop the .mcap files of a bag here, or choose them. It reads bags of rosbag2 (MCAP) and of gonao. They stay on this computer.</p>
          <button type="button" className="primary" onClick={() => input.current?.click()}>Open a bag …</button>
          <p>To record a bag on another computer:</p>
          <CommandLine command="gonao bag record -a --exclude image" />
        </div>
        <Recorded onProblem={setProblem} onOpen={(files) => void show(files)} />
        </div>
      )}
    </div>
  );
}

/** worldTopics returns the topics of a bag that the 3-D scene needs. */
export function worldTopics(bag: Bag): string[] {
  return bag.topics.map((t) => t.name).filter((t) => /(^|\/)(tf|tf_static|ground_truth|robot_description|world_markers)$/.test(t));
}

function feed(world: World, topic: string, m: any): void {
  const ns = topic.slice(0, topic.lastIndexOf("/"));
  switch (topic.slice(topic.lastIndexOf("/") + 1)) {
    case "robot_description": return world.describe(ns, m.data);
    case "ground_truth": return world.place(ns, m);
    case "world_markers": return world.setMarkers(m.markers);
    case "tf": case "tf_static": return world.addTransforms(topic.replace(/_static$/, ""), m.transforms);
  }
}

const speeds = [0.1, 0.5, 1, 2, 5, 10];

function Replay({ bag, onOpen, onList }: { bag: Bag; onOpen: () => void; onList: () => void }) {
  const world = useMemo(() => new World(), [bag]);
  const topics = useMemo(() => worldTopics(bag), [bag]);
  const [picture, setPicture] = useState("");
  const [sec, setSec] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [problem, setProblem] = useState("");
  const show = useRef<(m: any) => void>(() => {});
  const player = useMemo(() => {
    let shownMs = 0;
    return new Player(bag, topics, {
      message: (topic, m) => (worldTopics(bag).includes(topic) ? feed(world, topic, m) : show.current(m)),
      moment: (s) => {
        // The slider is updated ten times a second, the scene with every message.
        const now = performance.now();
        if (now - shownMs < 100 && s !== 0) return;
        shownMs = now;
        setSec(s);
      },
      ended: () => {
        setSec(bag.length);
        setPlaying(false);
      },
      failed: (e) => {
        setProblem(e.message);
        setPlaying(false);
      },
    });
  }, [bag, world, topics]);
  useEffect(() => void player.seek(0), [player]);
  useEffect(() => player.setTopics(picture ? [...topics, picture] : topics), [player, topics, picture]);
  useEffect(() => {
    player.speed = speed;
  }, [player, speed]);
  useEffect(() => {
    player.playing = playing;
    if (!playing) return;
    let last = performance.now();
    let frame = 0;
    const tick = (now: number) => {
      frame = requestAnimationFrame(tick);
      // A hidden page gets no frames. When it is shown again, it goes on from the same moment.
      void player.advance(Math.min(0.25, (now - last) / 1000));
      last = now;
    };
    frame = requestAnimationFrame(tick);
    return () => {
      cancelAnimationFrame(frame);
      player.playing = false;
    };
  }, [player, playing]);
  const seek = (to: number) => {
    setSec(Math.min(Math.max(to, 0), bag.length));
    void player.seek(to);
  };
  const toggle = () => {
    if (!playing && player.sec >= bag.length) seek(0);
    setPlaying(!playing);
  };
  useCommands([
    { id: "bags.play", title: playing ? "Pause" : "Play", keys: ["Space"], group: "Bags", run: toggle },
    { id: "bags.back", title: "One second back", keys: [","], group: "Bags", run: () => seek(player.sec - 1) },
    { id: "bags.on", title: "One second on", keys: ["."], group: "Bags", run: () => seek(player.sec + 1) },
  ]);
  const pictures = bag.topics.filter((t) => /CompressedImage$/.test(t.type));
  return (
    <div className="replay">
      <div className="panel-bar" role="toolbar" aria-label="Bag">
        <button type="button" onClick={onList}>All bags</button>
        <button type="button" onClick={onOpen}>Open …</button>
        <b>{bag.name}</b>
        <span className="dim">{bag.topics.length} topics · {bag.length.toFixed(1)} s · {new Date(Number(bag.begin / 1_000_000n)).toLocaleString()}</span>
        {pictures.length > 0 && (
          <select aria-label="Camera" value={picture} onChange={(e) => setPicture(e.target.value)}>
            <option value="">no camera</option>
            {pictures.map((t) => <option key={t.name}>{t.name}</option>)}
          </select>
        )}
      </div>
      {problem && <p className="bad panel-note" role="alert">{problem}</p>}
      <div className="replay-body">
        <div className="replay-view">
          {topics.length > 0 ? (
            <Suspense fallback={<p className="loading">Loading …</p>}><View world={world} label="The robot as it was, in 3-D" /></Suspense>
          ) : (
            <p className="panel-note">This bag has no robot_description, /tf or ground_truth, so nothing can be drawn in 3-D.</p>
          )}
          {picture && <BagPicture show={show} />}
        </div>
        <BagPlot bag={bag} sec={sec} onSeek={seek} />
      </div>
      <div className="replay-time panel-bar">
        <button type="button" className="primary" onClick={toggle}>{playing ? "❚❚ Pause" : "▶ Play"}</button>
        <input type="range" aria-label="Moment, s" min={0} max={bag.length} step={0.01} value={sec} aria-valuetext={`${sec.toFixed(1)} s`} onChange={(e) => seek(Number(e.target.value))} />
        <output className="mono">{sec.toFixed(1)} s</output>
        <label>speed <select value={speed} onChange={(e) => setSpeed(Number(e.target.value))}>{speeds.map((s) => <option key={s} value={s}>{s} ×</option>)}</select></label>
      </div>
    </div>
  );
}

function BagPicture({ show }: { show: { current: (m: any) => void } }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let busy = false;
    show.current = (m) => {
      if (busy) return;
      busy = true;
      createImageBitmap(new Blob([m.data], { type: "image/jpeg" })).then((b) => {
        busy = false;
        const c = canvas.current;
        if (c) {
          c.width = b.width;
          c.height = b.height;
          c.getContext("2d")!.drawImage(b, 0, 0);
        }
        b.close();
      }, () => (busy = false));
    };
    return () => {
      show.current = () => {};
    };
  }, [show]);
  return <canvas ref={canvas} className="replay-picture" role="img" aria-label="What the camera saw" />;
}

interface Curve {
  topic: string;
  path: string;
}

const maxCurves = 6;

function BagPlot({ bag, sec, onSeek }: { bag: Bag; sec: number; onSeek: (s: number) => void }) {
  const [curves, set] = useState<Curve[]>([]);
  const [topic, setTopic] = useState("");
  const [path, setPath] = useState("");
  const [index, setIndex] = useState(0);
  const [lines, setLines] = useState<[number[], number[]][]>([]);
  const [reading, setReading] = useState("");
  const [paths, setPaths] = useState<Path[]>([]);
  useEffect(() => {
    let ended = false;
    setPaths([]);
    if (topic) bag.definitions(topic).then((d) => !ended && setPaths(plottable(d)), () => {});
    return () => {
      ended = true;
    };
  }, [bag, topic]);
  useEffect(() => {
    let ended = false;
    const load = async () => {
      const envelopes = curves.map(() => new Envelope(0, bag.length));
      const reads = curves.map((c) => reader(c.path));
      const wanted = [...new Set(curves.map((c) => c.topic))];
      let some: BagMessage[] = [];
      const take = async () => {
        const read = await bag.decode(some);
        some.forEach((m, k) => curves.forEach((c, i) => c.topic === m.topic && envelopes[i]!.add(m.sec, reads[i]!(read[k]))));
        some = [];
      };
      for await (const m of bag.messages(wanted)) {
        if (ended) return;
        some.push(m);
        if (some.length < 1000) continue;
        await take();
        setReading(`${Math.round((m.sec / bag.length) * 100)} %`);
      }
      await take();
      if (ended) return;
      setReading("");
      setLines(envelopes.map((e) => e.line()));
    };
    load().catch((e: Error) => setReading(e.message));
    return () => {
      ended = true;
    };
  }, [bag, curves]);
  return (
    <div className="replay-plot">
      <div className="panel-bar">
        <select aria-label="Topic" value={topic} onChange={(e) => (setTopic(e.target.value), setPath(""))}>
          <option value="">plot a topic …</option>
          {bag.topics.map((t) => <option key={t.name} value={t.name}>{t.name} ({t.count})</option>)}
        </select>
        {topic && (
          <select aria-label="Field" value={path} onChange={(e) => setPath(e.target.value)}>
            <option value="">{paths.length ? "field …" : "no numbers in it"}</option>
            {paths.map((p) => <option key={p.path}>{p.path}</option>)}
          </select>
        )}
        {path.includes("[]") && <input type="number" aria-label="Index" min={0} value={index} onChange={(e) => setIndex(Math.max(0, Number(e.target.value)))} />}
        <button type="button" disabled={!path || curves.length >= maxCurves} onClick={() => set([...curves, { topic, path: path.replace("[]", `[${index}]`) }])}>Add</button>
        {reading && <span className="dim">reading {reading}</span>}
      </div>
      <ul className="plot-legend">
        {curves.map((c, i) => (
          <li key={i}>
            <i style={{ background: palette(isDark())[i] }} /> {c.topic} {c.path}
            <button type="button" className="quiet" aria-label={`Remove ${c.topic} ${c.path}`} onClick={() => set(curves.filter((_, k) => k !== i))}>✕</button>
          </li>
        ))}
      </ul>
      {curves.length > 0 ? <Chart lines={lines} length={bag.length} sec={sec} names={curves.map((c) => `${c.topic} ${c.path}`)} onSeek={onSeek} /> : <p className="panel-note">Choose a topic and one of its fields to plot it over the whole bag. A click in the plot goes to that moment.</p>}
    </div>
  );
}

function Chart({ lines, length, sec, names, onSeek }: { lines: [number[], number[]][]; length: number; sec: number; names: string[]; onSeek: (s: number) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const go = useRef(onSeek);
  go.current = onSeek;
  useEffect(() => {
    const el = host.current!;
    if (lines.length === 0) return;
    const stroke = getComputedStyle(el).color;
    const axis = { stroke, grid: { stroke: "#8884", width: 1 }, ticks: { stroke: "#8886", width: 1 } };
    const plot = new uPlot({
      width: Math.max(50, el.clientWidth), height: Math.max(50, el.clientHeight), legend: { show: false },
      cursor: { drag: { x: false, y: false } }, scales: { x: { time: false, range: [0, length] } },
      axes: [{ ...axis, values: (_, v) => v.map((x) => `${x} s`) }, { ...axis, size: 56 }],
      series: [{}, ...lines.map((_, i) => ({ stroke: palette(isDark())[i], width: 1.2, spanGaps: true, points: { show: false } }))],
    }, align(lines) as uPlot.AlignedData, el);
    chart.current = plot;
    plot.over.append(cursor.current!);
    const click = (e: MouseEvent) => go.current(plot.posToVal(e.offsetX, "x"));
    plot.over.addEventListener("click", click);
    const size = new ResizeObserver(() => plot.setSize({ width: Math.max(50, el.clientWidth), height: Math.max(50, el.clientHeight) }));
    size.observe(el);
    return () => {
      size.disconnect();
      el.append(cursor.current!);
      plot.destroy();
      chart.current = undefined;
    };
  }, [lines, length]);
  useEffect(() => {
    const x = chart.current?.valToPos(sec, "x");
    if (cursor.current && x !== undefined) cursor.current.style.transform = `translateX(${x}px)`;
  }, [sec, lines]);
  return (
    <div ref={host} className="plot-chart" role="img" aria-label={`Plot of ${names.join(", ")}`} data-points={lines.reduce((n, l) => n + l[0].length, 0)}>
      <div ref={cursor} className="replay-cursor" />
    </div>
  );
}
