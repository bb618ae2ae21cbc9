// The Machine page: tree, canvas, inspector and timeline. It is editor and debugger in one.

import { useEffect, useState } from "react";
import "./page.css";
import { Guide } from "../start/guide.tsx";
import { useRoute } from "../shell/route.ts";
import { Splitter, useSize } from "../shell/splitter.tsx";
import { useService } from "../shell/session.ts";
import { useWire } from "../wire/client.ts";
import { Empty } from "../ui/empty.tsx";
import { useMachineCommands } from "./commands.ts";
import { Dialogs } from "./dialogs.tsx";
import { useDocument } from "./document.ts";
import { followDryRuns, useDryRun } from "./dry.ts";
import { Inspector } from "./inspector.tsx";
import { Library } from "./library.tsx";
import { look } from "./look.ts";
import { Looks } from "./looks.tsx";
import { Menu } from "./menu.tsx";
import { openFile, openRunning, watchFile } from "./open.ts";
import { followInstead, useMachines } from "./running.ts";
import { Breakpoints, Findings, Values } from "./sides.tsx";
import { SkillLine } from "./skills.tsx";
import { Tree } from "./tree.tsx";
import { MachineView } from "./view.tsx";
import { looksOn, useWatchedDocuments, watchedOf } from "./watched.ts";

export default function MachinePage() {
  const snapshot = useDocument((s) => s.snapshot);
  const opening = useDocument((s) => s.opening);
  const file = useRoute((r) => r.file);
  const machines = useMachines().filter((m) => m.machine && !m.idle);
  const opens = useService("studio/open");
  const [tried, setTried] = useState<string>();
  const watched = useWatchedDocuments();
  useMachineCommands();
  useEffect(followDryRuns, []);
  const dry = useDryRun()?.namespace;
  useEffect(() => {
    followInstead(dry === undefined ? [] : [dry]);
    return () => followInstead([]);
  }, [dry]);
  // If the address names no file, the running machine is shown.
  useEffect(() => {
    if (!opens || file || !machines[0] || tried === machines[0].machine) return;
    setTried(machines[0].machine);
    void openRunning(machines[0]);
  }, [opens, file, machines[0]?.machine]);
  // A viewer sees what editors have opened: the file in the address, the running machine, or the first document.
  useEffect(() => {
    if (opens || watched.length === 0) return;
    const runs = machines.find((m) => watchedOf({ machine: m.machine }));
    const best = watchedOf({ file }) ?? (runs && watchedOf({ machine: runs.machine })) ?? watched[0];
    if (best.id !== snapshot?.id) watchFile(best.path);
  }, [opens, file, snapshot?.id, watched.map((w) => w.id).join(), machines.map((m) => m.machine).join()]);
  const [left, setLeft] = useSize("left", 236);
  const [right, setRight] = useSize("right", 340);
  if (!snapshot && !opening) return <NoDocument />;
  return (
    <div className="machine" style={{ "--left": left + "px", "--right": right + "px" } as React.CSSProperties}>
      <aside className="left" aria-label="States, values, breakpoints and findings" tabIndex={-1}>
        <h2 className="side-title">States</h2>
        <Tree />
        <Values />
        <Breakpoints />
        <Findings />
        <Library />
        <SkillLine />
      </aside>
      <Splitter label="Width of the tree" vertical size={left} min={160} max={420} onSize={setLeft} />
      <MachineView />
      <Splitter label="Width of the inspector" vertical invert size={right} min={260} max={600} onSize={setRight} />
      <aside className="right drawer" aria-label="Inspector"><Guide compact /><Looks /><Inspector /></aside>
      <Dialogs />
      <Menu />
    </div>
  );
}

function NoDocument() {
  const files = useDocument((s) => s.files);
  const opening = useDocument((s) => s.opening);
  const problem = useDocument((s) => s.problem);
  const opens = useService("studio/open");
  const connection = useWire((s) => s.connection);
  const machines = useMachines().filter((m) => m.machine && !m.idle);
  const looks = useWire((s) => looksOn(s.names.services));
  return (
    <div className="no-document">
      {connection !== "open" ? (
        <Empty title="Not connected to the studio" command="gonao studio">The page connects automatically when the studio runs.</Empty>
      ) : (
        <Empty title={opening ? `Opening ${opening} …` : "No machine is open"} command={machines.length ? undefined : "gonao launch sim.launch.yaml"}>
          {looks ? "You can only watch: when an editor opens a machine, it is shown here." : machines.length ? "The running machine opens automatically." : "A machine that runs on a robot opens here automatically. Until one runs, open a file or draw your own."}
        </Empty>
      )}
      {problem && <p className="bad" role="alert">{problem}</p>}
      {opens && (
        <div className="row pad">
          <button type="button" className="primary" onClick={() => look({ dialog: "new" })}>Draw your own</button>
          <button type="button" onClick={() => look({ dialog: "open" })}>Open a file <kbd>Ctrl+O</kbd></button>
        </div>
      )}
      <ul className="file-list pad">
        {files.slice(0, 12).map((f) => (
          <li key={f.path}>
            <button type="button" disabled={!!f.refused} onClick={() => void openFile(f.path)}><span>{f.path}</span> <span className="dim">{f.refused ?? f.format}</span></button>
          </li>
        ))}
      </ul>
      <Dialogs />
    </div>
  );
}
