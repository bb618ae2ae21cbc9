import { useEffect, useState } from "react";
import { call } from "../wire/client.ts";
import { announce } from "../shell/announce.ts";
import type { ExportFormat, ExportResponse, GenerateResponse, Outcome } from "../types.gen.ts";
import { Dialog } from "../ui/dialog.tsx";
import { CommandLine } from "../ui/empty.tsx";
import { named } from "./adding.ts";
import { listFiles, resolve, save, useDocument } from "./document.ts";
import { look, useLook } from "./look.ts";
import { reveal } from "./navigate.ts";
import { openFile } from "./open.ts";
import { useLive, useRunning } from "./running.ts";

const close = () => look({ dialog: undefined });

export function Dialogs() {
  const dialog = useLook((s) => s.dialog);
  const disk = useDocument((s) => s.snapshot?.disk);
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    if (disk !== "changed" && disk !== "gone") setAsked(undefined);
  }, [disk]);
  if (dialog === "save-test") return <SaveTest />;
  if (dialog === "generate") return <Generate />;
  if (dialog === "open") return <OpenFile />;
  if (dialog === "new") return <NewFile />;
  if (dialog === "import") return <Export />;
  if ((disk === "changed" || disk === "gone") && asked !== disk) return <OnDisk disk={disk} onLater={() => setAsked(disk)} />;
  return null;
}

