// The command palette (Ctrl+K), which also finds files and states of the open machine, and the list of keys (?).

import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { keyText, useRegistry } from "./commands.ts";
import type { Command } from "./commands.ts";
import { go } from "./route.ts";
import { useDocument } from "../machine/document.ts";
import { openFile } from "../machine/open.ts";
import type { State } from "../types.gen.ts";

/** matching returns the commands whose title contains the words; titles that begin with them come first. */
export function matching(commands: Command[], words: string): Command[] {
  const w = words.trim().toLowerCase().split(/\s+/);
  const score = (c: Command) => {
    const t = c.title.toLowerCase();
    return w.every((x) => t.includes(x)) ? (t.startsWith(w[0]) ? 0 : 1) : 2;
  };
  return commands
    .map((c, i) => ({ c, i, s: score(c) }))
    .filter((x) => x.s < 2)
    .sort((a, b) => a.s - b.s || a.i - b.i)
    .map((x) => x.c);
}

const mostFound = 12; // largest number of states, and of files

/** places returns the states and files whose names contain the words, as commands that show them. */
export function places(states: State[], files: { path: string; refused?: string }[], words: string): Command[] {
  if (!words.trim()) return [];
  const all = (list: State[]): State[] => list.flatMap((s) => [s, ...all(s.states)]);
  const show = (id: string) => {
    go({ page: "machine" });
    void import("../machine/navigate.ts").then((m) => m.reveal({ state: id }));
  };
  return [
    ...matching(all(states).map((s) => ({ id: "state " + s.id, title: s.id, kind: "state", run: () => show(s.id) })), words).slice(0, mostFound),
    ...matching(files.filter((f) => !f.refused).map((f) => ({ id: "file " + f.path, title: f.path, kind: "file", run: () => void openFile(f.path) })), words).slice(0, mostFound),
  ];
}

export function Palette({ onClose }: { onClose: () => void }) {
  const all = useRegistry((s) => s.commands);
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const states = useDocument((s) => s.snapshot?.machine.states);
  const files = useDocument((s) => s.files);
  const found = [...matching([...all.values()].filter((c) => c.enabled !== false), words).slice(0, 50), ...places(states ?? [], files, words)];
  const chosen = Math.min(at, found.length - 1);
  const run = (c: Command | undefined) => {
    onClose();
    if (c) setTimeout(() => c.run(), 0); // runs after the dialog has restored the focus
  };
  return (
    <Dialog title="Commands" onClose={onClose}>
      <input
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[chosen] ? "palette-" + chosen : undefined}
        aria-label="Command"
        placeholder="a command, a state or a file"
        value={words}
        onChange={(e) => (setWords(e.target.value), setAt(0))}
        onKeyDown={(e) => {
          if (e.key === "ArrowDown" || e.key === "ArrowUp") {
            e.preventDefault();
            setAt((chosen + (e.key === "ArrowDown" ? 1 : found.length - 1)) % Math.max(1, found.length));
          } else if (e.key === "Enter") {
            e.preventDefault();
            run(found[chosen]);
          }
        }}
      />
      <ul id="palette-list" role="listbox" aria-label="Commands" className="palette">
        {found.map((c, i) => (
          <li key={c.id} id={"palette-" + i} role="option" aria-selected={i === chosen} onClick={() => run(c)}>
            <span>{c.title}</span>
            {c.kind && <span className="dim">{c.kind}</span>}
            <span className="keys">{c.keys?.map((k) => <kbd key={k}>{keyText(k)}</kbd>)}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>No command, state or file matches these words.</p>}
    </Dialog>
  );
}

export function Keys({ onClose }: { onClose: () => void }) {
  const all = [...useRegistry((s) => s.commands).values()].filter((c) => c.keys?.length);
  const groups = [...new Set(all.map((c) => c.group ?? "Everywhere"))];
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      <div className="key-groups" tabIndex={0} role="group" aria-label="List of keys">
        {groups.map((g) => (
          <section key={g}>
            <h3>{g}</h3>
            <dl>
              {all.filter((c) => (c.group ?? "Everywhere") === g).map((c) => (
                <div key={c.id}>
                  <dt>{c.keys!.map((k) => <kbd key={k}>{keyText(k)}</kbd>)}</dt>
                  <dd>{c.title}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
