// Motion files: those in the studio's directory, and those on this computer.
import { useEffect, useRef, useState } from "react";
import { call, useWire } from "../wire/client.ts";
import { announce } from "../shell/announce.ts";
import { Dialog } from "../ui/dialog.tsx";
import { writeMotion, type Motion } from "./model.ts";

interface Entry {
  path: string;
  size: number;
}

export function Files({ motion, onClose, onOpen }: { motion: Motion; onClose: () => void; onOpen: (text: string) => void }) {
  const offered = useWire((s) => "studio/files" in s.names.services);
  const [list, setList] = useState<Entry[]>();
  const [own, setOwn] = useState<string[]>([]);
  const [problem, setProblem] = useState("");
  const [path, setPath] = useState(`motions/${motion.name}.xml`);
  const local = useRef<HTMLInputElement>(null);
  const failed = (e: Error) => setProblem(e.message);
  useEffect(() => {
    if (offered) {
      call<{ files: Entry[]; own?: string[] }>("studio/files", { op: "list", pattern: "motions/*.xml" }).then((a) => {
        setList(a.files ?? []);
        setOwn(a.own ?? []);
      }, failed);
    }
  }, [offered]);
  const open = (p: string) =>
    call<{ text: string }>("studio/files", { op: "read", path: p }).then((a) => {
      onOpen(a.text);
      announce(`${p} opened`);
      onClose();
    }, failed);
  const save = () =>
    call("studio/files", { op: "write", path, text: writeMotion(motion) }).then(() => {
      announce(`${path} saved`);
      onClose();
    }, failed);
  const download = () => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([writeMotion(motion)], { type: "text/xml" }));
    a.download = `${motion.name}.xml`;
    a.click();
    URL.revokeObjectURL(a.href);
  };
  return (
    <Dialog title="Motion files" onClose={onClose}>
      {problem && <p className="bad" role="alert">{problem}</p>}
      {offered && (
        <>
          <div className="panel-bar">
            <input aria-label="Save as" className="grow mono" value={path} onChange={(e) => setPath(e.target.value)} />
            <button type="button" className="primary" onClick={() => void save()}>Save</button>
          </div>
          {list?.length === 0 && <p className="dim">The studio's directory contains no motion yet.</p>}
          <ul className="palette">
            {list?.map((f) => (
              <li key={f.path}><button type="button" className="quiet" onClick={() => void open(f.path)}>{f.path}</button><span className="dim">{f.size} bytes</span></li>
            ))}
          </ul>
          {own.length > 0 && (
            <label>gonao's motions <select value="" onChange={(e) => e.target.value && void open(`gonao/${e.target.value}`)}>
              <option value="">open a copy …</option>
              {own.map((n) => <option key={n}>{n}</option>)}
            </select></label>
          )}
        </>
      )}
      <div className="panel-bar">
        <button type="button" onClick={() => local.current?.click()}>Open from this computer …</button>
        <button type="button" onClick={download}>Download</button>
        <input ref={local} type="file" accept=".xml" className="visually-hidden" tabIndex={-1} aria-label="Motion file"
          onChange={(e) => void e.target.files?.[0]?.text().then((t) => (onOpen(t), onClose()))} />
      </div>
    </Dialog>
  );
}
