// Commands: everything that a person can do has a title, and may have keys. The palette (Ctrl+K), the list of keys
// (?) and the keyboard use the same list.

import { useEffect, useRef } from "react";
import { create } from "zustand";

export interface Command {
  id: string;
  title: string;
  keys?: string[]; // "Ctrl+S", "Shift+F10", "Alt+ArrowUp", "T"
  group?: string;
  enabled?: boolean;
  kind?: string; // kind of the entry, if it is not a command
  run: () => void;
}

interface Registry {
  commands: Map<string, Command>;
}

export const useRegistry = create<Registry>(() => ({ commands: new Map() }));

(globalThis as any).gonaoCommands = () => [...useRegistry.getState().commands.values()]; // for tests

/** useCommands registers commands while the component is shown. The newest registration of an id counts. */
export function useCommands(commands: Command[]): void {
  const now = useRef(commands);
  now.current = commands;
  const shape = commands.map((c) => `${c.id}|${c.title}|${c.keys?.join()}|${c.enabled !== false}`).join("\n");
  useEffect(() => {
    const own = now.current.map((c) => ({
      ...c,
      run: () => now.current.find((n) => n.id === c.id)?.run(),
    }));
    useRegistry.setState((s) => {
      const next = new Map(s.commands);
      for (const c of own) next.set(c.id, c);
      return { commands: next };
    });
    return () =>
      useRegistry.setState((s) => {
        const next = new Map(s.commands);
        for (const c of own) if (next.get(c.id) === c) next.delete(c.id);
        return { commands: next };
      });
  }, [shape]);
}

/** keyOf returns the name of a key press in the notation of commands. */
export function keyOf(e: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  let key = e.key.length === 1 ? e.key.toUpperCase() : e.key;
  if (key === " ") key = "Space";
  const parts: string[] = [];
  if (e.ctrlKey || e.metaKey) parts.push("Ctrl");
  if (e.altKey) parts.push("Alt");
  // A character such as ? needs Shift on many keyboards, so Shift counts only with letters and named keys.
  if (e.shiftKey && (key.length > 1 || /[A-Z]/.test(key))) parts.push("Shift");
  parts.push(key);
  return parts.join("+");
}

/** typing reports whether a key press belongs to an input field. */
export function typing(target: EventTarget | null): boolean {
  const path = target instanceof HTMLElement ? target : null;
  if (!path) return false;
  return path.isContentEditable || path.matches("textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=range]), .cm-host, .cm-host *");
}

/** uses reports whether the focused control uses a key itself; for example, Enter and Space press a button. */
function uses(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  const at = target.closest("button, a[href], summary, input, select, [role=button], [role=slider], [role=separator], [role=tab], [role=option]");
  if (!at) return false;
  if (key === "Enter" || key === "Space") return true;
  return /^(Shift\+)?(Arrow\w+|Home|End|Page\w+)$/.test(key) && at.matches("input[type=radio], input[type=range], select, [role=slider], [role=separator], [role=tab], [role=option]");
}

/** runKey runs the command for a key press. It reports whether there is such a command. */
export function runKey(e: KeyboardEvent): boolean {
  if (e.defaultPrevented || e.isComposing) return false;
  const key = keyOf(e);
  const target = e.composedPath()[0] as EventTarget;
  const inField = typing(target);
  const plain = !/Ctrl|Alt|^(Shift\+)?(F\d+|Escape)$/.test(key);
  if (inField && (plain || /^Ctrl\+(Shift\+)?[ACVXZY]$/.test(key) || key === "F2")) return false;
  if (uses(target, key)) return false;
  if (document.querySelector("dialog[open]") && key !== "Shift+Escape") return false;
  const found = [...useRegistry.getState().commands.values()].reverse().find((c) => c.enabled !== false && c.keys?.includes(key));
  if (!found) return false;
  e.preventDefault();
  found.run();
  return true;
}

const shown: Record<string, string> = {
  ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc", Delete: "Del",
};

/** keyText returns a key as shown to people. */
export function keyText(key: string): string {
  return key.split("+").map((k) => shown[k] ?? k).join("+");
}
