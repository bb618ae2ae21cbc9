// An automaton of more than 300 states as one drawing. It can be viewed, zoomed, walked through and clicked; it is
// edited in the tree, the inspector and the text. A change of the view writes one attribute and redraws nothing.

import { memo, useCallback, useEffect, useRef } from "react";
import { counters } from "../wire/client.ts";
import { curve, extent, loop, pathOf } from "./geometry.ts";
import type { Rect } from "./geometry.ts";
import type { Box } from "./graph.ts";
import type { Placed } from "./use_layout.ts";
import { select, useDocument } from "./document.ts";
import { addSurface, Surface } from "./painter.ts";
import { look } from "./look.ts";
import { openInside } from "./navigate.ts";

const surface = new Surface(() => false);
const margin = 20;

/** shownRect moves a view as little as necessary so that it contains a rectangle. The view keeps the window's aspect ratio. */
export function shownRect(view: Rect, r: Rect): Rect {
  const along = (at: number, size: number, from: number, length: number) => (from < at + margin ? from - margin : from + length > at + size - margin ? from + length - size + margin : at);
  return { ...view, x: along(view.x, view.width, r.x, r.width), y: along(view.y, view.height, r.y, r.height) };
}

export function Overview({ placed }: { placed: Placed }) {
  const svg = useRef<SVGSVGElement>(null);
  const view = useRef<Rect>({ x: 0, y: 0, width: 1, height: 1 });
  const drag = useRef<{ x: number; y: number } | null>(null);
  const selected = useDocument((s) => s.selection.state);
  const set = (v: Rect) => {
    view.current = v;
    svg.current?.setAttribute("viewBox", `${v.x} ${v.y} ${v.width} ${v.height}`);
  };
  const fit = () => {
    const all = extent(placed.boxes);
    set({ x: all.x - margin, y: all.y - margin, width: all.width + 2 * margin, height: all.height + 2 * margin });
  };
  // zoom changes the scale and keeps the point at fx, fy, as fractions of the window, in its place.
  const zoom = (f: number, fx = 0.5, fy = 0.5) => {
    const v = view.current;
    set({ x: v.x + v.width * fx * (1 - f), y: v.y + v.height * fy * (1 - f), width: v.width * f, height: v.height * f });
  };
  useEffect(() => addSurface(surface), []);
  useEffect(fit, [placed.document, placed.graph.inside]);
  useEffect(() => {
    addEventListener("studio-fit", fit);
    return () => removeEventListener("studio-fit", fit);
  }, [placed]);
  // The view moves to the selection, at a readable size.
  useEffect(() => {
    svg.current?.querySelector(".selected")?.classList.remove("selected");
    const r = selected ? placed.boxes.get(selected) : undefined;
    if (!r || !svg.current) return;
    svg.current.querySelector(`[data-id="${CSS.escape(selected!)}"]`)?.classList.add("selected");
    const readable = svg.current.clientWidth / 0.5;
    if (view.current.width > readable) {
      const f = readable / view.current.width;
      set({ x: r.x + r.width / 2 - readable / 2, y: r.y + r.height / 2 - (view.current.height * f) / 2, width: readable, height: view.current.height * f });
    } else set(shownRect(view.current, r));
  }, [selected, placed]);
  return (
    <svg
      ref={svg} className="overview" role="group" tabIndex={0} preserveAspectRatio="xMidYMid meet"
      aria-label={`Overview of ${placed.boxes.size} states: arrow keys select, plus and minus zoom, 0 fits`}
      onWheel={(e) => {
        const r = e.currentTarget.getBoundingClientRect();
        zoom(e.deltaY > 0 ? 1.15 : 1 / 1.15, (e.clientX - r.x) / r.width, (e.clientY - r.y) / r.height);
      }}
      onPointerDown={(e) => (drag.current = { x: e.clientX, y: e.clientY })}
      onPointerMove={(e) => {
        const d = drag.current;
        if (!d) return;
        const f = view.current.width / e.currentTarget.clientWidth;
        set({ ...view.current, x: view.current.x - (e.clientX - d.x) * f, y: view.current.y - (e.clientY - d.y) * f });
        drag.current = { x: e.clientX, y: e.clientY };
      }}
      onPointerUp={() => (drag.current = null)}
      onPointerLeave={() => (drag.current = null)}
      onKeyDown={(e) => (e.key === "+" || e.key === "=" ? zoom(1 / 1.3) : e.key === "-" && zoom(1.3))}
    >
      <Boxes placed={placed} />
    </svg>
  );
}

const Boxes = memo(function Boxes({ placed }: { placed: Placed }) {
  useEffect(() => {
    counters.canvasCommits++;
  });
  return (
    <>
      {placed.graph.links.map((l) => {
        const a = placed.boxes.get(l.source);
        const b = placed.boxes.get(l.target);
        return a && b && <path key={l.id} className="link-line" fill="none" d={pathOf(l.source === l.target ? loop(a) : curve(a, b, placed.routes.get(l.id)?.bend ?? 0))} />;
      })}
      {placed.graph.boxes.map((b) => <OverviewBox key={b.id} box={b} rect={placed.boxes.get(b.id)!} />)}
    </>
  );
});

const OverviewBox = memo(function OverviewBox({ box: b, rect: r }: { box: Box; rect: Rect }) {
  const ref = useCallback((e: SVGGElement | null) => surface.state(b.id, e), [b.id]);
  const own = b.kind !== "end" && b.kind !== "out";
  const note = (b.initial ? "◉ " : "") + (b.breakpoint ? "● " : "") + (b.findings ? (b.severity === "error" ? "✕ " : "! ") : "");
  return (
    <g ref={ref} className="overview-box" data-id={b.id} data-state={b.id} data-x={r.x} data-y={r.y}
      onClick={() => own && select({ state: b.id })} onDoubleClick={() => b.children > 0 && openInside(b.id)}
      onContextMenu={(e) => {
        e.preventDefault();
        if (own) (select({ state: b.id }), look({ menu: { x: e.clientX, y: e.clientY, state: b.id } }));
      }}>
      <title>{b.name}{b.subtitle ? `: ${b.subtitle}` : ""}</title>
      <rect {...r} rx={8} className={b.children ? "composite" : "leaf"} />
      <text x={r.x + r.width / 2} y={r.y + r.height / 2 + 5} textAnchor="middle">{note}{b.name}</text>
    </g>
  );
});
