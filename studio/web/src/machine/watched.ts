// The documents of a browser that only looks on: it opens no files, and follows the latched topics of those that are open.

import { useEffect } from "react";
import { create } from "zustand";
import { subscribe, useWire } from "../wire/client.ts";
import type { Snapshot } from "../types.gen.ts";

const prefix = "studio/document/";

interface Watched { documents: Record<string, Snapshot> } // by topic
export const useWatched = create<Watched>(() => ({ documents: {} }));

/** looksOn reports whether this browser follows documents instead of opening them. */
export const looksOn = (services: Record<string, string>): boolean => "studio/vocabulary" in services && !("studio/open" in services);

/** useWatchedDocuments returns all open documents to a browser that looks on, none to an editor. */
export function useWatchedDocuments(): Snapshot[] {
  const names = useWire((s) => s.names);
  const topics = looksOn(names.services) ? Object.keys(names.topics).filter((t) => t.startsWith(prefix)).sort() : [];
  useEffect(() => {
    const stops = topics.map((t) => subscribe(t, (s: Snapshot) => useWatched.setState(({ documents }) => ({ documents: { ...documents, [t]: s } }))));
    return () => stops.forEach((stop) => stop());
  }, [topics.join()]);
  const { documents } = useWatched();
  return topics.flatMap((t) => documents[t] ?? []);
}

/** watchedOf returns the open document of a file, or of a machine, that a browser that looks on may show. */
export function watchedOf(at: { file?: string; machine?: string }): Snapshot | undefined {
  const all = Object.values(useWatched.getState().documents);
  return all.find((s) => s.path === at.file) ?? all.find((s) => at.machine !== undefined && s.machine.name === at.machine);
}
