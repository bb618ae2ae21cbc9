// Finding states and transitions of a view by their ids.

import type { State, Transition } from "../types.gen.ts";

/** findState returns the state with an id, a path from the top. */
export function findState(states: State[], id: string): State | undefined {
  for (const s of states) {
    if (s.id === id) return s;
    if (id.startsWith(s.id + "/")) return findState(s.states, id);
  }
  return undefined;
}

/** findTransition returns the transition with an id and its state. */
export function findTransition(states: State[], id: string): { state: State; transition: Transition; index: number } | undefined {
  const state = findState(states, id.slice(0, id.lastIndexOf("#")));
  const index = state?.transitions.findIndex((t) => t.id === id) ?? -1;
  return state && index >= 0 ? { state, transition: state.transitions[index], index } : undefined;
}

/** parentOf returns the id of the state around a state, "" for the machine. */
export function parentOf(id: string): string {
  const i = id.lastIndexOf("/");
  return i < 0 ? "" : id.slice(0, i);
}

/** nameOf returns the last name of an id. */
export const nameOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1);
