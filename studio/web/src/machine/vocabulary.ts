// The vocabulary: the actions that machines may use, with their arguments. The forms of the inspector are made from
// it.

import { create } from "zustand";
import { call } from "../wire/client.ts";

export interface ArgumentOf {
  name: string; type: string; unit?: string; description?: string; required?: boolean; default?: unknown; min?: number; max?: number; enum?: string[]; values?: string[];
}
export interface ActionOf { name: string; description: string; group: string; arguments?: ArgumentOf[]; ends: boolean }
export interface InputOf { name: string; type: string; unit?: string; description?: string; group: string }
export interface FunctionOf { name: string; parameters: string[]; type: string; description: string; reads: string[] }
export interface Vocabulary {
  actions: ActionOf[]; inputs: InputOf[]; functions: FunctionOf[]; groups: { name: string; description: string }[]; machines: string[]; skills: string[];
}

const none: Vocabulary = { actions: [], inputs: [], functions: [], groups: [], machines: [], skills: [] };

export const useVocabulary = create<{ words: Vocabulary; asked: boolean }>(() => ({ words: none, asked: false }));

/** askVocabulary requests the vocabulary once. */
export function askVocabulary(): void {
  if (useVocabulary.getState().asked) return;
  useVocabulary.setState({ asked: true });
  call("studio/vocabulary", {}).then(
    (r) => useVocabulary.setState({ words: { ...none, ...r.vocabulary } }),
    () => useVocabulary.setState({ asked: false }),
  );
}
