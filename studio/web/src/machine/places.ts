// The places of boxes. A box's place is its upper left corner, in the automaton that contains it. The place of an
// open state is the origin of the drawing inside it; its border lies around that drawing. Therefore adding or
// removing a box moves no other box, neither inside the automaton nor around it: only a person moves boxes.

import { extent, overlap } from "./geometry.ts";
import type { Point, Rect } from "./geometry.ts";
import type { Box, Graph } from "./graph.ts";
import { isState, labelSize } from "./graph.ts";
import { parentOf } from "./states.ts";

/** Places maps automata and ids of boxes to places. */
export type Places = Map<string, Map<string, Point>>;

/** frame is the room in an open state around its boxes. At the sides there is room for labels, too. */
const frame = { side: 40, mostSide: 120, head: 56, foot: 36 };

/** timeWidth is the room for the time of an open state beside its name. */
const timeWidth = 110;

/** headHeight is the height of the line with the name of an open state. */
export const headHeight = 30;

/** groups returns the boxes of each automaton. */
export function groups(graph: Graph): Map<string, Box[]> {
  const out = new Map<string, Box[]>();
  for (const b of graph.boxes) {
    const list = out.get(b.within);
    if (list) list.push(b);
    else out.set(b.within, [b]);
  }
  return out;
}

/** Arranger computes the sizes and rectangles of a graph's boxes. */
export class Arranger {
  readonly groups: Map<string, Box[]>;
  private readonly contents = new Map<string, Rect>();
  private readonly sides = new Map<string, number>();

  constructor(readonly graph: Graph, readonly places: Places) {
    this.groups = groups(graph);
    for (const l of graph.links) {
      const within = parentOf(l.source);
      if (within === parentOf(l.target)) this.sides.set(within, Math.max(this.side(within), Math.min(frame.mostSide, labelSize(l).width / 2 + 24)));
    }
  }

  private side(within: string): number {
    return this.sides.get(within) ?? frame.side;
  }

  /** size returns the size of a box. That of an open state includes its content. */
  size(b: Box): { width: number; height: number } {
    if (!b.open) return b;
    const { width, height } = this.content(b.id);
    return { width: Math.max(b.width + timeWidth, width + 2 * this.side(b.id)), height: height + frame.head + frame.foot };
  }

  /** corner returns the upper left corner of a box, relative to its place. */
  corner(b: Box): Point {
    if (!b.open) return { x: 0, y: 0 };
    const c = this.content(b.id);
    return { x: c.x - this.side(b.id), y: c.y - frame.head };
  }

  /** content returns the rectangle around the boxes of an automaton, relative to its origin. */
  content(within: string): Rect {
    const had = this.contents.get(within);
    if (had) return had;
    const all = this.local(within);
    const r = all.size ? extent(all) : { x: frame.side, y: frame.head, width: 60, height: 20 };
    this.contents.set(within, r);
    return r;
  }

  /** local returns the rectangles of an automaton's boxes that have places, relative to its origin. */
  local(within: string): Map<string, Rect> {
    const out = new Map<string, Rect>();
    for (const b of this.groups.get(within) ?? []) {
      const r = this.rect(b);
      if (r) out.set(b.id, r);
    }
    return out;
  }

  /** origins returns the origins of all automata on the canvas. */
  origins(): Map<string, Point> {
    const out = new Map<string, Point>();
    const put = (within: string, at: Point) => {
      out.set(within, at);
      for (const b of this.groups.get(within) ?? []) {
        const p = this.places.get(within)?.get(b.id);
        if (b.open && p) put(b.id, { x: at.x + p.x, y: at.y + p.y });
      }
    };
    put(this.graph.inside, { x: 0, y: 0 });
    return out;
  }

  /** rects returns the rectangles of all boxes on the canvas. */
  rects(): Map<string, Rect> {
    const out = new Map<string, Rect>();
    const origins = this.origins();
    for (const b of this.graph.boxes) {
      const at = origins.get(b.within);
      const r = at && this.rect(b);
      if (r) out.set(b.id, { ...r, x: at.x + r.x, y: at.y + r.y });
    }
    return out;
  }

  private rect(b: Box): Rect | undefined {
    const p = this.places.get(b.within)?.get(b.id);
    if (!p) return undefined;
    const c = this.corner(b);
    const { width, height } = this.size(b);
    return { x: p.x + c.x, y: p.y + c.y, width, height };
  }
}

