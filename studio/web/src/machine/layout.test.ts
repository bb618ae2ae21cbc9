import assert from "node:assert/strict";
import test from "node:test";
import { meets, onBorder, overlap, shape } from "./geometry.ts";
import type { Rect } from "./geometry.ts";
import { labelSize } from "./graph.ts";
import type { Graph } from "./graph.ts";
import { layout } from "./layout.ts";
import { headHeight } from "./places.ts";

// random returns numbers from 0 to 1, the same for the same seed.
function random(seed: number): () => number {
  let s = seed * 2654435761 + 1;
  return () => {
    s = (Math.imul(s ^ (s >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((s ^ (s >>> 13)) >>> 0) / 2 ** 32;
  };
}

// machine returns a chain of n states with some links back, forward and to themselves.
function machine(n: number, extra: number, seed: number): Graph {
  const r = random(seed);
  const links = new Map<string, Graph["links"][number]>();
  const add = (a: number, b: number, label: string) => {
    const id = `s${a} → s${b}`;
    const l = links.get(id) ?? { id, source: "s" + a, target: "s" + b, items: [] };
    links.set(id, l);
    l.items.push({ id: `s${a}#${l.items.length}`, label, order: 1, disabled: false, breakpoint: false });
  };
  for (let i = 0; i < n; i++) add(i, (i + 1) % n, "after 300 s");
  for (let i = 0; i < extra; i++) {
    const a = Math.floor(r() * n);
    add(a, Math.max(0, Math.min(n - 1, a + Math.floor(r() * 9) - 4)), ["ball_age > 3", "battery < 0.2 and ball_age > 3", "final"][i % 3]);
  }
  return {
    inside: "", links: [...links.values()],
    boxes: Array.from({ length: n }, (_, i) => ({
      id: "s" + i, within: "", open: false, inner: [], name: "s" + i, kind: "leaf", subtitle: "", initial: i === 0, final: false, failed: false, children: 0, findings: 0, breakpoint: false, width: 128, height: 50,
    })),
  };
}

// crossings returns what runs across what.
function crossings(g: Graph, aspect: number): string[] {
  const { boxes, routes } = layout(g, aspect);
  const around = (frame: string, id: string) => id.startsWith(frame + "/");
  const name = (id: string): Rect => ({ ...boxes.get(id)!, height: headHeight });
  const found: string[] = [];
  const links = g.links.map((l) => {
    const r = routes.get(l.id)!;
    const s = shape(boxes.get(l.source)!, boxes.get(l.target)!, l.source === l.target, r);
    const size = labelSize(l);
    const label: Rect = { x: s.middle.x + r.label.x - size.width / 2, y: s.middle.y + r.label.y - size.height / 2, ...size };
    return { l, points: s.points, label };
  });
  for (const a of links) {
    for (const [id, r] of boxes) {
      const open = g.boxes.find((b) => b.id === id)!.open;
      if (overlap(a.label, open ? name(id) : r)) found.push(`label ${a.l.id} over ${id}`);
      if (open && onBorder(a.label, r, 0)) found.push(`label ${a.l.id} across the border of ${id}`);
      const crosses = open && (around(id, a.l.source) || around(id, a.l.target));
      if (id !== a.l.source && id !== a.l.target && meets(a.points, crosses ? name(id) : r, 0)) found.push(`${a.l.id} across ${id}`);
    }
    for (const b of links) {
      if (a === b) continue;
      if (a.l.id < b.l.id && overlap(a.label, b.label)) found.push(`labels ${a.l.id} and ${b.l.id}`);
      if (meets(a.points, b.label, 0)) found.push(`${a.l.id} across the label of ${b.l.id}`);
    }
  }
  const all = [...boxes];
  all.forEach(([i, a], n) => all.slice(n + 1).forEach(([j, b]) => !around(i, j) && !around(j, i) && overlap(a, b) && found.push(`${i} over ${j}`)));
  return found;
}

for (const [n, extra] of [[3, 2], [8, 5], [30, 0], [30, 12], [200, 0], [200, 80]]) {
  test(`${n} states with ${extra} more transitions: nothing runs across anything`, () => {
    const t = process.cpuUsage();
    for (const seed of n < 100 ? [1, 2, 3, 4, 5] : [1]) assert.deepEqual(crossings(machine(n, extra, seed), 1.5), [], `seed ${seed}`);
    const used = process.cpuUsage(t);
    if (process.env.VERBOSE) console.log(n, extra, (used.user + used.system) / 1000, "ms");
  });
}

test("a large machine with loops, ways back and long guards, in windows of any shape", () => {
  for (const aspect of [0.8, 1.2, 1.43, 1.57, 1.9, 2.6]) assert.deepEqual(crossings(office(200), aspect), [], `aspect ${aspect}`);
});

// office returns a machine as people draw them.
function office(n: number): Graph {
  const g = machine(n, 0, 1);
  const add = (a: number, b: number, label: string) => {
    const id = `s${a} → s${b}`;
    g.links.push({ id, source: "s" + a, target: "s" + b, items: [{ id: id, label, order: 2, disabled: false, breakpoint: false }] });
  };
  for (let i = 0; i < n; i++) {
    if (i % 4 === 1) add(i, (i + n - 1) % n, "battery < 0.2 and ball_age > 3");
    if (i % 7 === 3) add(i, i, "ball_age >= 0.5");
    if (i % 9 === 5) add(i, (i + 4) % n, "ball_age > 9");
  }
  return g;
}

// nested returns a machine of open states with states in them, and transitions that cross their borders.
function nested(seed: number, frames: number): Graph {
  const r = random(seed);
  const g: Graph = { inside: "", boxes: [], links: [] };
  const box = (id: string, within: string, open: boolean) =>
    g.boxes.push({ id, within, open, inner: [], name: id, kind: "leaf", subtitle: "", initial: false, final: false, failed: false, children: open ? 3 : 0, findings: 0, breakpoint: false, width: 128, height: 50 });
  const link = (a: string, b: string) => g.links.push({ id: `${a} → ${b}`, source: a, target: b, items: [{ id: a + "#0", label: "after 8 s", order: 0, disabled: false, breakpoint: false }] });
  for (let f = 0; f < frames; f++) {
    const n = 2 + Math.floor(r() * 3);
    box("f" + f, "", true);
    for (let i = 0; i < n; i++) box(`f${f}/s${i}`, "f" + f, false);
    for (let i = 0; i < n; i++) link(`f${f}/s${i}`, `f${f}/s${(i + 1) % n}`);
    if (f > 0) link("f" + (f - 1), "f" + f);
  }
  box("end", "", false);
  link(`f${frames - 1}/s0`, "end");
  link("f0/s1", `f${frames - 1}/s1`);
  return g;
}

test("states in open states: nothing runs across anything but the borders that it has to cross", () => {
  for (const [seed, frames] of [[1, 1], [2, 2], [3, 2], [4, 3], [5, 3], [6, 4]]) assert.deepEqual(crossings(nested(seed, frames), 1.5), [], `seed ${seed}`);
});
