// The log of all nodes, from /rosout, with filters. The newest 2000 lines are kept.
import { useEffect, useRef, useState } from "react";
import { subscribe, usePast } from "../../wire/client.ts";
import { Empty } from "../../ui/empty.tsx";
import { filtered, levelName, levels, Lines, type Line } from "../loglines.ts";

const shownLines = 300;

export function Log() {
  const [lines] = useState(() => new Lines());
  const [, draw] = useState(0);
  const [level, setLevel] = useState(20);
  const [node, setNode] = useState("");
  const [words, setWords] = useState("");
  const [held, hold] = useState(false);
  const past = usePast((s) => s.time);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribe("/rosout", (m) => {
      lines.add(m);
      timer ??= setTimeout(() => {
        timer = undefined;
        draw((n) => n + 1);
      }, 250);
    }, { kind: "every" });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [lines]);
  const frozen = useRef<Line[]>([]);
  const now = filtered(lines.all, { level, node, words, until: past }).slice(-shownLines);
  if (!held) frozen.current = now;
  const shown = held ? frozen.current : now;
  useEffect(() => {
    if (!held && list.current) list.current.scrollTop = list.current.scrollHeight;
  });
  if (lines.all.length === 0) {
    return <Empty title="No log yet" command="gonao launch sim.launch.yaml">This panel shows the log lines of all nodes.</Empty>;
  }
  return (
    <div className="log">
      <div className="panel-bar">
        <label>at least <select value={level} onChange={(e) => setLevel(Number(e.target.value))}>
          {levels.map(([n, name]) => <option key={n} value={n}>{name}</option>)}
        </select></label>
        <label>node <select value={node} onChange={(e) => setNode(e.target.value)}>
          <option value="">all</option>
          {[...lines.nodes].sort().map((n) => <option key={n}>{n}</option>)}
        </select></label>
        <input aria-label="Words in the line" placeholder="words" value={words} onChange={(e) => setWords(e.target.value)} />
        <button type="button" aria-pressed={held} onClick={() => hold(!held)}>{held ? "Go on" : "Hold"}</button>
      </div>
      <ol ref={list} className="log-lines mono" tabIndex={0} aria-label="Log lines">
        {shown.map((l) => (
          <li key={l.key} className={l.level >= 40 ? "bad" : l.level >= 30 ? "warn" : undefined}>
            <span className="dim">{l.time}</span> <b>{levelName(l.level)}</b> <span className="dim">{l.node}</span> {l.text}
          </li>
        ))}
      </ol>
      {past !== undefined && <p className="panel-note">Up to {past.toFixed(2)}, the moment of the timeline.</p>}
      {shown.length === 0 && <p className="panel-note">No line matches these filters.</p>}
    </div>
  );
}
