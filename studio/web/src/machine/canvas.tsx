// The canvas shows the states of one automaton as boxes, the states of open states inside them, and transitions as
// edges. The painter (painter.ts) updates what is live; React draws the canvas again only when the document, the
// selection or the shown automaton changes.

import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  Background, Handle, MarkerType, Position, ReactFlow, ReactFlowProvider, useInternalNode, useNodesState, useReactFlow, useStore,
} from "@xyflow/react";
import type { Connection, Edge, EdgeProps, Node, NodeProps } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { counters } from "../wire/client.ts";
import { apply, nameOf, select, useDocument } from "./document.ts";
import type { Selection } from "./document.ts";
import { graphOf, isEnd, isState, labelSize, mostBoxes, shownLabels } from "./graph.ts";
import type { Box, Graph, Link } from "./graph.ts";
import { extent, shape } from "./geometry.ts";
import type { Point, Rect, Route } from "./geometry.ts";
import { addStateAt, targetName } from "./adding.ts";
import { movedBy } from "./drawing.ts";
import type { Placed } from "./drawing.ts";
import { opens, toggleOpen } from "./opened.ts";
import { remember, useLayout } from "./use_layout.ts";
import { addSurface, Surface } from "./painter.ts";
import { between, glideMs } from "./glide.ts";
import { droppable } from "./library.tsx";
import { longPress } from "./longpress.ts";
import { look, useLook } from "./look.ts";
import { inside, openInside } from "./navigate.ts";
import { Far, Map, near, readable } from "./far.tsx";
import { Overview } from "./overview.tsx";

type BoxNode = Node<{ box: Box; target: boolean }, "box">;
type LinkEdge = Edge<{ link: Link; route?: Route; selected?: string }, "link">;

const surface = new Surface();
const dots = new Surface(() => false);

function useCounted(): void {
  useEffect(() => {
    counters.canvasCommits++;
  });
}

/** describe returns a box in words, for screen readers. */
export function describe(b: Box): string {
  if (b.kind === "end") return `end ${b.name}`;
  if (b.kind === "out") return `elsewhere: ${b.name}`;
  const parts = ["state " + b.name];
  if (b.initial) parts.push("initial");
  if (b.final) parts.push("final");
  if (b.children) parts.push(`${b.children} states inside`);
  if (b.subtitle && !b.children) parts.push(b.subtitle);
  if (b.open) parts.push("open");
  if (b.breakpoint) parts.push("breakpoint");
  if (b.findings) parts.push(`${b.findings} findings`);
  return parts.join(", ");
}

const BoxView = memo(function BoxView({ data, selected }: NodeProps<BoxNode>) {
  useCounted();
  const b = data.box;
  const ref = useCallback((e: HTMLDivElement | null) => surface.state(b.id, e), [b.id]);
  const classes = ["box", "box-" + (b.kind === "end" || b.kind === "out" ? b.kind : b.open ? "open" : b.children ? "composite" : "leaf")];
  if (b.initial) classes.push("initial");
  if (b.final) classes.push("final");
  if (selected) classes.push("selected");
  if (data.target) classes.push("aimed");
  return (
    <div ref={ref} className={classes.join(" ")} data-state={b.id}>
      <Handle type="target" position={Position.Left} isConnectableStart={false} className="box-target" />
      {b.breakpoint && <span className="box-breakpoint" title="breakpoint" />}
      <span className="box-dot" aria-hidden="true" />
      <div className="box-name">{b.kind === "parallel" ? "∥ " : b.kind === "call" ? "↦ " : ""}{b.name}</div>
      {b.inner.length > 0 ? <Inner box={b} /> : b.subtitle && !b.open && <div className="box-sub">{b.subtitle}</div>}
      <span className="box-time" data-time />
      {b.findings > 0 && (
        <span className={"badge badge-" + b.severity} title={`${b.findings} findings`}>{b.severity === "error" ? "✕" : "!"} {b.findings}</span>
      )}
      {b.children > 0 && (
        <button type="button" className="box-fold nodrag" tabIndex={-1} title={b.open ? "Close it (O)" : "Show its states here (O)"} aria-label={(b.open ? "Close " : "Open in place ") + b.name}
          onClick={(e) => (e.stopPropagation(), toggleOpen(b.id))} onDoubleClick={(e) => e.stopPropagation()}>{b.open ? "−" : "+"}</button>
      )}
      {b.kind !== "end" && b.kind !== "out" && (
        <Handle type="source" position={Position.Right} className="box-grip" title="Drag to a state to draw a transition" />
      )}
    </div>
  );
});

