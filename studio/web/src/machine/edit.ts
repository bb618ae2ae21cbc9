// What a person does to the machine, with keys, menus or buttons. Everything uses the document's commands.

import { call } from "../wire/client.ts";
import { ofRobot } from "../wire/robots.ts";
import { announce } from "../shell/announce.ts";
import { go } from "../shell/route.ts";
import type { CopyResponse } from "../types.gen.ts";
import { apply, findState, findTransition, nameOf, parentOf, save, say, select, toggleBreakpoint, useDocument } from "./document.ts";
import { isState } from "./graph.ts";
import { addStateIn, named, targetName } from "./adding.ts";
import { drawing, drawn as isDrawn, movedBy, spotIn } from "./drawing.ts";
import type { Point } from "./geometry.ts";
import { spots } from "./places.ts";
import { look, useLook } from "./look.ts";
import { remember, tidied } from "./use_layout.ts";
import { inside, openInside, reveal } from "./navigate.ts";
import { ask, useRunning } from "./running.ts";

const doc = useDocument.getState;

function selectedState(): string | undefined {
  const s = doc().selection;
  return s.state ?? (s.transition ? s.transition.slice(0, s.transition.lastIndexOf("#")) : undefined);
}

/** drawn returns the elements of the boxes on the canvas, or in the overview of a large automaton. */
const drawn = () => [...document.querySelectorAll<HTMLElement>(".react-flow__node, .overview-box")];

/** place returns where a state's box is drawn. */
function place(id: string): { x: number; y: number } | undefined {
  const e = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"], .overview-box[data-id="${CSS.escape(id)}"]`);
  if (!e) return undefined;
  if (e.dataset.x !== undefined) return { x: Number(e.dataset.x), y: Number(e.dataset.y) };
  const m = /translate\(([-\d.]+)px,\s*([-\d.]+)px\)/.exec(e.style.transform);
  return m ? { x: Number(m[1]), y: Number(m[2]) } : undefined;
}

/** addState adds a state beside the selected one, in its automaton. */
export function addState(): void {
  const id = selectedState();
  const within = id && isDrawn(id) ? parentOf(id) : inside.now();
  addStateIn(within, spotIn(within, id));
}

/** connect starts drawing a transition with the keyboard: the arrow keys choose the target, Enter draws it. */
export function connect(): void {
  const from = doc().selection.state;
  if (!from || !isDrawn(from)) return announce("select a state first, then T draws a transition from it");
  // The first target is the next box; it is the state itself if there is no other.
  look({ connecting: { from, to: targets().indexOf(from) } });
  aim(1);
}

const targets = (): string[] => drawing.now?.graph.boxes.filter((b) => b.kind !== "out").map((b) => b.id) ?? [];

/** aim chooses the next target of the transition that is being drawn. */
export function aim(step: number): void {
  const c = useLook.getState().connecting;
  const list = targets();
  if (!c || list.length === 0) return;
  const to = (c.to + step + list.length) % list.length;
  look({ connecting: { ...c, to } });
  announce(`transition from ${nameOf(c.from)} to ${nameOf(list[to])}? Enter draws it`);
}

/** drawConnection draws the transition. */
export function drawConnection(): void {
  const c = useLook.getState().connecting;
  const to = c ? targets()[c.to] : undefined;
  look({ connecting: undefined });
  if (!c || !to) return;
  void apply({ op: "add_transition", state: c.from, to: targetName(to) }, `transition from ${nameOf(c.from)} to ${nameOf(to)}`).then((m) => {
    if (!m?.[0]) return;
    select({ transition: m[0] });
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>("#transition-if")?.focus());
  });
}

/** move selects the nearest state in a direction. */
export function move(dx: number, dy: number): void {
  const boxes = drawn().map((e) => ({ id: e.dataset.id!, p: place(e.dataset.id!) })).filter((b) => b.p && isState(b.id));
  if (boxes.length === 0) return;
  const from = boxes.find((b) => b.id === doc().selection.state);
  let best = boxes[0];
  if (from) {
    let least = Infinity;
    best = from;
    for (const b of boxes) {
      const along = (b.p!.x - from.p!.x) * dx + (b.p!.y - from.p!.y) * dy;
      const across = Math.abs((b.p!.x - from.p!.x) * dy) + Math.abs((b.p!.y - from.p!.y) * dx);
      if (along <= 1) continue;
      const cost = along + across * 2;
      if (cost < least) {
        least = cost;
        best = b;
      }
    }
  }
  select({ state: best.id });
  const e = drawn().find((x) => x.dataset.id === best.id);
  if (e?.classList.contains("react-flow__node")) e.focus({ preventScroll: true });
  announce(e?.getAttribute("aria-label") ?? best.id);
}

const selectedStates = (): string[] => {
  const { selection } = doc();
  return selection.states ?? (selection.state ? [selection.state] : []);
};

// relocate moves boxes by distances.
function relocate(by: Map<string, Point>, words: string): void {
  const { now } = drawing;
  const places = now ? movedBy(now, by) : [];
  if (places.length) void apply({ op: "layout", places }, words);
}

