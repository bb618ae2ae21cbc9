// The machines of a robot of the match, drawn as on the page Machine, at the moment that the match shows.
import { useEffect, useState } from "react";
import "./machines.css";
import { useMachineCommands } from "../machine/commands.ts";
import { Dialogs } from "../machine/dialogs.tsx";
import { useDocument } from "../machine/document.ts";
import { Inspector } from "../machine/inspector.tsx";
import { feedOf } from "../machine/live.ts";
import { Menu } from "../machine/menu.tsx";
import { openRunning } from "../machine/open.ts";
import { goLive as machineLive, goTo } from "../machine/past.ts";
import { followInstead, useLive, useMachines, useRunning } from "../machine/running.ts";
import { Breakpoints, Findings, Values } from "../machine/sides.tsx";
import { MachineView } from "../machine/view.tsx";
import { call, useWire } from "../wire/client.ts";
import { goBack, goLive, useMatch } from "./follow.ts";

const nameOf = (ns: string) => ns.slice(ns.lastIndexOf("/") + 1);

/** Machines shows the machines of a robot. robot is its index in the match; first is the machine that is shown first. */
export default function Machines({ robot, first }: { robot: number; first?: string }) {
  const offered = useWire((s) => "match/machines" in s.names.services);
  const [all, setAll] = useState<string[]>([]);
  const [shown, setShown] = useState(first ?? "body");
  const [problem, setProblem] = useState("");
  const machines = useMachines();
  const { live, moment } = useLive();
  const ns = all.find((n) => nameOf(n) === shown);
  const summary = machines.find((m) => m.ns === ns && m.machine);
  const opened = useDocument((s) => s.snapshot?.machine.name);
  const selected = useDocument((s) => !!s.selection.state || !!s.selection.transition);
  useMachineCommands();
  useEffect(() => {
    if (first) setShown(first);
  }, [first, robot]);
  useEffect(() => {
    if (!offered) return;
    let here = true;
    call<{ namespaces: string[] }>("match/machines", { robot }).then(
      (a) => here && (setAll(a.namespaces), followInstead(a.namespaces), setProblem("")),
      (e: Error) => here && setProblem(e.message),
    );
    return () => {
      here = false;
    };
  }, [robot, offered]);
  useEffect(() => () => followInstead([]), []);
  useEffect(() => {
    if (summary && opened !== summary.machine) void openRunning(summary);
  }, [summary?.ns, summary?.machine]);
  useOneTime();
  return (
    <section className="match-machines" aria-label="Machines of the robot">
      <div className="match-tabs" role="tablist" aria-label="Machines">
        {all.map((n) => {
          const m = machines.find((x) => x.ns === n);
          return (
            <button key={n} type="button" role="tab" aria-selected={n === ns} onClick={() => setShown(nameOf(n))}>
              <b>{nameOf(n)}</b> <span className="dim">{(moment === undefined ? m?.paths : n === ns ? live?.paths : undefined)?.join(", ")}</span>
            </button>
          );
        })}
      </div>
      {problem && <p className="bad panel-note" role="alert">{problem}</p>}
      <div className="machine match-machine">
        <MachineView />
        <aside className="match-values" aria-label="Values and inspector">
          {selected && <Inspector />}
          <Values />
          <Breakpoints />
          <Findings />
        </aside>
      </div>
      <Dialogs />
      <Menu />
    </section>
  );
}

// useOneTime keeps the moments of the machine and of the match equal: if a person moves one, the other follows.
function useOneTime(): void {
  useEffect(() => {
    const begun = () => {
      const { ns } = useRunning.getState();
      return ns === undefined ? 0 : feedOf(ns).live.begun;
    };
    const stopMachine = useRunning.subscribe((s, before) => {
      if (s.moment === before.moment || s.ns !== before.ns) return;
      const { live, shown } = useMatch.getState();
      if (s.moment === undefined) {
        if (!live) goLive();
      } else if (live || Math.abs((shown?.sec ?? 0) - (begun() + s.moment)) > 0.1) goBack(begun() + s.moment);
    });
    const stopMatch = useMatch.subscribe((s, before) => {
      if (s.shown === before.shown && s.live === before.live) return;
      const { ns, moment } = useRunning.getState();
      if (ns === undefined) return;
      if (s.live) {
        if (moment !== undefined) machineLive();
      } else if (s.shown && Math.abs(s.shown.sec - begun() - (moment ?? Infinity)) > 0.1) goTo(s.shown.sec - begun());
    });
    return () => {
      stopMachine();
      stopMatch();
    };
  }, []);
}
