// The painter draws the live state into elements that React has made. It sets attributes and texts, so that React
// draws no component again. It counts its writes, and skips those that would change nothing.

import { counters } from "../wire/client.ts";
import type { Live } from "./live.ts";

type Slot = "mark" | "time" | "passed" | "outcome";

interface Target {
  element: Element;
  text?: Element | null;
  written: Partial<Record<Slot, string>>;
}

/** Surface is a set of elements that show states or transitions, such as the canvas or the tree. */
export class Surface {
  private states = new Map<string, Target>();
  private edges = new Map<string, Target>();

  constructor(private readonly showsTime: (path: string) => boolean = () => true) {}

  /** state registers the element of a state; null removes it. */
  state(path: string, element: Element | null): void {
    if (!element) this.states.delete(path);
    else if (this.states.get(path)?.element !== element) {
      this.states.set(path, { element, text: element.querySelector("[data-time]"), written: {} });
      schedule();
    }
  }

  /** edge registers the element of a transition. */
  edge(id: string, element: Element | null): void {
    if (!element) this.edges.delete(id);
    else if (this.edges.get(id)?.element !== element) {
      this.edges.set(id, { element, written: {} });
      schedule();
    }
  }

  private write(t: Target, slot: Slot, value: string): void {
    if ((t.written[slot] ?? "") === value) return;
    t.written[slot] = value;
    counters.domWrites++;
    if (slot !== "time") {
      if (value) t.element.setAttribute("data-" + slot, value);
      else t.element.removeAttribute("data-" + slot);
    } else if (t.text) t.text.textContent = value;
  }

  /** paint draws what has changed since the last time. A time is hidden by the style sheet while its state has no mark. */
  paint(live: Live | undefined, at: number, withTime: boolean): void {
    for (const [path, t] of this.states) {
      const mark = live?.mark(path) ?? "";
      this.write(t, "mark", mark);
      this.write(t, "outcome", mark === "active" ? (live?.outcome(path) ?? "") : "");
      if (withTime && live && mark !== "" && t.text && this.showsTime(path)) this.write(t, "time", live.held(path, at));
    }
    for (const [id, t] of this.edges) this.write(t, "passed", String(live?.passed.get(id) ?? ""));
  }
}

const surfaces = new Set<Surface>();
let current: Live | undefined;
let scheduled = false;
let lastTimes = 0;

/** show sets what all surfaces show: the live machine, a moment of its past, or nothing. */
export function show(live: Live | undefined): void {
  current = live;
  paintAll();
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    paintAll();
  });
}

/** timesMs is the time between two updates of the shown times. */
const timesMs = 200;

function paintAll(): void {
  const at = performance.now();
  const withTime = at - lastTimes >= timesMs;
  if (withTime) lastTimes = at;
  for (const s of surfaces) s.paint(current, at, withTime);
}

setInterval?.(() => current && !document.hidden && paintAll(), timesMs);

/** addSurface paints a surface until the returned function is called. */
export function addSurface(s: Surface): () => void {
  surfaces.add(s);
  schedule();
  return () => surfaces.delete(s);
}
