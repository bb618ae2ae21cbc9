// An automaton of more than 300 states as one drawing: it can be looked at, zoomed and clicked, and is edited in the
// inspector and as text.

import { useCallback, useEffect, useRef, useState } from "react";
import { extent, shape } from "./geometry.ts";

import type { Placed } from "./use_layout.ts";
import { select, useDocument } from "./document.ts";
import { addSurface, Surface } from "./painter.ts";
import { openInside } from "./navigate.ts";

const surface = new Surface(() => false);

export function Overview({ placed }: { placed: Placed }) {
  const selected = useDocument((s) => s.selection.state);
  const all = extent(placed.boxes);
  const [view, setView] = useState({ x: all.x - 20, y: all.y - 20, width: all.width + 40, height: all.height + 40 });
  const drag = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => addSurface(surface), []);
  const zoom = (f: number) => setView((v) => ({ x: v.x + (v.width * (1 - f)) / 2, y: v.y + (v.height * (1 - f)) / 2, width: v.width * f, height: v.height * f }));
  return (
    <svg
      className="overview" role="group" tabIndex={0} aria-label={`Overview of ${placed.boxes.size} states`}
      viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      onWheel={(e) => zoom(e.deltaY > 0 ? 1.15 : 1 / 1.15)}
      onPointerDown={(e) => (drag.current = { x: e.clientX, y: e.clientY })}
      onPointerMove={(e) => {
        const d = drag.current;
        if (!d) return;
        const f = view.width / e.currentTarget.clientWidth;
        setView((v) => ({ ...v, x: v.x - (e.clientX - d.x) * f, y: v.y - (e.clientY - d.y) * f }));
        drag.current = { x: e.clientX, y: e.clientY };
      }}
      onPointerUp={() => (drag.current = null)}
      onKeyDown={(e) => (e.key === "+" ? zoom(1 / 1.3) : e.key === "-" && zoom(1.3))}
    >
      {placed.graph.links.map((l) => {
        const a = placed.boxes.get(l.source);
        const b = placed.boxes.get(l.target);
        return a && b && <path key={l.id} className="link-line" fill="none" d={shape(a, b, l.source === l.target, placed.routes.get(l.id)).path} />;
      })}
      {placed.graph.boxes.map((b) => (
        <OverviewBox key={b.id} id={b.id} name={b.name} rect={placed.boxes.get(b.id)!} children={b.children} selected={selected === b.id} />
      ))}
    </svg>
  );
}

function OverviewBox(p: { id: string; name: string; rect: { x: number; y: number; width: number; height: number }; children: number; selected: boolean }) {
  const ref = useCallback((e: SVGGElement | null) => surface.state(p.id, e), [p.id]);
  return (
    <g ref={ref} className={"overview-box" + (p.selected ? " selected" : "")} onClick={() => select({ state: p.id })} onDoubleClick={() => p.children > 0 && openInside(p.id)}>
      <rect {...p.rect} rx={8} className={p.children ? "composite" : "leaf"} />
      <text x={p.rect.x + p.rect.width / 2} y={p.rect.y + p.rect.height / 2 + 5} textAnchor="middle">{p.name}</text>
    </g>
  );
}
