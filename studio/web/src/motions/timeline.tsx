// The time line of a motion: a lane for each joint, in which its angle is a curve between slots. A target is dragged up and down for its
// angle, and sideways for its slot's duration. What motion would refuse is red.
import { useEffect, useMemo, useRef, useState } from "react";
import type { RobotModel } from "../robot/urdf.ts";
import { margin } from "./balance.ts";
import { setSlot, setTarget } from "./edit.ts";
import { lanesOf, movesOf, samples, type Move } from "./lanes.ts";
import { isHand, shown, times, type Fault, type Limits, type Motion } from "./model.ts";

interface Props {
  m: Motion;
  joints: string[];
  faults: Fault[];
  limits: Limits;
  model: RobotModel | undefined;
  start: (joint: string) => number | undefined; // measured angle, from which the motion begins
  slot: number;
  joint: string;
  sec: number;
  onChoose: (slot: number, joint: string) => void;
  onSec: (s: number) => void;
  onEdit: (m: Motion, field?: string) => void;
}

const axisPx = 38;
const partPx = 20;
const lanePx = 48;
const padPx = 4; // of a lane, above and below the joint's range
const leastPxPerSec = 60;

// ease is the sine between two slots as a Bézier curve.
const ease = (x0: number, y0: number, x1: number, y1: number, linear: boolean) =>
  linear ? `L${x1},${y1}` : `C${x0 + 0.3642 * (x1 - x0)},${y0} ${x0 + 0.6358 * (x1 - x0)},${y1} ${x1},${y1}`;

export function Timeline({ m, joints, faults, limits, model, start, slot, joint, sec, onChoose, onSec, onEdit }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const size = new ResizeObserver(() => setWidth(host.current!.clientWidth));
    size.observe(host.current!);
    return () => size.disconnect();
  }, []);
  const labelPx = width < 500 ? 106 : 126;
  const begins = useMemo(() => times(m), [m]);
  const end = begins.at(-1)!;
  const perSec = Math.max(leastPxPerSec, (width - labelPx - 24) / Math.max(end, 0.1));
  const x = (s: number) => labelPx + s * perSec;
  const parts = useMemo(() => lanesOf(joints), [joints.join()]);
  const balances = !!model && !m.lying && m.slots.length > 0;

  const rows: { joint: string; y: number }[] = [];
  const heads: { part: string; y: number }[] = [];
  let y = axisPx;
  for (const [part, list] of parts) {
    heads.push({ part, y });
    y += partPx;
    for (const j of list) {
      rows.push({ joint: j, y });
      y += lanePx;
    }
  }
  const balanceY = y;
  const height = y + (balances ? partPx + lanePx : 0) + 4;

  const scrub = (e: React.PointerEvent<SVGElement>) => {
    const box = e.currentTarget.ownerSVGElement!.getBoundingClientRect();
    onSec(Math.min(end, Math.max(0, (e.clientX - box.left - labelPx) / perSec)));
  };
  return (
    <div ref={host} className="motion-line">
      <svg width={Math.max(width - 2, x(end) + 22)} height={height} role="group" aria-label="Time line of the motion">
        {m.slots.map((s, i) => (
          <g key={i}>
            <rect className={"slot-band" + (i === slot ? " chosen" : "")} x={x(begins[i]!)} y={0} width={(s.duration + s.wait) * perSec} height={axisPx - 2} />
            <text className="slot-name" x={x(begins[i]! + s.duration / 2)} y={13}>{i + 1}</text>
          </g>
        ))}
        {ticks(end, perSec).map((t) => <text key={t} className="tick" x={x(t)} y={axisPx - 5}>{Number(t.toFixed(2))} s</text>)}
        {heads.map((h) => <text key={h.part} className="part-name" x={6} y={h.y + 14}>{h.part}</text>)}
        {rows.map((r) => (
          <Lane key={r.joint} {...{ m, limits, faults, x, perSec, slot, onChoose, onEdit, onSec, begins }} joint={r.joint} y={r.y} end={end} chosen={joint === r.joint} start={start(r.joint)} />
        ))}
        {m.slots.map((s, i) => (
          <g key={i}>
            {s.wait > 0 && <rect className="rest" x={x(begins[i]! + s.duration)} y={axisPx} width={s.wait * perSec} height={height - axisPx} />}
            <line className="slot-line" x1={x(begins[i]! + s.duration)} x2={x(begins[i]! + s.duration)} y1={18} y2={height} />
          </g>
        ))}
        {balances && <Balance m={m} model={model} start={(j) => start(j) ?? firstAngle(m, j) ?? 0} x={x} y={balanceY} end={end} />}
        <rect className="axis" x={labelPx} y={0} width={Math.max(0, x(end) + 20 - labelPx)} height={axisPx}
          onPointerDown={(e) => (e.currentTarget.setPointerCapture(e.pointerId), scrub(e))}
          onPointerMove={(e) => e.currentTarget.hasPointerCapture(e.pointerId) && scrub(e)} />
        <g className="playhead" transform={`translate(${x(sec)},0)`}>
          <line y1={18} y2={height} />
          <path d="M-6,18h12l-6,9z" />
        </g>
      </svg>
    </div>
  );
}

