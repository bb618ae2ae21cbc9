import assert from "node:assert/strict";
import test from "node:test";
import type { State, Transition, View } from "../types.gen.ts";
import { graphOf, isState } from "./graph.ts";
import type { Graph } from "./graph.ts";
import { layout } from "./layout.ts";
import { Arranger, keep, madeRoom, moved, spots } from "./places.ts";
import type { Places } from "./places.ts";
import { overlap } from "./geometry.ts";
import { findState, nameOf, parentOf } from "./states.ts";

function random(seed: number): () => number {
  let s = seed * 2654435761 + 1;
  return () => {
    s = (Math.imul(s ^ (s >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((s ^ (s >>> 13)) >>> 0) / 2 ** 32;
  };
}

const state = (id: string): State => ({
  id, name: nameOf(id), kind: "leaf", initial: false, final: false, entry: [], do: [], exit: [], x: 0, y: 0, placed: false, line: 1, end_line: 1, transitions: [], states: [],
});
const transition = (to: string, guard: string): Transition => ({ id: "", to: [to], target: to, if: guard, actions: [], line: 1, end_line: 1 }) as unknown as Transition;

const all = (states: State[]): State[] => states.flatMap((s) => [s, ...all(s.states)]);

// Person edits a machine as the page's commands do, and sees where its boxes are drawn.
class Person {
  states = [state("a"), state("b"), state("c")];
  known: Places = new Map();
  constructor(readonly r: () => number) {
    this.states[1].states = [state("b/x"), state("b/y")];
  }
  one<T>(list: T[]): T { return list[Math.floor(this.r() * list.length)]; }
  graph(): Graph {
    for (const s of all(this.states)) s.transitions.forEach((t, i) => (t.id = `${s.id}#${i}`));
    return graphOf({ states: this.states } as unknown as View, "", [], [], (s) => (s.placed ? (s.width ?? 0) > 0 : true));
  }
  // drawn returns where boxes are, and remembers it as the page does.
  drawn(): { graph: Graph; places: Places } {
    const graph = this.graph();
    let { places, fresh } = keep(graph, this.known);
    if (fresh.length) ({ places } = layout(graph, 1.5, this.known));
    for (const b of graph.boxes) {
      if (b.x !== undefined) continue;
      if (!this.known.has(b.within)) this.known.set(b.within, new Map());
      this.known.get(b.within)!.set(b.id, places.get(b.within)!.get(b.id)!);
    }
    return { graph, places };
  }
  store(places: ReturnType<typeof spots>): void {
    for (const p of places) {
      const s = findState(this.states, p.state);
      if (s) Object.assign(s, { x: p.x, y: p.y, placed: true, width: p.width ?? (p.closed ? 0 : s.width) });
    }
  }
  list(id: string): State[] { return id ? findState(this.states, id)!.states : this.states; }

  // edit changes the machine, and returns what it is that may move: nothing, or what was dragged.
  edit(): string[] | "all" {
    const { graph, places } = this.drawn();
    const those = all(this.states);
    const s = this.one(those);
    const kind = Math.floor(this.r() * 10);
    if (kind < 9 && this.r() < 0.5) this.store(spots(graph, places, (id) => !findState(this.states, id)?.placed)); // an edit on the canvas stores what is seen
    switch (kind) {
      case 0: case 1: { // a state, in any automaton that is drawn
        if (those.length > 14) return this.remove(s);
        const within = this.r() < 0.4 ? parentOf(s.id) : this.r() < 0.3 && s.id.split("/").length < 4 ? s.id : "";
        const id = (within ? within + "/" : "") + "s" + Math.floor(this.r() * 1e6);
        this.list(within).push(state(id));
        return within === s.id && s.states.length === 1 ? this.shown(within) : [];
      }
      case 2: return this.remove(s);
      case 3: case 4: s.transitions.push(transition(this.r() < 0.2 ? "FINAL" : this.one(those).id, "ball_age > 3")); return [];
      case 5: s.transitions.pop(); return [];
      case 6: if (s.transitions[0]) s.transitions[0].if = "x".repeat(Math.floor(this.r() * 30)); return [];
      case 7: s.do = [{ kind: "activity", name: "walk", summary: "walk".repeat(Math.floor(this.r() * 9)) }]; return [];
      case 8: s.initial = !s.initial; return [];
      default: { // a person drags a box
        const id = this.one(graph.boxes).id;
        if (!isState(id)) return [];
        this.store(spots(graph, moved(graph, places, new Map([[id, { x: Math.round(this.r() * 200 - 100), y: 40 }]])), () => true));
        return [id];
      }
    }
  }
  // A first state inside one that had none opens or closes it: where it is drawn is asked for.
  shown(within: string): string[] { return [within]; }
  remove(s: State): string[] {
    const list = this.list(parentOf(s.id));
    if (list.length < 2) return [];
    list.splice(list.indexOf(s), 1);
    for (const o of all(this.states)) o.transitions = o.transitions.filter((t) => t.target !== s.id && !t.target?.startsWith(s.id + "/"));
    return [];
  }
}

test("ten thousand random edits move no box that nobody has moved", () => {
  let edits = 0;
  let compared = 0;
  for (let seed = 1; edits < 10_000; seed++) {
    const p = new Person(random(seed));
    for (let n = 0; n < 50; n++, edits++) {
      const before = p.drawn();
      const places = new Map([...before.places].map(([w, own]) => [w, new Map(own)]));
      const origins = new Arranger(before.graph, places).origins();
      const was = new Map(before.graph.boxes.map((b) => [b.id, { within: b.within, open: b.open, at: places.get(b.within)!.get(b.id)!, o: origins.get(b.within)! }]));
      const may = p.edit();
      const now = p.drawn();
      const later = new Arranger(now.graph, now.places).origins();
      for (const b of now.graph.boxes) {
        const w = was.get(b.id);
        if (!w || may === "all" || may.some((id) => id === b.id || b.id.startsWith(id + "/"))) continue;
        const at = now.places.get(b.within)!.get(b.id)!;
        compared++;
        const o = later.get(b.within)!;
        if (w.open === b.open) assert.deepEqual([at.x + o.x, at.y + o.y], [w.at.x + w.o.x, w.at.y + w.o.y], `seed ${seed}, edit ${n}: ${b.id} has moved`);
      }
    }
  }
  assert.ok(compared > 50_000, String(compared));
});

test("what is right of an open state and below it makes room, and comes back", () => {
  const p = new Person(random(5));
  p.store([{ state: "a", x: 0, y: 0 }, { state: "b", x: 200, y: 0 }, { state: "c", x: 400, y: 100 }]);
  const closed = p.graph();
  const { places } = keep(closed, new Map());
  const from = new Arranger(closed, places).local("").get("b")!;
  const open = graphOf({ states: p.states } as unknown as View, "", [], [], (s) => s.id === "b");
  const all = layout(open, 1.5, places).places;
  const a0 = new Arranger(open, all);
  const b = open.boxes.find((x) => x.id === "b")!;
  const c = a0.corner(b);
  all.get("")!.set("b", { x: from.x - c.x, y: from.y - c.y });
  const a = new Arranger(open, all);
  const to = a.local("").get("b")!;
  assert.deepEqual([to.x, to.y], [from.x, from.y]);
  const made = madeRoom(a, b, from, to);
  const rects = new Arranger(open, made).local("");
  for (const [i, r] of rects) for (const [j, q] of rects) assert.ok(i === j || !overlap(r, q), `${i} over ${j}`);
  const back = madeRoom(new Arranger(open, made), b, to, from);
  assert.deepEqual(back.get("")!.get("c"), { x: 400, y: 100 });
});
