// Layouts are computed in a worker; the canvas shows the one before until the new one is there.

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
  key: string;
}

let worker: Worker | undefined;
let next = 1;
const waiting = new Map<number, (r: LayoutResult) => void>();

function request(graph: Graph, aspect: number, done: (r: LayoutResult) => void): () => void {
  if (!worker) {
    worker = newWorker("layout");
    worker.onmessage = (e: MessageEvent<LayoutResult>) => {
      waiting.get(e.data.id)?.(e.data);
      waiting.delete(e.data.id);
    };
  }
  const id = next++;
  waiting.set(id, done);
  worker.postMessage({ id, graph, aspect } satisfies LayoutRequest);
  return () => waiting.delete(id);
}

/** geometryKey returns what a layout depends on: not on findings, breakpoints or texts of the same size. */
function geometryKey(g: Graph, aspect: number): string {
  return JSON.stringify([
    g.inside, aspect, g.boxes.map((b) => [b.id, b.width, b.height, b.x, b.y]),
    g.links.map((l) => [l.id, l.items.map((i) => i.label.length)]),
  ]);
}

/** useLayout returns the graph with places. An edit that moves nothing is drawn at once. */
export function useLayout(graph: Graph | undefined, aspect: number | undefined): Placed | undefined {
  const [placed, setPlaced] = useState<Placed>();
  const last = useRef<Placed | undefined>(undefined);
  const id = useDocument((s) => s.id) ?? "";
  useEffect(() => {
    if (!graph) {
      last.current = undefined;
      setPlaced(undefined);
      return;
    }
    if (aspect === undefined) return;
    const key = id + geometryKey(graph, aspect);
    if (last.current?.key === key) {
      setPlaced((last.current = { ...last.current, graph }));
      return;
    }
    return request(graph, aspect, (r) => {
      setPlaced((last.current = { graph, boxes: new Map(r.boxes), routes: new Map(r.routes), document: id, key }));
    }) as unknown as () => void;
  }, [graph, aspect, id]);
  return placed;
}
