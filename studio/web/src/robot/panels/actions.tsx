// Sends goals to actions: a form made from the goal's type, feedback while the goal runs, and a cancel button.
import { useEffect, useState } from "react";
import { useRobot } from "../../wire/robots.ts";
import { announce } from "../../shell/announce.ts";
import { Empty } from "../../ui/empty.tsx";
import { cancelGoal, goalForm, over, sendGoal, short, useActions, useGoals, useMaySend, type Goal, type GoalForm } from "../actions.ts";
import { MessageForm } from "./form.tsx";

export function Actions() {
  const ns = useRobot() ?? "";
  const may = useMaySend();
  const actions = useActions(ns);
  const [chosen, choose] = useState("");
  const [form, setForm] = useState<GoalForm>();
  const [value, setValue] = useState<Record<string, unknown>>({});
  const [keep, setKeep] = useState(false);
  const [problem, setProblem] = useState("");
  const action = actions.includes(chosen) ? chosen : (actions.find((a) => a.endsWith("/walk_to")) ?? actions[0]);
  useEffect(() => {
    setForm(undefined);
    if (!action) return;
    let ended = false;
    void goalForm(action).then((f) => {
      if (ended || !f) return;
      setForm(f);
      setValue(f.value);
    });
    return () => {
      ended = true;
    };
  }, [action]);
  if (!action) return <Empty title="No actions" command="gonao launch sim.launch.yaml">This panel sends goals to the robot: walk, kick, get up, say, and others.</Empty>;
  const send = () =>
    sendGoal(action, value, keep).then(
      () => (setProblem(""), announce(`${action} was sent`)),
      (e: Error) => setProblem(e.message),
    );
  return (
    <div className="actions panel-scroll" tabIndex={0} role="group" aria-label="Actions">
      <div className="panel-bar">
        <select aria-label="Action" value={action} onChange={(e) => choose(e.target.value)}>
          {actions.map((a) => <option key={a} value={a}>{a.startsWith(ns + "/") ? a.slice(ns.length + 1) : a}</option>)}
        </select>
        <button type="button" className="primary" disabled={!may || !form} title={may ? undefined : "for drivers only"} onClick={() => void send()}>Send</button>
        <label><input type="checkbox" checked={keep} onChange={(e) => setKeep(e.target.checked)} /> keep going when this page is closed</label>
      </div>
      {!form && !may && <p className="panel-note">Only sessions that may drive can send goals to it.</p>}
      {form && <MessageForm key={action} defs={form.defs} def={form.goal ?? { definitions: [] }} value={value} onChange={setValue} />}
      {problem && <p className="bad" role="alert">{problem}</p>}
      <Goals />
    </div>
  );
}

export function Goals({ only }: { only?: string }) {
  const goals = useGoals().filter((g) => !only || g.action.endsWith(only));
  if (goals.length === 0) return null;
  return (
    <ul className="goals" aria-label="Goals">
      {[...goals].reverse().slice(0, 20).map((g) => <One key={g.id} g={g} />)}
    </ul>
  );
}

function One({ g }: { g: Goal }) {
  const ended = over(g);
  return (
    <li>
      <b>{g.action.slice(g.action.lastIndexOf("/") + 1)}</b>{" "}
      <span className={"pill " + (g.status === "succeeded" ? "good" : /aborted|rejected|lost/.test(g.status) ? "bad" : "")}>{g.status}</span>{" "}
      {!ended && <button type="button" onClick={() => void cancelGoal(g.id)}>Cancel</button>}
      <p className="mono dim">{ended ? g.message || short(g.result) : short(g.feedback) || short(g.goal)}</p>
    </li>
  );
}
