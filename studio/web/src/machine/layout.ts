// Places automata that have no places: dagre's ranks, in the direction and number of rows that fit the canvas best.
// Boxes with places keep them.

import dagre from "@dagrejs/dagre";
import { labelSize } from "./graph.ts";
import type { Box, Graph, Link } from "./graph.ts";
import { extent } from "./geometry.ts";
import type { Point, Rect, Route } from "./geometry.ts";
import { Arranger, headHeight, keep } from "./places.ts";
import type { Places } from "./places.ts";
import { routes } from "./routes.ts";

export interface LayoutRequest { id: number; graph: Graph; aspect: number; known: Places }
export interface LayoutResult { id: number; places: Places; routes: Map<string, Route>; done: boolean }

const gapX = 70;
const gapY = 56;

/** layout places all boxes of a graph and routes its links. Boxes with places keep them. For a large graph, early is called with
 * the places before its links are routed. */
export function layout(graph: Graph, aspect: number, known: Places = new Map(), early?: (places: Places) => void): { places: Places; boxes: Map<string, Rect>; routes: Map<string, Route> } {
  const shapes = graph.links.map((l) => ({ id: l.id, source: l.source, target: l.target, label: labelSize(l) }));
  const kept = keep(graph, known);
  let best: { places: Places; boxes: Map<string, Rect>; routes: Map<string, Route> } | undefined;
  let least = Infinity;
  // If links would run across something, the next attempt leaves more room between the boxes.
  for (const room of kept.fresh.length === 0 || graph.boxes.length > mostTried ? [1] : [1, 1.3, 1.7]) {
    const places = kept.fresh.length ? withFresh(graph, kept, aspect, room) : kept.places;
    if (!best && graph.boxes.length > mostAtOnce) early?.(places);
    const boxes = new Arranger(graph, places).rects();
    const r = routes(boxes, shapes, frames(graph, boxes));
    if (r.faults < least) {
      least = r.faults;
      best = { places, boxes, routes: r.routes };
    }
    if (least === 0) break;
  }
  return best!;
}

/** frames returns the open states with the rectangles of their names, outer states first. */
function frames(graph: Graph, boxes: Map<string, Rect>): { id: string; head: Rect }[] {
  return graph.boxes.filter((b) => b.open && boxes.has(b.id)).map((b) => ({ id: b.id, head: { ...boxes.get(b.id)!, height: headHeight } }));
}

const mostAtOnce = 40; // number of boxes up to which links are routed at once
const mostTried = 250; // number of boxes up to which places are tried more than once
const mostRanked = 120; // number of boxes up to which dagre is fast

// withFresh adds places to automata that have none, from the inside out, because the size of an open state depends
// on its content.
function withFresh(graph: Graph, kept: { places: Places; fresh: string[] }, aspect: number, room: number): Places {
  const places: Places = new Map(kept.places);
  const depth = (id: string) => (id ? id.split("/").length : 0);
  for (const within of [...kept.fresh].sort((a, b) => depth(b) - depth(a))) {
    const a = new Arranger(graph, places);
    const g = level(graph, a, within);
    const wish = within === graph.inside ? aspect : Math.max(1, aspect);
    const rects = g.boxes.length > mostRanked ? grid(g, wish, room) : ranked(g, wish, room);
    const corner = new Map((a.groups.get(within) ?? []).map((b) => [b.id, a.corner(b)]));
    places.set(within, new Map([...rects].map(([id, r]): [string, Point] => [id, { x: Math.round(r.x - corner.get(id)!.x), y: Math.round(r.y - corner.get(id)!.y) }])));
  }
  return places;
}

// level returns one automaton alone: its boxes with their sizes, and the links between them or between their inner
// states.
function level(graph: Graph, a: Arranger, within: string): Graph {
  const boxes = (a.groups.get(within) ?? []).map((b): Box => ({ ...b, ...a.size(b) }));
  const ids = new Set(boxes.map((b) => b.id));
  const lift = (id: string): string | undefined => {
    for (let at = id; at; at = at.includes("/") ? at.slice(0, at.lastIndexOf("/")) : "") if (ids.has(at)) return at;
    return undefined;
  };
  const links: Link[] = [];
  for (const l of graph.links) {
    const source = lift(l.source);
    const target = lift(l.target);
    if (source && target && (source !== target || l.source === l.target)) links.push({ ...l, source, target });
  }
  return { inside: within, boxes, links };
}

