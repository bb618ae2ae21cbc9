// Computes what one canvas shows from a document: the states of one automaton, the states inside open states, and
// the transitions between them.

import type { Breakpoint, Finding, Severity, State, StateKind, Transition, View } from "../types.gen.ts";
import { findState, nameOf, parentOf } from "./states.ts";

export interface Box {
  id: string; // id of a state, of an end such as "watch/FINAL", or "out:…" for something elsewhere
  within: string; // id of the state whose automaton contains the box; "" for the machine
  open: boolean; // the state's automaton is drawn inside it
  inner: string[]; // states inside a closed state, for a small picture
  name: string;
  kind: StateKind | "end" | "out";
  subtitle: string;
  initial: boolean;
  final: boolean;
  failed: boolean;
  children: number;
  findings: number;
  severity?: Severity;
  breakpoint: boolean;
  width: number;
  height: number;
  x?: number; // place stored in the file's layout: the upper left corner
  y?: number;
}

export interface Item {
  id: string; // id of the transition
  label: string;
  order: number; // order in which the state tries it, from 1; 0 if it is the only one
  disabled: boolean;
  breakpoint: boolean;
  severity?: Severity;
}

/** Link is the set of all transitions from one box to another. */
export interface Link {
  id: string;
  source: string;
  target: string;
  items: Item[];
}

export interface Graph {
  inside: string; // id of the state whose automaton this is; "" for the machine
  boxes: Box[];
  links: Link[];
}

/** shownLabels is the number of labels of a link that are drawn; the rest is shown as a count. */
export const shownLabels = 4;

/** mostBoxes is the largest number of states that are drawn as elements; larger automata are an overview. */
export const mostBoxes = 300;

const charWidth = 8.5;

