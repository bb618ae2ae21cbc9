// Lines of /rosout, up to a limit, and filters for them.

export interface Line {
  key: number;
  level: number;
  node: string;
  text: string;
  time: string;
  sec: number;
}

export const levels: [number, string][] = [[10, "debug"], [20, "info"], [30, "warn"], [40, "error"], [50, "fatal"]];

export const levelName = (level: number): string => [...levels].reverse().find(([n]) => level >= n)?.[1] ?? "debug";

interface Message {
  stamp: { sec: number; nanosec?: number; nsec?: number };
  level: number;
  name: string;
  msg: string;
}

// Lines holds the newest lines and the names of their nodes.
export class Lines {
  all: Line[] = [];
  readonly nodes = new Set<string>();
  private next = 0;

  constructor(readonly most = 2000) {}

  add(m: Message): void {
    this.nodes.add(m.name);
    const sec = m.stamp.sec + (m.stamp.nanosec ?? m.stamp.nsec ?? 0) / 1e9;
    this.all.push({ key: this.next++, level: m.level, node: m.name, text: m.msg, time: sec.toFixed(2), sec });
    // The list is cut seldom, because each cut copies the array.
    if (this.all.length > this.most * 1.25) this.all = this.all.slice(-this.most);
  }
}

export interface Filter {
  level: number;
  node: string; // "" selects all nodes
  until?: number; // later lines are left out: the page shows this past moment, s
  words: string; // all words must occur, in any order and case
}

export function filtered(lines: Line[], f: Filter): Line[] {
  const words = f.words.toLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter((l) => {
    if (l.sec > (f.until ?? Infinity) || l.level < f.level || (f.node && l.node !== f.node)) return false;
    const text = l.text.toLowerCase();
    return words.every((w) => text.includes(w));
  });
}
