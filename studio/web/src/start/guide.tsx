// The steps of the tutorial. A step is ticked when the machine has what the step asks for, whichever way it was
// made.

import { create } from "zustand";
import { useState } from "react";
import { go } from "../shell/route.ts";
import { useDocument } from "../machine/document.ts";
import { openFile } from "../machine/open.ts";
import { useRunning } from "../machine/running.ts";
import { lessons } from "./lessons.ts";
import type { LessonName } from "./lessons.ts";

interface GuideState { on?: LessonName }
export const useGuide = create<GuideState>(() => ({ on: (sessionStorage.getItem("guide") as LessonName | null) ?? undefined }));

function set(on: LessonName | undefined): void {
  if (on) sessionStorage.setItem("guide", on);
  else sessionStorage.removeItem("guide");
  useGuide.setState({ on });
}

/** startGuide opens the lesson's machine and shows its steps. */
export async function startGuide(name: LessonName): Promise<void> {
  const l = lessons[name];
  set(name);
  // The file may exist from an earlier lesson; then the lesson goes on there.
  if (await openFile(l.path, { text: l.text })) await openFile(l.path);
}

/** Guide shows the steps of the lesson, with ticks. */
export function Guide({ compact }: { compact?: boolean }) {
  const on = useGuide((s) => s.on);
  const snapshot = useDocument((s) => s.snapshot);
  const running = useRunning((s) => (s.ns === undefined ? undefined : s.slots[s.ns]));
  const [folded, setFolded] = useState(false);
  if (!on) return null;
  const l = lessons[on];
  const own = snapshot?.path === l.path ? snapshot : undefined;
  const done = l.steps.map((s) => !!own && s.done(own, running?.machine === own.machine.name ? running : undefined));
  const next = done.indexOf(false);
  return (
    <section className={"guide" + (compact ? " compact" : "")} aria-label={l.title}>
      <header>
        <h2>{l.title}</h2>
        <span className="dim">{done.filter(Boolean).length} of {done.length}</span>
        <span className="grow" />
        {compact && <button type="button" className="quiet" aria-expanded={!folded} onClick={() => setFolded(!folded)}>{folded ? "Show" : "Fold"}</button>}
        <button type="button" className="quiet" aria-label="End the lesson" onClick={() => set(undefined)}>✕</button>
      </header>
      {!folded && (
        <ol>
          {l.steps.map((s, i) => (
            <li key={s.title} className={done[i] ? "done" : i === next ? "next" : ""} aria-current={i === next ? "step" : undefined}>
              <span className="tick" aria-hidden="true">{done[i] ? "✓" : i + 1}</span>
              <div>
                <strong>{s.title}{done[i] && <span className="visually-hidden"> (done)</span>}</strong>
                {(i === next || !compact) && <p>{s.how}</p>}
              </div>
            </li>
          ))}
        </ol>
      )}
      {next < 0 && <p className="good">✓ Done. Drag the timeline to see it again.</p>}
      {!compact && <button type="button" className="primary" onClick={() => (own ? go({ page: "machine", file: l.path }) : void startGuide(on))}>Go on the Machine page</button>}
    </section>
  );
}
