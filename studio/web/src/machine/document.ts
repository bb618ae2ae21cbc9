// The document of the page: the newest snapshot of the server, commands to it, and what is selected.

import { create } from "zustand";
import { call, Lost, offered, subscribe, useWire } from "../wire/client.ts";
import { announce } from "../shell/announce.ts";
import { unplaced } from "./drawing.ts";
import { findState, findTransition } from "./states.ts";
import { windowName } from "./window.ts";
import type { Breakpoint, Command, FileEntry, ListResponse, Outcome, Refusal, Snapshot } from "../types.gen.ts";

export { findState, findTransition, nameOf, parentOf } from "./states.ts";

export interface Selection {
  state?: string; // id
  states?: string[]; // several, state among them
  transition?: string; // id
}

interface DocumentState {
  id?: string;
  opening?: string; // path
  snapshot?: Snapshot; // of the file in the address, absent while it is opened
  selection: Selection;
  breakpoints: Breakpoint[];
  files: FileEntry[];
  directory: string;
  problem?: string; // the last refusal, in words
  said?: { text: string; undo?: boolean }; // what was done and is worth a sentence
  theirs?: string; // text of the file on disk, when it changed there
  unsent: number; // commands that the studio has not answered
}

export const useDocument = create<DocumentState>(() => ({ selection: {}, breakpoints: [], files: [], directory: "", unsent: 0 }));

const get = useDocument.getState;
const set = useDocument.setState;
let stop: (() => void) | undefined;
let newest = 0; // revision that this connection has brought: an older one is out of date

/** listFiles reads the files of the studio's directory. */
export async function listFiles(): Promise<void> {
  try {
    const r = await call<ListResponse>("studio/list", {});
    set({ files: r.files ?? [], directory: r.directory });
  } catch {
    set({ files: [] });
  }
}

/** show shows a document that is open, and every later revision of it. */
export function show(snapshot: Snapshot): void {
  if (get().id !== snapshot.id) {
    leave();
    stop = subscribe("studio/document/" + snapshot.id, (s: Snapshot) => receive(s));
    set({ id: snapshot.id });
    readBreakpoints(snapshot.id);
  }
  set({ opening: undefined, problem: undefined });
  receive(snapshot);
}

function readBreakpoints(id: string): void {
  void call("studio/breakpoints", { id }).then(
    (r) => get().id === id && set({ breakpoints: r.breakpoints ?? [] }),
    () => {},
  );
}

/** leave shows no document; the server keeps it. */
export function leave(): void {
  stop?.();
  stop = undefined;
  newest = 0;
  set({ id: undefined, snapshot: undefined, selection: {}, breakpoints: [], said: undefined, problem: undefined, theirs: undefined });
}

function receive(s: Snapshot): void {
  if (s.id !== get().id || s.revision < newest) return;
  newest = s.revision;
  set({ snapshot: s, selection: kept(get().selection, s) });
}

// A studio that was started again counts revisions as it finds them on the disk: what the new connection brings is what
// counts. The document is opened there again.
useWire.subscribe((s, before) => {
  if (s.connection !== "open") newest = 0;
  const { id, snapshot } = get();
  if (!s.ready || before.ready || !id || !snapshot || !("studio/open" in s.names.services)) return;
  const again = async () => {
    let o = await call<Outcome>("studio/open", { path: snapshot.path });
    // A machine that runs on the robot and was only looked at has no file; nor has one whose file was deleted meanwhile.
    if (!o.snapshot) o = await call<Outcome>("studio/open", { path: snapshot.path, running: true, text: snapshot.text });
    if (get().id !== id) return;
    if (o.snapshot) show(o.snapshot);
    else if (o.refused) refused(o.refused);
    readBreakpoints(id);
    void listFiles();
  };
  again().catch(() => {}); // the connection is lost again, and so this is done again
});

// kept drops from a selection what is no longer there.
function kept(sel: Selection, s: Snapshot): Selection {
  const states = sel.states?.filter((id) => findState(s.machine.states, id));
  return {
    state: sel.state && findState(s.machine.states, sel.state) ? sel.state : undefined,
    states: states?.length ? states : undefined,
    transition: sel.transition && findTransition(s.machine.states, sel.transition) ? sel.transition : undefined,
  };
}

/** select selects; what is selected is the same in the tree, on the canvas and in the text. */
export function select(selection: Selection, words?: string): void {
  set({ selection });
  if (words) announce(words);
}

function refused(r: Refusal): void {
  set({ problem: r.message });
  announce(r.message);
}

/** say shows a sentence about what was done, with a button that undoes it. */
export function say(text: string, undo = false): void {
  set({ said: { text, undo } });
  announce(text);
}

/** Done is what a command answered: what it made, or undefined when it was refused. */
export type Done = string[] | undefined;

// Commands go one after the other, each made for the revision that the one before has left. They are numbered: one whose
// answer was lost with the connection is sent again with its number, and is done once.
let queue: Promise<unknown> = Promise.resolve();
let number = Date.now();

function enqueue<T>(run: () => Promise<T>): Promise<T> {
  set((s) => ({ unsent: s.unsent + 1 }));
  const done = () => set((s) => ({ unsent: s.unsent - 1 }));
  const next = queue.then(run, run);
  queue = next.then(done, done);
  return next;
}

