// Computes where edges run and where their labels are, from the places of the boxes.

export interface Point { x: number; y: number }
export interface Rect { x: number; y: number; width: number; height: number }

export const centre = (r: Rect): Point => ({ x: r.x + r.width / 2, y: r.y + r.height / 2 });

export const overlap = (a: Rect, b: Rect, gap = 0): boolean =>
  a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap;

/** contains reports whether a rectangle lies in another one. */
export const contains = (outer: Rect, r: Rect): boolean =>
  r.x >= outer.x && r.y >= outer.y && r.x + r.width <= outer.x + outer.width && r.y + r.height <= outer.y + outer.height && (r.width < outer.width || r.height < outer.height);

/** onBorder reports whether a rectangle comes closer to the border of another one than gap. */
export const onBorder = (r: Rect, frame: Rect, gap: number): boolean =>
  overlap(r, frame, gap) && !contains(frame, { x: r.x - gap, y: r.y - gap, width: r.width + 2 * gap, height: r.height + 2 * gap });

/** extent returns the rectangle around all boxes. */
export function extent(boxes: Map<string, Rect>): { width: number; height: number; x: number; y: number } {
  const all = [...boxes.values()];
  const x = Math.min(...all.map((r) => r.x));
  const y = Math.min(...all.map((r) => r.y));
  return { x, y, width: Math.max(...all.map((r) => r.x + r.width)) - x, height: Math.max(...all.map((r) => r.y + r.height)) - y };
}

/** border returns the point at which the line from the rectangle's centre to a point leaves the rectangle. */
export function border(r: Rect, to: Point): Point {
  const c = centre(r);
  const dx = to.x - c.x;
  const dy = to.y - c.y;
  if (dx === 0 && dy === 0) return c;
  const s = Math.min(dx ? r.width / 2 / Math.abs(dx) : Infinity, dy ? r.height / 2 / Math.abs(dy) : Infinity);
  return { x: c.x + dx * s, y: c.y + dy * s };
}

export interface Curve { from: Point; control: Point; to: Point; control2?: Point }

/** curve returns the edge between two rectangles; bend is the distance of its middle from the straight line, to the right. */
export function curve(a: Rect, b: Rect, bend: number): Curve {
  const p = centre(a);
  const q = centre(b);
  const d = Math.hypot(q.x - p.x, q.y - p.y) || 1;
  const control = { x: (p.x + q.x) / 2 + ((p.y - q.y) / d) * bend * 2, y: (p.y + q.y) / 2 + ((q.x - p.x) / d) * bend * 2 };
  return { from: border(a, control), control, to: border(b, control) };
}

/** loop returns the edge of a state to itself, around its right upper corner. */
export function loop(r: Rect): Curve {
  const x = r.x + r.width;
  return { from: { x: x - 30, y: r.y }, control: { x: x - 24, y: r.y - 52 }, control2: { x: x + 50, y: r.y - 8 }, to: { x, y: r.y + 20 } };
}

export function at(c: Curve, t: number): Point {
  const u = 1 - t;
  if (c.control2) {
    const f = (a: number, b: number, d: number, e: number) => u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * d + t * t * t * e;
    return { x: f(c.from.x, c.control.x, c.control2.x, c.to.x), y: f(c.from.y, c.control.y, c.control2.y, c.to.y) };
  }
  const f = (a: number, b: number, d: number) => u * u * a + 2 * u * t * b + t * t * d;
  return { x: f(c.from.x, c.control.x, c.to.x), y: f(c.from.y, c.control.y, c.to.y) };
}

const n = (v: number) => Math.round(v * 10) / 10;

/** pathOf returns a curve as an SVG path. */
export function pathOf(c: Curve): string {
  const second = c.control2 ? `C${n(c.control.x)} ${n(c.control.y)} ${n(c.control2.x)} ${n(c.control2.y)}` : `Q${n(c.control.x)} ${n(c.control.y)}`;
  return `M${n(c.from.x)} ${n(c.from.y)} ${second} ${n(c.to.x)} ${n(c.to.y)}`;
}

