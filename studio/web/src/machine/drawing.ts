// What the canvas shows at present, for the code that edits it.

import type { Point, Rect, Route } from "./geometry.ts";
import type { Graph } from "./graph.ts";
import { Arranger, free, moved, spots } from "./places.ts";
import type { Places, Spot } from "./places.ts";

export interface Placed {
  graph: Graph;
  places: Places;
  boxes: Map<string, Rect>;
  routes: Map<string, Route>;
  document: string;
  key: string; // key of the graph that the layout was computed for
  done: boolean; // the links have been routed, too
}

/** drawing holds what the canvas shows, if a canvas exists. */
export const drawing: { now?: Placed; stored?: (id: string) => boolean } = {};

/** unplaced returns the places on the canvas of the states that have no place in the file. */
export function unplaced(document: string): Spot[] {
  const { now, stored } = drawing;
  return now?.document === document ? spots(now.graph, now.places, (id) => !stored?.(id)) : [];
}

/** drawn reports whether a state is on the canvas. */
export const drawn = (id: string): boolean => !!drawing.now?.boxes.has(id);

/** movedBy returns the places to store when boxes are moved by distances. */
export function movedBy(placed: Placed, by: Map<string, Point>): Spot[] {
  return spots(placed.graph, moved(placed.graph, placed.places, by), (id) => by.has(id) || !drawing.stored?.(id));
}

/** spotIn returns a free place in an automaton that is drawn, beside one of its boxes. */
export function spotIn(within: string, beside?: string): Point | undefined {
  const { now } = drawing;
  if (!now) return undefined;
  const room = new Arranger(now.graph, now.places).local(within);
  const next = beside ? room.get(beside) : [...room.values()].at(-1);
  return free(room, { width: 150, height: 66 }, next);
}

/** locate returns the automaton that is drawn at a point of the canvas, and the point in it. */
export function locate(p: Point): { within: string; at: Point } {
  const { now } = drawing;
  let within = now?.graph.inside ?? "";
  for (const b of now?.graph.boxes ?? []) {
    const r = now!.boxes.get(b.id);
    if (b.open && r && p.x > r.x && p.x < r.x + r.width && p.y > r.y && p.y < r.y + r.height) within = b.id;
  }
  const o = now && new Arranger(now.graph, now.places).origins().get(within);
  return { within, at: o ? { x: p.x - o.x, y: p.y - o.y } : p };
}
