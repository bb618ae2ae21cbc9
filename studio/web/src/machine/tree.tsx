// The tree of all states: active states, remembered states with their remaining time, breakpoints and findings.

import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { State } from "../types.gen.ts";
import { allStates, ancestors, worst } from "./graph.ts";
import { parentOf, select, useDocument } from "./document.ts";
import { addSurface, Surface } from "./painter.ts";
import { inside, openInside, showState } from "./navigate.ts";

const surface = new Surface();

interface RowProps {
  state: State;
  depth: number;
  open: boolean;
  selected: boolean;
  shown: boolean; // the state's automaton is on the canvas
  breakpoint: boolean;
  findings: string;
  onToggle: (id: string) => void;
}

const Row = memo(function Row(p: RowProps) {
  const s = p.state;
  const ref = useCallback((e: HTMLElement | null) => surface.state(s.id, e), [s.id]);
  return (
    <div
      ref={ref}
      role="treeitem"
      id={"tree-" + s.id}
      aria-level={p.depth + 1}
      aria-expanded={s.states.length ? p.open : undefined}
      aria-selected={p.selected}
      className={"tree-row" + (p.shown ? " shown" : "")}
      data-state={s.id}
      onClick={() => {
        showState(s.id);
        select({ state: s.id });
      }}
      onDoubleClick={() => s.states.length > 0 && openInside(s.id)}
    >
      <span style={{ width: p.depth * 14 }} />
      <span className={"tree-fold" + (s.states.length ? "" : " none")} aria-hidden="true" onClick={(e) => (e.stopPropagation(), p.onToggle(s.id))}>
        {s.states.length ? (p.open ? "▾" : "▸") : ""}
      </span>
      <span className={"tree-dot " + (s.states.length ? "composite" : "leaf")} aria-hidden="true" />
      <span className="tree-name">{s.name}</span>
      {s.initial && <span className="tree-sign" title="the automaton begins here">◉<span className="visually-hidden"> initial</span></span>}
      {p.breakpoint && <span className="dot-breakpoint" title="breakpoint"><span className="visually-hidden"> breakpoint</span></span>}
      {p.findings && <span className="tree-finding" title={p.findings}>⚠<span className="visually-hidden"> {p.findings}</span></span>}
      <span className="tree-time" data-time />
    </div>
  );
});

export function Tree() {
  const snapshot = useDocument((s) => s.snapshot);
  const selection = useDocument((s) => s.selection);
  const breakpoints = useDocument((s) => s.breakpoints);
  const shown = inside();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const tree = useRef<HTMLDivElement>(null);
  useEffect(() => addSurface(surface), []);
  const rows = useMemo(
    () => allStates(snapshot?.machine.states ?? []).filter(({ state }) => !ancestors(parentOf(state.id)).some((a) => closed.has(a))),
    [snapshot, closed],
  );
  const toggle = useCallback((id: string) => {
    setClosed((c) => {
      const next = new Set(c);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const chosen = selection.state ?? (selection.transition ? selection.transition.slice(0, selection.transition.lastIndexOf("#")) : undefined);
  useEffect(() => {
    if (chosen) document.getElementById("tree-" + chosen)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const findings = useMemo(() => {
    const out = new Map<string, string>();
    for (const { state } of allStates(snapshot?.machine.states ?? [])) {
      const own = snapshot!.findings.filter((f) => f.state === state.id);
      if (own.length) out.set(state.id, `${own.length} ${worst(own)}${own.length > 1 ? "s" : ""}: ${own[0].message}`);
    }
    return out;
  }, [snapshot]);
  if (!snapshot) return null;
  const key = (e: React.KeyboardEvent) => {
    const i = rows.findIndex((r) => r.state.id === chosen);
    const to = (n: number) => {
      const r = rows[Math.max(0, Math.min(rows.length - 1, n))];
      if (!r) return;
      showState(r.state.id);
      select({ state: r.state.id });
    };
    const s = rows[i]?.state;
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    switch (e.key) {
      case "ArrowDown": to(i + 1); break;
      case "ArrowUp": to(i < 0 ? 0 : i - 1); break;
      case "Home": to(0); break;
      case "End": to(rows.length - 1); break;
      case "ArrowRight":
        if (s && closed.has(s.id)) toggle(s.id);
        else if (s?.states.length) to(i + 1);
        break;
      case "ArrowLeft":
        if (s?.states.length && !closed.has(s.id)) toggle(s.id);
        else if (s && parentOf(s.id)) to(rows.findIndex((r) => r.state.id === parentOf(s.id)));
        break;
      default: return;
    }
    e.preventDefault();
  };
  return (
    <div ref={tree} role="tree" aria-label={`States of ${snapshot.machine.name}`} tabIndex={0} className="tree" aria-activedescendant={chosen ? "tree-" + chosen : undefined} onKeyDown={key}>
      {rows.map(({ state, depth }) => (
        <Row
          key={state.id} state={state} depth={depth} open={!closed.has(state.id)} onToggle={toggle}
          selected={chosen === state.id || !!selection.states?.includes(state.id)}
          shown={shown === state.id}
          breakpoint={breakpoints.some((b) => !b.disabled && (b.state === state.id || b.transition?.startsWith(state.id + "#")))}
          findings={findings.get(state.id) ?? ""}
        />
      ))}
    </div>
  );
}
