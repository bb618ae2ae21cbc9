// Finds paths of straight lines around boxes and labels: A* on a grid of cells. Turns, and cells that another link
// uses, cost extra.

import { extent, overlap } from "./geometry.ts";
import type { Point, Rect } from "./geometry.ts";

const around = 90; // room in pixels outside all boxes in which a path may run
const gap = 10; // distance in pixels between a box and a path
const turnCost = 4;
const usedCost = 3;
const dx = [1, 0, -1, 0];
const dy = [0, 1, 0, -1];

/** Ways finds paths in a drawing. It holds what the paths must not cross. */
export class Ways {
  private readonly cell: number;
  private readonly x: number;
  private readonly y: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly blocked: Uint8Array;
  private readonly uses: Uint8Array;
  private readonly frame: Uint8Array; // index of the innermost open state that contains a cell, from 1
  private readonly frames: string[];

  constructor(boxes: Map<string, Rect>, frames: { id: string; head: Rect }[] = []) {
    const all = extent(boxes);
    this.cell = boxes.size > 60 ? 16 : 12;
    this.x = all.x - around;
    this.y = all.y - around;
    this.columns = Math.ceil((all.width + 2 * around) / this.cell);
    this.rows = Math.ceil((all.height + 2 * around) / this.cell);
    this.blocked = new Uint8Array(this.columns * this.rows);
    this.uses = new Uint8Array(this.columns * this.rows);
    this.frame = new Uint8Array(this.columns * this.rows);
    this.frames = frames.map((f) => f.id);
    for (const [id, r] of boxes) if (!this.frames.includes(id)) this.block(r, gap);
    frames.forEach((f, n) => {
      this.block(f.head, 0);
      const r = boxes.get(f.id)!;
      for (let y = this.row(r.y); y <= this.row(r.y + r.height); y++) this.frame.fill(n + 1, y * this.columns + this.column(r.x), y * this.columns + this.column(r.x + r.width) + 1);
    });
  }

  private column(x: number): number {
    return Math.max(0, Math.min(this.columns - 1, Math.floor((x - this.x) / this.cell)));
  }

  private row(y: number): number {
    return Math.max(0, Math.min(this.rows - 1, Math.floor((y - this.y) / this.cell)));
  }

  private middle(i: number): Point {
    return { x: this.x + ((i % this.columns) + 0.5) * this.cell, y: this.y + (Math.floor(i / this.columns) + 0.5) * this.cell };
  }

  /** block keeps paths out of a rectangle. */
  block(r: Rect, by: number): void {
    for (let y = this.row(r.y - by); y <= this.row(r.y + r.height + by); y++)
      for (let x = this.column(r.x - by); x <= this.column(r.x + r.width + by); x++) {
        const m = this.middle(y * this.columns + x);
        if (overlap({ ...m, width: 0, height: 0 }, r, by)) this.blocked[y * this.columns + x] = 1;
      }
  }

  /** used raises the cost of a line's cells, so that the next path runs beside the line. */
  used(points: Point[]): void {
    for (let i = 1; i < points.length; i++) {
      const p = points[i - 1];
      const q = points[i];
      const n = Math.max(1, Math.ceil(Math.hypot(q.x - p.x, q.y - p.y) / this.cell));
      for (let k = 0; k <= n; k++) this.uses[this.row(p.y + ((q.y - p.y) * k) / n) * this.columns + this.column(p.x + ((q.x - p.x) * k) / n)] = 1;
    }
  }

  // doors returns the free cells beside a box, each with the direction that leads away from it.
  private doors(r: Rect, open: boolean[]): Map<number, number> {
    const out = new Map<number, number>();
    const add = (x: number, y: number, way: number) => {
      const i = y * this.columns + x;
      if (x >= 0 && y >= 0 && x < this.columns && y < this.rows && !this.blocked[i] && open[this.frame[i]]) out.set(i, way);
    };
    const left = this.column(r.x - gap - this.cell / 2);
    const right = this.column(r.x + r.width + gap + this.cell / 2);
    const top = this.row(r.y - gap - this.cell / 2);
    const bottom = this.row(r.y + r.height + gap + this.cell / 2);
    for (let y = this.row(r.y + 8) + 1; y < this.row(r.y + r.height - 8); y++) add(left, y, 2), add(right, y, 0);
    for (let x = this.column(r.x + 12) + 1; x < this.column(r.x + r.width - 12); x++) add(x, top, 3), add(x, bottom, 1);
    return out;
  }

