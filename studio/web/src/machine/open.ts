// Opens documents: the file in the address, and the machine that runs on the robot.

import { inMatch } from "../wire/robots.ts";
import { call, Lost, offered, useWire } from "../wire/client.ts";
import { go, replace, useRoute } from "../shell/route.ts";
import { announce } from "../shell/announce.ts";
import { leave, listFiles, show, useDocument } from "./document.ts";
import type { Outcome } from "../types.gen.ts";
import { useRunning } from "./running.ts";
import type { Summary } from "./running.ts";
import { looksOn, watchedOf } from "./watched.ts";

// The file in the address is opened, whatever changed the address. An answer to an earlier request that arrives
// late is not shown.
let loading: Promise<string | undefined> = Promise.resolve(undefined);
let asked: string | undefined;

function follow(file: string | undefined): void {
  if (file === asked) return;
  asked = file;
  if (!file) leave();
  loading = file && useDocument.getState().snapshot?.path !== file ? load(file) : Promise.resolve(undefined);
}

// load opens a file and shows it. It returns the reason if that fails.
async function load(file: string): Promise<string | undefined> {
  leave();
  useDocument.setState({ opening: file });
  for (;;) {
    try {
      await offered("studio/vocabulary"); // every role is offered this service
      if (asked !== file) return undefined;
      if (looksOn(useWire.getState().names.services)) return watch({ file });
      const o = await opened(file);
      if (asked !== file) return undefined;
      if (!o.snapshot) return failed(o.refused?.message ?? "not opened");
      show(o.snapshot);
      asked = o.snapshot.path;
      if (asked !== file) replace({ file: asked }); // an imported file
      announce(`${asked} is open`);
      void listFiles();
      return undefined;
    } catch (e) {
      if (!(e instanceof Lost)) return failed((e as Error).message);
    }
  }
}

// opened opens a file. It imports a file of SCXML or JdeRobot; if that fails, it shows the file as text.
async function opened(path: string): Promise<Outcome> {
  if (/\.(scxml|xml)$/.test(path)) {
    const o = await call<Outcome>("studio/import", { path });
    if (o.snapshot) return o;
  }
  return call<Outcome>("studio/open", { path });
}

function failed(problem: string): string {
  asked = undefined; // so that it can be tried again
  useDocument.setState({ opening: undefined, problem });
  announce(problem);
  return problem;
}

useRoute.subscribe((r) => follow(r.file));
follow(useRoute.getState().file);

/** openFile shows an existing file, or creates one with a text. It returns the reason if that fails. */
export async function openFile(path: string, fresh?: { text: string; running?: boolean }): Promise<string | undefined> {
  for (let again = false; fresh; again = true) {
    try {
      await offered("studio/open");
      const o = await call<Outcome>("studio/open", { path, new: !fresh.running, ...fresh });
      if (o.refused && !(again && o.refused.code === "invalid")) return o.refused.message; // it may exist from the first attempt
      break;
    } catch (e) {
      if (!(e instanceof Lost)) return (e as Error).message;
    }
  }
  const { page } = useRoute.getState();
  go({ page: page === "match" && inMatchPage() ? page : "machine", file: path });
  return loading;
}

// The Match page draws the machines of its robots itself.
const inMatchPage = () => useRunning.getState().instead.some(inMatch);

// watch shows a document that another browser has opened.
function watch(at: { file?: string; machine?: string }): string | undefined {
  const s = watchedOf(at);
  if (!s) return failed(`${at.file ?? at.machine} is not open: only editors open files`);
  show(s);
  asked = s.path;
  if (useRoute.getState().file !== s.path) go({ file: s.path });
  return undefined;
}

/** watchFile shows a document to a viewer as soon as it is open. */
export const watchFile = (path: string): void => void watch({ file: path });

export interface Chart { success: boolean; message: string; text: string; machine: string; file: string }

/** openRunning opens the document of a running machine: its file if the studio has it, else its text from the robot. */
export async function openRunning(m: Summary): Promise<void> {
  if (looksOn(useWire.getState().names.services)) return go({ page: "machine" }), void watch({ machine: m.machine });
  await listFiles();
  const base = (m.file || m.machine).split("/").pop()!;
  const { files } = useDocument.getState();
  const own = files.filter((f) => f.path.split("/").pop() === base || f.path.split("/").pop() === m.machine + ".yaml");
  const found = own.find((f) => m.file.endsWith(f.path)) ?? own.find((f) => f.name === m.machine) ?? own[0];
  if (found) return void openFile(found.path);
  try {
    const c = await call<Chart>(m.ns + "/machine/get_chart", { format: "source" });
    const name = /\.(yaml|lua)$/.test(base) ? base : m.machine + ".yaml";
    const why = c.success ? await openFile(name, { text: c.text, running: true }) : c.message;
    if (why) failed(why);
  } catch (e) {
    failed((e as Error).message);
  }
}

(globalThis as any).gonaoDocument.open = openFile; // for tests