function ranked(graph: Graph, aspect: number, room: number): Map<string, Rect> {
  const candidates = (["LR", "TB"] as const).map((dir) => run(graph, dir, room));
  const wide = candidates[0];
  for (let rows = 2; rows <= 8; rows++) candidates.push(wrapped(wide, rows, room));
  let best = candidates[0];
  let least = Infinity;
  for (const c of candidates) {
    const { width, height } = extent(c);
    // The cost is how small the drawing becomes when it is fitted into the canvas. The direction of reading is
    // preferred: another direction must be clearly better.
    const cost = Math.max(width / aspect, height);
    if (cost < least * 0.8) {
      least = cost;
      best = c;
    }
  }
  return best;
}

function run(graph: Graph, rankdir: "LR" | "TB", room: number): Map<string, Rect> {
  const g = new dagre.graphlib.Graph({ multigraph: true });
  g.setGraph({ rankdir, nodesep: gapY * room, ranksep: 46 * room, marginx: 0, marginy: 0 });
  for (const b of graph.boxes) g.setNode(b.id, { width: b.width, height: b.height });
  for (const l of graph.links) {
    if (l.source === l.target) continue;
    const s = labelSize(l);
    g.setEdge(l.source, l.target, { width: s.width, height: s.height, labelpos: "c" }, l.id);
  }
  dagre.layout(g);
  const out = new Map<string, Rect>();
  for (const b of graph.boxes) {
    const p = g.node(b.id);
    out.set(b.id, { x: Math.round(p.x! - b.width / 2), y: Math.round(p.y! - b.height / 2), width: b.width, height: b.height });
  }
  return out;
}

/** wrapped cuts a layout from left to right into rows, one below the other. Every second row runs backwards, so that links from row to row are short. */
export function wrapped(wide: Map<string, Rect>, rows: number, room: number): Map<string, Rect> {
  const ranks = new Map<number, string[]>();
  for (const [id, r] of wide) {
    const key = Math.round(r.x + r.width / 2);
    ranks.set(key, [...(ranks.get(key) ?? []), id]);
  }
  const keys = [...ranks.keys()].sort((a, b) => a - b);
  const total = extent(wide).width;
  const start = extent(wide).x;
  const out = new Map<string, Rect>();
  let row: { ids: string[]; from: number }[] = [];
  for (const k of keys) {
    const ids = ranks.get(k)!;
    const left = Math.min(...ids.map((id) => wide.get(id)!.x));
    const index = Math.min(rows - 1, Math.floor(((left - start) / total) * rows));
    (row[index] ??= { ids: [], from: left }).ids.push(...ids);
  }
  row = row.filter(Boolean);
  const right = (r: { ids: string[]; from: number }) => Math.max(...r.ids.map((id) => wide.get(id)!.x + wide.get(id)!.width)) - r.from;
  const width = Math.max(...row.map(right));
  let y = 0;
  for (const [index, { ids, from }] of row.entries()) {
    const top = Math.min(...ids.map((id) => wide.get(id)!.y));
    let bottom = 0;
    for (const id of ids) {
      const r = wide.get(id)!;
      const x = r.x - from;
      out.set(id, { ...r, x: index % 2 ? width - x - r.width : x, y: r.y - top + y });
      bottom = Math.max(bottom, r.y - top + y + r.height);
    }
    y = bottom + (gapY + 34) * room;
  }
  return out;
}

// grid places many states in rows, in the order in which they are reached, every second row from right to left.
// dagre would need seconds for them.
function grid(graph: Graph, aspect: number, room: number): Map<string, Rect> {
  const next = new Map<string, string[]>();
  for (const l of graph.links) next.set(l.source, [...(next.get(l.source) ?? []), l.target]);
  const order: string[] = [];
  const seen = new Set<string>();
  const roots = [...graph.boxes].sort((a, b) => Number(b.initial) - Number(a.initial));
  for (const root of roots) {
    const queue = [root.id];
    while (queue.length) {
      const id = queue.shift()!;
      if (seen.has(id)) continue;
      seen.add(id);
      order.push(id);
      queue.push(...(next.get(id) ?? []));
    }
  }
  const byId = new Map(graph.boxes.map((b) => [b.id, b]));
  const labels = Math.min(170, Math.max(0, ...graph.links.map((l) => labelSize(l).width)));
  const width = Math.max(...graph.boxes.map((b) => b.width)) + (gapX + labels) * room;
  const height = 66 + (gapY + 24) * room;
  const columns = Math.max(1, Math.round(Math.sqrt((order.length * aspect * height) / width)));
  const out = new Map<string, Rect>();
  order.forEach((id, i) => {
    const b = byId.get(id)!;
    const row = Math.floor(i / columns);
    const column = row % 2 ? columns - 1 - (i % columns) : i % columns;
    out.set(id, { x: column * width, y: row * height, width: b.width, height: b.height });
  });
  return out;
}
