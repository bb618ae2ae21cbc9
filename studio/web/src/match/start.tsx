// Starts a match: the two teams, the world and the speed.
import { useEffect, useState } from "react";
import { listFiles, useDocument } from "../machine/document.ts";
import { useService } from "../shell/session.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Series } from "./series.tsx";
import { lastRequest, startMatch, useStudioMatch } from "./studio.ts";
import type { MatchRequest } from "../wire.gen.ts";

const speeds = [0.5, 1, 2, 4, 8, 20];

/** StartForm starts a match. */
export function StartForm({ onStarted }: { onStarted?: () => void }) {
  const [q, setQ] = useState<MatchRequest>(lastRequest);
  const teams = useStudioMatch((s) => s.match?.teams) ?? [];
  const problem = useStudioMatch((s) => s.problem);
  const starting = useStudioMatch((s) => s.starting);
  const ended = useStudioMatch((s) => s.match?.problem ?? "");
  const files = useDocument((s) => s.files);
  const lists = useService("studio/list");
  useEffect(() => {
    if (lists) void listFiles();
  }, [lists]);
  const set = (change: Partial<MatchRequest>) => setQ({ ...q, ...change });
  const team = (side: "red" | "blue") => (
    <label>
      <span><i className={side + "-mark"} aria-hidden="true" /> {side}</span>
      <select value={q[side]} onChange={(e) => set({ [side]: e.target.value })}>
        {q[side] && !teams.includes(q[side]) && !files.some((f) => f.path === q[side]) && <option>{q[side]}</option>}
        <optgroup label="Teams">{teams.map((t) => <option key={t}>{t}</option>)}</optgroup>
        {files.length > 0 && <optgroup label="Your teams and machines">{files.filter((f) => /\.ya?ml$/.test(f.path)).map((f) => <option key={f.path}>{f.path}</option>)}</optgroup>}
      </select>
    </label>
  );
  return (
    <form className="match-start" onSubmit={(e) => (e.preventDefault(), void startMatch({ ...q, op: "start" }).then((ok) => ok && onStarted?.()))}>
      {team("red")}
      {team("blue")}
      <label><span>world</span><select value={q.world} onChange={(e) => set({ world: e.target.value })}>
        <option value="kinematic">kinematic: fast</option>
        <option value="physics">physics: bodies that walk, kick and fall</option>
      </select></label>
      <label><span>seed</span><input type="number" min={0} max={4294967295} required value={q.seed} onChange={(e) => set({ seed: Number(e.target.value) })} /></label>
      <label><span>speed</span><select value={q.speed} onChange={(e) => set({ speed: Number(e.target.value) })}>{speeds.map((v) => <option key={v} value={v}>{v} ×</option>)}</select></label>
      <p className="dim">Your machine plays as the body of all field players. The same seed gives the same match.</p>
      {(problem || ended) && <p className="bad match-problem" role="alert">{problem || ended}</p>}
      <button type="submit" className="primary" disabled={starting}>{starting ? "Starting …" : "▶ Start the match"}</button>
    </form>
  );
}

export function StartDialog({ onClose }: { onClose: () => void }) {
  return <Dialog title="Start a match" wide onClose={onClose}><StartForm onStarted={onClose} /><Series starts /></Dialog>;
}
