// The inspector: forms for the selection, or for the machine if nothing is selected.

import { useEffect, useState } from "react";
import type { Action, Snapshot, State, Transition, Value } from "../types.gen.ts";
import { ActionList, TextField } from "./actions.tsx";
import { apply, findState, findTransition, nameOf, parentOf, select, toggleBreakpoint, useDocument } from "./document.ts";
import { announce } from "../shell/announce.ts";
import { whyNot } from "./debug.ts";
import type { WhyNotTransition } from "./debug.ts";
import { allStates, label } from "./graph.ts";
import { openInside, reveal } from "./navigate.ts";
import { useLive } from "./running.ts";
import { ExpressionField } from "./expression.tsx";
import { askVocabulary } from "./vocabulary.ts";
import { look } from "./look.ts";
import { useService } from "../shell/session.ts";

export function Inspector() {
  const snapshot = useDocument((s) => s.snapshot);
  const selection = useDocument((s) => s.selection);
  const editor = useService("studio/apply");
  useEffect(askVocabulary, []);
  if (!snapshot) return null;
  const text = snapshot.format === "lua";
  const t = selection.transition ? findTransition(snapshot.machine.states, selection.transition) : undefined;
  const s = !t && selection.state ? findState(snapshot.machine.states, selection.state) : undefined;
  return (
    <div className="inspector">
      {text && <p className="note">A skill in Lua is drawn from its text and edited as text (<kbd>Y</kbd>).</p>}
      {!editor && <p className="note">You can only watch: only editors change the machine.</p>}
      <fieldset className="plain" disabled={!editor || text}>
        {t ? <TransitionForm key={t.transition.id} snapshot={snapshot} {...t} /> : s ? <StateForm key={s.id} snapshot={snapshot} state={s} /> : <MachineForm snapshot={snapshot} />}
      </fieldset>
      {(t || s) && <WhyNot path={t ? t.transition.id : s!.id} />}
    </div>
  );
}

function StateForm({ snapshot, state: s }: { snapshot: Snapshot; state: State }) {
  const own = snapshot.findings.filter((f) => f.state === s.id && !f.transition);
  const breakpoint = useDocument((d) => d.breakpoints.some((b) => b.state === s.id && !b.disabled));
  const outcome = useLive().live?.outcome(s.id);
  const set = (key: string, text: string) => void apply({ op: "set", state: s.id, key, text }, `${key} of ${s.name} is ${text || "empty"}`);
  const actions = (key: string) => (list: Action[]) => void apply({ op: "set", state: s.id, key, actions: list, ...(list.length ? {} : { text: "" }) }, `${key} of ${s.name} changed`);
  const rename = (name: string) => void apply({ op: "rename_state", state: s.id, name }, `${s.name} is now ${name}`).then((made) => made?.[0] && select({ state: made[0] }));
  const parent = parentOf(s.id);
  return (
    <>
      <h2 className="inspector-title">{s.name} <span className="dim">{s.kind === "leaf" && s.final ? "final" : s.kind}{parent ? ` · in ${parent}` : ""}</span></h2>
      {own.map((f, i) => <p key={i} className={"finding severity-" + f.severity}>{f.message}</p>)}
      {outcome && <p className="finding severity-error" data-outcome-of={s.id}>{outcome}</p>}
      <TextField id="state-name" label="name" value={s.name} onChange={rename} />
      <TextField label="description" value={s.description ?? ""} onChange={(v) => set("description", v)} />
      <div className="row">
        <button type="button" aria-pressed={s.initial} onClick={() => void apply({ op: "set_initial", state: s.id }, `${s.name} is initial`)}>Initial <kbd>I</kbd></button>
        <button type="button" aria-pressed={s.final} onClick={() => void apply({ op: "set_final", state: s.id, value: s.final ? "false" : "true" }, s.final ? `${s.name} is not final` : `${s.name} is final`)}>Final <kbd>E</kbd></button>
        <button type="button" aria-pressed={breakpoint} onClick={() => toggleBreakpoint({ state: s.id })}>Breakpoint <kbd>F9</kbd></button>
      </div>
      <ActionList title="do" actions={s.do} onChange={actions("do")} activities />
      <ActionList title="entry" actions={s.entry} onChange={actions("entry")} activities={false} />
      <ActionList title="exit" actions={s.exit} onChange={actions("exit")} activities={false} />
      {s.call && <p className="dim">runs the machine {s.call.machine}</p>}
      {s.states.length > 0 && (
        <>
          <TextField label="rate (Hz)" value={s.rate_hz ? String(s.rate_hz) : ""} placeholder="as outside" onChange={(v) => set("rate_hz", v)} mono />
          <History value={s.history ?? ""} onChange={(v) => set("history", v)} />
        </>
      )}
      <h3>Transitions</h3>
      {s.transitions.map((t, i) => (
        <button key={t.id} type="button" className={"transition-row" + (t.disabled ? " disabled" : "")} onClick={() => select({ transition: t.id })}>
          <span>{i + 1}</span>
          <span className="grow">{label(t)}</span>
          <span>→ {t.to.join(", ") || "itself"}</span>
        </button>
      ))}
      <AddTransition snapshot={snapshot} state={s} />
      {s.states.length > 0 && <button type="button" onClick={() => openInside(s.id)}>Open ({s.states.length} inside) <kbd>Enter</kbd></button>}
    </>
  );
}

