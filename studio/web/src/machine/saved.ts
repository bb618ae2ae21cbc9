// What the footer shows about the document.

import { create } from "zustand";

export const useSaved = create<{ text: string }>(() => ({ text: "" }));
