// Routes links around the boxes and places their labels. A link that begins or ends in an open state crosses the
// state's border; all others run around it. Short links are routed first. A longer link runs around the labels of
// earlier ones, and its own label is placed where none of them runs.

import { along, at, centre, contains, curve, extent, loop, meets, onBorder, overlap, shape } from "./geometry.ts";
import type { LinkShape, Point, Rect, Route } from "./geometry.ts";
import { Ways } from "./ways.ts";

const bends = [0, 50, -50, 100, -100, 160, -160];

/** margin is the room around a box for what is drawn outside its rectangle: the outline of the initial state and the badge. */
const margin = 9;

/** Frame is an open state. A link that begins or ends inside may cross its border, but not the line with its name. */
export interface Frame { id: string; head: Rect }

const within = (id: string, frame: string): boolean => id.startsWith(frame + "/");

interface Run { id: string; points: Point[]; box: Rect }

/** Plan holds the links that have been routed so far. */
class Plan {
  readonly routes = new Map<string, Route>();
  readonly labels: Rect[] = [];
  readonly runs: Run[] = [];
  faults = 0; // number of links across a box or a label, and of overlapping labels
  readonly solid: Map<string, Rect>; // rectangles that no label covers: boxes, and the names of open states

  constructor(readonly boxes: Map<string, Rect>, readonly ways: Ways, readonly frames: Frame[]) {
    this.solid = new Map(boxes);
    for (const f of frames) this.solid.set(f.id, f.head);
  }

  /** crossed returns the open states whose borders a link may cross. */
  crossed(l: LinkShape): string[] {
    return this.frames.filter((f) => within(l.source, f.id) || within(l.target, f.id)).map((f) => f.id);
  }

  /** cost returns the penalty for the course of a line. */
  cost(l: LinkShape, points: Point[]): number {
    let n = 0;
    const crossed = this.crossed(l);
    for (const [id, r] of this.boxes) {
      if (id === l.source || id === l.target) continue;
      if (crossed.includes(id) ? meets(points, this.solid.get(id)!, 0) : meets(points, r, margin)) n += 3;
    }
    for (const f of this.frames) {
      const r = this.boxes.get(f.id)!;
      if (within(l.source, f.id) && within(l.target, f.id) && !points.every((p) => contains(r, { ...p, width: 0, height: 0 }))) n += 0.4; // better than a label on the border
    }
    for (const r of this.labels) if (meets(points, r, 1)) n += 2;
    return n;
  }

  add(l: LinkShape, route: Route, points: Point[], label: Rect): void {
    this.routes.set(l.id, route);
    this.labels.push(label);
    this.ways.block(label, 6);
    this.ways.used(points);
    this.runs.push({ id: l.id, points, box: around(points) });
  }
}

function around(points: Point[]): Rect {
  const all = extent(new Map(points.map((p, i) => [String(i), { ...p, width: 0, height: 0 }])));
  return { ...all, width: all.width + 1, height: all.height + 1 };
}

/** routes returns the route and the label place of each link, and the number of crossings that could not be avoided. */
export function routes(boxes: Map<string, Rect>, links: LinkShape[], frames: Frame[] = []): { routes: Map<string, Route>; faults: number } {
  const pairs = new Set(links.map((l) => l.source + "\n" + l.target));
  const known = links.filter((l) => boxes.has(l.source) && boxes.has(l.target));
  const length = (l: LinkShape) => {
    const p = centre(boxes.get(l.source)!);
    const q = centre(boxes.get(l.target)!);
    return Math.hypot(p.x - q.x, p.y - q.y);
  };
  const plan = new Plan(boxes, new Ways(boxes, frames), frames);
  const sorted = known.map((l) => ({ l, d: length(l) })).sort((a, b) => a.d - b.d);
  for (const { l } of sorted) {
    const both = l.source !== l.target && pairs.has(l.target + "\n" + l.source);
    route(plan, l, both);
  }
  return { routes: plan.routes, faults: plan.faults };
}

