import { useEffect, useState } from "react";
import { call, useWire } from "../wire/client.ts";
import { useChosen, useRobot, useRobots } from "../wire/robots.ts";
import { announce } from "./announce.ts";
import { useCommands } from "./commands.ts";
import { pages, useDialogs } from "./pages.tsx";
import { go } from "./route.ts";
import { MachineChooser, RunStatus } from "../machine/chooser.tsx";

export function Header({ page, onDrawer, drawer }: { page: string; onDrawer: () => void; drawer: boolean }) {
  // A program that only plays a match serves no robot, so parts that would be empty are omitted.
  const match = useWire((s) => s.server === "gonao match");
  return (
    <header className="header">
      <a className="skip" href="#page" onClick={(e) => (e.preventDefault(), document.getElementById("page")?.focus())}>
        Skip to the page
      </a>
      <strong className="brand">gonao studio</strong>
      <nav aria-label="Pages">
        {pages.map((p, i) => (!match || p.id === "match" || p.id === "bags") && (
          <a key={p.id} href={"#" + p.id} aria-current={p.id === page ? "page" : undefined} title={`key ${i + 1}`}
            onClick={(e) => (e.preventDefault(), go({ page: p.id }))}>
            {p.title}
          </a>
        ))}
      </nav>
      {!match && <MachineChooser />}
      {!match && <RobotChooser />}
      {!match && <RunStatus />}
      <span className="grow" />
      <button type="button" className="quiet" title="Commands (Ctrl+K)" aria-label="Commands" onClick={() => useDialogs.setState({ open: "palette" })}>
        <span aria-hidden="true" className="narrow">☰</span><span className="wide">Commands</span>
      </button>
      <button type="button" className="quiet optional" title="All keys (?)" aria-label="All keys" onClick={() => useDialogs.setState({ open: "keys" })}>
        ?
      </button>
      {page === "machine" && <button type="button" className="drawer-button" aria-expanded={drawer} onClick={onDrawer}>Panel</button>}
      {!match && <LetDown />}
    </header>
  );
}

function RobotChooser() {
  const robots = useRobots();
  const robot = useRobot();
  if (robots.length < 2) return null;
  return (
    <label className="chooser">
      <span className="visually-hidden">Robot</span>
      <select value={robot} onChange={(e) => useChosen.getState().choose(e.target.value)}>
        {robots.map((r) => (
          <option key={r} value={r}>{r.replace(/^\//, "") || "the robot"}</option>
        ))}
      </select>
    </label>
  );
}

// LetDown is always available to everybody who may drive, and asks no question.
function LetDown() {
  const offered = useWire((s) => "studio/let_down" in s.names.services);
  const robot = useRobot();
  const [problem, setProblem] = useState("");
  const run = () => {
    setProblem("");
    call("studio/let_down", { robot }).then(
      () => announce("the robot is let down"),
      (e: Error) => setProblem(e.message),
    );
  };
  useEffect(() => {
    if (problem) announce(problem);
  }, [problem]);
  useCommands([{ id: "let-down", title: "Let the robot down", enabled: offered, group: "Robot", run }]);
  return (
    <>
      {problem && <span className="bad" role="alert">{problem}</span>}
      <button type="button" className="let-down" disabled={!offered || robot === undefined} onClick={run}
        title={offered ? "The robot crouches and goes limp" : "for drivers only"}>
        <span aria-hidden="true">■</span> Let down
      </button>
    </>
  );
}
