// The layout worker: dagre and the routing of edges, away from the thread that draws.

import { layout } from "./layout.ts";
import type { LayoutRequest, LayoutResult } from "./layout.ts";

self.onmessage = (e: MessageEvent<LayoutRequest>) => {
  const { id, graph, aspect } = e.data;
  const post = (m: LayoutResult) => (self as unknown as { postMessage(m: LayoutResult): void }).postMessage(m);
  const { boxes, routes } = layout(graph, aspect, (early) => post({ id, boxes: [...early], routes: [], done: false }));
  post({ id, boxes: [...boxes], routes: [...routes], done: true });
};
