// Layouts are computed in a worker. A box that has been shown keeps its place, and a new box is drawn at once. Only
// an automaton that has never been shown waits for its layout, and all links wait for their routes.

import { useEffect, useRef, useState } from "react";
import type { Graph } from "./graph.ts";
import type { LayoutRequest, LayoutResult } from "./layout.ts";
import { useDocument } from "./document.ts";
import { drawing } from "./drawing.ts";
import type { Placed } from "./drawing.ts";
import { Arranger, keep } from "./places.ts";
import type { Places } from "./places.ts";
import { newWorker } from "../wire/workers.ts";

export type { Placed } from "./drawing.ts";

let worker: Worker | undefined;
let next = 1;

// request computes a layout in the worker. The returned function cancels it.
function request(graph: Graph, aspect: number, known: Places, got: (r: LayoutResult) => void): () => void {
  const id = next++;
  let done = false;
  worker ??= newWorker("layout");
  worker.onmessage = (e: MessageEvent<LayoutResult>) => {
    if (e.data.id !== id) return;
    done = e.data.done;
    got(e.data);
  };
  worker.postMessage({ id, graph, aspect, known } satisfies LayoutRequest);
  return () => {
    if (done) return;
    worker?.terminate(); // a computing worker would receive no other request before it has finished
    worker = undefined;
  };
}

/** geometryKey returns a key of everything that a layout depends on. Findings, breakpoints and texts of the same size do not matter. */
function geometryKey(g: Graph, aspect: number): string {
  return JSON.stringify([
    g.inside, aspect, g.boxes.map((b) => [b.id, b.open, b.width, b.height, b.x, b.y]),
    g.links.map((l) => [l.id, l.items.map((i) => i.label.length)]),
  ]);
}

// Shown places of boxes that have no place in the file, by document.
const seen = new Map<string, Places>();

function known(document: string): Places {
  let p = seen.get(document);
  if (!p) seen.set(document, (p = new Map()));
  return p;
}

/** remember keeps the shown places of boxes that have no place in the file. */
export function remember(document: string, graph: Graph, places: Places): void {
  const all = known(document);
  for (const b of graph.boxes) {
    const p = places.get(b.within)?.get(b.id);
    if (!p || b.x !== undefined) continue;
    let own = all.get(b.within);
    if (!own) all.set(b.within, (own = new Map()));
    own.set(b.id, p);
  }
}

/** arranged computes places for boxes that have none. */
export function arranged(graph: Graph, aspect: number, places: Places): Promise<Places> {
  const own = newWorker("layout");
  return new Promise((resolve) => {
    own.onmessage = (e: MessageEvent<LayoutResult>) => {
      if (!e.data.done) return;
      own.terminate();
      resolve(e.data.places);
    };
    own.postMessage({ id: 0, graph, aspect, known: places } satisfies LayoutRequest);
  });
}

/** tidied computes new places for all boxes of a graph. */
export const tidied = (graph: Graph, aspect: number): Promise<Places> =>
  arranged({ ...graph, boxes: graph.boxes.map(({ x: _x, y: _y, ...b }) => b) }, aspect, new Map());

const routesOf = (was: Placed | undefined): Placed["routes"] => was?.routes ?? new Map();

/** useLayout returns the graph with places, undefined before there are any. */
export function useLayout(graph: Graph | undefined, aspect: number | undefined): Placed | undefined {
  const [placed, setPlaced] = useState<Placed>();
  const last = useRef<Placed | undefined>(undefined);
  const id = useDocument((s) => s.id) ?? "";
  useEffect(() => {
    const show = (p: Placed | undefined) => setPlaced((drawing.now = last.current = p));
    if (!graph) return show(undefined);
    if (aspect === undefined) return;
    drawing.stored = (state) => graph.boxes.find((b) => b.id === state)?.x !== undefined;
    const key = id + geometryKey(graph, aspect);
    const was = last.current?.document === id && last.current.graph.inside === graph.inside ? last.current : undefined;
    if (was?.key === key && was.done) return show({ ...was, graph });
    const { places, fresh } = keep(graph, known(id));
    if (!fresh.includes(graph.inside)) {
      if (fresh.length === 0) remember(id, graph, places);
      const boxes = new Arranger(graph, places).rects();
      // Boxes that wait for their layout are drawn when it is ready.
      const drawn = { ...graph, boxes: graph.boxes.filter((b) => boxes.has(b.id)), links: graph.links.filter((l) => boxes.has(l.source) && boxes.has(l.target)) };
      show({ graph: drawn, places, boxes, routes: routesOf(was), document: id, key, done: false });
    } else show(undefined);
    return request(graph, aspect, known(id), (r) => {
      remember(id, graph, r.places);
      show({ graph, places: r.places, boxes: new Arranger(graph, r.places).rects(), routes: r.done ? r.routes : routesOf(was), document: id, key, done: r.done });
    });
  }, [graph, aspect, id]);
  useEffect(() => () => void (drawing.now = undefined), []);
  // Until the effect has run, placed may belong to another file.
  return placed && graph && placed.document === id && placed.graph.inside === graph.inside ? placed : undefined;
}