/** free returns a place at which a box covers no other: beside a given box if possible, otherwise below all boxes. */
export function free(room: Map<string, Rect>, size: { width: number; height: number }, beside?: Rect): Point {
  const gap = 24;
  const fits = (p: Point) => [...room.values()].every((r) => !overlap({ ...p, width: size.width, height: size.height }, r, gap));
  if (beside) {
    for (let n = 1; n <= 4; n++) {
      const spots = [
        { x: beside.x + beside.width + 90 * n, y: beside.y }, { x: beside.x, y: beside.y + beside.height + 50 * n },
        { x: beside.x + beside.width + 90, y: beside.y + (beside.height + 50) * n },
      ];
      const found = spots.find(fits);
      if (found) return { x: Math.round(found.x), y: Math.round(found.y) };
    }
  }
  const all = room.size ? extent(room) : { x: 0, y: 0, width: 0, height: -50 };
  return { x: Math.round(all.x), y: Math.round(all.y + all.height + 50) };
}

/** keep returns the places of a graph's boxes: those of the file, else known ones, else free ones beside the boxes that they
 * are linked to. Automata of which no box has a place are returned as fresh: they are laid out as a whole. */
export function keep(graph: Graph, known: Places): { places: Places; fresh: string[] } {
  const places: Places = new Map();
  const fresh: string[] = [];
  const late: Box[] = [];
  const all = groups(graph);
  for (const [within, boxes] of all) {
    const own = new Map<string, Point>();
    places.set(within, own);
    for (const b of boxes) {
      const p = b.x !== undefined && b.y !== undefined ? { x: b.x, y: b.y } : known.get(within)?.get(b.id);
      if (p) own.set(b.id, p);
    }
    if (own.size === 0 && boxes.length > 0) fresh.push(within);
    else late.push(...boxes.filter((b) => !own.has(b.id)));
  }
  // The deepest boxes come first, because the size of an open state depends on the places inside it.
  late.sort((a, b) => b.within.split("/").length - a.within.split("/").length);
  for (const b of late) {
    const a = new Arranger(graph, places);
    const room = a.local(b.within);
    const near = graph.links.flatMap((l) => (l.source === b.id ? [l.target] : l.target === b.id ? [l.source] : [])).find((id) => room.has(id));
    const p = free(room, a.size(b), near ? room.get(near) : [...room.values()].at(-1));
    const c = a.corner(b);
    places.get(b.within)!.set(b.id, { x: p.x - c.x, y: p.y - c.y });
  }
  return { places, fresh };
}

/** Spot is the stored place of a state. Only an open state has width and height. */
export interface Spot { state: string; x: number; y: number; width?: number; height?: number; closed?: boolean }

/** spots returns the places of states as stored in the file. */
export function spots(graph: Graph, places: Places, only?: (id: string) => boolean): Spot[] {
  const a = new Arranger(graph, places);
  return graph.boxes.flatMap((b) => {
    const p = places.get(b.within)?.get(b.id);
    if (!p || !isState(b.id) || (only && !only(b.id))) return [];
    const s = a.size(b);
    return [{ state: b.id, x: Math.round(p.x), y: Math.round(p.y), ...(b.open ? { width: Math.round(s.width), height: Math.round(s.height) } : {}) }];
  });
}

const copy = (places: Places): Places => new Map([...places].map(([w, own]) => [w, new Map(own)]));

/** moved returns the places after boxes were moved by distances. The content of an open state moves with it. */
export function moved(graph: Graph, places: Places, by: Map<string, Point>): Places {
  const next = copy(places);
  for (const b of graph.boxes) {
    const d = by.get(b.id);
    const p = next.get(b.within)?.get(b.id);
    let along = false;
    for (let at = b.within; at && !along; at = parentOf(at)) along = by.has(at);
    if (d && p && !along) next.get(b.within)!.set(b.id, { x: p.x + d.x, y: p.y + d.y });
  }
  return next;
}

/** madeRoom returns the places after a box becomes larger or smaller: boxes right of it and below it move. */
export function madeRoom(a: Arranger, b: Box, from: Rect, to: Rect): Places {
  const next = copy(a.places);
  for (const [other, r] of a.local(b.within)) {
    if (other === b.id) continue;
    const p = a.places.get(b.within)!.get(other)!;
    const right = r.x >= from.x + from.width;
    const below = r.y >= from.y + from.height;
    next.get(b.within)!.set(other, {
      x: p.x + (right ? to.x + to.width - from.x - from.width : 0), y: p.y + (below ? to.y + to.height - from.y - from.height : 0),
    });
  }
  return next;
}