/** shift moves the selected boxes on the canvas. */
export function shift(dx: number, dy: number): void {
  const ids = selectedStates();
  relocate(new Map(ids.map((id) => [id, { x: dx, y: dy }])), `moved ${ids.map(nameOf).join(", ")} ${dx < 0 ? "left" : dx > 0 ? "right" : dy < 0 ? "up" : "down"}`);
}

/** align puts the selected boxes in a line: side by side with their centres at the same height, or one below the other. */
export function align(how: "row" | "column"): void {
  const rects = selectedStates().flatMap((id) => {
    const r = drawing.now?.boxes.get(id);
    return r ? [{ id, r }] : [];
  });
  if (rects.length < 2) return announce("select several states first: Shift and drag, or Ctrl and click");
  const axis = how === "row" ? "y" : "x";
  const size = how === "row" ? "height" : "width";
  const middle = rects.reduce((n, { r }) => n + r[axis] + r[size] / 2, 0) / rects.length;
  relocate(new Map(rects.map(({ id, r }) => [id, { x: 0, y: 0, [axis]: Math.round(middle - r[axis] - r[size] / 2) }])), `${rects.length} states are in a ${how}`);
}

/** distribute spaces the selected boxes equally. */
export function distribute(): void {
  const rects = selectedStates().flatMap((id) => {
    const r = drawing.now?.boxes.get(id);
    return r ? [{ id, r }] : [];
  });
  if (rects.length < 3) return announce("select three states or more first");
  const span = (a: "x" | "y") => Math.max(...rects.map(({ r }) => r[a])) - Math.min(...rects.map(({ r }) => r[a]));
  const axis = span("x") >= span("y") ? "x" : "y";
  const size = axis === "x" ? "width" : "height";
  rects.sort((a, b) => a.r[axis] - b.r[axis]);
  const last = rects.at(-1)!.r;
  const room = (last[axis] + last[size] - rects[0].r[axis] - rects.reduce((n, { r }) => n + r[size], 0)) / (rects.length - 1);
  let at = rects[0].r[axis];
  const by = new Map<string, Point>();
  for (const { id, r } of rects) {
    by.set(id, { x: 0, y: 0, [axis]: Math.round(at - r[axis]) });
    at += r[size] + room;
  }
  relocate(by, `${rects.length} states have equal distances`);
}

/** nextTransition selects the next transition of the selected state. */
export function nextTransition(): void {
  const { snapshot, selection } = doc();
  const id = selectedState();
  const s = snapshot && id ? findState(snapshot.machine.states, id) : undefined;
  if (!s?.transitions.length) return announce("it has no transitions");
  const i = s.transitions.findIndex((t) => t.id === selection.transition);
  const t = s.transitions[(i + 1) % s.transitions.length];
  reveal({ transition: t.id });
  announce(`transition ${((i + 1) % s.transitions.length) + 1} of ${s.transitions.length}, to ${t.to.join(", ")}`);
}

export function open(): void {
  const { snapshot, selection } = doc();
  if (!snapshot || !selection.state) return;
  const s = findState(snapshot.machine.states, selection.state);
  if (s?.states.length) openInside(s.id);
  else rename();
}

export function rename(): void {
  const { selection } = doc();
  const e = document.querySelector<HTMLInputElement>(selection.transition ? "#transition-if" : "#state-name");
  e?.focus();
  e?.select();
}

export function setInitial(): void {
  const id = selectedState();
  if (id) void apply({ op: "set_initial", state: id }, `${nameOf(id)} is initial`);
}

export function toggleFinal(): void {
  const { snapshot } = doc();
  const id = selectedState();
  const s = snapshot && id ? findState(snapshot.machine.states, id) : undefined;
  if (s) void apply({ op: "set_final", state: s.id, value: s.final ? "false" : "true" }, s.final ? `${s.name} is not final` : `${s.name} is final`);
}

export function toggleDisabled(): void {
  const { snapshot, selection } = doc();
  const t = snapshot && selection.transition ? findTransition(snapshot.machine.states, selection.transition)?.transition : undefined;
  if (!t) return announce("select a transition first, N selects the next one of a state");
  void apply({ op: "disable_transition", transition: t.id, value: t.disabled ? "false" : "true" }, t.disabled ? "enabled" : "disabled");
}

export function remove(): void {
  const { selection } = doc();
  if (selection.transition) {
    const state = selectedState();
    void apply({ op: "delete_transition", transition: selection.transition }, "transition deleted").then((m) => m && select({ state }));
  } else if (selection.states && selection.states.length > 1) {
    void apply({ op: "delete_state", states: selection.states }, `${selection.states.length} states deleted`).then((m) => m && select({}));
  } else if (selection.state) {
    void apply({ op: "delete_state", state: selection.state }, `${nameOf(selection.state)} deleted`).then((m) => m && select({}));
  }
}