// send calls a service until it is answered, over as many connections as it takes.
async function send(service: string, request: object): Promise<Outcome> {
  for (;;) {
    await offered(service);
    try {
      return await call<Outcome>(service, request);
    } catch (e) {
      if (!(e instanceof Lost)) throw e;
    }
  }
}

const numbered = async (body: object) => ({ ...body, window: await windowName(), number: ++number });

// With the first edit of a drawing the file gets the places of all its boxes: they stay where they are seen.
function withPlaces(id: string, c: Command): Command {
  const drawn = c.op !== "layout" && c.op !== "replace_text" && (c.state || c.states || c.transition || c.op === "add_state" || c.op === "paste");
  if (!drawn) return c;
  const places = unplaced(id);
  return places.length ? { ...c, places: [...places, ...(c.places ?? [])] } : c;
}

/** edit sends one command, made for a revision of a document, and returns the answer, also a refusal. */
export function edit(id: string, revision: () => number, command: Command): Promise<Outcome> {
  return enqueue(async () => {
    const o = await send("studio/apply", await numbered({ id, revision: revision(), command }));
    if (o.snapshot) receive(o.snapshot);
    return o;
  });
}

/** apply applies a command, or what a function makes of the document as it is when its turn comes. A command for an old
 * revision is made again for the new one: commands name states by id. */
export function apply(command: Command | ((s: Snapshot) => Command), words?: string): Promise<Done> {
  let s = get().snapshot;
  if (!s) return Promise.resolve(undefined);
  const { id } = s;
  return enqueue(async (): Promise<Done> => {
    try {
      for (let tries = 0; tries < 20; tries++) {
        if (get().id === id) s = get().snapshot ?? s;
        const made = withPlaces(id, typeof command === "function" ? command(s!) : command);
        const o = await send("studio/apply", await numbered({ id, revision: s!.revision, command: made }));
        if (o.snapshot) {
          s = o.snapshot;
          receive(s);
        }
        if (!o.refused) {
          set({ problem: undefined, said: undefined });
          if (made.op === "delete_state" && o.said?.includes(" with ")) say(o.said, true);
          else announce(words ?? o.said ?? "done");
          return o.select ?? [];
        }
        if (o.refused.code !== "stale") {
          refused(o.refused);
          return undefined;
        }
      }
      refused({ code: "stale", message: "somebody else keeps changing the machine; try again" });
    } catch (e) {
      refused({ code: "failed", message: (e as Error).message });
    }
    return undefined;
  });
}

function request(service: string, body: () => Promise<object>, words: string): Promise<boolean> {
  const { id } = get();
  if (!id) return Promise.resolve(false);
  return enqueue(async () => {
    try {
      const o = await send(service, { id, ...(await body()) });
      if (o.snapshot) receive(o.snapshot);
      if (o.theirs !== undefined) set({ theirs: o.theirs });
      if (o.refused) {
        refused(o.refused);
        return false;
      }
      set({ problem: undefined, said: undefined });
      announce(o.said || words);
      return true;
    } catch (e) {
      refused({ code: "failed", message: (e as Error).message });
      return false;
    }
  });
}

export const undo = () => request("studio/undo", () => numbered({}), "undone");
export const redo = () => request("studio/redo", () => numbered({}), "done again");
export const save = () => request("studio/save", async () => ({}), "saved");
export const resolve = (choice: "mine" | "theirs" | "both") => {
  set({ theirs: undefined });
  return request("studio/resolve", async () => ({ choice, window: await windowName() }), "resolved");
};

// Closing a tab with something that the studio has not got asks.
const typed = new Set<() => boolean>();

/** guardTyped has the browser ask before it closes the tab while a function reports that there is unsent text. */
export function guardTyped(unsent: () => boolean): () => void {
  typed.add(unsent);
  return () => typed.delete(unsent);
}

globalThis.addEventListener?.("beforeunload", (e) => {
  if (get().unsent > 0 || [...typed].some((f) => f())) e.preventDefault();
});

// For tests: a scripted person uses the same functions as the page.
(globalThis as any).gonaoDocument = { get, apply, undo, redo, save };

/** setBreakpoints replaces the document's breakpoints, which are kept beside the file, not in it. */
export async function setBreakpoints(breakpoints: Breakpoint[]): Promise<void> {
  set({ breakpoints });
  try {
    const r = await call("studio/breakpoints", { id: get().id, set: true, breakpoints });
    if (r.refused) refused(r.refused);
    else set({ breakpoints: r.breakpoints ?? [] });
  } catch (e) {
    refused({ code: "failed", message: (e as Error).message });
  }
}

/** toggleBreakpoint sets or clears the breakpoint of a state or a transition. */
export function toggleBreakpoint(at: { state?: string; transition?: string }): void {
  const list = get().breakpoints;
  const i = list.findIndex((b) => (at.transition ? b.transition === at.transition : b.state === at.state && !b.transition));
  void setBreakpoints(i >= 0 ? list.filter((_, k) => k !== i) : [...list, at]);
  announce(`breakpoint ${i >= 0 ? "cleared" : "set"} at ${at.transition ?? at.state}`);
}
