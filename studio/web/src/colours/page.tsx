// The Colours page. A person freezes a raw frame and clicks pixels; the colour's ranges grow or shrink, and the
// pixels that they find are marked at once, in this frame and in up to twenty kept ones. The result is vision's
// parameter `colors`, or a colour table that vision makes from the clicked pixels.
import { useEffect, useMemo, useRef, useState } from "react";
import { call, subscribe, useWire } from "../wire/client.ts";
import { useRobot } from "../wire/robots.ts";
import { announce } from "../shell/announce.ts";
import { useCommands } from "../shell/commands.ts";
import { Empty } from "../ui/empty.tsx";
import { adopt } from "../ui/sheet.ts";
import { camerasOf } from "../robot/panels/camera.tsx";
import { kind, parametersOf, setParameter } from "../robot/parameters.ts";
import { classOf, frameOf, maxKept, median, tableOf, type Frame, type Region } from "./frame.ts";
import { Governor } from "../robot/governor.ts";
import { Picture, scores, type Kept } from "./picture.ts";
import { around, channels, formatColor, grow, inSpace, parseColor, shrink, type Color, type Space, type Triple } from "./table.ts";
import css from "./page.css" with { type: "text" };

adopt(css);

export default function ColoursPage() {
  const ns = useRobot();
  const { topics, services } = useWire((s) => s.names);
  const cameras = ns === undefined ? [] : camerasOf(ns, topics).filter((c) => `${ns}/camera/${c}/image_raw` in topics);
  const node = ns + "/vision";
  const readable = `${node}/get_parameters` in services;
  if (ns === undefined || cameras.length === 0) {
    return <Empty title="No raw picture" command="gonao launch sim.launch.yaml">Colours are chosen in raw frames of a head camera. The frames appear here when a camera or a simulator runs.</Empty>;
  }
  if (!readable) {
    return <Empty title="No vision" command="gonao launch sim.launch.yaml">The node vision has the colours, but it does not run.</Empty>;
  }
  return <Table key={ns} ns={ns} node={node} cameras={cameras} />;
}

interface Step {
  colors: Color[];
  chosen: number;
  clicks: { at: Triple; of: string }[]; // of is the name of a colour, or "" for a pixel of no colour
}

