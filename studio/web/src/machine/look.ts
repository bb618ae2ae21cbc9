// What the Machine page shows: which automaton and which panels. It is kept while other pages are shown.

import { create } from "zustand";

interface Look {
  yaml: boolean;
  connecting?: { from: string; to: number }; // the transition that is being drawn with the keyboard
  dialog?: "save-test" | "generate" | "rename" | "disk" | "open" | "new" | "why" | "functions" | "import" | "run";
  menu?: { x: number; y: number; state?: string; transition?: string };
  left: boolean;
}

export const useLook = create<Look>(() => ({ yaml: false, left: true }));
export const look = useLook.setState;