// Inner is a small picture of the states inside a closed state: a dot for each, with its live mark.
function Inner({ box }: { box: Box }) {
  return (
    <div className="box-inner" title={box.subtitle} aria-hidden="true">
      {box.inner.map((id) => <Dot key={id} id={id} />)}
      {box.children > box.inner.length && <span className="box-sub">+{box.children - box.inner.length}</span>}
    </div>
  );
}

function Dot({ id }: { id: string }) {
  const ref = useCallback((e: HTMLElement | null) => dots.state(id, e), [id]);
  return <i ref={ref} />;
}

const order = (n: number): string => (n >= 1 && n <= 20 ? String.fromCodePoint(0x245f + n) : `(${n})`);

const LinkView = memo(function LinkView({ source, target, data, selected }: EdgeProps<LinkEdge>) {
  useCounted();
  const a = useInternalNode(source);
  const b = useInternalNode(target);
  if (!a || !b || !data) return null;
  const rect = (n: typeof a): Rect => ({ ...n.internals.positionAbsolute, width: n.measured.width ?? 100, height: n.measured.height ?? 40 });
  const { path: d, middle } = shape(rect(a), rect(b), source === target, data.route);
  const size = labelSize(data.link);
  const off = data.route?.label ?? { x: 0, y: 0 };
  const x = middle.x + off.x - size.width / 2;
  const y = middle.y + off.y - size.height / 2;
  const items = data.link.items;
  const disabled = items.every((i) => i.disabled);
  return (
    <g className={"link" + (selected ? " selected" : "") + (disabled ? " disabled" : "") + (items.length > 1 ? " bundle" : "")}>
      <path d={d} className="react-flow__edge-interaction" fill="none" strokeOpacity={0} strokeWidth={18} />
      <path d={d} className="link-line" fill="none" markerEnd="url(#arrow)" />
      <foreignObject x={x} y={y} width={size.width} height={size.height} className="link-labels">
        <div className="link-stack">
          {items.slice(0, shownLabels).map((i) => (
            <LinkLabel key={i.id} item={i} selected={data.selected === i.id} />
          ))}
          {items.length > shownLabels && <div className="link-more">and {items.length - shownLabels} more</div>}
        </div>
      </foreignObject>
    </g>
  );
});

function LinkLabel({ item, selected }: { item: Link["items"][number]; selected: boolean }) {
  const ref = useCallback((e: HTMLDivElement | null) => surface.edge(item.id, e), [item.id]);
  const classes = ["link-label"];
  if (item.disabled) classes.push("disabled");
  if (selected) classes.push("selected");
  if (item.severity) classes.push("severity-" + item.severity);
  return (
    <div ref={ref} className={classes.join(" ")} data-transition={item.id} title={item.disabled ? "disabled: " + item.label : item.label}
      onClick={(e) => (e.stopPropagation(), select({ transition: item.id }))}>
      {item.breakpoint && <span className="dot-breakpoint" title="breakpoint" />}
      {item.severity && <span aria-hidden="true">{item.severity === "error" ? "✕ " : "! "}</span>}
      <span className="link-text">{item.label}</span>
      {item.order > 0 && <span className="link-order">{order(item.order)}</span>}
    </div>
  );
}

const nodeTypes = { box: BoxView };
const edgeTypes = { link: LinkView };

/** Canvas is drawn again when the document, the selection or the shown automaton changes, but not when the page around it is drawn again. */
export const Canvas = memo(function Canvas() {
  return (
    <ReactFlowProvider>
      <Flow />
    </ReactFlowProvider>
  );
});