function Table({ ns, node, cameras }: { ns: string; node: string; cameras: string[] }) {
  const [camera, setCamera] = useState(cameras[0]!);
  const [step, setStep] = useState<Step>({ colors: [], chosen: 0, clicks: [] });
  const [past, setPast] = useState<Step[]>([]);
  const [saved, setSaved] = useState("");
  const [learned, setLearned] = useState<{ names: string[]; table: Uint8Array }>();
  const [problem, setProblem] = useState("");
  const [live, setLive] = useState(true);
  const [marked, setMarked] = useState(true);
  const [mode, setMode] = useState<"add" | "remove" | "region">("add");
  const [frame, setFrame] = useState<Frame>();
  const [region, setRegion] = useState<Region>();
  const [kept, setKept] = useState<Kept[]>([]);
  const may = useWire((s) => `${node}/set_parameters` in s.names.services);
  const [governor] = useState(() => new Governor()); // limits how often the live picture is drawn

  const { colors, chosen, clicks } = step;
  const color = colors[chosen];
  const text = JSON.stringify(colors.map(formatColor));
  const change = (next: Step) => {
    setPast([...past.slice(-100), step]);
    setStep(next);
    setLearned(undefined);
    setProblem("");
  };
  const set = (c: Color, all = clicks) => change({ ...step, colors: colors.map((o, i) => (i === chosen ? c : o)), clicks: all });
  const undo = () => {
    const last = past.at(-1);
    if (!last) return;
    setStep(last);
    setLearned(undefined);
    setPast(past.slice(0, -1));
  };

  const read = () =>
    parametersOf(node).then(
      (all) => {
        const list = (all.find((p) => p.name === "colors")?.value ?? []) as string[];
        setStep({ colors: list.map(parseColor), chosen: 0, clicks: [] });
        setSaved(JSON.stringify(list.map((l) => formatColor(parseColor(l)))));
        setPast([]);
        setProblem("");
      },
      (e: Error) => setProblem(e.message),
    );
  useEffect(() => void read(), [node]);

  useEffect(() => {
    if (!live) return;
    let next: unknown; // the newest frame that has not been shown
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      if (next === undefined) return;
      const wait = governor.wait(performance.now());
      if (wait > 0) {
        timer = setTimeout(show, wait);
        return;
      }
      try {
        setFrame(frameOf(next as Parameters<typeof frameOf>[0]));
        setRegion(undefined);
      } catch (e) {
        setProblem((e as Error).message);
      }
      next = undefined;
    };
    const stop = subscribe(`${ns}/camera/${camera}/image_raw`, (m) => {
      next = m;
      if (timer === undefined) show();
    }, { kind: "bulk" });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [ns, camera, live, governor]);

  const keep = () => {
    if (!frame || kept.length >= maxKept) return;
    setKept([...kept, { id: Date.now(), frame, region }]);
    announce(`frame ${kept.length + 1} kept`);
  };
  const save = () =>
    setParameter(node, "colors", kind.strings, colors.map(formatColor)).then(
      () => {
        setSaved(text);
        setProblem("");
        announce("the colours are saved");
      },
      (e: Error) => setProblem(e.message),
    );

  const learn = async () => {
    const names = colors.map((c) => c.name).filter((n) => clicks.some((c) => c.of === n));
    const used = clicks.filter((c) => !c.of || names.includes(c.of));
    const [y, u, v] = [0, 1, 2].map((i) => Uint8Array.from(used, (c) => c.at[i]!));
    const a = await call(`${ns}/learn_colors`, { names, classes: Uint8Array.from(used, (c) => (c.of ? names.indexOf(c.of) : 255)), y, u, v, reach: 2, file: "colours" });
    if (!a.success) throw new Error(a.message);
    await setParameter(node, "color_table", kind.string, a.path);
    setLearned({ names, table: a.table });
    setProblem("");
    announce(`vision uses the table ${a.path}`);
  };

  const click = (x: number, y: number, remove: boolean) => {
    if (!frame || !color) return;
    const yuv = median(frame, x, y);
    const at = inSpace(color.space, ...yuv);
    const next = remove ? shrink(color, at) : grow(color, at);
    set(next ?? color, [...clicks, { at: yuv, of: remove ? "" : color.name }]);
    if (!next) {
      setProblem("The range would be narrower than vision accepts. A table excludes the pixel.");
      return;
    }
    announce(`${remove ? "removed" : "added"} a pixel: ${formatColor(next)}`);
  };
  useCommands([
    { id: "colours.freeze", title: live ? "Freeze the picture" : "Live picture", keys: ["F"], group: "Colours", run: () => setLive(!live) },
    { id: "colours.keep", title: "Keep this frame", keys: ["K"], group: "Colours", enabled: !live && !!frame && kept.length < maxKept, run: keep },
    { id: "colours.undo", title: "Undo", keys: ["Ctrl+Z"], group: "Colours", enabled: past.length > 0, run: undo },
    { id: "colours.save", title: "Save the colours", keys: ["Ctrl+S"], group: "Colours", enabled: may && text !== saved, run: () => void save() },
  ]);
  const table = useMemo(() => {
    const bit = learned?.names.indexOf(color?.name ?? "") ?? -1;
    return bit >= 0 ? classOf(learned!.table, bit) : color && tableOf(color);
  }, [color, learned]);
  return (
    <div className="colours">
      <div className="colours-left">
        <div className="panel-bar">
          {cameras.length > 1 && <select aria-label="Camera" value={camera} onChange={(e) => setCamera(e.target.value)}>{cameras.map((c) => <option key={c}>{c}</option>)}</select>}
          <button type="button" className={live ? "primary" : ""} onClick={() => setLive(!live)}>{live ? "Freeze (F)" : "Live (F)"}</button>
          <button type="button" disabled={live || !frame || kept.length >= maxKept} onClick={keep} title={kept.length >= maxKept ? `at most ${maxKept} frames` : undefined}>Keep (K)</button>
          <span role="group" aria-label="A click" className="joined">
            <button type="button" aria-pressed={mode === "add"} onClick={() => setMode("add")}>Add</button>
            <button type="button" aria-pressed={mode === "remove"} onClick={() => setMode("remove")}>Remove</button>
            <button type="button" aria-pressed={mode === "region"} onClick={() => setMode("region")} title="Draw where the object is: pixels found outside it are false">Object is here</button>
          </span>
          <label><input type="checkbox" checked={marked} onChange={(e) => setMarked(e.target.checked)} /> mark</label>
        </div>
        {frame ? (
          <FrameView frame={frame} governor={governor} table={table} marked={marked} region={region} mode={mode}
            onPick={(x, y, remove) => {
              if (live) setLive(false);
              click(x, y, remove);
            }}
            onRegion={(r) => {
              setLive(false);
              setRegion(r);
            }} />
        ) : (
          <p className="panel-note">Waiting for a raw frame of the {camera} camera …</p>
        )}
      </div>
      <div className="colours-right">
        <div className="panel-bar">
          <button type="button" className="primary" disabled={!may || text === saved} onClick={() => void save()} title={may ? undefined : "for drivers only"}>{text === saved ? "Saved" : "Save"}</button>
          <button type="button" disabled={!may || !clicks.some((c) => c.of)} onClick={() => learn().catch((e: Error) => setProblem(e.message))} title="Make a colour table of 256 KB from the clicked pixels, for vision">{learned ? "Table saved" : "Save as table"}</button>
          <button type="button" disabled={past.length === 0} onClick={undo}>Undo</button>
          <button type="button" onClick={() => void read()}>Read again</button>
        </div>
        {problem && <p className="bad panel-note" role="alert">{problem}</p>}
        <ColorList step={step} onChange={change} />
        {color && <Ranges color={color} onChange={set} />}
        <KeptFrames kept={kept} table={table}
          onShow={(k) => {
            setLive(false);
            setFrame(k.frame);
            setRegion(k.region);
          }}
          onDrop={(k) => setKept(kept.filter((o) => o !== k))} />
      </div>
    </div>
  );
}