export const firstAngle = (m: Motion, joint: string) => m.slots.find((s) => s.targets.get(joint)?.stiffness)?.targets.get(joint)?.angle;

function ticks(end: number, perSec: number): number[] {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30].find((s) => s * perSec > 58) ?? 60;
  return Array.from({ length: Math.floor(end / step + 1e-6) + 1 }, (_, i) => i * step);
}

interface LaneProps {
  m: Motion;
  joint: string;
  limits: Limits;
  faults: Fault[];
  begins: number[];
  start: number | undefined;
  end: number;
  x: (s: number) => number;
  y: number;
  perSec: number;
  slot: number;
  chosen: boolean;
  onChoose: (slot: number, joint: string) => void;
  onSec: (s: number) => void;
  onEdit: (m: Motion, field?: string) => void;
}

function Lane({ m, joint, limits, faults, begins, start, end, x, y, perSec, slot, chosen, onChoose, onSec, onEdit }: LaneProps) {
  const drag = useRef<{ x: number; y: number; angle: number; duration: number; way?: "angle" | "time"; n: number }>(undefined);
  const drags = useRef(0);
  const limit = limits.get(joint);
  const low = limit?.lower ?? -Math.PI;
  const high = limit?.upper ?? Math.PI;
  const perRad = (lanePx - 2 * padPx - 4) / (high - low);
  const h = (angle: number) => y + lanePx - padPx - 4 - (Math.min(high + 5 / perRad, Math.max(low - 5 / perRad, angle)) - low) * perRad;
  const moves = movesOf(m, joint, limits, start ?? firstAngle(m, joint) ?? 0);
  const bad = (i: number, kind?: string) => faults.some((f) => f.slot === i && f.joint === joint && (!kind || f.kind === kind));
  const unit = isHand(joint) ? "" : "°";
  const words = (angle: number) => shown(joint, angle).toFixed(isHand(joint) ? 2 : 1) + unit;

  const pull = (e: React.PointerEvent, mv: Move) => {
    const d = drag.current;
    if (!d) return;
    const [dx, dy] = [e.clientX - d.x, e.clientY - d.y];
    if (!d.way && Math.hypot(dx, dy) > 4) d.way = Math.abs(dy) >= Math.abs(dx) ? "angle" : "time";
    if (d.way === "angle") {
      const step = isHand(joint) ? 0.01 : Math.PI / 360;
      const angle = Math.round((d.angle - dy / perRad) / step) * step;
      onEdit(setTarget(m, mv.slot, joint, { ...m.slots[mv.slot]!.targets.get(joint)!, angle }), `pull ${d.n} ${joint}`);
    } else if (d.way === "time") {
      const duration = Math.max(0.05, Math.round((d.duration + dx / perSec) * 100) / 100);
      onEdit(setSlot(m, mv.slot, { duration }), `pull ${d.n} ${joint}`);
    }
  };
  const key = (e: React.KeyboardEvent, mv: Move, i: number) => {
    const t = m.slots[mv.slot]!.targets.get(joint)!;
    const turn = { ArrowUp: 1, ArrowDown: -1 }[e.key];
    const to = { ArrowLeft: moves[i - 1], ArrowRight: moves[i + 1] }[e.key];
    if (turn) onEdit(setTarget(m, mv.slot, joint, { ...t, angle: t.angle + turn * (isHand(joint) ? 0.05 : ((e.shiftKey ? 5 : 1) * Math.PI) / 180) }), `keys ${mv.slot} ${joint}`);
    else if (e.key === "Delete") onEdit(setTarget(m, mv.slot, joint, undefined));
    else if (e.key === "Enter" || e.key === " ") onChoose(mv.slot, joint);
    else if (to) {
      onChoose(to.slot, joint);
      document.getElementById(`target-${to.slot}-${joint}`)?.focus();
    } else return;
    e.preventDefault();
    e.stopPropagation();
  };
  // A double click in the lane adds a target to the slot, at the angle of the pointer.
  const add = (e: React.MouseEvent<SVGElement>) => {
    const box = e.currentTarget.ownerSVGElement!.getBoundingClientRect();
    const at = (e.clientX - box.left - x(0)) / perSec;
    const i = Math.max(0, begins.findLastIndex((b) => b <= at));
    if (!m.slots[i] || m.slots[i]!.targets.has(joint)) return;
    const angle = Math.min(high, Math.max(low, low + (y + lanePx - padPx - 4 - (e.clientY - box.top)) / perRad));
    onEdit(setTarget(m, i, joint, { angle, stiffness: 1 }));
    onChoose(i, joint);
  };
  return (
    <g className={"lane" + (chosen ? " chosen" : "")}>
      <rect className="lane-back" x={x(0)} y={y + 1} width={end * perSec} height={lanePx - 2} onDoubleClick={add}>
        <title>A double click adds a target</title>
      </rect>
      <rect className="range" x={x(0)} y={h(high)} width={end * perSec} height={h(low) - h(high)} />
      {low < 0 && high > 0 && <line className="zero" x1={x(0)} x2={x(end)} y1={h(0)} y2={h(0)} />}
      <text className="joint-name" x={12} y={y + lanePx / 2 + 4}>{joint}</text>
      {moves.map((mv, i) => {
        const stays = i > 0 && mv.from > moves[i - 1]!.to + 1e-6;
        return (
          <g key={mv.slot}>
            {(stays || (i === 0 && mv.from > 0)) && <line className="curve still" x1={x(i > 0 ? moves[i - 1]!.to : 0)} x2={x(mv.from)} y1={h(mv.begin)} y2={h(mv.begin)} />}
            <path className={"curve" + (bad(mv.slot, "speed") ? " bad" : "") + (mv.limp || (i === 0 && start === undefined) ? " limp" : "")}
              d={`M${x(mv.from)},${h(mv.begin)}${ease(x(mv.from), h(mv.begin), x(mv.to), h(mv.end), mv.linear)}`} />
            <rect className={"speed" + (mv.share > 1.001 ? " bad" : "")} x={x(mv.from)} y={y + lanePx - 5} width={(mv.to - mv.from) * perSec * Math.min(1, mv.share)} height={3}>
              <title>{`${Math.round(mv.share * 100)} % of the joint's speed`}</title>
            </rect>
          </g>
        );
      })}
      {moves.length > 0 && moves.at(-1)!.to < end && <line className="curve still" x1={x(moves.at(-1)!.to)} x2={x(end)} y1={h(moves.at(-1)!.end)} y2={h(moves.at(-1)!.end)} />}
      {moves.map((mv, i) => {
        const on = chosen && mv.slot === slot;
        const t = m.slots[mv.slot]!.targets.get(joint)!;
        return (
          <circle key={mv.slot} id={`target-${mv.slot}-${joint}`} className={"target-dot" + (on ? " chosen" : "") + (bad(mv.slot) ? " bad" : "") + (mv.limp ? " limp" : "")}
            cx={x(mv.to)} cy={h(mv.end)} r={on ? 7 : 5.5} tabIndex={on || (!chosen && i === 0) ? 0 : -1} role="button"
            aria-label={`slot ${mv.slot + 1}, ${joint}: ${mv.limp ? "limp" : words(t.angle)}${bad(mv.slot) ? ", refused" : ""}; arrows up and down turn it`}
            onPointerDown={(e) => {
              e.currentTarget.setPointerCapture(e.pointerId);
              drag.current = { x: e.clientX, y: e.clientY, angle: t.angle, duration: m.slots[mv.slot]!.duration, n: ++drags.current };
              onChoose(mv.slot, joint);
              onSec(mv.to);
            }}
            onPointerMove={(e) => pull(e, mv)} onPointerUp={() => (drag.current = undefined)} onPointerCancel={() => (drag.current = undefined)}
            onKeyDown={(e) => key(e, mv, i)}>
            <title>{`${joint} ${mv.limp ? "limp" : words(t.angle)}: drag for its angle, sideways for the slot's duration`}</title>
          </circle>
        );
      })}
    </g>
  );
}

