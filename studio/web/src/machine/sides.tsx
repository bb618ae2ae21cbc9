// Values, breakpoints and findings, below the tree.

import { useState } from "react";
import { setBreakpoints, toggleBreakpoint, useDocument } from "./document.ts";
import { clearBreakpoints, hold, once, release, setValue } from "./debug.ts";
import { valueText } from "./live.ts";
import type { LiveValue } from "./live.ts";
import { reveal } from "./navigate.ts";
import { togglePin, usePins } from "./pins.ts";
import { useLive } from "./running.ts";
import { look } from "./look.ts";

export function Values() {
  const { live, moment } = useLive();
  const view = useDocument((s) => s.snapshot?.machine);
  const [editing, setEditing] = useState<string>();
  const declared = [...(view?.inputs ?? []), ...(view?.variables ?? []), ...(view?.outputs ?? []), ...(view?.parameters ?? [])];
  const pins = usePins((s) => s.names);
  const values = live ? [...live.values.values()] : [];
  const unit = new Map(declared.map((v) => [v.name, v.unit ?? ""]));
  if (!live && declared.length === 0) return null;
  return (
    <section className="side" aria-labelledby="values-title">
      <h2 id="values-title">Values</h2>
      {!live && declared.map((v) => (
        <div key={v.name} className="value-row"><span className="value-name">{v.name}</span><span className="dim">{v.type}</span></div>
      ))}
      {values.map((v) => (
        <div key={v.name} className={"value-row" + (v.held ? " held" : "")} data-value={v.name}>
          <div className="value-line"><button type="button" className="value-button" aria-expanded={editing === v.name} disabled={moment !== undefined}
            title={`${["input", "variable", "output", "parameter"][v.kind]} · click to set`} onClick={() => setEditing(editing === v.name ? undefined : v.name)}>
            <span className="value-name">{v.name}</span>
            <span className={"value" + (v.stale ? " dim" : "")}>
              {v.held && <span title="held: the robot cannot change it">⚲ held </span>}
              {valueText(v)}{unit.get(v.name) ? " " + unit.get(v.name) : ""}{v.stale ? " (old)" : ""}
            </span>
          </button>
          {v.type !== 4 && <button type="button" className="quiet value-pin" aria-pressed={pins.includes(v.name)} aria-label={`Pin ${v.name} to the timeline`}
            title={pins.includes(v.name) ? "Remove its lane from the timeline" : "Pin it: a lane of the timeline"} onClick={() => togglePin(v.name)} />}</div>
          {editing === v.name && <SetValue value={v} onDone={() => setEditing(undefined)} />}
        </div>
      ))}
      {live && values.length === 0 && <p className="dim">The machine reads no values.</p>}
    </section>
  );
}

function SetValue({ value: v, onDone }: { value: LiveValue; onDone: () => void }) {
  const [text, setText] = useState(valueText(v));
  const input = v.kind === 0;
  const send = (how: number) => void setValue(v.name, text, how).then((r) => r && onDone());
  return (
    <form className="set-value" onSubmit={(e) => (e.preventDefault(), send(input ? hold : once))}>
      {v.type === 1 ? (
        <select aria-label={`value of ${v.name}`} autoFocus value={text} onChange={(e) => setText(e.target.value)}>
          <option>true</option>
          <option>false</option>
        </select>
      ) : (
        <input aria-label={`value of ${v.name}`} autoFocus value={text} onChange={(e) => setText(e.target.value)} inputMode={v.type === 4 ? "text" : "decimal"} />
      )}
      <div className="row">
        <button type="button" onClick={() => send(once)}>Set</button>
        {input && <button type="submit" title="The robot cannot change it until it is released">Hold</button>}
        {input && v.held && <button type="button" onClick={() => void setValue(v.name, "", release).then(onDone)}>Release</button>}
      </div>
    </form>
  );
}

export function Breakpoints() {
  const list = useDocument((s) => s.breakpoints);
  const { live } = useLive();
  return (
    <section className="side" aria-labelledby="breakpoints-title">
      <h2 id="breakpoints-title">Breakpoints</h2>
      {list.map((b) => {
        const name = b.transition ?? b.state ?? "";
        return (
          <div key={name} className="breakpoint-row">
            <input type="checkbox" aria-label={`breakpoint ${name} is on`} checked={!b.disabled}
              onChange={() => void setBreakpoints(list.map((x) => (x === b ? { ...b, disabled: !b.disabled } : x)))} />
            <button type="button" className="link-button" onClick={() => reveal(b)}>{name}</button>
            <span className="dim">{b.transition ? "when taken" : "on entry"}</span>
            <button type="button" className="quiet" aria-label={`clear ${name}`} onClick={() => toggleBreakpoint(b)}>✕</button>
          </div>
        );
      })}
      {list.length === 0 && <p className="dim">None. <kbd>F9</kbd> sets one{live ? "" : ", also before the machine runs"}.</p>}
      {list.length > 1 && <button type="button" onClick={clearBreakpoints}>Clear all</button>}
    </section>
  );
}

export function Findings() {
  const snapshot = useDocument((s) => s.snapshot);
  if (!snapshot) return null;
  const all = [...snapshot.findings, ...snapshot.losses.map((l) => ({ ...l, message: "lost in " + (snapshot.imported ?? "import") + ": " + l.message }))];
  return (
    <section className="side" aria-labelledby="findings-title">
      <h2 id="findings-title">Findings</h2>
      {all.length === 0 && <p className="good">✓ nothing is wrong</p>}
      <ul>
        {all.map((f, i) => (
          <li key={i}>
            <button type="button" className={"finding severity-" + f.severity}
              onClick={() => {
                if (f.state || f.transition) reveal(f);
                if (f.line) {
                  look({ yaml: true });
                  setTimeout(() => dispatchEvent(new CustomEvent("studio-line", { detail: f.line })), 50);
                }
              }}>
              <span aria-hidden="true">{f.severity === "error" ? "✕" : f.severity === "warning" ? "!" : "i"}</span>
              <span><span className="visually-hidden">{f.severity}: </span>{f.message}{f.line ? <span className="dim"> line {f.line}</span> : null}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