function route(plan: Plan, l: LinkShape, both: boolean): void {
  const a = plan.boxes.get(l.source)!;
  const b = plan.boxes.get(l.target)!;
  const self = l.source === l.target;
  let best: { route: Route; points: Point[]; cost: number; label: Rect } | undefined;
  const consider = (r: Route, penalty: number) => {
    const s = shape(a, b, self, r);
    const place = freePlace(plan, l, self ? loopPlaces(a, l.label) : places(r.way, a, b, r.bend, l.label));
    const cost = plan.cost(l, s.points) + place.cost + penalty;
    if (!best || cost < best.cost) {
      r.label = { x: place.middle.x - s.middle.x, y: place.middle.y - s.middle.y };
      best = { route: r, points: s.points, cost, label: place.rect };
    }
    return cost < 1;
  };
  if (self) consider({ bend: 0, label: { x: 0, y: 0 } }, 0);
  else if (contains(a, b) || contains(b, a)) {
    // A link between an open state and a state inside it runs straight across the border.
    for (const way of contains(a, b) ? straight(b, a).map((w) => w.reverse()) : straight(a, b)) if (consider({ bend: 0, way, ends: [a, b], label: { x: 0, y: 0 } }, 0)) break;
  } else {
    const tried = both ? [34, 60, 100, 160] : bends;
    if (!tried.some((bend, i) => consider({ bend, label: { x: 0, y: 0 } }, i * 0.05))) {
      const way = plan.ways.find(a, b, plan.crossed(l));
      if (way) consider({ bend: both ? 34 : 0, way, ends: [a, b], label: { x: 0, y: 0 } }, 0.5);
    }
  }
  plan.faults += Math.floor(best!.cost);
  plan.add(l, best!.route, best!.points, best!.label);
}

// straight returns the paths from a box to the border around it, shortest first.
function straight(inner: Rect, outer: Rect): Point[][] {
  const c = centre(inner);
  const all: Point[][] = [
    [{ x: inner.x, y: c.y }, { x: outer.x, y: c.y }], [{ x: inner.x + inner.width, y: c.y }, { x: outer.x + outer.width, y: c.y }],
    [{ x: c.x, y: inner.y + inner.height }, { x: c.x, y: outer.y + outer.height }], [{ x: c.x, y: inner.y }, { x: c.x, y: outer.y }],
  ];
  const length = ([p, q]: Point[]) => Math.hypot(p.x - q.x, p.y - q.y);
  return all.sort((v, w) => length(v) - length(w));
}

// places returns possible places for the middle of a label on the link, the best first: those near the link's
// middle.
function places(way: Point[] | undefined, a: Rect, b: Rect, bend: number, size: { width: number; height: number }): Point[] {
  const c = curve(a, b, bend);
  const on = (t: number) => (way ? along(way, t) : at(c, t));
  const shares = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
  const out: Point[] = shares.map(on);
  for (const off of [14, -14, 26, -26, 44, -44]) for (const t of shares) out.push({ x: on(t).x, y: on(t).y + off });
  const aside = size.width / 2 + 8;
  for (const t of shares) out.push({ x: on(t).x + aside, y: on(t).y }, { x: on(t).x - aside, y: on(t).y });
  return out;
}

function loopPlaces(r: Rect, size: { width: number; height: number }): Point[] {
  const middle = at(loop(r), 0.5);
  const x = middle.x + size.width / 2 + 8;
  return [{ x, y: middle.y - 12 }, { x, y: middle.y - 30 }, { x, y: middle.y + 6 }, { x: r.x + r.width / 2, y: r.y - 60 }, { x, y: middle.y - 60 },
    { x: r.x + r.width / 2, y: r.y + r.height + size.height / 2 + margin }];
}

// freePlace returns a place at which a label covers no box, no border of an open state, no other label and no other link, or the best place if
// there is no such place.
function freePlace(plan: Plan, l: LinkShape, middles: Point[]): { middle: Point; rect: Rect; cost: number } {
  let best: { middle: Point; rect: Rect; cost: number } | undefined;
  for (const middle of middles) {
    const rect = { x: middle.x - l.label.width / 2, y: middle.y - l.label.height / 2, ...l.label };
    let cost = 0;
    for (const r of plan.solid.values()) if (overlap(rect, r, margin)) cost += 3;
    for (const f of plan.frames) {
      const frame = plan.boxes.get(f.id)!;
      // The label of a link inside an open state stays inside.
      if (onBorder(rect, frame, 4) || (!overlap(rect, frame) && within(l.source, f.id) && within(l.target, f.id))) cost += 1;
    }
    for (const r of plan.labels) if (overlap(rect, r, 5)) cost += 2;
    for (const r of plan.runs) if (overlap(rect, r.box, 3) && meets(r.points, rect, 2)) cost += 2;
    if (!best || cost < best.cost) best = { middle, rect, cost };
    if (cost === 0) break;
  }
  return best!;
}