/** textWidth estimates the width of a text in pixels. It needs no page, so that layouts are the same everywhere. */
export function textWidth(text: string, size = 14): number {
  let n = 0;
  for (const c of text) n += /[iljtfr.,:;'|! ]/.test(c) ? 0.58 : /[mwMW@]/.test(c) ? 1.35 : /[A-Z]/.test(c) ? 1.12 : 1;
  return (n * charWidth * size) / 14;
}

/** label describes what a transition waits for. */
export function label(t: Transition): string {
  const parts: string[] = [];
  if (t.event?.length) parts.push(t.event.join(" or "));
  if (t.after) parts.push("after " + t.after.replace(/^(\d+(\.\d+)?)(ms|s|min)$/, "$1 $3"));
  if (t.if) parts.push(t.event?.length || t.after ? `[${t.if}]` : t.if);
  if (parts.length === 0) parts.push(t.name || "at once");
  if (t.actions.length) parts.push("/ " + t.actions.map((a) => a.summary ?? a.name ?? a.kind).join("; "));
  return parts.join(" ");
}

/** shorten cuts a text that is longer than n characters. */
export const shorten = (text: string, n: number): string => (text.length > n ? text.slice(0, n - 1) + "…" : text);

/** subtitle describes on one line what a state does. */
export function subtitle(s: State): string {
  if (s.call) return "runs " + s.call.machine;
  const does = s.do.length ? s.do : s.entry;
  if (does.length) return does.map((a) => a.summary ?? a.name ?? a.kind).join("; ");
  if (s.states.length) return s.kind === "parallel" ? `${s.states.length} regions` : `${s.states.length} states`;
  return "";
}

const rank: Record<Severity, number> = { error: 3, warning: 2, note: 1 };

/** worst returns the highest severity of findings. */
export function worst(findings: Finding[]): Severity | undefined {
  return findings.reduce<Severity | undefined>((w, f) => (w && rank[w] >= rank[f.severity] ? w : f.severity), undefined);
}

/** mostInner is the largest number of states in the small picture of an automaton. */
const mostInner = 10;

function box(s: State, findings: Finding[], breakpoints: Breakpoint[], open: boolean): Box {
  const own = findings.filter((f) => f.state === s.id || f.state?.startsWith(s.id + "/"));
  const sub = shorten(subtitle(s), 34);
  const name = shorten(s.name, 28);
  return {
    id: s.id, within: parentOf(s.id), open, inner: open ? [] : s.states.slice(0, mostInner).map((c) => c.id), name, kind: s.kind, subtitle: sub, initial: s.initial, final: s.final, failed: !!s.failed, children: s.states.length,
    findings: own.length, severity: worst(own),
    breakpoint: breakpoints.some((b) => b.state === s.id && !b.disabled),
    width: Math.round(Math.max(120, textWidth(name, 15) + 52, textWidth(sub, 12) + 36, 128)),
    height: sub ? 66 : 50,
    ...(s.placed ? { x: s.x, y: s.y } : {}),
  };
}

function other(id: string, within: string, name: string, kind: "end" | "out"): Box {
  return {
    id, within, open: false, inner: [], name, kind, subtitle: "", initial: false, final: kind === "end", failed: nameOf(id) === "FAILED", children: 0, findings: 0, breakpoint: false,
    width: kind === "end" ? Math.max(84, textWidth(name) + 44) : textWidth(name) + 36, height: 36,
  };
}

/** isEnd reports whether a box is the end of an automaton. */
export const isEnd = (id: string): boolean => /(^|\/)(FINAL|FAILED)$/.test(id);

/** isState reports whether a box is a state. */
export const isState = (id: string): boolean => !isEnd(id) && !id.startsWith("out:");

/** levels is the number of nested automata that are drawn. */
export const levels = 2;

/** graphOf returns the graph of the automaton inside a state; "" stands for the machine. The automata of open states are drawn in
 * them. */
export function graphOf(view: View, inside: string, findings: Finding[], breakpoints: Breakpoint[], isOpen: (s: State) => boolean = () => false): Graph {
  const states = inside ? (findState(view.states, inside)?.states ?? []) : view.states;
  const boxes: Box[] = [];
  const links = new Map<string, Link>();
  const here = new Set<string>();
  const extra = new Map<string, Box>();
  const show = (list: State[], depth: number) => {
    for (const s of list) {
      const open = depth < levels && s.states.length > 0 && isOpen(s);
      boxes.push(box(s, findings, breakpoints, open));
      here.add(s.id);
      if (open) show(s.states, depth + 1);
    }
  };
  show(states, 0);

  // shown returns the id of the box in which a state is drawn: its own box, or that of the closed state around it.
  const shown = (id: string): string => {
    for (let at = id; at; at = parentOf(at)) if (here.has(at)) return at;
    return "";
  };
  // boxFor returns the box that represents the target of a transition on this canvas.
  const boxFor = (t: Transition, from: State, source: string): { id: string; rest: string } => {
    if (t.target === "FINAL" || t.target === "FAILED") {
      const within = parentOf(from.id);
      const id = within === inside ? t.target : `${within}/${t.target}`;
      extra.set(id, other(id, within, t.target === "FINAL" ? "final" : "failed", "end"));
      return { id, rest: "" };
    }
    if (!t.target) {
      if (!t.to.length) return { id: source, rest: "" };
      const id = "out:?" + t.to[0];
      extra.set(id, other(id, inside, `? ${t.to[0]}`, "out"));
      return { id, rest: "" };
    }
    const at = shown(t.target);
    if (at) return { id: at, rest: t.target.slice(at.length + 1) };
    const id = "out:" + t.target;
    extra.set(id, other(id, inside, "↗ " + t.target, "out"));
    return { id, rest: "" };
  };

  const add = (from: State, source: string, t: Transition, index: number) => {
    const inner = from.id !== source; // the transition begins inside a closed state
    if (inner && (t.target === "FINAL" || t.target === "FAILED" || !t.target || t.target === source || t.target.startsWith(source + "/"))) return;
    if (inner && !shown(t.target!)) return; // it also leaves this automaton; the canvas of the outer one shows it
    const to = boxFor(t, from, source);
    const key = source + " → " + to.id;
    let link = links.get(key);
    if (!link) links.set(key, (link = { id: key, source, target: to.id, items: [] }));
    const own = findings.filter((f) => f.transition === t.id);
    link.items.push({
      id: t.id,
      label: shorten((inner ? from.id.slice(source.length + 1) + ": " : "") + label(t) + (to.rest ? " ▸ " + to.rest : ""), 40),
      order: from.transitions.length > 1 ? index + 1 : 0,
      disabled: !!t.disabled,
      breakpoint: breakpoints.some((b) => b.transition === t.id && !b.disabled),
      severity: worst(own),
    });
  };
  const visit = (s: State) => {
    s.transitions.forEach((t, i) => add(s, shown(s.id), t, i));
    for (const c of s.states) visit(c);
  };
  for (const s of states) visit(s);
  return { inside, boxes: [...boxes, ...extra.values()], links: [...links.values()] };
}

/** ancestors returns the ids of the states around a state, the outermost first, and the state itself. */
export function ancestors(id: string): string[] {
  if (!id) return [];
  const parts = id.split("/");
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

/** allStates returns every state, depth first, with its depth. */
export function allStates(states: State[], depth = 0): { state: State; depth: number }[] {
  return states.flatMap((state) => [{ state, depth }, ...allStates(state.states, depth + 1)]);
}

/** labelSize returns the size of a link's labels, with room for the sign of a finding, so that a finding that appears or disappears moves nothing. */
export function labelSize(link: Link): { width: number; height: number } {
  const rows = Math.min(link.items.length, shownLabels);
  const more = link.items.length > shownLabels ? 1 : 0;
  const width = Math.max(...link.items.slice(0, shownLabels).map((i) => textWidth(i.label, 12) + (i.order ? 18 : 0) + (i.breakpoint ? 14 : 0)));
  return { width: Math.round(width + 26), height: (rows + more) * 20 + 4 };
}
