// What a person does in place of the robot while a machine runs without one: events, ends of actions, values.

import { postEvent } from "./debug.ts";
import { useDocument } from "./document.ts";
import { dryRun, eventsOf, pose, spanOf } from "./dry.ts";
import { status, valueText } from "./live.ts";
import type { LiveActivity, LiveValue } from "./live.ts";
import { useLive } from "./running.ts";

export default function DryBar() {
  const { live, moment } = useLive();
  const view = useDocument((s) => s.snapshot?.machine);
  if (!live || !view) return null;
  const activities = [...live.activities.values()].filter((a) => a.status === status.running && live.states.get(a.state)?.active);
  const values = [...live.values.values()].filter((v) => v.kind === 0);
  const declared = new Map(view.inputs.map((v) => [v.name, v]));
  const events = eventsOf(view.states);
  return (
    <section className="dry" aria-label="In place of the robot">
      <fieldset className="plain row" disabled={moment !== undefined}>
        <strong>Dry run</strong>
        {events.map((name) => <button key={name} type="button" title={`Posts the event ${name}`} onClick={() => void postEvent(name)}>⚡ {name}</button>)}
        {activities.map((a) => <Ends key={a.state + a.name + a.arguments} activity={a} />)}
        {values.map((v) => <Slider key={v.name} value={v} declared={declared.get(v.name)} />)}
        {events.length + activities.length + values.length === 0 && <span className="dim">The machine waits for no event, value or action, only for time.</span>}
      </fieldset>
    </section>
  );
}

// An action runs until it is ended here.
function Ends({ activity: a }: { activity: LiveActivity }) {
  const end = (failed: boolean) => void dryRun({ op: "end_activity", path: a.state, activity: a.name, failed }, `${a.name} has ${failed ? "failed" : "succeeded"}`);
  return (
    <span className="dry-part" data-activity={a.name}>
      <span title={`${a.state}: ${a.name} ${a.arguments}`}>{a.name}</span>
      <button type="button" className="quiet good" aria-label={`${a.name} succeeds`} title="It succeeds" onClick={() => end(false)}>✓</button>
      <button type="button" className="quiet bad" aria-label={`${a.name} fails`} title="It fails" onClick={() => end(true)}>✕</button>
    </span>
  );
}

function Slider({ value: v, declared }: { value: LiveValue; declared?: Parameters<typeof spanOf>[0] }) {
  const label = `${v.name} in place of the robot`;
  if (v.type === 1) {
    return (
      <label className="dry-part"><input type="checkbox" aria-label={label} checked={v.bool_value} onChange={(e) => void pose(v, String(e.currentTarget.checked))} />{v.name}</label>
    );
  }
  if (v.type !== 2 && v.type !== 3) {
    return (
      <label className="dry-part">{v.name}
        {declared?.enum ? (
          <select aria-label={label} value={v.string_value} onChange={(e) => void pose(v, e.currentTarget.value)}>{["", ...declared.enum].map((w) => <option key={w}>{w}</option>)}</select>
        ) : (
          <input aria-label={label} size={8} defaultValue={v.string_value} onChange={(e) => void pose(v, e.currentTarget.value)} />
        )}
      </label>
    );
  }
  const now = v.type === 2 ? Number(v.int_value) : v.float_value;
  return (
    <label className="dry-part" title={declared?.description}>
      {v.name}
      <input type="range" aria-label={label} {...spanOf(declared, v.type)} value={now} onInput={(e) => void pose(v, e.currentTarget.value)} />
      <output className="mono">{valueText(v)}{declared?.unit ? " " + declared.unit : ""}</output>
    </label>
  );
}
