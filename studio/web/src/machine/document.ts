// The document of the page: the newest snapshot of the server, commands to the server, and the selection.

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
  states?: string[]; // ids of all selected states, including state
  transition?: string; // id
}

interface DocumentState {
  id?: string;
  opening?: string; // path
  snapshot?: Snapshot; // snapshot of the file in the address; absent while the file is being opened
  selection: Selection;
  breakpoints: Breakpoint[];
  files: FileEntry[];
  directory: string;
  problem?: string; // reason of the last refusal
  said?: { text: string; undo?: boolean }; // message about something that was done
  theirs?: string; // text of the file on disk, if it changed there
  unsent: number; // number of commands that the studio has not answered
}

export const useDocument = create<DocumentState>(() => ({ selection: {}, breakpoints: [], files: [], directory: "", unsent: 0 }));

const get = useDocument.getState;
const set = useDocument.setState;
let stop: (() => void) | undefined;
let newest = 0; // newest revision that this connection has delivered; older ones are dropped

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

/** leave shows no document. The server keeps the document. */
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

// After a restart the studio counts revisions from the files on the disk again. Then the new connection decides,
// and the document is opened there again.
useWire.subscribe((s, before) => {
  if (s.connection !== "open") newest = 0;
  const { id, snapshot } = get();
  if (!s.ready || before.ready || !id || !snapshot || !("studio/open" in s.names.services)) return;
  const again = async () => {
    let o = await call<Outcome>("studio/open", { path: snapshot.path });
    // A machine that runs on the robot and was only viewed has no file. The file may also have been deleted.
    if (!o.snapshot) o = await call<Outcome>("studio/open", { path: snapshot.path, running: true, text: snapshot.text });
    if (get().id !== id) return;
    if (o.snapshot) show(o.snapshot);
    else if (o.refused) refused(o.refused);
    readBreakpoints(id);
    void listFiles();
  };
  again().catch(() => {}); // the connection is lost again, so again() will be called again
});

// kept returns the selection without the elements that no longer exist.
function kept(sel: Selection, s: Snapshot): Selection {
  const states = sel.states?.filter((id) => findState(s.machine.states, id));
  return {
    state: sel.state && findState(s.machine.states, sel.state) ? sel.state : undefined,
    states: states?.length ? states : undefined,
    transition: sel.transition && findTransition(s.machine.states, sel.transition) ? sel.transition : undefined,
  };
}

/** select sets the selection, which the tree, the canvas and the text share. */
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

/** Done is the answer of a command: the ids of what it made, or undefined if it was refused. */
export type Done = string[] | undefined;

// Commands are sent one after the other, each for the revision that the previous one has produced. They are
// numbered: if an answer is lost with the connection, the command is sent again with its number, and is done only
// once.
let queue: Promise<unknown> = Promise.resolve();
let number = Date.now();

function enqueue<T>(run: () => Promise<T>): Promise<T> {
  set((s) => ({ unsent: s.unsent + 1 }));
  const done = () => set((s) => ({ unsent: s.unsent - 1 }));
  const next = queue.then(run, run);
  queue = next.then(done, done);
  return next;
}

// send calls a service until it is answered, across as many connections as necessary.
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

// With the first edit of a drawing, the places of all its boxes are written to the file, so that they stay where
// they are.
function withPlaces(id: string, c: Command): Command {
  const drawn = c.op !== "layout" && c.op !== "replace_text" && (c.state || c.states || c.transition || c.op === "add_state" || c.op === "paste");
  if (!drawn) return c;
  const places = unplaced(id);
  return places.length ? { ...c, places: [...places, ...(c.places ?? [])] } : c;
}

/** edit sends one command, made for a revision of a document, and returns the answer, which may be a refusal. */
export function edit(id: string, revision: () => number, command: Command): Promise<Outcome> {
  return enqueue(async () => {
    const o = await send("studio/apply", await numbered({ id, revision: revision(), command }));
    if (o.snapshot) receive(o.snapshot);
    return o;
  });
}

/** apply applies a command, or the command that a function makes from the document when its turn comes. A command for an old
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
      refused({ code: "stale", message: "another person keeps changing the machine; try again" });
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

// Before a tab closes with changes that the studio has not received, the browser asks the person.
const typed = new Set<() => boolean>();

/** guardTyped makes the browser ask before it closes the tab while the function reports unsent text. */
export function guardTyped(unsent: () => boolean): () => void {
  typed.add(unsent);
  return () => typed.delete(unsent);
}

globalThis.addEventListener?.("beforeunload", (e) => {
  if (get().unsent > 0 || [...typed].some((f) => f())) e.preventDefault();
});

// Tests use this: a scripted person calls the same functions as the page.
(globalThis as any).gonaoDocument = { get, apply, undo, redo, save };

/** setBreakpoints replaces the document's breakpoints, which are kept beside the file, not inside it. */
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
