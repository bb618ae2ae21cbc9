// Bags on the computer of the studio: recording, and a list of those that can be opened. Files are read piece by piece over HTTP.
import { useEffect, useState } from "react";
import { announce } from "../shell/announce.ts";
import { useCommands } from "../shell/commands.ts";
import { useService } from "../shell/session.ts";
import { call, useWire } from "../wire/client.ts";
import type { Source } from "./bag.ts";

interface BagFiles {
  name: string;
  files: string[];
  bytes: number;
}

// BagsResponse is the answer of studio/bags.
interface BagsResponse {
  bags: BagFiles[];
  recording?: { name: string; seconds: number; messages: number; bytes: number; dropped: number; topics: number };
  problem?: string;
}

/** size returns a number of bytes in words. */
export function size(bytes: number): string {
  for (const [unit, n] of [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]] as const) if (bytes >= n) return `${(bytes / n).toFixed(1)} ${unit}`;
  return `${bytes} bytes`;
}

/** remote returns the file of a bag as a source for the reader, which asks the studio for the pieces that it needs. */
export async function remote(bag: string, name: string): Promise<Source> {
  const url = `/bags/${encodeURIComponent(bag)}/${encodeURIComponent(name)}`;
  const first = await fetch(url, { headers: { Range: "bytes=0-0" } });
  const length = BigInt(first.headers.get("Content-Range")?.split("/")[1] ?? 0); // "bytes 0-0/LENGTH"
  if (!first.ok || length === 0n) throw new Error(`${name}: the studio answers ${first.status}`);
  return {
    name,
    readable: {
      size: async () => length,
      read: async (offset, count) => {
        const answer = await fetch(url, { headers: { Range: `bytes=${offset}-${offset + count - 1n}` } });
        if (!answer.ok) throw new Error(`${name}: the studio answers ${answer.status}`);
        return new Uint8Array(await answer.arrayBuffer());
      },
    },
  };
}

const polledMs = 1000;

/** Recorded shows the recording and the list of bags; it is empty for viewers. */
export function Recorded({ onOpen, onProblem }: { onOpen: (files: Source[]) => void; onProblem: (text: string) => void }) {
  const offered = useService("studio/bags");
  const open = useWire((s) => s.connection === "open");
  const [now, set] = useState<BagsResponse>();
  const [pictures, setPictures] = useState(false);
  const [busy, setBusy] = useState(false);
  const ask = (op: "list" | "record" | "stop") => call<BagsResponse>("studio/bags", { op, pictures }).then(set, (e: Error) => onProblem(e.message));
  useEffect(() => {
    if (!offered || !open) return;
    void ask("list");
    const timer = setInterval(() => document.hidden || void ask("list"), polledMs);
    return () => clearInterval(timer);
    // Only what is offered decides whether the page asks.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [offered, open]);
  const recording = now?.recording;
  const toggle = async () => {
    setBusy(true);
    await ask(recording ? "stop" : "record");
    setBusy(false);
    announce(recording ? `${recording.name} is recorded` : "recording");
  };
  const show = async (bag: BagFiles) => {
    try {
      onOpen(await Promise.all(bag.files.map((f) => remote(bag.name, f))));
    } catch (e) {
      onProblem((e as Error).message);
    }
  };
  useCommands([{ id: "bags.record", title: recording ? "End the recording" : "Record a bag", keys: ["R"], group: "Bags", enabled: offered && open && !busy, run: () => void toggle() }]);
  if (!offered) return null;
  return (
    <section className="recorded" aria-label="Bags of the studio's computer">
      <h2>On the studio's computer</h2>
      <div className="row">
        <button type="button" className={recording ? "recording" : "primary"} disabled={busy || !open} onClick={() => void toggle()}>{recording ? "■ Stop" : "● Record"}</button>
        {!recording && <label><input type="checkbox" checked={pictures} onChange={(e) => setPictures(e.target.checked)} /> with compressed pictures</label>}
        {recording && (
          <output data-recording={recording.messages}>
            {recording.seconds.toFixed(0)} s · {recording.topics} topics · {size(recording.bytes)}
            {recording.dropped > 0 && <span className="bad"> · {recording.dropped} messages lost: the disk is too slow</span>}
          </output>
        )}
      </div>
      {now?.problem && <p className="bad" role="alert">{now.problem}</p>}
      {now && (now.bags?.length ?? 0) === 0 && <p className="dim">No bag yet. A recording has all topics but raw pictures, and lies in bags/ of the studio's directory.</p>}
      <ul className="file-list">
        {now?.bags?.map((b) => (
          <li key={b.name}>
            <button type="button" disabled={recording?.name === b.name} onClick={() => void show(b)}><span>{b.name}</span> <span className="dim">{recording?.name === b.name ? "is being recorded" : size(b.bytes)}</span></button>
          </li>
        ))}
      </ul>
    </section>
  );
}
