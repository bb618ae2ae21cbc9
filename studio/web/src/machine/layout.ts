// Places for states that the file's layout does not place: dagre's ranks, in the direction and number of rows that fits the
// canvas best.

import dagre from "@dagrejs/dagre";
import { labelSize } from "./graph.ts";
import type { Graph } from "./graph.ts";
import { extent, overlap } from "./geometry.ts";
import type { Rect, Route } from "./geometry.ts";
import { routes } from "./routes.ts";

export interface LayoutRequest { id: number; graph: Graph; aspect: number }
export interface LayoutResult { id: number; boxes: [string, Rect][]; routes: [string, Route][]; done: boolean }

const gapX = 70;
const gapY = 56;

/** layout places all boxes of a graph and routes its links. Stored places win; others are placed around them. Of a large graph
 * early is called with the places before its links are routed. */
export function layout(graph: Graph, aspect: number, early?: (boxes: Map<string, Rect>) => void): { boxes: Map<string, Rect>; routes: Map<string, Route> } {
  const shapes = graph.links.map((l) => ({ id: l.id, source: l.source, target: l.target, label: labelSize(l) }));
  const stored = graph.boxes.filter((b) => b.x !== undefined && b.y !== undefined);
  let best: { boxes: Map<string, Rect>; routes: Map<string, Route> } | undefined;
  let least = Infinity;
  // Where links would run across something, there is more room between the boxes the next time.
  for (const room of stored.length || graph.boxes.length > mostTried ? [1] : [1, 1.3, 1.7]) {
    const boxes = placed(graph, aspect, stored, room);
    if (!best && graph.boxes.length > mostAtOnce) early?.(boxes);
    const r = routes(boxes, shapes);
    if (r.faults < least) {
      least = r.faults;
      best = { boxes, routes: r.routes };
    }
    if (least === 0) break;
  }
  return best!;
}

const mostAtOnce = 40; // boxes whose links are routed in no time
const mostTried = 250; // boxes that are placed more than once

function placed(graph: Graph, aspect: number, stored: Graph["boxes"], room: number): Map<string, Rect> {
  const boxes = new Map<string, Rect>();
  for (const b of stored) boxes.set(b.id, { x: b.x!, y: b.y!, width: b.width, height: b.height });
  if (stored.length === graph.boxes.length) return boxes;
  const fresh = graph.boxes.length > mostRanked ? grid(graph, aspect, room) : ranked(graph, aspect, room);
  if (stored.length === 0) return fresh;
  beside(boxes, graph, fresh);
  return boxes;
}

const mostRanked = 120; // boxes for which dagre is fast

// beside places new boxes where a layout of their own has them, moved until they cover nothing.
function beside(boxes: Map<string, Rect>, graph: Graph, fresh: Map<string, Rect>): void {
  const known = [...boxes.keys()].filter((id) => fresh.has(id));
  const shift = { x: 0, y: 0 };
  for (const id of known) {
    shift.x += (boxes.get(id)!.x - fresh.get(id)!.x) / known.length;
    shift.y += (boxes.get(id)!.y - fresh.get(id)!.y) / known.length;
  }
  for (const b of graph.boxes) {
    if (boxes.has(b.id)) continue;
    const r = { ...fresh.get(b.id)! };
    r.x = Math.round(r.x + shift.x);
    r.y = Math.round(r.y + shift.y);
    while ([...boxes.values()].some((o) => overlap(r, o, 12))) r.y += 24;
    boxes.set(b.id, r);
  }
}

function ranked(graph: Graph, aspect: number, room: number): Map<string, Rect> {
  const candidates = (["LR", "TB"] as const).map((dir) => run(graph, dir, room));
  const wide = candidates[0];
  for (let rows = 2; rows <= 8; rows++) candidates.push(wrapped(wide, rows, room));
  let best = candidates[0];
  let least = Infinity;
  for (const c of candidates) {
    const { width, height } = extent(c);
    // What counts is how small everything is drawn when it is fitted into the canvas.
    const cost = Math.max(width / aspect, height);
    // The direction of reading is worth something: another one has to be clearly better.
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

/** wrapped cuts a layout from left to right into rows, one below the other. Each other row runs back, so that the way from row to row is short. */
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

// grid places many states in rows in the order in which they are reached, each other row from right to left: dagre would need
// seconds.
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