function Flow() {
  const snapshot = useDocument((s) => s.snapshot);
  const opening = useDocument((s) => s.opening);
  const breakpoints = useDocument((s) => s.breakpoints);
  const within = inside();
  const graph = useMemo(
    () => (snapshot ? graphOf(snapshot.machine, within, snapshot.findings, breakpoints, opens(snapshot)) : undefined),
    [snapshot, within, breakpoints],
  );
  const box = useRef<HTMLDivElement>(null);
  const [aspect, setAspect] = useState<number>();
  // The layout depends on the aspect ratio that the canvas has when an automaton is first shown. Resizing the
  // window later moves no box.
  const shown = (snapshot?.id ?? "") + "\n" + within;
  useEffect(() => {
    const e = box.current;
    if (e && e.clientHeight > 0) setAspect(e.clientWidth / e.clientHeight);
  }, [shown]);
  const many = (graph?.boxes.length ?? 0) > mostBoxes;
  const placed = useLayout(graph, aspect);
  useEffect(() => addSurface(surface), []);
  useEffect(() => addSurface(dots), []);
  return (
    <div className="canvas" ref={box} data-testid="canvas" data-layout={placed?.done ? placed.key : undefined} {...longPress}>
      <svg width="0" height="0" style={{ position: "absolute" }} aria-hidden="true">
        <defs>
          <marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" orient="auto-start-reverse" markerUnits="userSpaceOnUse">
            <path d="M0 0.5 L10 5 L0 9.5 z" className="arrow-head" />
          </marker>
        </defs>
      </svg>
      {!placed && <p className="canvas-wait" role="status">{snapshot ? `Drawing ${snapshot.machine.name || snapshot.path} …` : opening ? `Opening ${opening} …` : ""}</p>}
      {placed && many && <Overview placed={placed} />}
      {placed && !many && <Drawn placed={placed} />}
    </div>
  );
}

function toNodes(placed: Placed, selection: Selection, aim: string | undefined): BoxNode[] {
  return placed.graph.boxes.map((b) => {
    const r = placed.boxes.get(b.id) ?? { x: 0, y: 0, width: b.width, height: b.height };
    const around = b.within === placed.graph.inside ? undefined : placed.boxes.get(b.within);
    return {
      id: b.id, type: "box", position: { x: r.x - (around?.x ?? 0), y: r.y - (around?.y ?? 0) }, parentId: around ? b.within : undefined,
      data: { box: b, target: aim === b.id }, width: r.width, height: r.height, ariaLabel: describe(b),
      selected: selection.state === b.id || !!selection.states?.includes(b.id),
      draggable: b.kind !== "out", selectable: isState(b.id), connectable: true,
    };
  });
}

