// A typed form for a list of actions: activities of the vocabulary with their arguments, and the machine's own
// actions.

import { useState } from "react";
import type { Action, ActionKind } from "../types.gen.ts";
import { useVocabulary } from "./vocabulary.ts";
import type { ActionOf, ArgumentOf } from "./vocabulary.ts";

// These actions take no time. They run at an entry, at an exit or in a transition.
const kinds: { kind: ActionKind; title: string; value?: string; name?: string }[] = [
  { kind: "set", title: "set a variable", name: "name", value: "0" },
  { kind: "raise", title: "raise an event", name: "name" },
  { kind: "send", title: "send an event, which is received in the next tick", value: "name" },
  { kind: "cancel", title: "cancel an event that was sent with a delay", value: "id" },
  { kind: "log", title: "log", value: "text" },
];
const lua = { kind: "script" as ActionKind, title: "run Lua", name: "lua", value: "-- lua" };

interface Props {
  title: string;
  actions: Action[];
  onChange: (actions: Action[]) => void;
  activities: boolean; // the list may contain activities, which run while the state is active: it is a state's do
  disabled?: boolean;
}

export function ActionList({ title, actions, onChange, activities, disabled }: Props) {
  const words = useVocabulary((s) => s.words);
  // A changed action is written to the file in the form's words; all others keep the file's text.
  const change = (i: number, a: Action | undefined) => onChange(a ? actions.map((x, k) => (k === i ? { ...a, text: undefined } : x)) : actions.filter((_, k) => k !== i));
  const add = (choice: string) => {
    const action = words.actions.find((a) => a.name === choice);
    const own = [...kinds, lua].find((k) => k.kind === choice);
    if (action) onChange([...actions, newActivity(action)]);
    else if (own) onChange([...actions, { kind: own.kind, name: own.name, value: own.value }]);
  };
  return (
    <fieldset className="actions" disabled={disabled}>
      <legend>{title}</legend>
      {actions.map((a, i) => (
        <OneAction key={i + (a.name ?? "") + a.kind} action={a} of={words.actions.find((x) => x.name === a.name)} onChange={(x) => change(i, x)} />
      ))}
      <select aria-label={`add to ${title}`} value="" onChange={(e) => e.target.value && add(e.target.value)}>
        <option value="">+ add …</option>
        {!activities && <optgroup label="Without duration">{kinds.map((k) => <option key={k.kind} value={k.kind}>{k.title}</option>)}</optgroup>}
        <option value={lua.kind}>{activities ? "run Lua in each tick" : lua.title}</option>
        {words.groups.map((g) => {
          const own = words.actions.filter((a) => a.group === g.name);
          return own.length > 0 && (
            <optgroup key={g.name} label={g.description}>
              {own.map((a) => <option key={a.name} value={a.name} title={a.description}>{a.name}</option>)}
            </optgroup>
          );
        })}
      </select>
    </fieldset>
  );
}

// examples maps required arguments to their first values.
const examples: Record<string, string> = { color: "red", motion: "dance_right", text: "hello" };

/** newActivity returns an activity with its required arguments. */
export const newActivity = (a: ActionOf): Action => ({
  kind: "activity", name: a.name, args: (a.arguments ?? []).filter((x) => x.required).map((x) => ({ name: x.name, value: initial(x) })),
});

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
        <strong title={of?.description}>{a.kind === "activity" ? a.name : a.kind === "script" ? a.name ?? "script" : a.kind}</strong>
        <button type="button" className="quiet" aria-label={`remove ${a.name ?? a.kind}`} onClick={() => onChange(undefined)}>✕</button>
      </div>
      {a.kind === "activity" && args.map((x) => <Argument key={x.name} of={x} value={valueOf(x.name)} onChange={(v) => setArg(x.name, v)} />)}
      {(a.kind === "set" || a.kind === "raise") && <TextField label={a.kind === "set" ? "variable" : "event"} value={a.name ?? ""} onChange={(name) => onChange({ ...a, name })} />}
      {a.kind === "script" && <Script value={a.value ?? ""} onChange={(value) => onChange({ ...a, value })} />}
      {(a.kind === "set" || a.kind === "log" || plain(a)) && <TextField label={a.kind === "send" ? "event" : a.kind === "cancel" ? "id" : "value"} value={a.value ?? ""} onChange={(value) => onChange({ ...a, value })} mono />}
      {/^(if|each|block)$/.test(a.kind) || (/^(send|cancel)$/.test(a.kind) && !plain(a)) ? <p className="dim mono" title="edited in the text (Y)">{a.summary}</p> : null}
    </div>
  );
}

// plain reports whether an event is sent or cancelled by its name alone. One with a delay or an address is edited
// as text.
const plain = (a: Action): boolean => (a.kind === "send" || a.kind === "cancel") && /^[\w.-]*$/.test(a.value ?? "");

function Script({ value, onChange }: { value: string; onChange: (v: string) => void }) {
  const [text, setText] = useState<string>();
  return (
    <textarea className="mono" aria-label="script" rows={Math.min(8, Math.max(2, value.split("\n").length))} spellCheck={false} value={text ?? value}
      onChange={(e) => setText(e.target.value)}
      onBlur={() => (text !== undefined && text !== value && onChange(text), setText(undefined))} />
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

/** TextField applies its text on Enter or when it loses the focus, and restores it on Escape. */
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
          if (e.key === "Enter") e.currentTarget.blur(); // which applies it; the keys are those of the page again
          else if (e.key === "Escape" && text !== undefined) {
            e.stopPropagation();
            setText(undefined);
          }
        }}
      />
    </label>
  );
}
