// A field for an expression. It completes the word at the cursor with values, functions and words of the language,
// and with the robot's inputs, even those that the machine does not declare.

import { useRef, useState } from "react";
import type { View } from "../types.gen.ts";
import { announce } from "../shell/announce.ts";
import { apply } from "./document.ts";
import { useVocabulary } from "./vocabulary.ts";
import type { FunctionOf, InputOf } from "./vocabulary.ts";

// input is set if the machine does not declare this input of the robot yet.
export interface Word { text: string; detail: string; input?: InputOf }

const language = ["elapsed", "final", "failed", "event", "and", "or", "not", "in", "true", "false", "pi"];
const functions = ["age", "stale", "active", "abs", "min", "max", "clamp", "floor", "ceil", "round", "sqrt", "hypot", "sin", "cos", "tan", "atan2"];

/** wordsOf returns the words that an expression of a machine may contain, the machine's own first. */
export function wordsOf(m: View, inputs: InputOf[], robot: FunctionOf[] = []): Word[] {
  const own = [...m.inputs, ...m.variables, ...m.outputs, ...m.parameters];
  return [
    ...own.map((v) => ({ text: v.name, detail: [v.type, v.unit].filter(Boolean).join(" ") })),
    ...m.functions.map((f) => ({ text: f.name + "(", detail: `(${f.parameters.map((p) => p.name).join(", ")}) ${f.type}` })),
    ...robot.map((f) => ({ text: f.name + "(", detail: `(${f.parameters.join(", ")}) ${f.type}, reads ${f.reads.join(", ")}` })),
    ...language.map((text) => ({ text, detail: "" })),
    ...functions.map((f) => ({ text: f + "(", detail: "function" })),
    ...inputs.filter((i) => !own.some((v) => v.name === i.name)).map((input) => ({ text: input.name, detail: `${input.type} of the robot`, input })),
  ];
}

/** offered returns the words that complete the word before the cursor, and where that word begins. */
export function offered(words: Word[], text: string, cursor: number): { from: number; list: Word[] } {
  const word = /[A-Za-z_]\w*$/.exec(text.slice(0, cursor))?.[0] ?? "";
  const quoted = (text.slice(0, cursor).match(/["']/g)?.length ?? 0) % 2 === 1;
  if (!word || quoted) return { from: cursor, list: [] };
  const low = word.toLowerCase();
  return { from: cursor - word.length, list: words.filter((w) => w.text.toLowerCase().startsWith(low) && w.text !== word).slice(0, 8) };
}

interface Props { id: string; label: string; value: string; placeholder: string; title: string; machine: View; onChange: (v: string) => void }

export function ExpressionField({ id, label, value, placeholder, title, machine, onChange }: Props) {
  const robot = useVocabulary((s) => s.words.inputs);
  const robotFunctions = useVocabulary((s) => s.words.functions);
  const [text, setText] = useState<string>();
  const [found, setFound] = useState<{ from: number; list: Word[] }>({ from: 0, list: [] });
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const close = () => setFound({ from: 0, list: [] });
  const look = (e: HTMLInputElement) => {
    const now = offered(wordsOf(machine, robot, robotFunctions), e.value, e.selectionStart ?? e.value.length);
    setAt(0);
    setFound(now);
    if (now.list.length) announce(`${now.list.length} words: ${now.list[0].text}`);
  };
  const done = () => {
    close();
    if (text !== undefined && text !== value) onChange(text);
    setText(undefined);
  };
  const choose = (w: Word) => {
    const now = text ?? value;
    const end = field.current?.selectionStart ?? now.length;
    const next = now.slice(0, found.from) + w.text + now.slice(end);
    setText(next);
    close();
    if (w.input) void apply({ op: "set_declaration", key: "inputs", name: w.input.name, text: w.input.type }, `the input ${w.text} was added`);
    requestAnimationFrame(() => field.current?.setSelectionRange(found.from + w.text.length, found.from + w.text.length));
  };
  const open = found.list.length > 0;
  return (
    <div className="expression">
      <label className="field">
      <span title={title}>{label}</span>
      <input
        ref={field} id={id} className="mono" spellCheck={false} autoComplete="off" placeholder={placeholder} title={title} value={text ?? value}
        role="combobox" aria-autocomplete="list" aria-expanded={open} aria-controls={id + "-words"} aria-activedescendant={open ? `${id}-word-${at}` : undefined}
        onChange={(e) => (setText(e.target.value), look(e.target))}
        onBlur={done}
        onKeyDown={(e) => {
          if (e.key === " " && e.ctrlKey) look(e.currentTarget);
          else if (open && (e.key === "ArrowDown" || e.key === "ArrowUp")) {
            const n = found.list.length;
            const next = (at + (e.key === "ArrowDown" ? 1 : n - 1)) % n;
            setAt(next);
            announce(found.list[next].text);
          } else if (open && (e.key === "Enter" || (e.key === "Tab" && !e.shiftKey))) choose(found.list[at]);
          else if (open && e.key === "Escape") close();
          else if (e.key === "Enter") return e.currentTarget.blur();
          else if (e.key === "Escape" && text !== undefined) setText(undefined);
          else return;
          e.preventDefault();
          e.stopPropagation();
        }}
      />
      </label>
      <ul id={id + "-words"} role="listbox" aria-label="Words" className="palette words" hidden={!open}>
        {found.list.map((w, i) => (
          <li key={w.text} id={`${id}-word-${i}`} role="option" aria-selected={i === at} onPointerDown={(e) => (e.preventDefault(), choose(w))}>
            <code>{w.text}</code> <span className="dim">{w.detail}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