export function duplicate(): void {
  const id = selectedState();
  if (id) void apply({ op: "duplicate_state", state: id }, `${nameOf(id)} duplicated`).then((m) => m?.[0] && select({ state: m[0] }));
}

let clip = "";

export async function copy(): Promise<boolean> {
  const { id, selection } = doc();
  const states = selection.states ?? (selection.state ? [selection.state] : undefined);
  if (!id || (!states && !selection.transition)) return false;
  try {
    const r = await call<CopyResponse>("studio/copy", { id, states, transition: selection.transition });
    if (r.refused) {
      announce(r.refused.message);
      return false;
    }
    clip = r.clip;
    void navigator.clipboard?.writeText(clip).catch(() => {});
    announce(`copied ${states ? states.map(nameOf).join(", ") : "a transition"}`);
    return true;
  } catch (e) {
    announce((e as Error).message);
    return false;
  }
}

export async function cut(): Promise<void> {
  if (await copy()) remove();
}

export async function paste(): Promise<void> {
  const text = clip || (await navigator.clipboard?.readText().catch(() => "")) || "";
  if (!text) return announce("nothing was copied");
  const { selection } = doc();
  const state = selection.state && isDrawn(selection.state) ? selection.state : undefined;
  const parent = text.includes("transition") && selection.state && !text.includes("states") ? selection.state : state ? parentOf(state) : inside.now();
  const at = spotIn(parent);
  const made = await apply({ op: "paste", parent, clip: text, ...(at ?? {}) }, "pasted");
  if (made?.length) select({ state: made[0], states: made.length > 1 ? made : undefined });
}

export function nestSelected(): void {
  const states = selectedStates();
  if (!states.length) return;
  const name = "group" + states.length;
  // The new state is drawn open, and its states keep their origin, so that none of them moves.
  const within = parentOf(states[0]);
  const around = [{ state: within ? `${within}/${name}` : name, x: 0, y: 0, width: 200, height: 150 }];
  void apply({ op: "nest", states, name, places: around }, `${states.length} states are inside a new one`).then((m) => m && named(around[0].state));
}

export function unnestSelected(): void {
  const id = selectedState();
  if (id) void apply({ op: "unnest", state: id }, `${nameOf(id)} is one level further out now`).then((m) => m?.[0] && reveal({ state: m[0] }));
}

export function breakpoint(): void {
  const { selection } = doc();
  if (selection.transition) toggleBreakpoint({ transition: selection.transition });
  else if (selection.state) toggleBreakpoint({ state: selection.state });
  else announce("select a state or a transition first");
}

/** tidy places all states that are drawn again. */
export async function tidy(): Promise<void> {
  const { now } = drawing;
  const canvas = document.querySelector<HTMLElement>(".canvas");
  if (!now || !canvas) return;
  const places = await tidied(now.graph, canvas.clientWidth / Math.max(1, canvas.clientHeight));
  remember(now.document, now.graph, places);
  await apply({ op: "layout", places: spots(now.graph, places) }, "tidied");
  dispatchEvent(new Event("studio-fit"));
}

/** saveAndTakeOver saves, and makes the robot go on with the new machine. States that still exist stay active. */
export async function saveAndTakeOver(): Promise<void> {
  const s = doc().snapshot;
  if (!s) return;
  if (s.unsaved || s.disk === "new") if (!(await save())) return;
  const { ns } = useRunning.getState();
  if (ns === undefined) return run();
  const text = doc().snapshot!.text;
  const r = await ask("load", { text, file: s.path, how: 0, replaces: "" });
  if (r) takenOver(r);
}

/** run starts the document on the robot, instead of the machine that runs there. */
export async function run(): Promise<void> {
  const s = doc().snapshot;
  const ns = Object.keys(useRunning.getState().slots).filter(ofRobot).sort((a, b) => a.length - b.length)[0];
  if (!s || ns === undefined) return announce("no executor runs: start one with gonao launch sim.launch.yaml");
  try {
    const r = await call(ns + "/machine/swap", { machine: "", text: s.text, file: s.path, slot: "" });
    useRunning.setState({ problem: r.success ? undefined : r.message });
    announce(r.success ? `${r.machine} runs` : r.message);
  } catch (e) {
    useRunning.setState({ problem: (e as Error).message });
  }
}

/** playMatch saves, and plays a match with the machine as the body of the red field players. */
export async function playMatch(): Promise<void> {
  const s = doc().snapshot;
  if (!s) return;
  if (s.unsaved || s.disk === "new") if (!(await save())) return;
  const { lastRequest, startMatch } = await import("../match/studio.ts");
  go({ page: "match" });
  if (await startMatch({ ...lastRequest(), op: "start", red: s.path })) announce(`a match with ${s.path} begins`);
}

function takenOver(r: { message: string; kept?: string[]; dropped?: string[] }): void {
  const kept = r.kept?.length ? `kept ${r.kept.join(", ")}` : "";
  const dropped = r.dropped?.length ? `dropped ${r.dropped.join(", ")}` : "";
  say(["The robot runs the new machine", kept, dropped].filter(Boolean).join("; "));
}
