// The document on the Machine page: the newest snapshot of the server, commands to it, and what is selected.

import { create } from "zustand";
import { call, subscribe } from "../wire/client.ts";
import { announce } from "../shell/announce.ts";
import { findState, findTransition } from "./states.ts";
import type { Breakpoint, Command, FileEntry, HistoryRequest, ListResponse, Outcome, Refusal, Snapshot } from "../types.gen.ts";

export { findState, findTransition, nameOf, parentOf } from "./states.ts";

export interface Selection {
  state?: string; // id
  states?: string[]; // several, state among them
  transition?: string; // id
}

interface DocumentState {
  id?: string;
  opening?: string; // path
  snapshot?: Snapshot;
  selection: Selection;
  breakpoints: Breakpoint[];
  files: FileEntry[];
  directory: string;
  problem?: string; // the last refusal, in words
  theirs?: string; // text of the file on disk, when it changed there
  busy: boolean;
}

export const useDocument = create<DocumentState>(() => ({ selection: {}, breakpoints: [], files: [], directory: "", busy: false }));

const get = useDocument.getState;
const set = useDocument.setState;
let stop: (() => void) | undefined;

/** listFiles reads the files of the studio's directory. */
export async function listFiles(): Promise<void> {
  try {
    const r = await call<ListResponse>("studio/list", {});
    set({ files: r.files ?? [], directory: r.directory });
  } catch {
    set({ files: [] });
  }
}

/** open opens a file, or a new document with a text. It returns why not. */
export async function open(path: string, fresh?: { text: string }): Promise<string | undefined> {
  set({ opening: path, problem: undefined });
  try {
    const o = await call<Outcome>("studio/open", fresh ? { path, new: true, text: fresh.text } : { path });
    if (!o.snapshot) {
      set({ opening: undefined, problem: o.refused?.message ?? "not opened" });
      return get().problem;
    }
    follow(o.snapshot);
    void listFiles();
    return undefined;
  } catch (e) {
    set({ opening: undefined, problem: (e as Error).message });
    return get().problem;
  }
}

/** follow shows a document that is open, and every later revision of it. */
export function follow(snapshot: Snapshot): void {
  if (get().id !== snapshot.id) {
    stop?.();
    set({ selection: {}, breakpoints: [] });
    stop = subscribe("studio/document/" + snapshot.id, (s: Snapshot) => receive(s));
    void call("studio/breakpoints", { id: snapshot.id }).then(
      (r) => get().id === snapshot.id && set({ breakpoints: r.breakpoints ?? [] }),
      () => {},
    );
  }
  set({ id: snapshot.id, opening: undefined });
  receive(snapshot);
}

function receive(s: Snapshot): void {
  const had = get().snapshot;
  if (had && had.id === s.id && had.revision > s.revision) return;
  set({ snapshot: s, selection: kept(get().selection, s) });
}

/** close forgets the document in this browser; the server keeps unsaved changes. */
export function close(): void {
  stop?.();
  stop = undefined;
  set({ id: undefined, snapshot: undefined, selection: {}, breakpoints: [] });
}

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

/** Done is what a command answered: what it made, or undefined when it was refused. */
export type Done = string[] | undefined;

// Commands go one after the other, each made for the revision that the one before has left.
let queue: Promise<unknown> = Promise.resolve();

/** apply applies a command. A command for an old revision is made again for the new one: commands name states by id. */
export function apply(command: Command, words?: string): Promise<Done> {
  const run = async (): Promise<Done> => {
    set({ busy: true });
    try {
      for (let tries = 0; tries < 4; tries++) {
        const s = get().snapshot;
        if (!s) return undefined;
        const o = await call<Outcome>("studio/apply", { id: s.id, revision: s.revision, command });
        if (o.snapshot) receive(o.snapshot);
        if (!o.refused) {
          set({ problem: undefined });
          announce(words ?? o.said ?? "done");
          return o.select ?? [];
        }
        if (o.refused.code !== "stale" || command.op === "replace_text") {
          refused(o.refused);
          return undefined;
        }
      }
      refused({ code: "stale", message: "somebody else keeps changing the machine; try again" });
    } catch (e) {
      refused({ code: "failed", message: (e as Error).message });
    } finally {
      set({ busy: false });
    }
    return undefined;
  };
  const next = queue.then(run, run);
  queue = next;
  return next;
}

async function request(service: string, body: object, words: string): Promise<boolean> {
  try {
    const o = await call<Outcome>(service, body);
    if (o.snapshot) receive(o.snapshot);
    if (o.theirs !== undefined) set({ theirs: o.theirs });
    if (o.refused) {
      refused(o.refused);
      return false;
    }
    set({ problem: undefined });
    announce(o.said || words);
    return true;
  } catch (e) {
    refused({ code: "failed", message: (e as Error).message });
    return false;
  }
}

const history = (): HistoryRequest => ({ id: get().id ?? "" });
export const undo = () => request("studio/undo", history(), "undone");
export const redo = () => request("studio/redo", history(), "done again");
export const save = (path?: string) => request("studio/save", { id: get().id, path }, "saved");
export const resolve = (choice: "mine" | "theirs" | "both") => {
  set({ theirs: undefined });
  return request("studio/resolve", { id: get().id, choice }, "resolved");
};

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