function ColorList({ step, onChange }: { step: Step; onChange: (s: Step) => void }) {
  const { colors, chosen } = step;
  const color = colors[chosen];
  const rename = (name: string) => onChange({ ...step, colors: colors.map((c, i) => (i === chosen ? { ...c, name } : c)), clicks: step.clicks.map((c) => (c.of === color?.name ? { ...c, of: name } : c)) });
  const add = () => {
    let n = 1;
    while (colors.some((c) => c.name === `colour${n}`)) n++;
    onChange({ ...step, colors: [...colors, around(`colour${n}`, "hsv", [120, 0.7, 0.5])], chosen: colors.length });
  };
  return (
    <section aria-label="Colours">
      <div className="panel-bar">
        {colors.map((c, i) => (
          <button key={i} type="button" aria-pressed={i === chosen} onClick={() => onChange({ ...step, chosen: i })}>{c.name}</button>
        ))}
        <button type="button" onClick={add} disabled={colors.length >= 32}>+ Colour</button>
      </div>
      {color && (
        <div className="panel-bar">
          <label>name <input value={color.name} onChange={(e) => rename(e.target.value.replace(/[:\s]+/g, "_"))} size={12} /></label>
          <label>space <select value={color.space} onChange={(e) => onChange({ ...step, colors: colors.map((c, i) => (i === chosen ? around(c.name, e.target.value as Space, [channels[e.target.value as Space].max[0] / 2, channels[e.target.value as Space].max[1] / 2, channels[e.target.value as Space].max[2] / 2]) : c)) })}>
            {Object.keys(channels).map((s) => <option key={s}>{s}</option>)}
          </select></label>
          <button type="button" onClick={() => onChange({ ...step, colors: colors.filter((_, i) => i !== chosen), chosen: Math.max(0, chosen - 1) })}>Delete</button>
        </div>
      )}
    </section>
  );
}

