// Which time span the timeline shows, and the marks of its axis.

export const spans = [20, 60, 300, 1800];

/** spanTitle returns a time span as text. */
export const spanTitle = (sec: number): string => (sec < 120 ? `${Math.round(sec)} s` : `${Math.round(sec / 60)} min`);

/** zoomed returns a time span that is smaller or larger by a number of steps of the wheel. */
export const zoomed = (span: number, steps: number): number => Math.min(3600, Math.max(2, Math.round(span * 1.25 ** steps * 10) / 10));

/** windowFrom returns where the window begins. While the present is shown, the window ends at the newest time; otherwise it stays where it
 * was, moved no further than it takes to show the moment. A person may have scrolled it to another place. */
export function windowFrom(last: number, moment: number | undefined, begin: number, end: number, span: number, scrolled?: number): number {
  const newest = Math.max(begin, end - span);
  if (scrolled !== undefined) return Math.max(begin, Math.min(scrolled, newest));
  if (moment === undefined) return newest;
  return Math.max(begin, Math.min(moment, Math.max(last, moment - span), newest));
}

const steps = [1, 2, 5, 10, 30, 60, 120, 300, 600];

/** ticks returns the times at which the axis has a mark, at most about ten. */
export function ticks(from: number, to: number): number[] {
  const step = steps.find((s) => (to - from) / s <= 10) ?? 1800;
  const out: number[] = [];
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) out.push(t);
  return out;
}

/** clock returns a time of the machine: "42 s", "3:20". */
export const clock = (sec: number): string => (sec < 120 ? `${sec} s` : `${Math.floor(sec / 60)}:${String(Math.floor(sec % 60)).padStart(2, "0")}`);
