// The Motions page: postures over time, as a time line or as a table with a row for each joint and a column for each slot. A target is
// dragged or typed; movements that motion would refuse are red; the 3-D view shows the moment of the cursor.
import { useEffect, useMemo, useRef, useState } from "react";
import { call, subscribe, useWire } from "../wire/client.ts";
import { useRobot } from "../wire/robots.ts";
import { announce } from "../shell/announce.ts";
import { useCommands } from "../shell/commands.ts";
import { Empty } from "../ui/empty.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { adopt } from "../ui/sheet.ts";
import { sendGoal, useMaySend } from "../robot/actions.ts";
import { jointNames, useLimits, useModel } from "../robot/panels/joints.tsx";
import { Preview } from "./preview.tsx";
import { begin, change, deleteSlot, insertSlot, moveSlot, posture, redo, setSlot, setTarget, undo, type History } from "./edit.ts";
import { faults as faultsOf, isHand, joints as jointsOf, mirror, of, readMotion, shown, times, writeMotion, type Limits, type Motion } from "./model.ts";
import { example } from "./example.ts";
import { Adapt, type Adapted } from "./adapt.tsx";
import { Files } from "./files.tsx";
import { Timeline } from "./timeline.tsx";
import css from "./page.css" with { type: "text" };

adopt(css);

const kept = "motions.text";

function start(): Motion {
  try {
    return readMotion(localStorage.getItem(kept) ?? "");
  } catch {
    return readMotion(example);
  }
}

/** useAngles keeps the newest measured angles in a ref: the page reads them only for a key or a button. */
function useAngles(ns: string | undefined) {
  const angles = useRef(new Map<string, number>());
  useEffect(() => {
    angles.current = new Map();
    if (ns === undefined) return;
    return subscribe(ns + "/robot_state", (m) => {
      for (let i = 0; i < jointNames.length; i++) angles.current.set(jointNames[i]!, m.position[i]);
    });
  }, [ns]);
  return angles;
}

