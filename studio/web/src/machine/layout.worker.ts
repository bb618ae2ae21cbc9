// The layout worker computes dagre's layout and the routes of edges outside the page's thread.

import { layout } from "./layout.ts";
import type { LayoutRequest, LayoutResult } from "./layout.ts";

self.onmessage = (e: MessageEvent<LayoutRequest>) => {
  const { id, graph, aspect, known } = e.data;
  const post = (m: LayoutResult) => (self as unknown as { postMessage(m: LayoutResult): void }).postMessage(m);
  const { places, routes } = layout(graph, aspect, known, (early) => post({ id, places: early, routes: new Map(), done: false }));
  post({ id, places, routes, done: true });
};