function AddTransition({ snapshot, state: s }: { snapshot: Snapshot; state: State }) {
  const targets = siblings(snapshot, s.id);
  return (
    <label className="field">
      <span className="visually-hidden">add a transition to</span>
      <select value="" onChange={(e) => e.target.value && void apply({ op: "add_transition", state: s.id, to: e.target.value }, `transition from ${s.name} to ${e.target.value}`).then((m) => m?.[0] && select({ transition: m[0] }))}>
        <option value="">+ transition to …</option>
        {targets.map((t) => <option key={t}>{t}</option>)}
      </select>
    </label>
  );
}

function siblings(snapshot: Snapshot, id: string): string[] {
  const parent = parentOf(id);
  const states = parent ? (findState(snapshot.machine.states, parent)?.states ?? []) : snapshot.machine.states;
  return [...states.map((x) => x.name), "FINAL", "FAILED"];
}

function TransitionForm({ snapshot, state, transition: t, index }: { snapshot: Snapshot; state: State; transition: Transition; index: number }) {
  const own = snapshot.findings.filter((f) => f.transition === t.id);
  const breakpoint = useDocument((d) => d.breakpoints.some((b) => b.transition === t.id && !b.disabled));
  const set = (key: string, text: string) => void apply({ op: "set", transition: t.id, key, text }, `${key} is ${text || "empty"}`);
  const reselect = (made: string[] | undefined) => made?.[0] && select({ transition: made[0] });
  const target = t.to[0] ?? "";
  return (
    <>
      <h2 className="inspector-title">{state.name} → {t.to.map(nameOf).join(", ") || "itself"} <span className="dim">transition {index + 1} of {state.transitions.length}</span></h2>
      {own.map((f, i) => <p key={i} className={"finding severity-" + f.severity}>{f.message}</p>)}
      <label className="field">
        <span>to</span>
        <select value={target} onChange={(e) => void apply({ op: "retarget", transition: t.id, to: e.target.value }, `now to ${e.target.value}`).then(reselect)}>
          {!siblings(snapshot, state.id).includes(target) && <option>{target}</option>}
          {siblings(snapshot, state.id).map((n) => <option key={n}>{n}</option>)}
        </select>
      </label>
      <ExpressionField id="transition-if" label="if" machine={snapshot.machine} value={t.if ?? ""} onChange={(v) => set("if", v)} placeholder="always" title="a guard: an expression of inputs and variables" />
      <TextField label="after" mono value={t.after ?? ""} onChange={(v) => set("after", v)} placeholder="no time" title="such as 8s or 500ms" />
      <TextField label="event" mono value={t.event?.join(", ") ?? ""} onChange={(v) => set("event", v)} placeholder="no event" />
      <TextField label="name" value={t.name ?? ""} onChange={(v) => void apply({ op: "rename_transition", transition: t.id, name: v }, `named ${v}`)} />
      <TextField label="description" value={t.description ?? ""} onChange={(v) => set("description", v)} />
      <ActionList title="then" actions={t.actions} activities={false} onChange={(list) => void apply({ op: "set", transition: t.id, key: "then", actions: list, ...(list.length ? {} : { text: "" }) }, "actions changed")} />
      <div className="row">
        <button type="button" aria-pressed={!!t.disabled} onClick={() => void apply({ op: "disable_transition", transition: t.id, value: t.disabled ? "false" : "true" }, t.disabled ? "enabled" : "disabled")}>Disabled <kbd>D</kbd></button>
        <button type="button" aria-pressed={breakpoint} onClick={() => toggleBreakpoint({ transition: t.id })}>Breakpoint <kbd>F9</kbd></button>
        <button type="button" disabled={index === 0} onClick={() => void apply({ op: "reorder_transition", transition: t.id, index: index - 1 }, "tried earlier").then(reselect)}>Earlier</button>
        <button type="button" disabled={index === state.transitions.length - 1} onClick={() => void apply({ op: "reorder_transition", transition: t.id, index: index + 1 }, "tried later").then(reselect)}>Later</button>
      </div>
      <button type="button" className="link-button" onClick={() => reveal({ state: state.id })}>Back to {state.name}</button>
    </>
  );
}

