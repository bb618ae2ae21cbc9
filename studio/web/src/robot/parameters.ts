// Reads and sets parameters of nodes with the six services that every ROS 2 node has.
import { call } from "../wire/client.ts";

// kind lists the values of rcl_interfaces/ParameterType.
export const kind = { notSet: 0, bool: 1, integer: 2, double: 3, string: 4, bytes: 5, bools: 6, integers: 7, doubles: 8, strings: 9 };

interface Value {
  type: number;
  bool_value: boolean;
  integer_value: bigint | number;
  double_value: number;
  string_value: string;
  byte_array_value: ArrayLike<number>;
  bool_array_value: boolean[];
  integer_array_value: ArrayLike<bigint | number>;
  double_array_value: ArrayLike<number>;
  string_array_value: string[];
}

export type Plain = boolean | number | string | boolean[] | number[] | string[] | undefined;

// plain returns the value in a ParameterValue.
export function plain(v: Value): Plain {
  switch (v.type) {
    case kind.bool: return v.bool_value;
    case kind.integer: return Number(v.integer_value);
    case kind.double: return v.double_value;
    case kind.string: return v.string_value;
    case kind.bytes: return Array.from(v.byte_array_value);
    case kind.bools: return [...v.bool_array_value];
    case kind.integers: return Array.from(v.integer_array_value, Number);
    case kind.doubles: return Array.from(v.double_array_value);
    case kind.strings: return [...v.string_array_value];
  }
  return undefined;
}

const fields = ["", "bool_value", "integer_value", "double_value", "string_value", "byte_array_value", "bool_array_value", "integer_array_value", "double_array_value", "string_array_value"];

// wrap returns a ParameterValue of a kind. 64-bit integers must be bigint.
export function wrap(type: number, v: Plain): Record<string, unknown> {
  const field = fields[type];
  if (!field) throw new Error("a parameter without a type cannot be set here");
  let value: unknown = v;
  if (type === kind.integer) value = BigInt(Math.round(v as number));
  if (type === kind.integers) value = (v as number[]).map((x) => BigInt(Math.round(x)));
  return { type, [field]: value };
}

// read parses the text that a person typed for a parameter. It throws an error that explains what is wrong.
export function read(type: number, text: string): Plain {
  const number = (t: string, whole: boolean) => {
    const n = Number(t);
    if (t.trim() === "" || !Number.isFinite(n) || (whole && !Number.isInteger(n))) throw new Error(`"${t}": expected ${whole ? "a whole number" : "a number"}`);
    return n;
  };
  switch (type) {
    case kind.bool:
      if (text !== "true" && text !== "false") throw new Error(`"${text}": expected true or false`);
      return text === "true";
    case kind.integer: return number(text, true);
    case kind.double: return number(text, false);
    case kind.string: return text;
  }
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    list = undefined;
  }
  const of = type === kind.strings ? "string" : type === kind.bools ? "boolean" : "number";
  if (!Array.isArray(list) || list.some((x) => typeof x !== of)) throw new Error(`expected a list of ${of}s, such as ${of === "string" ? '["a", "b"]' : of === "number" ? "[1, 2]" : "[true, false]"}`);
  return list as Plain;
}

export interface Parameter {
  name: string;
  type: number;
  value: Plain;
  description: string;
  constraints: string;
  readOnly: boolean;
  min?: number;
  max?: number;
  step?: number;
}

interface Descriptor {
  name: string;
  type: number;
  description: string;
  additional_constraints: string;
  read_only: boolean;
  floating_point_range: { from_value: number; to_value: number; step: number }[];
  integer_range: { from_value: bigint; to_value: bigint; step: bigint }[];
}

// nodesWith returns the nodes whose parameters can be read, by their full names.
export function nodesWith(services: Record<string, string>): string[] {
  const suffix = "/describe_parameters";
  return Object.keys(services).filter((s) => s.endsWith(suffix) && !s.startsWith("studio/")).map((s) => s.slice(0, -suffix.length)).sort();
}

// parametersOf returns all parameters of a node, sorted by name, with ranges and descriptions.
export async function parametersOf(node: string): Promise<Parameter[]> {
  const listed = await call<{ result: { names: string[] } }>(`${node}/list_parameters`, { prefixes: [], depth: 0n });
  const names = [...listed.result.names].sort();
  if (names.length === 0) return [];
  const [described, got] = await Promise.all([
    call<{ descriptors: Descriptor[] }>(`${node}/describe_parameters`, { names }),
    call<{ values: Value[] }>(`${node}/get_parameters`, { names }),
  ]);
  return names.map((name, i) => {
    const d = described.descriptors[i];
    const range = d?.floating_point_range[0] ?? d?.integer_range[0];
    return {
      name,
      type: got.values[i]?.type ?? kind.notSet,
      value: got.values[i] && plain(got.values[i]),
      description: d?.description ?? "",
      constraints: d?.additional_constraints ?? "",
      readOnly: d?.read_only ?? false,
      min: range && Number(range.from_value),
      max: range && Number(range.to_value),
      step: range && Number(range.step) ? Number(range.step) : undefined,
    };
  });
}

// setParameter sets a parameter. If the node refuses, it throws the node's reason.
export async function setParameter(node: string, name: string, type: number, value: Plain): Promise<void> {
  const a = await call<{ results: { successful: boolean; reason: string }[] }>(`${node}/set_parameters`, { parameters: [{ name, value: wrap(type, value) }] });
  const r = a.results[0];
  if (!r?.successful) throw new Error(r?.reason || `${node} has not set ${name}`);
}
