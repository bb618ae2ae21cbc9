// Adapts the motion to the robot: the simulator slows it until no robot falls, and raises its speed while none does. The result stands beside
// the motion until a person takes it or not.
import { useState } from "react";
import { call } from "../wire/client.ts";
import { announce } from "../shell/announce.ts";
import { readMotion, rows, times, writeMotion, type Motion } from "./model.ts";

/** Adapted is an adapted motion, with what has changed. */
export interface Adapted { of: Motion; motion: Motion; table: string }

const begins = [["", "standing"], ["front", "lying on its front"], ["back", "lying on its back"], ["left", "lying on its left side"], ["right", "lying on its right side"]] as const;

/** Adapt is the form that adapts a motion, and its result. */
export function Adapt({ motion, adapted, onAdapted, onTake, onClose }: {
  motion: Motion; adapted?: Adapted; onAdapted: (a: Adapted | undefined) => void; onTake: (m: Motion) => void; onClose: () => void;
}) {
  const [lie, setLie] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const run = async () => {
    setBusy(true);
    setProblem("");
    onAdapted(undefined);
    try {
      const a = await call<{ text: string; table: string }>("studio/adapt", { text: writeMotion(motion), lie });
      onAdapted({ of: motion, motion: readMotion(a.text), table: a.table });
      announce("the motion is adapted");
    } catch (e) {
      setProblem((e as Error).message);
    }
    setBusy(false);
  };
  const lines = adapted?.table.split("\n") ?? [];
  return (
    <section className="adapt" aria-label="Adapt">
      <div className="panel-bar">
        <b>Adapt to the robot</b>
        <label>begins <select value={lie} onChange={(e) => setLie(e.target.value)}>{begins.map(([v, text]) => <option key={v} value={v}>{text}</option>)}</select></label>
        <button type="button" className={adapted ? undefined : "primary"} disabled={busy || motion.slots.length === 0} onClick={() => void run()}>{busy ? "Five robots try it …" : adapted ? "Again" : "Adapt"}</button>
        <span className="grow" />
        <button type="button" className="quiet" aria-label="Close" onClick={onClose}>✕</button>
      </div>
      {problem && <p className="bad panel-note" role="alert">{problem}</p>}
      {adapted && (
        <div className="adapted">
          {lines.filter((l) => /^[A-Z*]/.test(l)).map((l) => <p key={l}>{l.startsWith("*") ? <b>{l.replaceAll("*", "")}</b> : l}</p>)}
          <p className="dim">The orange robot shows the adapted motion at the same moment.</p>
          <table>
            <thead><tr><th scope="col" /><th scope="col">before</th><th scope="col">adapted</th></tr></thead>
            <tbody>{rows(lines).map(([name, before, after]) => <tr key={name} className={before === after ? "dim" : undefined}><th scope="row">{name}</th><td>{before}</td><td>{after}</td></tr>)}</tbody>
          </table>
          <div className="panel-bar">
            <button type="button" className="primary" disabled={adapted.of !== motion} title={adapted.of === motion ? undefined : "the motion has been changed since"} onClick={() => onTake(adapted.motion)}>Take it: {times(adapted.motion).at(-1)!.toFixed(2)} s</button>
            <button type="button" onClick={() => onAdapted(undefined)}>Leave it</button>
          </div>
        </div>
      )}
    </section>
  );
}