function History({ value, onChange }: { value: string; onChange: (v: string) => void }) {
  return (
    <label className="field">
      <span title="what the state remembers when it is left">history</span>
      <select value={value} onChange={(e) => onChange(e.target.value)}>
        <option value="">as outside</option>
        <option value="none">none: starts again</option>
        <option value="shallow">shallow: the inner state</option>
        <option value="deep">deep: the states inside it too</option>
        <option value="resume">resume: with the remaining time</option>
      </select>
    </label>
  );
}

function MachineForm({ snapshot }: { snapshot: Snapshot }) {
  const m = snapshot.machine;
  const set = (key: string, text: string) => void apply({ op: "set", key, text }, `${key} is ${text || "empty"}`);
  return (
    <>
      <h2 className="inspector-title">{m.name} <span className="dim">machine · {allStates(m.states).length} states</span></h2>
      <TextField label="description" value={m.description ?? ""} onChange={(v) => set("description", v)} />
      <TextField label="rate (Hz)" value={m.rate_hz ? String(m.rate_hz) : ""} placeholder="default" onChange={(v) => set("rate_hz", v)} mono />
      <History value={m.history ?? ""} onChange={(v) => set("history", v)} />
      <Declarations title="inputs" list={m.inputs} />
      <Declarations title="variables" list={m.variables} />
      <h3>functions</h3>
      {m.functions.map((f) => (
        <div key={f.name} className="declaration">
          <code>{f.name}({f.parameters.map((p) => `${p.name}: ${p.type}`).join(", ")}): {f.type} = {f.expression}</code>
          <button type="button" className="quiet" aria-label={`delete ${f.name}`} onClick={() => void apply({ op: "delete_declaration", key: "functions", name: f.name })}>✕</button>
        </div>
      ))}
      <AddDeclaration what="functions" placeholder="near(x: float): bool = x < 0.5" />
      <p className="dim">Select a state or a transition to edit it. {snapshot.imported && `Imported from ${snapshot.imported}: export saves it as that format again.`}</p>
      <div className="row">
        <button type="button" onClick={() => look({ dialog: "import" })}>Export …</button>
      </div>
    </>
  );
}