export default function MotionsPage() {
  const ns = useRobot();
  const model = useModel(ns);
  const limits = useLimits(ns);
  const [table, setTable] = useState(() => localStorage.getItem("motions.table") !== null);
  const services = useWire((s) => s.names.services);
  const may = useMaySend();
  const angles = useAngles(ns);
  const [history, set] = useState<History>(() => begin(start()));
  const [slot, choose] = useState(0);
  const [joint, chooseJoint] = useState("");
  const [sec, setSec] = useState(0);
  const [playing, play] = useState(false);
  const [onion, setOnion] = useState(() => localStorage.getItem("motions.onion") !== null);
  const [limp, setLimp] = useState(false);
  const [adapts, setAdapts] = useState(false);
  const [adapted, setAdapted] = useState<Adapted>();
  const [dialog, setDialog] = useState<"files" | "text">();
  const [said, say] = useState("");

  const m = history.now;
  const found = useMemo(() => faultsOf(m, limits), [m, limits]);
  const ends = useMemo(() => times(m), [m]);
  const used = jointsOf(m);
  const rows = jointNames.filter((j) => used.includes(j));
  const edit = (next: Motion, field?: string) => set((h) => change(h, next, field));
  useEffect(() => localStorage.setItem(kept, writeMotion(m)), [m]);
  useEffect(() => {
    if (slot >= m.slots.length && m.slots.length > 0) choose(m.slots.length - 1);
  }, [m, slot]);

  const at = Math.min(slot, m.slots.length - 1);
  const attempt = async (what: string, f: () => Promise<unknown>) => {
    try {
      await f();
      say("");
      announce(what);
    } catch (e) {
      say((e as Error).message);
    }
  };
  const playOnRobot = (name = m.name) =>
    attempt(`${name} plays`, async () => {
      const a = await call<{ success: boolean; message: string; name: string }>(ns + "/load_motion", { file: m.name + ".xml", text: writeMotion(m) });
      if (!a.success) throw new Error(a.message);
      await sendGoal(ns + "/play_motion", { name });
    });
  const showTable = (on: boolean) => {
    if (on) localStorage.setItem("motions.table", "");
    else localStorage.removeItem("motions.table");
    setTable(on);
  };
  const showOnion = (on: boolean) => {
    if (on) localStorage.setItem("motions.onion", "");
    else localStorage.removeItem("motions.onion");
    setOnion(on);
  };
  const record = () => {
    const names = rows.length > 0 ? rows : jointNames.filter((j) => /^[LR](Shoulder|Elbow|Wrist)/.test(j));
    const targets = posture(angles.current, names, limits);
    if (targets.size === 0) return say("No joint angles arrive: does the robot run?");
    edit(insertSlot(m, at + 1, targets));
    choose(at + 1);
    announce(`posture of ${targets.size} joints recorded`);
  };
  // A limp joint gets stiff again three seconds after the last request, so the page repeats the request while it
  // records.
  useEffect(() => {
    if (!limp || ns === undefined) return;
    const names = rows.length > 0 ? rows.filter((j) => !/Hip|Knee|Ankle/.test(j)) : ["left_arm", "right_arm", "head"];
    const hold = () =>
      call<{ success: boolean; message: string }>(ns + "/set_limp", { names, seconds: 3 }).then(
        (a) => {
          if (a.success) return;
          say(a.message);
          setLimp(false);
        },
        (e: Error) => {
          say(e.message);
          setLimp(false);
        },
      );
    void hold();
    const timer = setInterval(() => void hold(), 1000);
    return () => {
      clearInterval(timer);
      void call(ns + "/set_limp", { names: [], seconds: 0 }).catch(() => {});
    };
    // The limp rows are those that the page had when recording began.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [limp, ns]);

  useEffect(() => {
    if (!playing) return;
    const begun = performance.now() - sec * 1000;
    let frame = 0;
    const tick = (now: number) => {
      const s = (now - begun) / 1000;
      const end = ends.at(-1)!;
      setSec(Math.min(s, end));
      if (s >= end) return play(false);
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
    // It begins when Play is pressed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [playing, ends]);

  const canPlay = may && ns !== undefined && `${ns}/load_motion` in services && found.length === 0 && m.slots.length > 0;
  useCommands([
    { id: "motions.undo", title: "Undo", keys: ["Ctrl+Z"], group: "Motions", enabled: history.past.length > 0, run: () => set(undo) },
    { id: "motions.redo", title: "Redo", keys: ["Ctrl+Shift+Z"], group: "Motions", enabled: history.future.length > 0, run: () => set(redo) },
    { id: "motions.record", title: "Record the robot's posture", keys: ["R"], group: "Motions", enabled: ns !== undefined, run: record },
    { id: "motions.play", title: "Play on the robot", keys: ["P"], group: "Motions", enabled: canPlay, run: () => void playOnRobot() },
    { id: "motions.mirror", title: "Mirror the motion", keys: ["M"], group: "Motions", run: () => edit(mirror(m, limits)) },
    { id: "motions.table", title: table ? "Show the time line" : "Show the table", group: "Motions", run: () => showTable(!table) },
    { id: "motions.onion", title: onion ? "Hide onion skins" : "Show onion skins", keys: ["O"], group: "Motions", run: () => showOnion(!onion) },
    { id: "motions.files", title: "Open or save a motion", keys: ["Ctrl+S"], group: "Motions", run: () => setDialog("files") },
  ]);

  return (
    <div className="motions">
      <div className="motions-bar panel-bar" role="toolbar" aria-label="Motion">
        <label>name <input value={m.name} onChange={(e) => edit({ ...m, name: e.target.value.replace(/[@\s]+/g, "_") }, "name")} size={14} /></label>
        <button type="button" onClick={() => setDialog("files")}>Files</button>
        <button type="button" onClick={() => setDialog("text")}>XML</button>
        <button type="button" disabled={history.past.length === 0} onClick={() => set(undo)} aria-label="Undo">↶</button>
        <button type="button" disabled={history.future.length === 0} onClick={() => set(redo)} aria-label="Redo">↷</button>
        <button type="button" onClick={() => edit(mirror(m, limits))} title="Left and right exchanged">Mirror</button>
        <button type="button" aria-pressed={limp} disabled={ns === undefined || !(`${ns}/set_limp` in services)} onClick={() => setLimp(!limp)} title="Head and arms go limp, so that they can be moved by hand">Limp</button>
        <button type="button" onClick={record} disabled={ns === undefined}>Record posture (R)</button>
        {"studio/adapt" in services && <button type="button" aria-expanded={adapts} onClick={() => (setAdapts(!adapts), setAdapted(undefined))} title="The simulator makes it as fast as the robot stands it">Adapt</button>}
        <button type="button" aria-pressed={table} onClick={() => showTable(!table)}>Table</button>
        <button type="button" aria-pressed={onion} onClick={() => showOnion(!onion)} title="Show the posture before, blue, and the one after, orange (O)">Onion skins</button>
        <span className="grow" />
        <button type="button" onClick={() => (setSec(sec >= ends.at(-1)! ? 0 : sec), play(!playing))}>{playing ? "❚❚" : "▶"} Preview</button>
        <button type="button" className="primary" disabled={!canPlay} title={playTitle(may, found.length, ns)} onClick={() => void playOnRobot()}>Play on the robot (P)</button>
      </div>
      {said && <p className="bad panel-note" role="alert">{said}</p>}
      <div className="motions-body">
        <div className="motions-left">
          {m.slots.length === 0 ? (
            <Empty title="No posture yet">Move the robot's joints, or choose one below, and record its posture.</Empty>
          ) : !table ? (
            <Timeline m={m} joints={rows} faults={found} limits={limits} model={model} start={(j) => angles.current.get(j)} slot={at} joint={joint} sec={sec} onSec={setSec} onEdit={edit}
              onChoose={(i, j) => {
                choose(i);
                chooseJoint(j);
              }} />
          ) : (
            <Grid m={m} rows={rows} faults={found} slot={at} joint={joint} sec={sec} ends={ends}
              onChoose={(i, j) => {
                choose(i);
                chooseJoint(j);
                setSec(ends[i]! + m.slots[i]!.duration);
              }}
              onSec={setSec} />
          )}
        </div>
        <div className="motions-right">
          <div className="motions-view"><Preview motion={m} sec={sec} angles={angles} onion={onion} beside={adapted?.motion} /></div>
          {adapts && <Adapt motion={m} adapted={adapted} onAdapted={setAdapted} onTake={(next) => (edit(next), setAdapted(undefined))} onClose={() => (setAdapts(false), setAdapted(undefined))} />}
          <SlotForm m={m} slot={at} joint={joint} limits={limits} onEdit={edit} onChoose={choose} onJoint={chooseJoint} angles={angles.current} />
          {found.length > 0 && (
            <ul className="faults" aria-label="What motion would refuse">
              {found.map((f, i) => (
                <li key={i}><button type="button" className="quiet bad" onClick={() => (choose(f.slot), chooseJoint(f.joint))}>slot {f.slot + 1}: {f.text}</button></li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {dialog === "files" && (
        <Files motion={m} onClose={() => setDialog(undefined)} onOpen={(text) => {
          try {
            set(begin(readMotion(text)));
            choose(0);
            setSec(0);
            say("");
          } catch (e) {
            say((e as Error).message);
          }
        }} />
      )}
      {dialog === "text" && (
        <Dialog title={`${m.name}.xml`} wide onClose={() => setDialog(undefined)}>
          <pre className="motions-text" tabIndex={0}>{writeMotion(m)}</pre>
        </Dialog>
      )}
    </div>
  );
}

function playTitle(may: boolean, faults: number, ns: string | undefined): string | undefined {
  if (ns === undefined) return "no robot runs";
  if (!may) return "for drivers only";
  return faults > 0 ? "motion would refuse it: see the red targets" : undefined;
}

interface GridProps {
  m: Motion;
  rows: string[];
  faults: { slot: number; joint: string }[];
  slot: number;
  joint: string;
  sec: number;
  ends: number[];
  onChoose: (slot: number, joint: string) => void;
  onSec: (s: number) => void;
}

// Grid has a row for each joint and a column for each slot; its header is the time line.
function Grid({ m, rows, faults, slot, joint, sec, ends, onChoose, onSec }: GridProps) {
  const bad = new Set(faults.map((f) => `${f.slot} ${f.joint}`));
  const move = (e: React.KeyboardEvent, i: number, j: string) => {
    const r = rows.indexOf(j);
    const to = { ArrowLeft: [i - 1, r], ArrowRight: [i + 1, r], ArrowUp: [i, r - 1], ArrowDown: [i, r + 1] }[e.key];
    if (!to || !m.slots[to[0]!] || !rows[to[1]!]) return;
    e.preventDefault();
    e.stopPropagation();
    onChoose(to[0]!, rows[to[1]!]!);
    document.getElementById(`cell-${to[0]}-${rows[to[1]!]}`)?.focus();
  };
  return (
    <div className="motions-grid" tabIndex={0} role="group" aria-label="Postures">
      <input type="range" className="motions-time" aria-label="Moment, s" min={0} max={ends.at(-1)} step={0.01} value={sec} onChange={(e) => onSec(Number(e.target.value))} aria-valuetext={`${sec.toFixed(2)} s`} />
      <table>
        <thead>
          <tr>
            <th scope="col">joint</th>
            {m.slots.map((s, i) => (
              <th key={i} scope="col" className={i === slot ? "chosen" : ""}>
                <button type="button" className="quiet" onClick={() => onChoose(i, joint)}>{i + 1}</button>
                <span className="dim">{(ends[i]! + s.duration).toFixed(2)} s</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((j) => (
            <tr key={j}>
              <th scope="row">{j}</th>
              {m.slots.map((s, i) => {
                const t = s.targets.get(j);
                const text = !t ? "·" : t.stiffness === 0 ? "limp" : shown(j, t.angle).toFixed(isHand(j) ? 2 : 1) + (isHand(j) ? "" : "°");
                const chosen = i === slot && j === joint;
                return (
                  <td key={i} className={(bad.has(`${i} ${j}`) ? "fault " : "") + (chosen ? "chosen" : "")}>
                    <button type="button" id={`cell-${i}-${j}`} className="quiet" tabIndex={chosen || (!joint && i === 0 && j === rows[0]) ? 0 : -1}
                      aria-label={`slot ${i + 1}, ${j}: ${t ? text : "no target"}${bad.has(`${i} ${j}`) ? ", refused" : ""}`}
                      onClick={() => onChoose(i, j)} onKeyDown={(e) => move(e, i, j)}>{text}</button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FormProps {
  m: Motion;
  slot: number;
  joint: string;
  limits: Limits;
  angles: Map<string, number>;
  onEdit: (m: Motion, field?: string) => void;
  onChoose: (slot: number) => void;
  onJoint: (j: string) => void;
}

function SlotForm({ m, slot, joint, limits, angles, onEdit, onChoose, onJoint }: FormProps) {
  const s = m.slots[slot];
  const drags = useRef(0); // number of drags; each drag is its own undo step
  if (!s) return null;
  const limit = limits.get(joint);
  const t = s.targets.get(joint);
  // Dragging may go slightly beyond the range. There the slider is red, and motion would refuse the target.
  const over = 0.15;
  const lo = shown(joint, (limit?.lower ?? -Math.PI) - over);
  const hi = shown(joint, (limit?.upper ?? Math.PI) + over);
  const value = t ? shown(joint, t.angle) : shown(joint, angles.get(joint) ?? 0);
  const outside = t && limit && (t.angle < limit.lower - 1e-3 || t.angle > limit.upper + 1e-3);
  const number = (v: string) => (Number.isFinite(Number(v)) ? Number(v) : 0);
  return (
    <section className="slot-form" aria-label={`Slot ${slot + 1}`}>
      <div className="panel-bar">
        <b>Slot {slot + 1}</b>
        <label>s <input type="number" aria-label="Duration, s" min={0.012} step={0.05} value={s.duration} onChange={(e) => onEdit(setSlot(m, slot, { duration: number(e.target.value) }), `duration ${slot}`)} /></label>
        <label>rest <input type="number" aria-label="Rest, s" min={0} step={0.05} value={s.wait} onChange={(e) => onEdit(setSlot(m, slot, { wait: number(e.target.value) }), `rest ${slot}`)} /></label>
        <label><input type="checkbox" checked={s.linear} onChange={(e) => onEdit(setSlot(m, slot, { linear: e.target.checked }))} /> straight</label>
        <label><input type="checkbox" checked={s.waitReached} onChange={(e) => onEdit(setSlot(m, slot, { waitReached: e.target.checked }))} /> wait until reached</label>
      </div>
      <div className="panel-bar">
        <button type="button" disabled={slot === 0} onClick={() => (onEdit(moveSlot(m, slot, slot - 1)), onChoose(slot - 1))}>Earlier</button>
        <button type="button" disabled={slot === m.slots.length - 1} onClick={() => (onEdit(moveSlot(m, slot, slot + 1)), onChoose(slot + 1))}>Later</button>
        <button type="button" onClick={() => (onEdit(insertSlot(m, slot + 1, new Map(s.targets), s.duration)), onChoose(slot + 1))}>Copy</button>
        <button type="button" disabled={m.slots.length === 1} onClick={() => onEdit(deleteSlot(m, slot))}>Delete</button>
      </div>
      <div className="panel-bar">
        <select aria-label="Joint" value={joint} onChange={(e) => onJoint(e.target.value)}>
          <option value="">joint …</option>
          {jointNames.map((j) => <option key={j} value={j}>{j}{s.targets.has(j) ? "" : " (no target)"}</option>)}
        </select>
        {joint && (t
          ? <button type="button" onClick={() => onEdit(setTarget(m, slot, joint, undefined))}>Remove target</button>
          : <button type="button" onClick={() => onEdit(setTarget(m, slot, joint, { angle: angles.get(joint) ?? 0, stiffness: 1 }))}>Add target</button>)}
      </div>
      {joint && t && (
        <div className={"target" + (outside ? " outside" : "")}>
          <input type="range" aria-label={`${joint}, ${isHand(joint) ? "open" : "degrees"}`} min={lo} max={hi} step={isHand(joint) ? 0.01 : 0.5} value={value}
            aria-invalid={outside || undefined}
            onPointerDown={() => drags.current++}
            onChange={(e) => onEdit(setTarget(m, slot, joint, { ...t, angle: of(joint, Number(e.target.value)) }), `drag ${drags.current} ${slot} ${joint}`)} />
          <input type="number" aria-label={`${joint}, value`} step={isHand(joint) ? 0.05 : 1} value={Number(value.toFixed(2))} onChange={(e) => onEdit(setTarget(m, slot, joint, { ...t, angle: of(joint, number(e.target.value)) }), `angle ${slot} ${joint}`)} />
          <label>stiffness <input type="number" min={0} max={1} step={0.05} value={t.stiffness} onChange={(e) => onEdit(setTarget(m, slot, joint, { ...t, stiffness: Math.min(1, Math.max(0, number(e.target.value))) }), `stiffness ${slot} ${joint}`)} /></label>
          {limit && <span className={outside ? "bad" : "dim"}>{shown(joint, limit.lower).toFixed(1)} to {shown(joint, limit.upper).toFixed(1)}{isHand(joint) ? "" : "°"}</span>}
        </div>
      )}
    </section>
  );
}
