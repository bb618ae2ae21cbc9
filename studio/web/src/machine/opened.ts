// Which states show their inner states in place. The file stores this as a size in its layout. In a machine that
// nobody has arranged, states are open if they fit.

import type { Snapshot, State } from "../types.gen.ts";
import { announce } from "../shell/announce.ts";
import { apply, nameOf, parentOf, useDocument } from "./document.ts";
import { drawing } from "./drawing.ts";
import { allStates, graphOf, levels } from "./graph.ts";
import { inside, openInside } from "./navigate.ts";
import { Arranger, madeRoom, spots } from "./places.ts";
import { arranged } from "./use_layout.ts";

const mostStates = 16; // largest number of states of a machine whose states open automatically
const mostInside = 10;

const decided = new Map<string, Map<string, boolean>>(); // decisions by document and state, if the file contains none

/** opens returns whether a state of a document is open. */
export function opens(s: Snapshot): (state: State) => boolean {
  let own = decided.get(s.id);
  if (!own) decided.set(s.id, (own = new Map()));
  const all = allStates(s.machine.states);
  const bare = all.length <= mostStates && !all.some((x) => x.state.placed);
  return (state) => {
    if (state.placed) return (state.width ?? 0) > 0;
    let open = own.get(state.id);
    if (open === undefined) own.set(state.id, (open = bare && state.states.length <= mostInside));
    return open;
  };
}

const depthOf = (id: string): number => (id ? id.split("/").length : 0);

/** toggleOpen shows the inner states of a state in place, or closes it again. Boxes right of it and below it make room. A state that is
 * too deep for that fills the canvas. */
export async function toggleOpen(id: string): Promise<void> {
  const { now } = drawing;
  const s = useDocument.getState().snapshot;
  const box = now?.graph.boxes.find((b) => b.id === id);
  if (!now || !s || !box) return;
  if (box.children === 0) return announce(`nothing is inside ${nameOf(id)}`);
  if (depthOf(id) - depthOf(inside.now()) > levels) return openInside(id);
  const open = !box.open;
  const is = opens(s);
  const graph = graphOf(s.machine, now.graph.inside, [], [], (x) => (x.id === id ? open : is(x)));
  let { places } = now;
  if (open) places = new Map([...(await arranged(graph, 1.4, places))].map(([within, own]) => [within, new Map([...own, ...(now.places.get(within) ?? [])])]));
  const before = new Arranger(now.graph, now.places);
  // Its upper left corner stays; from the inside out, the states around it grow too.
  for (let at = id; at && at !== now.graph.inside; at = parentOf(at)) {
    const b = graph.boxes.find((x) => x.id === at);
    const from = before.local(parentOf(at)).get(at);
    if (!b || !from) break;
    if (at === id) {
      const c = new Arranger(graph, places).corner(b);
      const own = new Map(places.get(b.within));
      places = new Map(places).set(b.within, own.set(id, { x: from.x - c.x, y: from.y - c.y }));
    }
    const a = new Arranger(graph, places);
    places = madeRoom(a, b, from, a.local(b.within).get(at)!);
  }
  const stored = spots(graph, places).map((p) => (p.state === id && !open ? { ...p, closed: true } : p));
  decided.get(s.id)?.set(id, open);
  void apply({ op: "layout", places: stored }, `${nameOf(id)} is ${open ? "open" : "closed"}`);
}
