// The skills of the robot: those that it offers, the reasons why others are missing, and a line that runs calls of
// skills.
import { useState } from "react";
import { useTopic } from "../../wire/client.ts";
import { useRobot } from "../../wire/robots.ts";
import { Empty } from "../../ui/empty.tsx";
import { sendGoal, useMaySend } from "../actions.ts";
import { example, type Skill } from "../skills.ts";
import { Goals } from "./actions.tsx";

export function Skills() {
  const ns = useRobot();
  const list = useTopic<{ skills: Skill[] }>(ns === undefined ? undefined : ns + "/skills")?.skills ?? [];
  const may = useMaySend();
  const [line, setLine] = useState("");
  const [problem, setProblem] = useState("");
  if (list.length === 0) {
    return <Empty title="No skills" command="gonao launch skills.launch.yaml">This panel shows the robot's skills, such as goto or kick.</Empty>;
  }
  const run = () =>
    sendGoal(ns + "/execute_skill", { call: line }).then(
      () => setProblem(""),
      (e: Error) => setProblem(e.message),
    );
  const sorted = [...list].sort((a, b) => Number(b.offered) - Number(a.offered) || a.name.localeCompare(b.name));
  return (
    <div className="skills panel-scroll" tabIndex={0} role="group" aria-label="Skills">
      <form className="panel-bar" onSubmit={(e) => (e.preventDefault(), void run())}>
        <input aria-label="Call of skills" list="skill-calls" className="grow mono" placeholder="goto{x=1}; kick()" value={line} onChange={(e) => setLine(e.target.value)} />
        <datalist id="skill-calls">{sorted.filter((s) => s.offered).map((s) => <option key={s.name} value={example(s)} />)}</datalist>
        <button type="submit" className="primary" disabled={!may || line.trim() === ""} title={may ? undefined : "for drivers only"}>Run</button>
      </form>
      {problem && <p className="bad" role="alert">{problem}</p>}
      <Goals only="/execute_skill" />
      <ul className="skill-list">
        {sorted.map((s) => (
          <li key={s.name} className={s.offered ? "" : "refused"}>
            <button type="button" className="quiet mono" disabled={!s.offered} onClick={() => setLine(line.trim() ? `${line.replace(/;?\s*$/, "")}; ${example(s)}` : example(s))}>{s.name}</button>
            <span className="pill">{s.level}</span> <span>{s.description}</span>
            {s.parameters.length > 0 && <span className="mono dim"> {s.parameters.join(", ")}</span>}
            {!s.offered && <span className="bad"> refused: {s.reason}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
