// The Machine page: tree, canvas, inspector and timeline: editor and debugger in one.

import { lazy, Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import "./page.css";
import { Guide } from "../start/guide.tsx";
import { useRoute } from "../shell/route.ts";
import { Splitter, useSize } from "../shell/splitter.tsx";
import { useService } from "../shell/session.ts";
import { useWire } from "../wire/client.ts";
import { Empty } from "../ui/empty.tsx";
import { Canvas } from "./canvas.tsx";
import { useMachineCommands } from "./commands.ts";
import { Dialogs } from "./dialogs.tsx";
import { undo, useDocument } from "./document.ts";
import { Inspector } from "./inspector.tsx";
import { look, useLook } from "./look.ts";
import { Looks } from "./looks.tsx";
import { Menu } from "./menu.tsx";
import { openFile, openRunning, watchFile } from "./open.ts";
import { useMachines, useRunning } from "./running.ts";
import { Breakpoints, Findings, Values } from "./sides.tsx";
import { SkillLine } from "./skills.tsx";
import { Timeline } from "./timeline.tsx";
import { Toolbar } from "./toolbar.tsx";
import { Tree } from "./tree.tsx";
import { looksOn, useWatchedDocuments, watchedOf } from "./watched.ts";

const YamlPane = lazy(() => import("./yaml.tsx"));

export default function MachinePage() {
  const snapshot = useDocument((s) => s.snapshot);
  const opening = useDocument((s) => s.opening);
  const file = useRoute((r) => r.file);
  const machines = useMachines().filter((m) => m.machine && !m.idle);
  const opens = useService("studio/open");
  const [tried, setTried] = useState<string>();
  const watched = useWatchedDocuments();
  useMachineCommands();
  // Where the address names no file, the machine that runs is shown.
  useEffect(() => {
    if (!opens || file || !machines[0] || tried === machines[0].machine) return;
    setTried(machines[0].machine);
    void openRunning(machines[0]);
  }, [opens, file, machines[0]?.machine]);
  // Who looks on sees what others have opened: the file in the address, the machine that runs, or the first.
  useEffect(() => {
    if (opens || watched.length === 0) return;
    const runs = machines.find((m) => watchedOf({ machine: m.machine }));
    const best = watchedOf({ file }) ?? (runs && watchedOf({ machine: runs.machine })) ?? watched[0];
    if (best.id !== snapshot?.id) watchFile(best.path);
  }, [opens, file, snapshot?.id, watched.map((w) => w.id).join(), machines.map((m) => m.machine).join()]);
  const [left, setLeft] = useSize("left", 236);
  const [right, setRight] = useSize("right", 340);
  const [bottom, setBottom] = useSize("bottom", 150);
  const [text, setText] = useSize("text", 420);
  const yaml = useLook((s) => s.yaml);
  if (!snapshot && !opening) return <NoDocument />;
  return (
    <div className="machine" style={{ "--left": left + "px", "--right": right + "px", "--bottom": bottom + "px" } as React.CSSProperties}>
      <aside className="left" aria-label="States, values, breakpoints and findings" tabIndex={-1}>
        <h2 className="side-title">States</h2>
        <Tree />
        <Values />
        <Breakpoints />
        <Findings />
        <SkillLine />
      </aside>
      <Splitter label="Width of the tree" vertical size={left} min={160} max={420} onSize={setLeft} />
      <div className="middle">
        <Toolbar />
        <div className="drawing">
          <Canvas />
          <Notes />
          {yaml && (
            <>
              <Splitter label="Width of the text" vertical invert size={text} min={240} max={900} onSize={setText} />
              <div className="text-pane" style={{ width: text }}>
                <Suspense fallback={<p className="loading">Loading the editor …</p>}><YamlPane /></Suspense>
              </div>
            </>
          )}
        </div>
        <Splitter label="Height of the timeline" size={bottom} invert min={90} max={400} onSize={setBottom} />
        <Timeline />
      </div>
      <Splitter label="Width of the inspector" vertical invert size={right} min={260} max={600} onSize={setRight} />
      <aside className="right drawer" aria-label="Inspector"><Guide compact /><Looks /><Inspector /></aside>
      <Dialogs />
      <Menu />
    </div>
  );
}

// What is to be known about the document lies over the canvas, and moves nothing.
function Notes() {
  const { problem, said, snapshot, unsent } = useDocument();
  const running = useRunning((s) => s.problem);
  const connection = useWire((s) => s.connection);
  const [seen, setSeen] = useState<string>(); // of a standing note: the document in which it was closed
  const show = <button type="button" onClick={() => look({ yaml: true })}>Show the text</button>;
  const standing = (what: string) => snapshot && seen !== what + snapshot.id;
  const shut = (what: string) => () => setSeen(what + snapshot?.id);
  return (
    <div className="notes">
      {connection !== "open" && (
        <Note bad>Not connected: what you see may be old. It comes back by itself{unsent ? `, and then sends ${unsent === 1 ? "your change" : `your ${unsent} changes`}` : ""}.</Note>
      )}
      {problem && <Note bad onClose={() => useDocument.setState({ problem: undefined })}>{problem}</Note>}
      {running && <Note bad onClose={() => useRunning.setState({ problem: undefined })}>{running}</Note>}
      {said && (
        <Note good onClose={() => useDocument.setState({ said: undefined })}>
          {said.text} {said.undo && <button type="button" onClick={() => void undo()}>Undo</button>}
        </Note>
      )}
      {snapshot?.recovered && standing("recovered") && <Note onClose={shut("recovered")}>This is what was not saved when the studio ended. Save keeps it, undo goes back.</Note>}
      {snapshot?.machine.unreadable && standing("unreadable") && <Note bad onClose={shut("unreadable")}>The text cannot be read as a machine; the drawing shows what could be read. {show}</Note>}
      {snapshot?.machine.extends && standing("extends") && <Note onClose={shut("extends")}>This machine extends {snapshot.machine.extends}: both are drawn as one. What it changes stands in its text. {show}</Note>}
    </div>
  );
}

function Note({ bad, good, children, onClose }: { bad?: boolean; good?: boolean; children: ReactNode; onClose?: () => void }) {
  return (
    <div className={"note-over" + (bad ? " bad" : good ? " good" : "")} role={bad ? "alert" : "status"}>
      <span>{children}</span>
      {onClose && <button type="button" className="quiet" aria-label="Close the message" onClick={onClose}>✕</button>}
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
        <Empty title="Not connected to the studio" command="gonao studio">It comes back by itself when the studio runs.</Empty>
      ) : (
        <Empty title={opening ? `Opening ${opening} …` : "No machine is open"} command={machines.length ? undefined : "gonao launch sim.launch.yaml"}>
          {looks ? "You look on: a machine that an editor opens is shown here by itself." : machines.length ? "The machine that runs opens by itself." : "A machine that runs on a robot opens here by itself. Until one runs, open a file or draw your own."}
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
