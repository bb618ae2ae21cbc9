// The fields of messages, from their schema: which can be plotted, and how to read one. It uses the definitions
// that @foxglove/rosmsg parses from the schema, so it works with any topic of any robot.

export interface Field {
  type: string;
  name: string;
  isArray?: boolean;
  arrayLength?: number;
  isComplex?: boolean;
  isConstant?: boolean;
  value?: unknown;
  valueText?: string;
  defaultValue?: unknown;
}
export interface Definition {
  name?: string;
  definitions: Field[];
}

const numeric = new Set([
  "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64", "byte", "char",
]);
const times = new Set(["time", "duration", "builtin_interfaces/Time", "builtin_interfaces/Duration", "builtin_interfaces/msg/Time", "builtin_interfaces/msg/Duration"]);

// root returns the definition of the message itself: the one without a name, or the first.
export const root = (defs: Definition[]): Definition | undefined => defs.find((d) => !d.name) ?? defs[0];

const short = (type: string) => type.replace("/msg/", "/");

export function definitionOf(defs: Definition[], type: string): Definition | undefined {
  return defs.find((d) => d.name !== undefined && short(d.name) === short(type));
}

// Path is a field that can be plotted. An array of unknown length occurs once, with [] in place of the index.
export interface Path {
  path: string; // such as poses[].position.x
  type: string;
  length?: number; // length of the last array in the path, if it is fixed
}

// plottable returns the paths of all numbers in a message, in the order of the definition.
export function plottable(defs: Definition[], depth = 6): Path[] {
  const out: Path[] = [];
  const walk = (def: Definition | undefined, prefix: string, left: number, length?: number) => {
    if (!def || left === 0) return;
    for (const f of def.definitions) {
      if (f.isConstant) continue;
      const at = prefix + f.name + (f.isArray ? "[]" : "");
      const n = f.isArray ? f.arrayLength : length;
      if (times.has(f.type) || numeric.has(f.type)) out.push({ path: at, type: f.type, length: n });
      else if (f.isComplex) walk(definitionOf(defs, f.type), at + ".", left - 1, n);
    }
  };
  walk(root(defs), "", depth);
  return out;
}

export type Read = (msg: unknown) => number;

// asNumber returns a value as a number to plot: true is 1, a time is in s, anything else is NaN.
export function asNumber(v: unknown): number {
  switch (typeof v) {
    case "number":
      return v;
    case "bigint":
    case "boolean":
      return Number(v);
    case "object": {
      const t = v as { sec?: number; nsec?: number; nanosec?: number } | null;
      if (t && typeof t.sec === "number") return t.sec + (t.nsec ?? t.nanosec ?? 0) / 1e9;
    }
  }
  return NaN;
}

// reader returns a function that reads the number at a path such as poses[2].position.x; [] means [0]. The function
// returns NaN if a message has no such element. An invalid path throws an error.
export function reader(path: string): Read {
  const steps: (string | number)[] = [];
  for (const part of path.split(".")) {
    const m = /^([A-Za-z_]\w*)((?:\[\d*\])*)$/.exec(part);
    if (!m) throw new Error(`field "${path}": expected names and indexes, such as poses[2].position.x`);
    steps.push(m[1]!);
    for (const i of m[2]!.matchAll(/\[(\d*)\]/g)) steps.push(Number(i[1] || 0));
  }
  return (msg) => {
    let v: unknown = msg;
    for (const s of steps) {
      if (v === null || v === undefined) return NaN;
      v = (v as Record<string | number, unknown>)[s];
    }
    return asNumber(v);
  };
}

// blank returns a message with every field zero or at its default, for a new form.
export function blank(defs: Definition[], def = root(defs)): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const f of def?.definitions ?? []) {
    if (f.isConstant) continue;
    const one = () => {
      if (times.has(f.type)) return { sec: 0, nanosec: 0 };
      if (f.isComplex) return blank(defs, definitionOf(defs, f.type));
      if (f.type === "string" || f.type === "wstring") return "";
      return f.type === "bool" ? false : 0;
    };
    if (f.defaultValue !== undefined) out[f.name] = f.defaultValue;
    else if (f.isArray) out[f.name] = Array.from({ length: f.arrayLength ?? 0 }, one);
    else out[f.name] = one();
  }
  return out;
}
