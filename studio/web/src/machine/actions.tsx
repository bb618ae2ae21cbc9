// A typed form for a list of actions: activities from the vocabulary with their arguments, and what a machine does itself.

import { useState } from "react";
import type { Action, ActionKind } from "../types.gen.ts";
import { useVocabulary } from "./vocabulary.ts";
import type { ActionOf, ArgumentOf } from "./vocabulary.ts";

const kinds: { kind: ActionKind; title: string; value?: string; name?: string }[] = [
  { kind: "set", title: "set a variable", name: "variable", value: "expression" },
  { kind: "raise", title: "raise an event", name: "event" },
  { kind: "log", title: "log", value: "text" },
];

interface Props {
  title: string;
  actions: Action[];
  onChange: (actions: Action[]) => void;
  activities: boolean; // activities may be chosen: a state's do
  disabled?: boolean;
}

export function ActionList({ title, actions, onChange, activities, disabled }: Props) {
  const words = useVocabulary((s) => s.words);
  const change = (i: number, a: Action | undefined) => onChange(a ? actions.map((x, k) => (k === i ? a : x)) : actions.filter((_, k) => k !== i));
  const add = (choice: string) => {
    const action = words.actions.find((a) => a.name === choice);
    if (action) onChange([...actions, { kind: "activity", name: action.name, args: (action.arguments ?? []).filter((x) => x.required).map((x) => ({ name: x.name, value: initial(x) })) }]);
    else onChange([...actions, { kind: choice as ActionKind, name: choice === "log" ? undefined : "name", value: choice === "raise" ? undefined : choice === "log" ? "text" : "0" }]);
  };
  return (
    <fieldset className="actions" disabled={disabled}>
      <legend>{title}</legend>
      {actions.map((a, i) => (
        <OneAction key={i + (a.name ?? "") + a.kind} action={a} of={words.actions.find((x) => x.name === a.name)} onChange={(x) => change(i, x)} />
      ))}
      <select aria-label={`add to ${title}`} value="" onChange={(e) => e.target.value && add(e.target.value)}>
        <option value="">+ add …</option>
        {activities && words.groups.map((g) => {
          const own = words.actions.filter((a) => a.group === g.name);
          return own.length > 0 && (
            <optgroup key={g.name} label={g.description}>
              {own.map((a) => <option key={a.name} value={a.name} title={a.description}>{a.name}</option>)}
            </optgroup>
          );
        })}
        {!activities && kinds.map((k) => <option key={k.kind} value={k.kind}>{k.title}</option>)}
      </select>
    </fieldset>
  );
}

// examples are words with which an argument begins that has to be given.
const examples: Record<string, string> = { color: "red", motion: "dance_right", text: "hello" };

function initial(x: ArgumentOf): string {
  if (x.default !== undefined) return String(x.default);
  const words = x.enum ?? x.values;
  if (words?.length) return words[0];
  return x.type === "string" ? examples[x.name] ?? x.name : x.type === "bool" ? "true" : "0";
}

function OneAction({ action: a, of, onChange }: { action: Action; of?: ActionOf; onChange: (a?: Action) => void }) {
  const args = of?.arguments ?? (a.args ?? []).map((x): ArgumentOf => ({ name: x.name, type: "string" }));
  const valueOf = (name: string) => a.args?.find((x) => x.name === name)?.value ?? "";
  const setArg = (name: string, value: string) => {
    const had = a.args ?? [];
    if (value === "") onChange({ ...a, args: had.filter((x) => x.name !== name) });
    else if (had.some((x) => x.name === name)) onChange({ ...a, args: had.map((x) => (x.name === name ? { ...x, value } : x)) });
    else onChange({ ...a, args: [...had, { name, value }] });
  };
  return (
    <div className="action">
      <div className="action-head">
        <strong title={of?.description}>{a.kind === "activity" ? a.name : a.kind}</strong>
        <button type="button" className="quiet" aria-label={`remove ${a.name ?? a.kind}`} onClick={() => onChange(undefined)}>✕</button>
      </div>
      {a.kind === "activity" && args.map((x) => <Argument key={x.name} of={x} value={valueOf(x.name)} onChange={(v) => setArg(x.name, v)} />)}
      {a.kind !== "activity" && a.name !== undefined && <TextField label={a.kind === "set" ? "variable" : "name"} value={a.name} onChange={(name) => onChange({ ...a, name })} />}
      {a.kind !== "activity" && a.value !== undefined && <TextField label="value" value={a.value} onChange={(value) => onChange({ ...a, value })} mono />}
      {a.kind !== "activity" && a.name === undefined && a.value === undefined && <p className="dim mono">{a.summary}</p>}
    </div>
  );
}

function Argument({ of: x, value, onChange }: { of: ArgumentOf; value: string; onChange: (v: string) => void }) {
  const words = x.enum ?? x.values;
  const label = x.name + (x.unit ? ` (${x.unit})` : "");
  if (words?.length && (value === "" || words.includes(value))) {
    return (
      <label className="field">
        <span title={x.description}>{label}</span>
        <select value={value} onChange={(e) => onChange(e.target.value)}>
          {!x.required && <option value="">default</option>}
          {words.map((w) => <option key={w}>{w}</option>)}
        </select>
      </label>
    );
  }
  if (x.type === "bool" && (value === "" || value === "true" || value === "false")) {
    return (
      <label className="field">
        <span title={x.description}>{label}</span>
        <select value={value} onChange={(e) => onChange(e.target.value)}>
          {!x.required && <option value="">default</option>}
          <option>true</option>
          <option>false</option>
        </select>
      </label>
    );
  }
  const range = x.min !== undefined || x.max !== undefined ? `${x.min ?? ""} … ${x.max ?? ""}` : undefined;
  return <TextField label={label} title={[x.description, range].filter(Boolean).join("; ")} value={value} onChange={onChange} placeholder={x.default !== undefined ? String(x.default) : x.required ? "" : "default"} mono={x.type !== "string"} />;
}

export interface FieldProps {
  label: string;
  value: string;
  onChange: (v: string) => void;
  title?: string;
  placeholder?: string;
  mono?: boolean;
  id?: string;
  disabled?: boolean;
}

/** TextField applies its text when Enter is pressed or it is left, and puts it back on Escape. */
export function TextField({ label, value, onChange, title, placeholder, mono, id, disabled }: FieldProps) {
  const [text, setText] = useState<string>();
  const apply = () => {
    if (text !== undefined && text !== value) onChange(text);
    setText(undefined);
  };
  return (
    <label className="field">
      <span title={title}>{label}</span>
      <input
        id={id} disabled={disabled} className={mono ? "mono" : undefined} value={text ?? value} placeholder={placeholder} title={title} spellCheck={false}
        onChange={(e) => setText(e.target.value)}
        onBlur={apply}
        onKeyDown={(e) => {
          if (e.key === "Enter") apply();
          else if (e.key === "Escape" && text !== undefined) {
            e.stopPropagation();
            setText(undefined);
          }
        }}
      />
    </label>
  );
}
