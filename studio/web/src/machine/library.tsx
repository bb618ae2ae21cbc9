// The library lists everything that a state can do, grouped by purpose, with a search. An entry is dragged onto a
// state, which then does it too, or onto the canvas, where it becomes a new state. Enter adds it to the selected
// state.

import { useEffect, useState } from "react";
import type { Action } from "../types.gen.ts";
import { useService } from "../shell/session.ts";
import { matching } from "../shell/palette.tsx";
import { newActivity } from "./actions.tsx";
import { addStateIn } from "./adding.ts";
import { apply, findState, nameOf, parentOf, useDocument } from "./document.ts";
import { drawn, locate, spotIn } from "./drawing.ts";
import type { Point } from "./geometry.ts";
import { inside } from "./navigate.ts";
import { askVocabulary, useVocabulary } from "./vocabulary.ts";

/** Entry is an action, or a machine that a state runs. */
interface Entry { title: string; description: string; group: string; action?: Action; machine?: string }

const kind = "application/x-gonao-action";

/** bodyOf returns a state, as YAML, that does what an entry stands for. JSON is YAML. */
export function bodyOf(e: Entry): string {
  if (e.machine) return `call: ${JSON.stringify(e.machine)}`;
  const value = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text === "true" || text === "false" ? text === "true" : text);
  const args = Object.fromEntries((e.action!.args ?? []).map((a) => [a.name, value(a.value)]));
  return `do: ${JSON.stringify(Object.keys(args).length ? { [e.title]: args } : e.title)}`;
}

// give adds an entry to what a state does, or makes a new state from it.
function give(e: Entry, state: string | undefined, at?: Point): void {
  const s = state ? findState(useDocument.getState().snapshot?.machine.states ?? [], state) : undefined;
  if (s && e.action) return void apply({ op: "set", state: s.id, key: "do", actions: [...s.do, e.action] }, `${s.name} does ${e.title}`);
  if (at) {
    const place = locate(at);
    return addStateIn(place.within, place.at, bodyOf(e), e.title);
  }
  const within = state && drawn(state) ? parentOf(state) : inside.now();
  addStateIn(within, spotIn(within, state), bodyOf(e), e.title);
}

/** droppable returns the event handlers of a canvas onto which entries are dragged. */
export const droppable = (toCanvas: (p: Point) => Point) => ({
  onDragOver: (e: React.DragEvent) => {
    if (!e.dataTransfer.types.includes(kind)) return;
    e.preventDefault();
    e.dataTransfer.dropEffect = "copy";
  },
  onDrop: (e: React.DragEvent) => {
    const text = e.dataTransfer.getData(kind);
    if (!text) return;
    e.preventDefault();
    const box = (e.target as Element).closest<HTMLElement>(".box-leaf[data-state], .box-composite[data-state]");
    give(JSON.parse(text) as Entry, box?.dataset.state, toCanvas({ x: e.clientX, y: e.clientY }));
  },
});

export function Library() {
  const words = useVocabulary((s) => s.words);
  const editor = useService("studio/apply");
  const text = useDocument((s) => s.snapshot?.format === "lua");
  const selected = useDocument((s) => s.selection.state);
  const [search, setSearch] = useState("");
  useEffect(askVocabulary, []);
  if (!editor || text || words.actions.length === 0) return null;
  const titles = new Map(words.groups.map((g) => [g.name, g.description]));
  const entries: Entry[] = [
    ...words.actions.map((a) => ({ title: a.name, description: a.description, group: titles.get(a.group) ?? a.group, action: newActivity(a) })),
    ...words.machines.map((m) => ({ title: m, description: `runs the machine ${m}`, group: "Machines", machine: m })),
    ...words.skills.map((m) => ({ title: m, description: `runs the skill ${m}`, group: "Skills", machine: m })),
  ];
  const found = search.trim() ? matching(entries.map((e) => ({ id: e.title, title: `${e.title} ${e.description}`, run: () => {}, entry: e })), search).map((m) => (m as unknown as { entry: Entry }).entry) : entries;
  const groups = [...new Set(found.map((e) => e.group))];
  return (
    <details className="side library">
      <summary><h2>Library</h2></summary>
      <input aria-label="Search the library" placeholder="walk, ball, say …" value={search} onChange={(e) => setSearch(e.target.value)} />
      <p className="dim">Drag an entry onto a state, or onto the canvas{selected ? `; a click adds it to ${nameOf(selected)}` : ""}.</p>
      {groups.map((g) => (
        <section key={g}>
          <h3>{g}</h3>
          {found.filter((e) => e.group === g).map((e) => (
            <button key={e.title} type="button" className="library-entry" title={e.description} draggable
              onDragStart={(d) => (d.dataTransfer.setData(kind, JSON.stringify(e)), (d.dataTransfer.effectAllowed = "copy"))} onClick={() => give(e, selected)}>{e.title}</button>
          ))}
        </section>
      ))}
      {found.length === 0 && <p className="dim">No entry contains these words.</p>}
    </details>
  );
}
