// Values that a person has pinned: the timeline has a lane for each, with its course.

import { create } from "zustand";
import type { Course } from "./course.ts";

const kept = "pins";

export const usePins = create<{ names: string[] }>(() => {
  try {
    return { names: JSON.parse(localStorage.getItem(kept) ?? "[]") as string[] };
  } catch {
    return { names: [] };
  }
});

/** togglePin pins a value to the timeline, or removes it from there. */
export function togglePin(name: string): void {
  const { names } = usePins.getState();
  const next = names.includes(name) ? names.filter((n) => n !== name) : [...names, name];
  localStorage.setItem(kept, JSON.stringify(next));
  usePins.setState({ names: next });
}

/** drawCourse draws the lane of a value: its steps, its name and its value at a time. */
export function drawCourse(g: CanvasRenderingContext2D, course: Course | undefined, name: string, lane: { y: number; width: number; height: number },
  span: { from: number; to: number; now: number; at: number }, colors: { line: string; text: string }): void {
  const { points, low, high } = course?.steps(span.from, span.to) ?? { points: [], low: 0, high: 0 };
  const x = (t: number) => ((t - span.from) / (span.to - span.from)) * lane.width;
  const y = (v: number) => lane.y + lane.height - 3 - (high > low ? ((v - low) / (high - low)) * (lane.height - 6) : (lane.height - 6) / 2);
  g.strokeStyle = colors.line;
  g.lineWidth = 1.5;
  g.beginPath();
  points.forEach(([t, v], i) => {
    if (i === 0) g.moveTo(x(t), y(v));
    else g.lineTo(x(t), y(points[i - 1][1])), g.lineTo(x(t), y(v));
  });
  if (points.length) g.lineTo(x(Math.min(span.to, span.now)), y(points.at(-1)![1]));
  g.stroke();
  const value = course?.at(span.at);
  g.fillStyle = colors.text;
  g.fillText(value === undefined ? name : `${name} ${Number(value.toPrecision(4))}`, 5, lane.y + 8);
}