function Ranges({ color, onChange }: { color: Color; onChange: (c: Color) => void }) {
  const { names, max, step } = channels[color.space];
  const set = (end: "low" | "high", i: number, v: number) => {
    const next: Color = { ...color, low: [...color.low], high: [...color.high] };
    next[end][i] = Math.min(max[i]!, Math.max(0, v));
    const circle = color.space === "hsv" && i === 0;
    if (!circle && next.low[i]! > next.high[i]!) next[end === "low" ? "high" : "low"][i] = next[end][i]!;
    onChange(next);
  };
  return (
    <table className="ranges">
      <thead><tr><th scope="col">channel</th><th scope="col">from</th><th scope="col">to</th></tr></thead>
      <tbody>
        {names.map((name, i) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {(["low", "high"] as const).map((end) => (
              <td key={end}>
                <input type="range" aria-label={`${name} ${end === "low" ? "from" : "to"}`} min={0} max={max[i]} step={step[i]} value={color[end][i]} onChange={(e) => set(end, i, Number(e.target.value))} />
                <output>{color[end][i]!.toFixed(max[i]! <= 1 ? 2 : 0)}</output>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ViewProps {
  frame: Frame;
  governor: Governor;
  table: Uint8Array | undefined;
  marked: boolean;
  region: Region | undefined;
  mode: "add" | "remove" | "region";
  onPick: (x: number, y: number, remove: boolean) => void;
  onRegion: (r: Region) => void;
}

function FrameView({ frame, governor, table, marked, region, mode, onPick, onRegion }: ViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture] = useState(() => new Picture());
  const [drag, setDrag] = useState<Region>();
  const [cursor, setCursor] = useState<[number, number]>();
  const [words, say] = useState("");
  const start = useRef<[number, number] | undefined>(undefined);
  useEffect(() => {
    const began = performance.now();
    const s = picture.draw(canvas.current!, frame, table, drag ?? region, marked);
    say(`${s.found} pixels` + (region ? `, ${s.inside} on the object, ${s.wrong} false` : ""));
    if (cursor) cross(canvas.current!, cursor);
    governor.drawn(began, performance.now() - began);
  }, [picture, frame, table, marked, region, drag, cursor]);
  const place = (e: { clientX: number; clientY: number }): [number, number] => {
    const c = canvas.current!;
    const box = c.getBoundingClientRect();
    // The picture keeps its aspect ratio inside the canvas.
    const scale = Math.min(box.width / c.width, box.height / c.height);
    const x = (e.clientX - box.left - (box.width - c.width * scale) / 2) / scale;
    const y = (e.clientY - box.top - (box.height - c.height * scale) / 2) / scale;
    return [Math.round(Math.min(frame.width - 1, Math.max(0, x))), Math.round(Math.min(frame.height - 1, Math.max(0, y)))];
  };
  const between = (a: [number, number], b: [number, number]): Region => ({
    x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), width: Math.abs(a[0] - b[0]), height: Math.abs(a[1] - b[1]),
  });
  return (
    <div className="frame">
      <canvas ref={canvas} tabIndex={0} role="application" data-frame
        aria-label={`Raw frame. ${words}. Arrow keys move the cross, Enter adds the pixel, Delete removes it`}
        onPointerDown={(e) => {
          start.current = place(e);
          e.currentTarget.setPointerCapture(e.pointerId);
        }}
        onPointerMove={(e) => start.current && mode === "region" && setDrag(between(start.current, place(e)))}
        onPointerUp={(e) => {
          const from = start.current;
          start.current = undefined;
          setDrag(undefined);
          if (!from) return;
          const to = place(e);
          if (mode !== "region") return onPick(to[0], to[1], mode === "remove" || e.altKey);
          const r = between(from, to);
          if (r.width > 2 && r.height > 2) onRegion(r);
        }}
        onKeyDown={(e) => {
          const by = e.shiftKey ? 20 : 4;
          const [x, y] = cursor ?? [frame.width >> 1, frame.height >> 1];
          const ways: Record<string, [number, number]> = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] };
          const way = ways[e.key];
          if (way) setCursor([Math.min(frame.width - 1, Math.max(0, x + way[0])), Math.min(frame.height - 1, Math.max(0, y + way[1]))]);
          else if (e.key === "Enter" || e.key === "Delete") onPick(x, y, e.key === "Delete" || mode === "remove");
          else return;
          e.preventDefault();
          e.stopPropagation();
        }} />
      <p className="frame-words" data-found>{words}</p>
    </div>
  );
}

function cross(c: HTMLCanvasElement, [x, y]: [number, number]): void {
  const g = c.getContext("2d")!;
  for (const [style, width] of [["#000", 5], ["#fff", 2]] as const) {
    g.strokeStyle = style;
    g.lineWidth = width;
    g.beginPath();
    g.moveTo(x - 12, y);
    g.lineTo(x + 12, y);
    g.moveTo(x, y - 12);
    g.lineTo(x, y + 12);
    g.stroke();
  }
}

function KeptFrames({ kept, table, onShow, onDrop }: { kept: Kept[]; table: Uint8Array | undefined; onShow: (k: Kept) => void; onDrop: (k: Kept) => void }) {
  const found = useMemo(() => scores(kept, table), [kept, table]);
  const sum = found.reduce((a, s) => ({ inside: a.inside + s.inside, wrong: a.wrong + s.wrong, found: a.found + s.found }), { found: 0, inside: 0, wrong: 0 });
  return (
    <section aria-label="Kept frames">
      <h2 className="colours-title">Kept frames {kept.length} of {maxKept}</h2>
      {kept.length === 0 ? (
        <p className="panel-note">Freeze a frame, draw where the object is, and keep it. The colour is tested on all kept frames.</p>
      ) : (
        <table className="kept">
          <thead><tr><th scope="col">frame</th><th scope="col">found</th><th scope="col">on object</th><th scope="col">false</th><td /></tr></thead>
          <tbody>
            {kept.map((k, i) => (
              <tr key={k.id}>
                <th scope="row"><button type="button" className="quiet" onClick={() => onShow(k)}>{i + 1}</button></th>
                <td>{found[i]!.found}</td><td>{k.region ? found[i]!.inside : "–"}</td><td className={k.region && found[i]!.wrong > 0 ? "bad" : ""}>{k.region ? found[i]!.wrong : "–"}</td>
                <td><button type="button" className="quiet" aria-label={`Drop frame ${i + 1}`} onClick={() => onDrop(k)}>✕</button></td>
              </tr>
            ))}
          </tbody>
          <tfoot><tr><th scope="row">all</th><td>{sum.found}</td><td>{sum.inside}</td><td>{sum.wrong}</td><td /></tr></tfoot>
        </table>
      )}
    </section>
  );
}
