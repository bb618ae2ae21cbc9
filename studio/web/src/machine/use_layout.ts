// Layouts are computed in a worker. While one is computed, the canvas shows the boxes of the same automaton where they were,
// and those of another file or automaton not at all. A layout that nobody waits for any more is ended.

import { useEffect, useRef, useState } from "react";
import type { Graph } from "./graph.ts";
import type { Rect, Route } from "./geometry.ts";
import type { LayoutRequest, LayoutResult } from "./layout.ts";
import { useDocument } from "./document.ts";
import { newWorker } from "../wire/workers.ts";

export interface Placed {
  graph: Graph;
  boxes: Map<string, Rect>;
  routes: Map<string, Route>;
  document: string;
  key: string; // what the layout was computed for
  done: boolean; // the links are routed too
}

let worker: Worker | undefined;
let next = 1;

// request has a layout computed. The function it returns ends that.
function request(graph: Graph, aspect: number, got: (r: LayoutResult) => void): () => void {
  const id = next++;
  let done = false;
  worker ??= newWorker("layout");
  worker.onmessage = (e: MessageEvent<LayoutResult>) => {
    if (e.data.id !== id) return;
    done = e.data.done;
    got(e.data);
  };
  worker.postMessage({ id, graph, aspect } satisfies LayoutRequest);
  return () => {
    if (done) return;
    worker?.terminate(); // it computes, and would not hear of another one before it is done
    worker = undefined;
  };
}

/** geometryKey returns what a layout depends on: not on findings, breakpoints or texts of the same size. */
function geometryKey(g: Graph, aspect: number): string {
  return JSON.stringify([
    g.inside, aspect, g.boxes.map((b) => [b.id, b.width, b.height, b.x, b.y]),
    g.links.map((l) => [l.id, l.items.map((i) => i.label.length)]),
  ]);
}

/** moved returns a graph with the places of an older one of the same automaton. What has come to it is where the file says;
 * without a place it is drawn when the layout is there. */
function moved(last: Placed, graph: Graph): Placed {
  const boxes = new Map<string, Rect>();
  for (const b of graph.boxes) {
    const was = last.boxes.get(b.id);
    const at = b.x !== undefined && b.y !== undefined ? { x: b.x, y: b.y } : was;
    if (at) boxes.set(b.id, { x: at.x, y: at.y, width: b.width, height: b.height });
  }
  const shown = { ...graph, boxes: graph.boxes.filter((b) => boxes.has(b.id)), links: graph.links.filter((l) => boxes.has(l.source) && boxes.has(l.target)) };
  return { ...last, graph: shown, boxes };
}

/** useLayout returns the graph with places, undefined before there are any. */
export function useLayout(graph: Graph | undefined, aspect: number | undefined): Placed | undefined {
  const [placed, setPlaced] = useState<Placed>();
  const last = useRef<Placed | undefined>(undefined);
  const id = useDocument((s) => s.id) ?? "";
  useEffect(() => {
    const show = (p: Placed | undefined) => setPlaced((last.current = p));
    if (!graph) return show(undefined);
    if (aspect === undefined) return;
    const key = id + geometryKey(graph, aspect);
    const was = last.current;
    if (was?.key === key && was.done) return show({ ...was, graph });
    if (was?.document === id && was.graph.inside === graph.inside) show(moved(was, graph));
    else show(undefined);
    return request(graph, aspect, (r) => show({ graph, boxes: new Map(r.boxes), routes: new Map(r.routes), document: id, key, done: r.done }));
  }, [graph, aspect, id]);
  // Before the effect has run, what is placed may be of another file.
  return placed && graph && placed.document === id && placed.graph.inside === graph.inside ? placed : undefined;
}