export interface LinkShape { id: string; source: string; target: string; label: { width: number; height: number } }

/** Route is the course of a link: a curve with a bend, or a path of straight lines, which is valid only while both boxes keep their places. */
export interface Route {
  bend: number;
  way?: Point[];
  ends?: [Rect, Rect];
  label: Point; // middle of the labels, relative to the middle of the link
}

/** Shape is a link as drawn. */
export interface Shape { path: string; middle: Point; points: Point[] }

const steps = 16;

/** shape returns the drawn form of a link between two boxes. */
export function shape(a: Rect, b: Rect, self: boolean, r?: Route): Shape {
  const stands = (x: Rect, y: Rect) => x.x === y.x && x.y === y.y && x.width === y.width && x.height === y.height;
  if (r?.way && r.ends && stands(a, r.ends[0]) && stands(b, r.ends[1])) return { path: roundedPath(r.way), middle: along(r.way, 0.5), points: r.way };
  const c = self ? loop(a) : curve(a, b, r?.bend ?? 0);
  return { path: pathOf(c), middle: at(c, 0.5), points: Array.from({ length: steps + 1 }, (_, i) => at(c, i / steps)) };
}

/** along returns the point at a share of a path's length. */
export function along(way: Point[], share: number): Point {
  const lengths = way.slice(1).map((p, i) => Math.hypot(p.x - way[i].x, p.y - way[i].y));
  let left = lengths.reduce((s, l) => s + l, 0) * share;
  for (let i = 0; i < lengths.length; i++) {
    if (left <= lengths[i]) {
      const f = lengths[i] ? left / lengths[i] : 0;
      return { x: way[i].x + (way[i + 1].x - way[i].x) * f, y: way[i].y + (way[i + 1].y - way[i].y) * f };
    }
    left -= lengths[i];
  }
  return way[way.length - 1];
}

// roundedPath returns a path as SVG, with round corners.
function roundedPath(way: Point[]): string {
  let d = `M${n(way[0].x)} ${n(way[0].y)}`;
  for (let i = 1; i < way.length - 1; i++) {
    const [p, c, q] = [way[i - 1], way[i], way[i + 1]];
    const a = Math.hypot(c.x - p.x, c.y - p.y) || 1;
    const b = Math.hypot(q.x - c.x, q.y - c.y) || 1;
    const r = Math.min(12, a / 2, b / 2);
    d += ` L${n(c.x + ((p.x - c.x) / a) * r)} ${n(c.y + ((p.y - c.y) / a) * r)} Q${n(c.x)} ${n(c.y)} ${n(c.x + ((q.x - c.x) / b) * r)} ${n(c.y + ((q.y - c.y) / b) * r)}`;
  }
  const last = way[way.length - 1];
  return `${d} L${n(last.x)} ${n(last.y)}`;
}

/** meets reports whether a polyline crosses a rectangle that is enlarged by gap. */
export function meets(points: Point[], r: Rect, gap: number): boolean {
  const x0 = r.x - gap;
  const x1 = r.x + r.width + gap;
  const y0 = r.y - gap;
  const y1 = r.y + r.height + gap;
  for (let i = 1; i < points.length; i++) {
    const p = points[i - 1];
    const q = points[i];
    if ((p.x < x0 && q.x < x0) || (p.x > x1 && q.x > x1) || (p.y < y0 && q.y < y0) || (p.y > y1 && q.y > y1)) continue;
    // Liang and Barsky's algorithm finds the part of the line that is inside, if any.
    let from = 0;
    let to = 1;
    for (const [d, low, high] of [[q.x - p.x, x0 - p.x, x1 - p.x], [q.y - p.y, y0 - p.y, y1 - p.y]]) {
      if (d === 0) {
        if (low > 0 || high < 0) from = 2;
        continue;
      }
      from = Math.max(from, Math.min(low / d, high / d));
      to = Math.min(to, Math.max(low / d, high / d));
    }
    if (from <= to) return true;
  }
  return false;
}
