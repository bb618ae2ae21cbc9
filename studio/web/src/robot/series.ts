// Series is a ring of samples for a plot. Its memory is bounded: samples older than its span or beyond its capacity
// are overwritten. It allocates nothing per sample.
export class Series {
  private readonly t: Float64Array;
  private readonly v: Float64Array;
  private next = 0;
  private count = 0;

  // capacity is the number of samples kept: 30 s at 83.3 Hz are 2500.
  constructor(readonly capacity = 6000) {
    this.t = new Float64Array(capacity);
    this.v = new Float64Array(capacity);
  }

  get length(): number {
    return this.count;
  }

  // add appends a sample. If its time is before the newest one, the clock was set back, and the series starts
  // again.
  add(t: number, v: number): void {
    if (this.count > 0 && t < this.newest()) this.clear();
    this.t[this.next] = t;
    this.v[this.next] = v;
    this.next = (this.next + 1) % this.capacity;
    this.count = Math.min(this.count + 1, this.capacity);
  }

  clear(): void {
    this.next = 0;
    this.count = 0;
  }

  newest(): number {
    return this.count ? this.t[(this.next + this.capacity - 1) % this.capacity]! : NaN;
  }

  last(): number {
    return this.count ? this.v[(this.next + this.capacity - 1) % this.capacity]! : NaN;
  }

  // window returns the samples between two times, reduced to at most n points: the lowest and the highest of each
  // bucket, so that spikes stay visible.
  window(from: number, to: number, n: number): [number[], number[]] {
    const first = (this.next + this.capacity - this.count) % this.capacity;
    let lo = this.search(first, from);
    const hi = this.search(first, to, true);
    const points = hi - lo;
    const ts: number[] = [];
    const vs: number[] = [];
    const push = (k: number) => {
      const i = (first + k) % this.capacity;
      ts.push(this.t[i]!);
      vs.push(this.v[i]!);
    };
    if (points <= n) {
      for (; lo < hi; lo++) push(lo);
      return [ts, vs];
    }
    const buckets = Math.max(1, Math.floor(n / 2));
    for (let b = 0; b < buckets; b++) {
      const begin = lo + Math.floor((b * points) / buckets);
      const end = lo + Math.floor(((b + 1) * points) / buckets);
      let low = begin;
      let high = begin;
      for (let k = begin; k < end; k++) {
        const v = this.v[(first + k) % this.capacity]!;
        if (v < this.v[(first + low) % this.capacity]!) low = k;
        if (v > this.v[(first + high) % this.capacity]!) high = k;
      }
      push(Math.min(low, high));
      if (low !== high) push(Math.max(low, high));
    }
    return [ts, vs];
  }

  // search returns the index of the first sample at a time or, with after, after it.
  private search(first: number, at: number, after = false): number {
    let lo = 0;
    let hi = this.count;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      const t = this.t[(first + mid) % this.capacity]!;
      if (t < at || (after && t === at)) lo = mid + 1;
      else hi = mid;
    }
    return lo;
  }
}

// align joins several series on one time axis, as uPlot needs them. Where a series has no sample, it contains null.
export function align(parts: [number[], number[]][]): [number[], ...(number | null)[][]] {
  if (parts.length === 1) return [parts[0]![0], parts[0]![1]];
  const times = [...new Set(parts.flatMap((p) => p[0]))].sort((a, b) => a - b);
  const index = new Map(times.map((t, i) => [t, i]));
  const columns = parts.map(([ts, vs]) => {
    const column: (number | null)[] = new Array(times.length).fill(null);
    ts.forEach((t, k) => (column[index.get(t)!] = vs[k]!));
    return column;
  });
  return [times, ...columns];
}

const onLight = ["#0072b2", "#d55e00", "#009e73", "#b0508c", "#9a6a00", "#3a7ca5"];
const onDark = ["#56b4e9", "#ff8f3f", "#2fd6a3", "#e39cc6", "#f0c030", "#a8c8ff"];

/** palette returns colours for curves, after Okabe and Ito, that can be told apart on this background. */
export const palette = (dark: boolean): string[] => (dark ? onDark : onLight);

/** isDark reports whether the page is shown in dark colours. */
export const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
