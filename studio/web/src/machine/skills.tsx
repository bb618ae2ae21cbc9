// Skills: a line that runs calls such as goto{x=1}; kick(), with completion, and below it the list of the robot's
// skills.

import { useState } from "react";
import { useTopic } from "../wire/client.ts";
import { announce } from "../shell/announce.ts";
import { useRobot } from "../wire/robots.ts";
import { cancelGoal, over, sendGoal, useGoals, useMaySend } from "../robot/actions.ts";

interface Skill { name: string; description: string; file: string; level: string; parameters: string[]; offered: boolean; reason: string }

/** wordAt returns the word before the cursor of a line of calls, and where it begins. */
export function wordAt(line: string, cursor: number): { word: string; from: number } {
  const m = /[\w]*$/.exec(line.slice(0, cursor))!;
  return { word: m[0], from: cursor - m[0].length };
}

/** callOf returns a call of a skill with all its parameters, for the person to fill in. */
export function callOf(s: Skill): string {
  if (s.parameters.length === 0) return s.name + "()";
  return `${s.name}{${s.parameters.map((p) => /^(\w+)[^=]*(?:=\s*(.+))?$/.exec(p)).filter((m) => !!m).map((m) => `${m[1]}=${m[2] ?? "0"}`).join(", ")}}`;
}

export function SkillLine() {
  const robot = useRobot();
  const list = useTopic<{ skills: Skill[] }>(robot === undefined ? undefined : robot + "/skills");
  const goals = useGoals();
  const may = useMaySend();
  const [line, setLine] = useState("");
  const [problem, setProblem] = useState<string>();
  const [id, setId] = useState<string>();
  if (!list) return null;
  const action = robot + "/execute_skill";
  const goal = goals.findLast((g) => g.action === action && (g.id === id || !over(g)));
  const runs = goal && !over(goal);
  const feedback = goal?.feedback as { skill?: string; path?: string } | undefined;
  const word = wordAt(line, line.length).word;
  const found = word ? list.skills.filter((s) => s.name.startsWith(word) && s.name !== word) : [];
  const run = () => {
    setProblem(undefined);
    sendGoal(action, { call: line }).then(
      (r) => (setId(r.id), announce(`runs ${line}`)),
      (e: Error) => (setProblem(e.message), announce(e.message)),
    );
  };
  const stop = () => goal && cancelGoal(goal.id).then(() => announce("the skill is stopped"), (e: Error) => setProblem(e.message));
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
        <button type="button" disabled={!may || !runs} onClick={() => void stop()}>Stop</button>
      </form>
      {word && found.length > 0 && <p className="dim">Tab completes: {found.slice(0, 4).map((s) => s.name).join(", ")}</p>}
      {problem && <p className="bad" role="alert">{problem}</p>}
      {goal && (
        <p role="status" className={/aborted|rejected|lost/.test(goal.status) ? "bad" : ""}>
          {goal.status}{runs && feedback?.path ? ` · ${feedback.skill}: ${feedback.path}` : ""}{over(goal) ? ` ${goal.message || (goal.result as { error_msg?: string } | undefined)?.error_msg || ""}` : ""}
        </p>
      )}
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