// useGlide sets nodes. Boxes whose place has changed glide there, so that a person can follow them.
function useGlide(now: BoxNode[], to: () => BoxNode[], set: (n: BoxNode[]) => void, when: unknown[]): void {
  const current = useRef(now);
  current.current = now;
  useEffect(() => {
    const end = to();
    const from = new globalThis.Map(current.current.map((n) => [n.id, n]));
    const far = (n: BoxNode) => {
      const f = from.get(n.id);
      return f && f.parentId === n.parentId && Math.hypot(f.position.x - n.position.x, f.position.y - n.position.y) > 2;
    };
    const time = glideMs();
    if (!end.some(far) || time === 0) return set(end);
    const begun = performance.now();
    let frame = 0;
    const step = () => {
      const t = Math.min(1, (performance.now() - begun) / time);
      set(t === 1 ? end : end.map((n) => (far(n) ? { ...n, position: between(from.get(n.id)!.position, n.position, t) } : n)));
      if (t < 1) frame = requestAnimationFrame(step);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }, when);
}

function toEdges(graph: Graph, routes: Map<string, Route>, selection: Selection): LinkEdge[] {
  return graph.links.map((l) => ({
    id: l.id, type: "link", source: l.source, target: l.target,
    data: { link: l, route: routes.get(l.id), selected: l.items.find((i) => i.id === selection.transition)?.id },
    selected: l.items.some((i) => i.id === selection.transition),
    ariaLabel: `transition from ${nameOf(l.source)} to ${nameOf(l.target)}: ${l.items.map((i) => i.label + (i.disabled ? ", disabled" : "")).join("; ")}`,
    markerEnd: { type: MarkerType.Arrow },
  }));
}

function Drawn({ placed }: { placed: Placed }) {
  useCounted();
  const selection = useDocument((s) => s.selection);
  const connecting = useLook((s) => s.connecting);
  const { setViewport, getViewport, screenToFlowPosition } = useReactFlow();
  const targets = placed.graph.boxes.filter((b) => b.kind !== "out");
  const aim = connecting ? targets[((connecting.to % targets.length) + targets.length) % targets.length]?.id : undefined;
  const [nodes, setNodes, onNodesChange] = useNodesState(useMemo(() => toNodes(placed, selection, aim), []));
  const edges = useMemo(() => toEdges(placed.graph, placed.routes, selection), [placed, selection]);
  useGlide(nodes, () => toNodes(placed, selection, aim), setNodes, [placed, selection, aim]);
  // The view is fitted when another automaton is shown, but not after an edit of this one. Until a person moves the
  // view, it also follows the size of the window.
  const shown = placed.graph.inside + "\n" + placed.document;
  const moved = useRef(false);
  const width = useStore((s) => s.width);
  const height = useStore((s) => s.height);
  const fit = useRef((whole: boolean) => void whole);
  fit.current = (whole) => void setViewport(fitted(placed, width, height, whole ? 0.1 : readable), whole ? { duration: glideMs() } : undefined);
  useEffect(() => {
    moved.current = false;
  }, [shown]);
  useEffect(() => {
    if (width > 0 && !moved.current) fit.current(false);
  }, [shown, width, height]);
  // If an edit has moved a box outside the view, the view moves to it.
  useEffect(() => {
    const { x, y, zoom } = getViewport();
    const all = extent(placed.boxes);
    const inView = all.x * zoom + x >= 0 && all.y * zoom + y >= 0 && (all.x + all.width) * zoom + x <= width && (all.y + all.height) * zoom + y <= height;
    if (width > 0 && !moved.current && !inView) fit.current(false);
  }, [placed]);
  useEffect(() => {
    const all = () => {
      moved.current = false;
      fit.current(true);
    };
    addEventListener("studio-fit", all);
    return () => removeEventListener("studio-fit", all);
  }, []);

  const dragged = (_: unknown, __: unknown, all: BoxNode[]) => {
    const by = new globalThis.Map<string, Point>();
    for (const n of all) {
      const r = placed.boxes.get(n.id)!;
      const around = n.parentId ? placed.boxes.get(n.parentId)! : { x: 0, y: 0 };
      by.set(n.id, { x: Math.round(n.position.x + around.x - r.x), y: Math.round(n.position.y + around.y - r.y) });
    }
    const states = movedBy(placed, by);
    // The end of an automaton has no place in the file; its place is kept only in this window.
    const ends = all.filter((n) => isEnd(n.id)).map((n) => n.id);
    if (ends.length) moveEnds(placed, ends, by);
    if (states.length) void apply({ op: "layout", places: states }, `moved ${all.map((n) => nameOf(n.id)).join(", ")}`);
  };
  const connected = (c: Connection) => {
    if (!isState(c.source) || c.target.startsWith("out:")) return;
    void apply({ op: "add_transition", state: c.source, to: targetName(c.target) }, `transition from ${nameOf(c.source)} to ${nameOf(c.target)}`)
      .then((made) => made?.[0] && select({ transition: made[0] }));
  };
  return (
    <ReactFlow<BoxNode, LinkEdge>
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onNodesChange={onNodesChange}
      onNodeClick={(e, n) => pick(e, n.id)}
      onEdgeClick={(_, e) => select({ transition: e.data?.link.items[0].id })}
      onNodeDoubleClick={(_, n) => openBox(n.data.box)}
      onNodeContextMenu={(e, n) => (e.preventDefault(), select({ state: n.id }), look({ menu: { x: e.clientX, y: e.clientY, state: n.id } }))}
      onEdgeContextMenu={(e, d) => {
        e.preventDefault();
        const t = d.data?.selected ?? d.data?.link.items[0].id;
        select({ transition: t });
        look({ menu: { x: e.clientX, y: e.clientY, transition: t } });
      }}
      onPaneClick={() => select({})}
      onDoubleClick={(e) => {
        if (!(e.target as Element).classList.contains("react-flow__pane")) return;
        const p = screenToFlowPosition({ x: e.clientX, y: e.clientY });
        addStateAt(p.x, p.y);
      }}
      onNodeDragStop={dragged}
      onSelectionDragStop={(_, all) => dragged(_, undefined, all)}
      onSelectionChange={({ nodes: n }) => {
        const had = useDocument.getState().selection.states ?? [];
        const same = had.length === n.length && n.every((x) => had.includes(x.id)); // it comes back after each selection
        if (n.length > 1 && !same) select({ state: n[0].id, states: n.map((x) => x.id) });
      }}
      {...droppable(screenToFlowPosition)}
      onConnect={connected}
      onReconnect={(old, c) => {
        const t = old.data?.selected ?? old.data?.link.items[0].id;
        if (t && c.target) void apply({ op: "retarget", transition: t, to: targetName(c.target) }, `now to ${nameOf(c.target)}`);
      }}
      onMoveStart={(e) => e && (moved.current = true)}
      connectionRadius={30}
      minZoom={0.1}
      maxZoom={2.5}
      zoomOnDoubleClick={false}
      deleteKeyCode={null}
      selectionKeyCode="Shift"
      multiSelectionKeyCode="Control"
      nodesFocusable
      edgesFocusable
      disableKeyboardA11y
      onlyRenderVisibleElements={false}
      proOptions={{ hideAttribution: true }}
      aria-label={placed.graph.inside ? `States inside ${placed.graph.inside}` : "States of the machine"}
    >
      <Background gap={20} size={1.2} color="var(--line)" />
      <Far />
      <Map placed={placed} />
    </ReactFlow>
  );
}

// extentWithLabels returns the rectangle around all boxes, labels and links.
function extentWithLabels(placed: Placed): Rect {
  const all = new globalThis.Map(placed.boxes);
  for (const l of placed.graph.links) {
    const a = placed.boxes.get(l.source);
    const b = placed.boxes.get(l.target);
    const r = placed.routes.get(l.id);
    if (!a || !b || !r) continue;
    const { middle, points } = shape(a, b, l.source === l.target, r);
    const s = labelSize(l);
    all.set("label " + l.id, { x: middle.x + r.label.x - s.width / 2, y: middle.y + r.label.y - s.height / 2, ...s });
    points.forEach((p, i) => all.set(`${i} ${l.id}`, { ...p, width: 0, height: 0 }));
  }
  return extent(all);
}

// moveEnds keeps the places to which the ends of automata were dragged.
function moveEnds(placed: Placed, ids: string[], by: globalThis.Map<string, Point>): void {
  const places = new globalThis.Map(placed.graph.boxes.filter((b) => ids.includes(b.id)).map((b) => {
    const p = placed.places.get(b.within)!.get(b.id)!;
    const d = by.get(b.id)!;
    return [b.within, new globalThis.Map([[b.id, { x: p.x + d.x, y: p.y + d.y }]])];
  }));
  remember(placed.document, placed.graph, places);
}

/** fitted returns the view that shows all boxes; if they would be too small to read, it shows the machine's beginning. */
export function fitted(placed: Placed, width: number, height: number, least: number): { x: number; y: number; zoom: number } {
  const all = extentWithLabels(placed);
  const pad = 30;
  const zoom = Math.max(0.1, Math.min(1.2, (width - 2 * pad) / all.width, (height - 2 * pad) / all.height));
  if (zoom >= least) return { zoom, x: width / 2 - (all.x + all.width / 2) * zoom, y: height / 2 - (all.y + all.height / 2) * zoom };
  least = near;
  const initial = placed.graph.boxes.find((b) => b.initial);
  const r = (initial && placed.boxes.get(initial.id)) ?? all;
  const along = (from: number, size: number, at: number, middle: number) =>
    size * least + 2 * pad <= at ? at / 2 - (from + size / 2) * least : Math.min(pad - from * least, Math.max(at - pad - (from + size) * least, at / 2 - middle * least));
  return { zoom: least, x: along(all.x, all.width, width, r.x + r.width / 2), y: along(all.y, all.height, height, r.y + r.height / 2) };
}

function pick(e: { ctrlKey: boolean; shiftKey: boolean; metaKey: boolean }, id: string): void {
  const had = useDocument.getState().selection;
  if ((e.ctrlKey || e.metaKey || e.shiftKey) && had.state) {
    const all = new Set(had.states ?? [had.state]);
    if (all.has(id)) all.delete(id);
    else all.add(id);
    const states = [...all];
    select({ state: states[0], states });
    return;
  }
  if (!isState(id)) {
    if (id.startsWith("out:") && !id.startsWith("out:?")) openInside(id.slice(4).split("/").slice(0, -1).join("/"), id.slice(4));
    return;
  }
  select({ state: id });
}

function openBox(b: Box): void {
  if (b.children > 0) openInside(b.id);
  else if (b.kind !== "end" && b.kind !== "out") document.querySelector<HTMLInputElement>("#state-name")?.focus();
}
