// Changes are announced to screen readers through one live region.

import { create } from "zustand";

export const useAnnouncement = create<{ text: string; count: number }>(() => ({ text: "", count: 0 }));

/** announce makes a screen reader read the text. */
export function announce(text: string): void {
  useAnnouncement.setState((s) => ({ text, count: s.count + 1 }));
}
