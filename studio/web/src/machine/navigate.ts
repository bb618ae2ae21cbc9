// Which automaton the canvas shows. It is part of the address, so that a reload and the back button keep it.

import { go, useRoute } from "../shell/route.ts";
import { announce } from "../shell/announce.ts";
import { findState, nameOf, parentOf, select, useDocument } from "./document.ts";
import { drawn } from "./drawing.ts";

function valid(id: string | undefined): string {
  const s = useDocument.getState().snapshot;
  let at = id ?? "";
  while (at && s && !findState(s.machine.states, at)) at = parentOf(at);
  return at;
}

/** inside returns, in a component, the id of the state whose automaton is shown; "" for the machine. */
export function inside(): string {
  const id = useRoute((r) => r.inside);
  useDocument((s) => s.snapshot?.revision);
  return valid(id);
}

inside.now = (): string => valid(useRoute.getState().inside);

/** openInside shows the automaton inside a state, and selects a state in it. */
export function openInside(id: string, selected?: string): void {
  go({ page: "machine", inside: id || undefined });
  select(selected ? { state: selected } : {}, id ? `inside ${nameOf(id)}` : "the whole machine");
}

/** up shows the enclosing automaton and selects the state that was shown. */
export function up(): void {
  const id = inside.now();
  if (!id) return announce("this is the outermost level");
  openInside(parentOf(id), id);
}

/** showState shows the automaton of a state on the canvas, unless the state is drawn already. */
export function showState(id: string): void {
  const around = parentOf(id);
  if (around !== inside.now() && !drawn(id)) go({ page: "machine", inside: around || undefined });
}

/** reveal shows and selects a state or a transition wherever it is. */
export function reveal(at: { state?: string; transition?: string }): void {
  const state = at.transition ? at.transition.slice(0, at.transition.lastIndexOf("#")) : at.state;
  if (!state) return;
  showState(state);
  select(at.transition ? { transition: at.transition } : { state });
}
