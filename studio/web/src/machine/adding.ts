// Adds states to the automata on the canvas.

import { apply, findState, nameOf, select } from "./document.ts";
import { locate } from "./drawing.ts";
import type { Point } from "./geometry.ts";
import { isEnd } from "./graph.ts";

/** targetName returns the name of a transition's target as commands write it. */
export function targetName(target: string): string {
  return isEnd(target) ? nameOf(target) : target;
}

/** addStateAt adds a state at a point of the canvas, to the automaton that is drawn there. */
export function addStateAt(x: number, y: number): void {
  const { within, at } = locate({ x, y });
  addStateIn(within, at);
}

/** addStateIn adds a state to an automaton, at a place in it; body is the YAML of what the state does. */
export function addStateIn(within: string, at: Point | undefined, body?: string, called = "state"): void {
  void apply((s) => {
    const siblings = within ? (findState(s.machine.states, within)?.states ?? []) : s.machine.states;
    const taken = new Set(siblings.map((b) => b.name));
    let n = 1;
    let name = called === "state" ? "state1" : called;
    while (taken.has(name)) name = called + ++n;
    return { op: "add_state", parent: within, name, ...(body ? { text: body } : {}), ...(at ? { x: Math.round(at.x), y: Math.round(at.y) } : {}) };
  }).then((made) => {
    if (made?.[0]) named(made[0]);
  });
}

/** named selects a new state, and its name, so that a person can type another one. */
export function named(id: string): void {
  select({ state: id });
  // The form may still show the state before for some frames.
  const choose = (frames: number) => requestAnimationFrame(() => {
    const field = document.querySelector<HTMLInputElement>("#state-name");
    if (field?.value === nameOf(id)) field.select();
    else if (frames > 0) choose(frames - 1);
  });
  choose(100);
}
