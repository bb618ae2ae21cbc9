// The drawing from far away: names stay readable when it is small, and a map appears when the window shows only a
// part of it.

import { memo, useEffect } from "react";
import { useReactFlow, useStore } from "@xyflow/react";
import { extent } from "./geometry.ts";
import type { Rect } from "./geometry.ts";
import type { Placed } from "./use_layout.ts";

/** readable is the least zoom at which a whole machine is shown. A larger machine opens at the zoom near, with a map. */
export const readable = 0.38;
export const near = 0.6;

/** Far enlarges the names of states below the zoom 0.7, in steps. The labels of links have at least 11 pixels: below the zoom
 * 0.92 they grow in the room that they have, and below 0.6 only those of what is chosen or pointed at are shown. */
export function Far() {
  const dom = useStore((s) => s.domNode);
  const factor = useStore((s) => (s.transform[2] >= 0.7 ? 1 : Math.min(1.9, Math.ceil((0.75 / s.transform[2]) * 5) / 5)));
  const label = useStore((s) => (s.transform[2] >= 0.92 ? 0 : Math.ceil((11 / s.transform[2]) * 2) / 2)); // pixels of the drawing
  useEffect(() => {
    dom?.toggleAttribute("data-small", label > 0);
    dom?.toggleAttribute("data-tiny", label > 18.5);
    dom?.style.setProperty("--label", label + "px");
  }, [dom, label]);
  useEffect(() => {
    dom?.toggleAttribute("data-far", factor > 1);
    dom?.style.setProperty("--far", String(factor));
  }, [dom, factor]);
  return null;
}

/** Map shows which part of the drawing the window shows. A click or a drag moves the window. */
export function Map({ placed }: { placed: Placed }) {
  const all = extent(placed.boxes);
  const inside = useStore((s) => all.x * s.transform[2] + s.transform[0] >= -2 && all.y * s.transform[2] + s.transform[1] >= -2
    && (all.x + all.width) * s.transform[2] + s.transform[0] <= s.width + 2 && (all.y + all.height) * s.transform[2] + s.transform[1] <= s.height + 2);
  const small = useStore((s) => s.width < 420 || s.height < 220);
  const { setCenter, getZoom } = useReactFlow();
  if (inside || small) return null;
  const scale = Math.min(160 / all.width, 100 / all.height);
  const go = (e: React.PointerEvent<SVGSVGElement>) => {
    const r = e.currentTarget.getBoundingClientRect();
    void setCenter(all.x + ((e.clientX - r.left) / r.width) * all.width, all.y + ((e.clientY - r.top) / r.height) * all.height, { zoom: getZoom() });
  };
  return (
    <svg className="map nopan nowheel" width={all.width * scale + 8} height={all.height * scale + 8} aria-hidden="true" viewBox={`${all.x} ${all.y} ${all.width} ${all.height}`}
      onPointerDown={(e) => (e.stopPropagation(), e.currentTarget.setPointerCapture(e.pointerId), go(e))} onPointerMove={(e) => e.buttons > 0 && go(e)}>
      <Boxes boxes={placed.boxes} />
      <View />
    </svg>
  );
}

const Boxes = memo(function Boxes({ boxes }: { boxes: globalThis.Map<string, Rect> }) {
  return <>{[...boxes].map(([id, r]) => <rect key={id} {...r} rx={10} />)}</>;
});

function View() {
  const [x, y, zoom] = useStore((s) => s.transform);
  const width = useStore((s) => s.width);
  const height = useStore((s) => s.height);
  return <rect className="map-view" x={-x / zoom} y={-y / zoom} width={width / zoom} height={height / zoom} />;
}
