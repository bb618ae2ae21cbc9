// The part of the header with the open machine and the machine that runs on the robot.

import { useEffect, useState } from "react";
import { clock } from "../shell/footer.tsx";
import { useService } from "../shell/session.ts";
import { useRobot } from "../wire/robots.ts";
import { useWire } from "../wire/client.ts";
import { go, useRoute } from "../shell/route.ts";
import { listFiles, useDocument } from "./document.ts";
import { look } from "./look.ts";
import { openFile, openRunning } from "./open.ts";
import { useMachines, useRunning } from "./running.ts";
import { useSaved } from "./saved.ts";
import { useWatchedDocuments } from "./watched.ts";

export function MachineChooser() {
  const snapshot = useDocument((s) => s.snapshot);
  const file = useRoute((r) => r.file);
  const unsent = useDocument((s) => s.unsent > 0);
  const files = useDocument((s) => s.files);
  const machines = useMachines().filter((m) => m.machine && !m.idle);
  const lists = useService("studio/list");
  const open = useWire((s) => s.connection === "open");
  useEffect(() => {
    if (lists && open) void listFiles();
  }, [lists, open]);
  useEffect(() => {
    const state = unsent ? (open ? "not saved" : "not saved, not sent") : snapshot?.disk === "new" ? "not saved yet" : snapshot?.unsaved ? "not saved" : "saved";
    useSaved.setState({ text: snapshot ? `${state} · revision ${snapshot.revision}` : "" });
  }, [snapshot, unsent, open]);
  const watched = useWatchedDocuments();
  if (!lists && machines.length === 0 && watched.length === 0) return null;
  const unsaved = files.filter((f) => (f.path === snapshot?.path ? snapshot.unsaved : f.unsaved));
  const choose = (v: string) => {
    if (v === "open") return (go({ page: "machine" }), look({ dialog: "open" }));
    if (v === "new") return (go({ page: "machine" }), look({ dialog: "new" }));
    if (v.startsWith("run:")) {
      const m = machines.find((x) => x.ns === v.slice(4));
      if (m) void openRunning(m);
    } else void openFile(v);
  };
  return (
    <label className="chooser">
      <span className="visually-hidden">Machine</span>
      <select value={file ?? ""} onChange={(e) => choose(e.target.value)}>
        {!file && <option value="">Open a machine …</option>}
        {file && !files.some((f) => f.path === file) && <option value={file}>{file}</option>}
        {machines.length > 0 && (
          <optgroup label="Running on the robot">
            {machines.map((m) => <option key={m.ns} value={"run:" + m.ns}>{m.machine} ({m.ns.replace(/^\//, "") || "robot"})</option>)}
          </optgroup>
        )}
        {unsaved.length > 0 && (
          <optgroup label="Not saved">
            {unsaved.map((f) => <option key={f.path} value={f.path}>{f.path} *</option>)}
          </optgroup>
        )}
        <optgroup label="Files">
          {watched.filter((w) => w.path !== file).map((w) => <option key={w.path} value={w.path}>{w.path}</option>)}
          {files.filter((f) => !f.refused && !unsaved.includes(f)).slice(0, 40).map((f) => <option key={f.path} value={f.path}>{f.path}</option>)}
          {file && files.findIndex((f) => f.path === file) >= 40 && <option value={file}>{file}</option>}
        </optgroup>
        {lists && <option value="open">Open …</option>}
        {lists && <option value="new">New machine …</option>}
      </select>
    </label>
  );
}

/** RunStatus shows whether the open machine runs, and on which robot. */
export function RunStatus() {
  const robot = useRobot();
  const snapshot = useDocument((s) => s.snapshot);
  const ns = useRunning((s) => s.ns);
  const m = useRunning((s) => (s.ns === undefined ? undefined : s.slots[s.ns]));
  const other = Object.values(useRunning((s) => s.slots)).find((x) => x.machine && !x.idle);
  const simulated = useWire((s) => robot !== undefined && robot + "/ground_truth" in s.names.topics);
  // If the robot has gone away, its name is shown with the time of that; its last data is drawn grey until it is
  // back.
  const [last, setLast] = useState<string>();
  const [since, setSince] = useState(0);
  useEffect(() => {
    if (robot !== undefined) setLast(robot);
    else setSince(Date.now());
    document.documentElement.toggleAttribute("data-robot-gone", robot === undefined && last !== undefined);
  }, [robot]);
  if (robot === undefined) {
    if (last === undefined || !since) return <span className="pill ellipsis">no robot yet</span>;
    return <span className="pill bad ellipsis" role="status">{last.replace(/^\//, "") || "the robot"} has been gone since {clock(since)}</span>;
  }
  const name = robot.replace(/^\//, "") || "the robot";
  const kind = simulated ? "a simulated robot" : "a robot";
  if (ns === undefined || !m || !snapshot || m.machine !== snapshot.machine.name) {
    const says = other ? `${name} runs ${other.machine}` : name;
    return <span className="pill ellipsis" title={`${says}; ${kind}`}>{says}</span>;
  }
  const differs = snapshot.hash && m.hash && snapshot.hash !== m.hash;
  const says = m.paused ? "❚❚ paused" : m.status === 0 ? "● live" : ["", "final", "failed", "waiting"][m.status];
  return (
    <span className={"pill ellipsis " + (m.status === 2 ? "bad" : "good")} title={[`${name} runs ${m.machine}; ${kind}`, m.cause].filter(Boolean).join(": ")}>
      {name} ▸ {says}{differs ? " · differs from the drawing" : ""}
    </span>
  );
}