const safeM = 0.03; // a margin that the lane shows as much

// Balance is the lane of the centre of mass over the soles.
function Balance({ m, model, start, x, y, end }: { m: Motion; model: RobotModel; start: (j: string) => number; x: (s: number) => number; y: number; end: number }) {
  const line = useMemo(
    () => samples(m, Math.min(240, Math.max(40, Math.round(end * 30))), start, (angle, slot) => margin(model, angle, m.slots[slot]?.support)),
    // The posture before the motion is that of when it was changed last.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [m, model, end],
  );
  const known = line.filter((p): p is [number, number] => p[1] !== undefined);
  if (known.length === 0) return null;
  const top = y + partPx;
  const zero = top + lanePx * 0.7;
  const v = (margin: number) => zero - Math.max(-0.4, Math.min(1, margin / safeM)) * lanePx * 0.62;
  const least = Math.min(...known.map((p) => p[1]));
  return (
    <g className="lane" data-balance={least.toFixed(4)}>
      <text className="part-name" x={6} y={y + 14}>balance</text>
      <text className={"joint-name" + (least < 0 ? " bad" : "")} x={12} y={top + lanePx / 2}>{least < 0 ? "falls" : "stands"}</text>
      <text className="joint-name dim" x={12} y={top + lanePx / 2 + 15}>{(least * 1000).toFixed(0)} mm</text>
      <rect className="range" x={x(0)} y={v(1)} width={x(end) - x(0)} height={zero - v(1)} />
      <rect className="falls" x={x(0)} y={zero} width={x(end) - x(0)} height={top + lanePx - zero}>
        <title>The centre of mass is outside the soles</title>
      </rect>
      <polyline className={"curve" + (least < 0 ? " bad" : "")} points={known.map(([s, mm]) => `${x(s)},${v(mm)}`).join(" ")} />
    </g>
  );
}