function Declarations({ title, list }: { title: "inputs" | "variables"; list: Value[] }) {
  return (
    <>
      <h3>{title}</h3>
      {list.map((v) => (
        <div key={v.name} className="declaration">
          <TextField label={`${v.name} · ${v.type}${v.unit ? `, ${v.unit}` : ""}`} value={v.initial ?? ""} placeholder={title === "inputs" ? "from the robot" : "0"} mono disabled={title === "inputs"}
            onChange={(text) => void apply({ op: "set_declaration", key: title, name: v.name, text })} />
          <button type="button" className="quiet" aria-label={`delete ${v.name}`} onClick={() => void apply({ op: "delete_declaration", key: title, name: v.name })}>✕</button>
        </div>
      ))}
      <AddDeclaration what={title} placeholder={title === "inputs" ? "ball_age: float" : "count: 0"} />
    </>
  );
}

function AddDeclaration({ what, placeholder }: { what: "inputs" | "variables" | "functions"; placeholder: string }) {
  const [text, setText] = useState("");
  const add = () => {
    const d = declaration(what, text);
    if (!d) return;
    void apply({ op: "set_declaration", key: what, ...d }, `${d.name} added`).then((m) => m && setText(""));
  };
  return (
    <form className="add-declaration" onSubmit={(e) => (e.preventDefault(), add())}>
      <input aria-label={`add to ${what}`} value={text} placeholder={placeholder} className="mono" onChange={(e) => setText(e.target.value)} />
      <button type="submit" disabled={!declaration(what, text)}>Add</button>
    </form>
  );
}

/** declaration returns the name and the YAML of a typed text such as "count: 0", "near(x: float): bool = x < 0.5". */
export function declaration(what: string, text: string): { name: string; text: string } | undefined {
  if (what === "functions") {
    const f = /^\s*(\w+)\s*\(([^)]*)\)\s*:\s*(\w+)\s*=\s*(.+)$/.exec(text);
    if (!f) return undefined;
    const parameters = f[2].split(",").map((p) => p.trim()).filter(Boolean).map((p) => p.replace(/\s*:\s*/, ": ")).join(", ");
    return { name: f[1], text: `{parameters: {${parameters}}, type: ${f[3]}, expression: ${JSON.stringify(f[4].trim())}}` };
  }
  const m = /^\s*(\w+)\s*:\s*(.+?)\s*$/.exec(text);
  return m ? { name: m[1], text: m[2] } : undefined;
}

const reasons = ["is taken next", "its state is not active", "waits for an event", "waits for its time", "its guard is false", "another transition comes first", "its state is being left", "is disabled", "its guard is a script", "the machine has ended"];

function WhyNot({ path }: { path: string }) {
  const { live, moment } = useLive();
  const [list, setList] = useState<WhyNotTransition[]>();
  useEffect(() => setList(undefined), [path, moment]);
  useEffect(() => {
    const ask = () => void whyNot(path).then((found) => {
      setList(found);
      if (found) announce(found.map((w) => w.message).join("; ") || "it has no transitions");
    });
    addEventListener("studio-why", ask);
    return () => removeEventListener("studio-why", ask);
  }, [path]);
  if (!live) return null;
  return (
    <section className="why" aria-label="Why not">
      <button type="button" onClick={() => void whyNot(path).then(setList)}>{moment === undefined ? "Why not?" : "Why not then?"} <kbd>W</kbd></button>
      {list?.map((w) => (
        <div key={w.state + w.index} className="why-row">
          <strong>{nameOf(w.state)} → {nameOf(w.target)}</strong> <span>{reasons[w.reason] ?? ""}</span>
          <p>{w.message}</p>
          {w.operands.length > 0 && (
            <table>
              <tbody>
                {w.operands.map((o, i) => (
                  <tr key={i} className={o.kind === 0 ? "term" : ""}>
                    <td><code>{o.text}</code></td>
                    <td><code>{o.value || "not known"}</code>{o.held ? " held" : ""}{o.stale ? " old" : ""}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      ))}
      {list?.length === 0 && <p className="dim">It has no transitions.</p>}
    </section>
  );
}
