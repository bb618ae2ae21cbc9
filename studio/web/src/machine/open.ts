// Opening documents: files, and the machine that runs on the robot.

import { call, useWire } from "../wire/client.ts";
import { go, useRoute } from "../shell/app.tsx";
import { announce } from "../shell/announce.ts";
import { close, follow, listFiles, open, useDocument } from "./document.ts";
import type { Summary } from "./running.ts";
import { looksOn, watchedOf } from "./watched.ts";

/** openFile opens a file and shows it. It returns why not. SCXML and JdeRobot files are imported. */
export async function openFile(path: string, fresh?: { text: string }): Promise<string | undefined> {
  if (looksOn(useWire.getState().names.services)) return watch({ file: path });
  if (/\.(scxml|xml)$/.test(path) && !fresh) {
    try {
      const o = await call("studio/import", { path });
      if (!o.snapshot) return o.refused?.message ?? "not imported";
      path = o.snapshot.path;
    } catch (e) {
      useDocument.setState({ problem: (e as Error).message });
      return (e as Error).message;
    }
  }
  const why = await open(path, fresh);
  if (!why) {
    // A reload keeps the automaton that was shown.
    const { file, inside } = useRoute.getState();
    go({ page: "machine", file: path, inside: file === path ? inside : undefined });
    announce(`${path} is open`);
  }
  return why;
}

// watch shows a document that somebody else has opened.
function watch(at: { file?: string; machine?: string }): string | undefined {
  const s = watchedOf(at);
  if (!s) return `${at.file ?? at.machine} is not open: only editors open files`;
  follow(s);
  const { file, inside } = useRoute.getState();
  go({ page: "machine", file: s.path, inside: file === s.path ? inside : undefined });
  return undefined;
}

export interface Chart { success: boolean; message: string; text: string; machine: string; file: string }

/** openRunning opens the document of a machine that runs: its file where the studio has it, else its text from the robot. */
export async function openRunning(m: Summary): Promise<string | undefined> {
  if (looksOn(useWire.getState().names.services)) return watch({ machine: m.machine });
  await listFiles();
  const base = (m.file || m.machine).split("/").pop()!;
  const { files } = useDocument.getState();
  const own = files.filter((f) => f.path.split("/").pop() === base || f.path.split("/").pop() === m.machine + ".yaml");
  const found = own.find((f) => m.file.endsWith(f.path)) ?? own.find((f) => f.name === m.machine) ?? own[0];
  if (found) return openFile(found.path);
  try {
    const c = await call<Chart>(m.ns + "/machine/get_chart", { format: "source" });
    if (!c.success) return c.message;
    const name = /\.(yaml|lua)$/.test(base) ? base : m.machine + ".yaml";
    return await openFile(name, { text: c.text });
  } catch (e) {
    useDocument.setState({ problem: (e as Error).message });
    return (e as Error).message;
  }
}

/** closeDocument shows no document. */
export function closeDocument(): void {
  close();
  go({ page: "machine", file: undefined, inside: undefined });
}