function OnDisk({ disk, onLater }: { disk: "changed" | "gone"; onLater: () => void }) {
  const theirs = useDocument((s) => s.theirs);
  const path = useDocument((s) => s.snapshot?.path);
  return (
    <Dialog title={disk === "changed" ? "The file was changed by another program" : "The file is gone"} onClose={onLater}>
      <p><code>{path}</code> {disk === "changed" ? "on disk has changed since this document was read or saved." : "no longer exists on the disk."} Nothing is lost: your drawing is kept.</p>
      {theirs !== undefined && <pre className="text-preview" tabIndex={0}>{theirs}</pre>}
      <div className="dialog-actions">
        <button type="button" onClick={onLater}>Decide later</button>
        {disk === "changed" && <button type="button" onClick={() => void resolve("theirs")}>Use the file's text</button>}
        {disk === "changed" && <button type="button" onClick={() => void resolve("both")}>Keep both</button>}
        <button type="button" className="primary" onClick={() => void resolve("mine").then((ok) => ok && save())}>Keep my drawing</button>
      </div>
    </Dialog>
  );
}

function OpenFile() {
  const files = useDocument((s) => s.files);
  const directory = useDocument((s) => s.directory);
  const [words, setWords] = useState("");
  useEffect(() => void listFiles(), []);
  const found = files.filter((f) => f.path.toLowerCase().includes(words.toLowerCase()));
  return (
    <Dialog title="Open a machine" onClose={close}>
      <input autoFocus aria-label="Name" placeholder="a part of the name" value={words} onChange={(e) => setWords(e.target.value)}
        onKeyDown={(e) => e.key === "Enter" && found[0] && (close(), void openFile(found[0].path))} />
      <ul className="file-list">
        {found.map((f) => (
          <li key={f.path}>
            <button type="button" disabled={!!f.refused} onClick={() => (close(), void openFile(f.path))}>
              <span>{f.path}</span>
              <span className="dim">{f.refused ?? [f.format, f.unsaved ? "not saved" : "", f.open ? "open" : ""].filter(Boolean).join(" · ")}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="dim">No such file{directory ? ` in ${directory}` : ""}.</p>}
    </Dialog>
  );
}

function NewFile() {
  const [name, setName] = useState("my_machine");
  const [problem, setProblem] = useState<string>();
  const path = name.endsWith(".yaml") ? name : name + ".yaml";
  const make = async () => {
    const why = await openFile(path, { text: "" });
    if (why) return setProblem(why);
    close();
    const { snapshot } = useDocument.getState();
    const first = snapshot?.path === path ? snapshot.machine.states[0] : undefined;
    if (first) named(first.id);
  };
  return (
    <Dialog title="New machine" onClose={close}>
      <form onSubmit={(e) => (e.preventDefault(), void make())}>
        <label className="field"><span>name</span><input autoFocus value={name} onFocus={(e) => e.currentTarget.select()} onChange={(e) => setName(e.target.value)} /></label>
        {problem && <p className="bad" role="alert">{problem}</p>}
        <div className="dialog-actions"><button type="submit" className="primary" disabled={!name}>Make {path}</button></div>
      </form>
    </Dialog>
  );
}

function Generate() {
  const id = useDocument((s) => s.id);
  const [answer, setAnswer] = useState<GenerateResponse>();
  const [problem, setProblem] = useState<string>();
  const [node, setNode] = useState(true);
  const [busy, setBusy] = useState(false);
  const run = () => {
    setBusy(true);
    setProblem(undefined);
    call<GenerateResponse>("studio/generate", { id, node }).then(
      (r) => (setAnswer(r), announce(r.said), setBusy(false)),
      (e: Error) => (setProblem(e.message), setBusy(false)),
    );
  };
  return (
    <Dialog title="Generate and compile" onClose={close} wide>
      <p>This writes the machine as a Go program into a temporary directory and compiles it there. It does not run it.</p>
      <label className="check"><input type="checkbox" checked={node} onChange={(e) => setNode(e.target.checked)} /> as a ROS 2 node</label>
      {problem && <p className="bad" role="alert">{problem}</p>}
      {answer && (
        <>
          <p className={answer.ok ? "good" : "bad"} role="status">{answer.ok ? "✓ " : "✕ "}{answer.refused?.message ?? answer.said}</p>
          <ul>
            {(answer.findings ?? []).map((f, i) => (
              <li key={i}><button type="button" className={"finding severity-" + f.severity} onClick={() => (close(), reveal(f))}>{f.message}</button></li>
            ))}
          </ul>
          {(answer.files ?? []).map((f) => <details key={f.name}><summary>{f.name}</summary><pre className="text-preview" tabIndex={0}>{f.text}</pre></details>)}
        </>
      )}
      <div className="dialog-actions"><button type="button" className="primary" disabled={busy} onClick={run}>{busy ? "Compiling …" : "Generate and compile"}</button></div>
    </Dialog>
  );
}

function Export() {
  const s = useDocument((d) => d.snapshot);
  const [format, setFormat] = useState<ExportFormat>("scxml");
  const [answer, setAnswer] = useState<ExportResponse>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => setAnswer(undefined), [format]);
  const path = (s?.path ?? "machine").replace(/\.\w+$/, "." + format);
  const run = (to?: string) =>
    call<ExportResponse>("studio/export", { id: s?.id, format, path: to }).then(
      (r) => (r.refused ? setProblem(r.refused.message) : (setProblem(undefined), setAnswer(r), announce(to ? `written to ${to}` : "shown"))),
      (e: Error) => setProblem(e.message),
    );
  return (
    <Dialog title="Export" onClose={close} wide>
      <label className="field">
        <span>format</span>
        <select value={format} onChange={(e) => setFormat(e.target.value as ExportFormat)}>
          <option value="scxml">SCXML</option>
          <option value="yaml">YAML</option>
        </select>
      </label>
      {problem && <p className="bad" role="alert">{problem}</p>}
      {answer && (
        <>
          {answer.path && <p className="good" role="status">✓ written to {answer.path}</p>}
          <p>{answer.losses?.length ? "The format cannot express:" : "The format can express everything."}</p>
          <ul>{(answer.losses ?? []).map((l, i) => <li key={i} className="bad">{l.message}</li>)}</ul>
          <pre className="text-preview" tabIndex={0}>{answer.text}</pre>
        </>
      )}
      <div className="dialog-actions">
        <button type="button" onClick={() => void run()}>Show</button>
        <button type="button" className="primary" onClick={() => void run(path)}>Write {path}</button>
      </div>
    </Dialog>
  );
}

function SaveTest() {
  const { moment } = useLive();
  const ns = useRunning((s) => s.ns);
  const snapshot = useDocument((s) => s.snapshot);
  const [name, setName] = useState((snapshot?.machine.name ?? "run") + "_test");
  const [seconds, setSeconds] = useState(20);
  const [answer, setAnswer] = useState<{ path?: string; said?: string }>();
  const [problem, setProblem] = useState<string>();
  const run = () =>
    call<Outcome & { path?: string }>("studio/test", { id: snapshot?.id, machine: ns, name, until: moment ?? 0, seconds }).then(
      (r) => (r.refused ? setProblem(r.refused.message) : (setAnswer(r), announce(r.said ?? "written"))),
      (e: Error) => setProblem(e.message),
    );
  return (
    <Dialog title="Save as test" onClose={close}>
      <p>This writes the recorded run as a scenario: the inputs and the states that followed. The test fails if a changed machine does something else.</p>
      <form onSubmit={(e) => (e.preventDefault(), void run())}>
      <label className="field"><span>name</span><input autoFocus value={name} onChange={(e) => setName(e.target.value)} /></label>
      <label className="field"><span>the last … seconds{moment !== undefined ? ` before ${moment.toFixed(1)} s` : ""}</span><input type="number" min={1} max={3600} value={seconds} onChange={(e) => setSeconds(Number(e.target.value))} /></label>
      {problem && <p className="bad" role="alert">{problem}</p>}
      {answer && <><p className="good" role="status">✓ {answer.said ?? "written"}</p><CommandLine command={`gonao hfsm test ${answer.path ?? name}`} /></>}
      <div className="dialog-actions"><button type="submit" className="primary" disabled={!name}>Write the test</button></div>
      </form>
    </Dialog>
  );
}
