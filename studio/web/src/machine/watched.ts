// The documents of a viewer's browser: it opens no files, but follows the latched topics of the open documents.

import { useEffect } from "react";
import { create } from "zustand";
import { subscribe, useWire } from "../wire/client.ts";
import type { Snapshot } from "../types.gen.ts";

const prefix = "studio/document/";

// documents maps topics to snapshots.
interface Watched { documents: Record<string, Snapshot> }
export const useWatched = create<Watched>(() => ({ documents: {} }));

/** looksOn reports whether this browser follows documents instead of opening them. */
export const looksOn = (services: Record<string, string>): boolean => "studio/vocabulary" in services && !("studio/open" in services);

/** useWatchedDocuments returns all open documents in a viewer's browser, and none in an editor's. */
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

/** watchedOf returns the open document of a file or of a machine for a viewer's browser. Documents that editors have
 * open comes before what the studio reads from the robot for those who look on. */
export function watchedOf(at: { file?: string; machine?: string }): Snapshot | undefined {
  const { documents } = useWatched.getState();
  const { topics } = useWire.getState().names;
  const all = Object.keys(documents).filter((t) => t in topics).sort((a, b) => Number(read(a)) - Number(read(b)));
  const find = (fits: (s: Snapshot) => boolean) => all.find((t) => fits(documents[t]));
  let topic = find((s) => s.path === at.file) ?? find((s) => at.machine !== undefined && s.machine.name === at.machine);
  if (topic && read(topic)) {
    const { name } = documents[topic].machine;
    topic = find((s) => s.machine.name === name);
  }
  return topic === undefined ? undefined : documents[topic];
}

const read = (topic: string): boolean => topic.startsWith(prefix + "running/") || topic === prefix + "running";
