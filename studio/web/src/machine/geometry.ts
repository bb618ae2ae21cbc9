// Where edges run and where their labels stand, from the places of the boxes.

export interface Point { x: number; y: number }
export interface Rect { x: number; y: number; width: number; height: number }

export const centre = (r: Rect): Point => ({ x: r.x + r.width / 2, y: r.y + r.height / 2 });

export const overlap = (a: Rect, b: Rect, gap = 0): boolean =>
  a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap;

/** extent returns the rectangle around all boxes. */
export function extent(boxes: Map<string, Rect>): { width: number; height: number; x: number; y: number } {
  const all = [...boxes.values()];
  const x = Math.min(...all.map((r) => r.x));
  const y = Math.min(...all.map((r) => r.y));
  return { x, y, width: Math.max(...all.map((r) => r.x + r.width)) - x, height: Math.max(...all.map((r) => r.y + r.height)) - y };
}

/** border returns where the line from the middle of a rectangle to a point leaves it. */
export function border(r: Rect, to: Point): Point {
  const c = centre(r);
  const dx = to.x - c.x;
  const dy = to.y - c.y;
  if (dx === 0 && dy === 0) return c;
  const s = Math.min(dx ? r.width / 2 / Math.abs(dx) : Infinity, dy ? r.height / 2 / Math.abs(dy) : Infinity);
  return { x: c.x + dx * s, y: c.y + dy * s };
}

export interface Curve { from: Point; control: Point; to: Point; control2?: Point }

/** curve returns the edge between two rectangles; bend is how far its middle is from the straight line, to the right. */
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

/** pathOf returns a curve as SVG has it. */
export function pathOf(c: Curve): string {
  const second = c.control2 ? `C${n(c.control.x)} ${n(c.control.y)} ${n(c.control2.x)} ${n(c.control2.y)}` : `Q${n(c.control.x)} ${n(c.control.y)}`;
  return `M${n(c.from.x)} ${n(c.from.y)} ${second} ${n(c.to.x)} ${n(c.to.y)}`;
}

/** crosses reports whether a curve runs through a rectangle. */
export function crosses(c: Curve, r: Rect): boolean {
  const grown = { x: r.x - 4, y: r.y - 4, width: r.width + 8, height: r.height + 8 };
  for (let i = 1; i < 16; i++) {
    const p = at(c, i / 16);
    if (p.x > grown.x && p.x < grown.x + grown.width && p.y > grown.y && p.y < grown.y + grown.height) return true;
  }
  return false;
}

export interface LinkShape { id: string; source: string; target: string; label: { width: number; height: number } }
export interface Route { bend: number; label: Point } // the label's middle, from the middle of the curve

const bends = [0, 50, -50, 100, -100, 160, -160, 240, -240];

/** routes chooses for each link a curve that passes the other boxes, and a free place for its label. */
export function routes(boxes: Map<string, Rect>, links: LinkShape[]): Map<string, Route> {
  const all = [...boxes.entries()];
  const pairs = new Set(links.map((l) => l.source + "\n" + l.target));
  const placed: Rect[] = [];
  const out = new Map<string, Route>();
  for (const l of links) {
    const a = boxes.get(l.source);
    const b = boxes.get(l.target);
    if (!a || !b) continue;
    const both = l.source !== l.target && pairs.has(l.target + "\n" + l.source);
    const others = all.filter(([id]) => id !== l.source && id !== l.target).map(([, r]) => r);
    let best = { bend: both ? 34 : 0, cost: Infinity };
    for (const raw of l.source === l.target ? [0] : bends) {
      const bend = both ? 34 + Math.max(0, raw) : raw;
      const c = curve(a, b, bend);
      const cost = others.filter((r) => crosses(c, r)).length * 1000 + Math.abs(bend);
      if (cost < best.cost) best = { bend, cost };
      if (cost < 1000) break;
    }
    const c = l.source === l.target ? loop(a) : curve(a, b, best.bend);
    const middle = at(c, 0.5);
    const label = freePlace(c, l.label, all.map(([, r]) => r), placed);
    placed.push({ x: label.x - l.label.width / 2, y: label.y - l.label.height / 2, ...l.label });
    out.set(l.id, { bend: best.bend, label: { x: label.x - middle.x, y: label.y - middle.y } });
  }
  return out;
}

// freePlace returns where a label on a curve covers no box and no other label; the best place where there is none.
function freePlace(c: Curve, size: { width: number; height: number }, boxes: Rect[], placed: Rect[]): Point {
  let best: Point = at(c, 0.5);
  let least = Infinity;
  const loopy = !!c.control2;
  for (const off of loopy ? [-12, -34, 12, -60] : [0, 16, -16, 34, -34, 60, -60, 90, -90]) {
    for (const t of [0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78]) {
      const p = at(c, t);
      const q = { x: p.x + (loopy ? size.width / 2 + 4 : 0), y: p.y + off };
      const r = { x: q.x - size.width / 2, y: q.y - size.height / 2, ...size };
      const cost = boxes.filter((b) => overlap(r, b, 2)).length * 3 + placed.filter((b) => overlap(r, b, 2)).length * 2;
      if (cost === 0) return q;
      if (cost < least) {
        least = cost;
        best = q;
      }
    }
  }
  return best;
}
