// Courses of values over the machine's time.

import type { LiveValue } from "./live.ts";

/** numberOf returns a value as a number; NaN for a text, which has no lane. */
export function numberOf(v: LiveValue): number {
  return v.type === 1 ? Number(v.bool_value) : v.type === 2 ? Number(v.int_value) : v.type === 3 ? v.float_value : NaN;
}

/** most is the largest number of changes of a value that are kept. */
export const most = 12000;

/** Course is the course of a value: its changes, oldest first. */
export class Course {
  times: number[] = [];
  values: number[] = [];

  add(time: number, value: number): void {
    if (Number.isNaN(value) || this.values.at(-1) === value) return;
    this.times.push(time);
    this.values.push(value);
    if (this.times.length > most * 1.2) {
      this.times = this.times.slice(-most);
      this.values = this.values.slice(-most);
    }
  }

  /** after returns this course with the older changes of another one before it. */
  after(older: Course | undefined): Course {
    const first = this.times[0] ?? Infinity;
    const n = older ? older.times.filter((t) => t < first).length : 0;
    if (n === 0) return this;
    const all = new Course();
    all.times = [...older!.times.slice(0, n), ...this.times];
    all.values = [...older!.values.slice(0, n), ...this.values];
    return all;
  }

  /** at returns the value at a time; undefined before the first one. */
  at(time: number): number | undefined {
    return this.values[this.times.findLastIndex((t) => t <= time)];
  }

  /** steps returns the changes within a time span, with the value at its beginning, and their range. */
  steps(from: number, to: number): { points: [time: number, value: number][]; low: number; high: number } {
    const points: [number, number][] = [];
    const first = this.at(from);
    if (first !== undefined) points.push([from, first]);
    for (let i = this.times.findIndex((t) => t > from); i >= 0 && i < this.times.length && this.times[i] <= to; i++) points.push([this.times[i], this.values[i]]);
    const all = points.map(([, v]) => v);
    return { points, low: Math.min(...all), high: Math.max(...all) };
  }
}
