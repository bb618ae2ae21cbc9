// A drawn machine: toolbar, canvas, text and timeline. The pages Machine and Match show it.

import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import "./page.css";
import { Splitter, useSize } from "../shell/splitter.tsx";
import { useWire } from "../wire/client.ts";
import { isDry } from "../wire/robots.ts";
import { Canvas } from "./canvas.tsx";
import { undo, useDocument } from "./document.ts";
import { look, useLook } from "./look.ts";
import { useRunning } from "./running.ts";
import { Timeline } from "./timeline.tsx";
import { Toolbar } from "./toolbar.tsx";

const DryBar = lazy(() => import("./drybar.tsx"));
const YamlPane = lazy(() => import("./yaml.tsx"));

/** MachineView shows the open document, and the running machine with its name. */
export function MachineView() {
  const [bottom, setBottom] = useSize("bottom", 150);
  const [text, setText] = useSize("text", 420);
  const yaml = useLook((s) => s.yaml);
  const dry = useRunning((s) => s.ns !== undefined && isDry(s.ns));
  return (
    <div className="middle" style={{ "--bottom": bottom + "px" } as React.CSSProperties}>
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
      {dry && <Suspense fallback={null}><DryBar /></Suspense>}
      <Timeline />
    </div>
  );
}

// Notes about the document are drawn over the canvas, so that they move nothing.
function Notes() {
  const { problem, said, snapshot, unsent } = useDocument();
  const running = useRunning((s) => s.problem);
  const connection = useWire((s) => s.connection);
  const [seen, setSeen] = useState<string>(); // document in which each permanent note was closed
  const show = <button type="button" onClick={() => look({ yaml: true })}>Show the text</button>;
  const standing = (what: string) => snapshot && seen !== what + snapshot.id;
  const shut = (what: string) => () => setSeen(what + snapshot?.id);
  return (
    <div className="notes">
      {connection !== "open" && (
        <Note bad>Not connected: the shown data may be old. The page reconnects automatically{unsent ? `, and then sends ${unsent === 1 ? "your change" : `your ${unsent} changes`}` : ""}.</Note>
      )}
      {problem && <Note bad onClose={() => useDocument.setState({ problem: undefined })}>{problem}</Note>}
      {running && <Note bad onClose={() => useRunning.setState({ problem: undefined })}>{running}</Note>}
      {said && (
        <Note good onClose={() => useDocument.setState({ said: undefined })}>
          {said.text} {said.undo && <button type="button" onClick={() => void undo()}>Undo</button>}
        </Note>
      )}
      {snapshot?.recovered && standing("recovered") && <Note onClose={shut("recovered")}>These are changes that were not saved when the studio ended. Save keeps them, undo reverts them.</Note>}
      {snapshot?.machine.unreadable && standing("unreadable") && <Note bad onClose={shut("unreadable")}>The text cannot be read as a machine; the drawing shows what could be read. {show}</Note>}
      {snapshot?.machine.extends && standing("extends") && <Note onClose={shut("extends")}>This machine extends {snapshot.machine.extends}: both are drawn as one. Its text contains only the changes. {show}</Note>}
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