  /** find returns a path from one box to another that crosses only the given open states, or undefined. */
  find(a: Rect, b: Rect, crossed: string[] = []): Point[] | undefined {
    const open = [true, ...this.frames.map((id) => crossed.includes(id))];
    const from = this.doors(a, open);
    const to = this.doors(b, open);
    if (!from.size || !to.size) return undefined;
    const size = this.columns * this.rows * 4;
    const cost = new Float32Array(size).fill(Infinity);
    const came = new Int32Array(size).fill(-1);
    const heap = new Heap();
    const goal = { x0: this.column(b.x), x1: this.column(b.x + b.width), y0: this.row(b.y), y1: this.row(b.y + b.height) };
    const rest = (i: number) => {
      const x = i % this.columns;
      const y = Math.floor(i / this.columns);
      return Math.max(0, goal.x0 - x, x - goal.x1) + Math.max(0, goal.y0 - y, y - goal.y1);
    };
    for (const [i, d] of from) {
      const c = this.uses[i] * usedCost;
      cost[i * 4 + d] = c;
      heap.push(i * 4 + d, c + rest(i));
    }
    for (let s = heap.pop(); s !== undefined; s = heap.pop()) {
      const i = s >> 2;
      const d = s & 3;
      if (to.has(i) && (to.get(i)! + 2) % 4 === d) return this.trace(came, s, a, b, from, to);
      const x = i % this.columns;
      const y = Math.floor(i / this.columns);
      for (let e = 0; e < 4; e++) {
        if ((e + 2) % 4 === d) continue;
        // A turn stays in its cell; a step goes straight on.
        const next = e === d ? (y + dy[e]) * this.columns + x + dx[e] : i;
        if (e === d && (x + dx[e] < 0 || y + dy[e] < 0 || x + dx[e] >= this.columns || y + dy[e] >= this.rows || this.blocked[next] || !open[this.frame[next]])) continue;
        const c = cost[s] + (e === d ? 1 + this.uses[next] * usedCost : turnCost);
        const t = next * 4 + e;
        if (c < cost[t]) {
          cost[t] = c;
          came[t] = s;
          heap.push(t, c + rest(next));
        }
      }
    }
    return undefined;
  }

  private trace(came: Int32Array, end: number, a: Rect, b: Rect, from: Map<number, number>, to: Map<number, number>): Point[] {
    const cells: number[] = [];
    for (let s = end; s >= 0; s = came[s]) if (cells[cells.length - 1] !== s >> 2) cells.push(s >> 2);
    cells.reverse();
    const points = cells.map((i) => this.middle(i));
    points.unshift(side(a, points[0], from.get(cells[0])!));
    points.push(side(b, points[points.length - 1], to.get(cells[cells.length - 1])!));
    // Keep only the corners.
    return points.filter((p, i) => i === 0 || i === points.length - 1 || (p.x - points[i - 1].x) * (points[i + 1].y - p.y) !== (p.y - points[i - 1].y) * (points[i + 1].x - p.x));
  }
}

// side returns the point of a box's border straight beside a point.
function side(r: Rect, p: Point, d: number): Point {
  if (d === 0) return { x: r.x + r.width, y: p.y };
  if (d === 2) return { x: r.x, y: p.y };
  return { x: p.x, y: d === 1 ? r.y + r.height : r.y };
}

// Heap holds numbers sorted by their cost, lowest first.
class Heap {
  private readonly values: number[] = [];
  private readonly costs: number[] = [];

  push(value: number, cost: number): void {
    let i = this.values.length;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (this.costs[up] <= cost) break;
      this.values[i] = this.values[up];
      this.costs[i] = this.costs[up];
      i = up;
    }
    this.values[i] = value;
    this.costs[i] = cost;
  }

  pop(): number | undefined {
    const first = this.values[0];
    const value = this.values.pop();
    const cost = this.costs.pop();
    const n = this.values.length;
    if (n === 0 || value === undefined || cost === undefined) return first;
    let i = 0;
    for (;;) {
      let c = 2 * i + 1;
      if (c >= n) break;
      if (c + 1 < n && this.costs[c + 1] < this.costs[c]) c++;
      if (this.costs[c] >= cost) break;
      this.values[i] = this.values[c];
      this.costs[i] = this.costs[c];
      i = c;
    }
    this.values[i] = value;
    this.costs[i] = cost;
    return first;
  }
}
