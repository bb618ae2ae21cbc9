// Skills: a line that runs calls such as goto{x=1}; kick(), with completion, over the list of what the robot offers.

import { useState } from "react";
import { call, useTopic } from "../wire/client.ts";
import { announce } from "../shell/announce.ts";
import { useRobot } from "../wire/robots.ts";
import { useService } from "../shell/session.ts";

interface Skill { name: string; description: string; file: string; level: string; parameters: string[]; offered: boolean; reason: string }
interface Goal { id: string; action: string; status?: string; feedback?: { skill?: string; path?: string }; result?: { error_msg?: string; outcome?: number } }

/** wordAt returns the word before the cursor of a line of calls, and where it begins. */
export function wordAt(line: string, cursor: number): { word: string; from: number } {
  const m = /[\w]*$/.exec(line.slice(0, cursor))!;
  return { word: m[0], from: cursor - m[0].length };
}

/** callOf returns a call of a skill with its parameters, to be filled in. */
export function callOf(s: Skill): string {
  if (s.parameters.length === 0) return s.name + "()";
  return `${s.name}{${s.parameters.map((p) => /^(\w+)[^=]*(?:=\s*(.+))?$/.exec(p)).filter((m) => !!m).map((m) => `${m[1]}=${m[2] ?? "0"}`).join(", ")}}`;
}

export function SkillLine() {
  const robot = useRobot();
  const list = useTopic<{ skills: Skill[] }>(robot === undefined ? undefined : robot + "/skills");
  const goals = useTopic<{ goals?: Goal[] }>("studio/actions");
  const may = useService("studio/action");
  const [line, setLine] = useState("");
  const [problem, setProblem] = useState<string>();
  const [id, setId] = useState<string>();
  if (!list) return null;
  const action = robot + "/execute_skill";
  const goal = goals?.goals?.find((g) => g.id === id || g.action === action);
  const word = wordAt(line, line.length).word;
  const found = word ? list.skills.filter((s) => s.name.startsWith(word) && s.name !== word) : [];
  const run = () => {
    setProblem(undefined);
    call("studio/action", { op: "send", action, goal: { call: line } }).then(
      (r) => (setId(r.id), announce(`runs ${line}`)),
      (e: Error) => setProblem(e.message),
    );
  };
  const stop = () => call("studio/action", { op: "cancel", action, id: goal?.id ?? id }).then(() => announce("stopped"), (e: Error) => setProblem(e.message));
  return (
    <section className="side" aria-labelledby="skills-title">
      <h2 id="skills-title">Skills</h2>
      <form className="skill-line" onSubmit={(e) => (e.preventDefault(), run())}>
        <input aria-label="Skills to run" className="mono" placeholder="goto{x=1}; kick()" value={line} list="skill-words" spellCheck={false}
          onChange={(e) => setLine(e.target.value)}
          onKeyDown={(e) => {
            if (e.key === "Tab" && !e.shiftKey && found[0]) {
              e.preventDefault();
              setLine(line.slice(0, line.length - word.length) + callOf(found[0]));
            }
          }} />
        <button type="submit" disabled={!may || !line.trim()}>Run</button>
        <button type="button" disabled={!may || !goal} onClick={() => void stop()}>Stop</button>
      </form>
      {word && found.length > 0 && <p className="dim">Tab completes: {found.slice(0, 4).map((s) => s.name).join(", ")}</p>}
      {problem && <p className="bad" role="alert">{problem}</p>}
      {goal?.feedback?.path && <p role="status">{goal.feedback.skill}: {goal.feedback.path}</p>}
      {goal?.result?.error_msg && <p className="bad">{goal.result.error_msg}</p>}
      <ul className="skills">
        {list.skills.map((s) => (
          <li key={s.name} className={s.offered ? "" : "refused"}>
            <button type="button" className="link-button" disabled={!s.offered} title={s.description} onClick={() => setLine((l) => (l.trim() ? l.replace(/;?\s*$/, "; ") : "") + callOf(s))}>{s.name}</button>
            <span className="dim"> {s.level}</span>
            {!s.offered && <span className="dim"> · {s.reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
