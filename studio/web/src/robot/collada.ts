// Reads the meshes of a COLLADA document as gonao writes them: strips and lists of triangles with a normal at each vertex, each
// with a material of one colour. Transforms and textures are not read.
import { children, parseXML, type Parse } from "./urdf.ts";

// Mesh is triangles with positions, normals and colours (of the screen) at their vertices.
export interface Mesh {
  position: Float32Array; // m
  normal: Float32Array;
  color: Float32Array;
  index: number[];
}

const numbers = (e: Element | undefined) => (e?.textContent ?? "").trim().split(/\s+/).map(Number);
const all = (e: Document | Element, name: string) => [...Array.from(e.getElementsByTagName(name))];
const reference = (e: Element | undefined, attribute: string) => (e?.getAttribute(attribute) ?? "").replace("#", "");

// colours returns the diffuse colours of the materials, by name.
function colours(doc: Document): Map<string, number[]> {
  const effects = new Map(all(doc, "effect").map((e) => [e.getAttribute("id") ?? "", e]));
  return new Map(all(doc, "material").map((m) => {
    const effect = effects.get(reference(all(m, "instance_effect")[0], "url"));
    const diffuse = effect && all(effect, "diffuse")[0];
    return [m.getAttribute("id") ?? "", diffuse ? numbers(all(diffuse, "color")[0]) : [0.6, 0.6, 0.6]];
  }));
}

// strip appends the triangles of a strip, each second of which is turned the other way round.
function strip(index: number[], v: number[], first: number): void {
  for (let i = 0; i + 2 < v.length; i++) index.push(first + v[i + (i % 2)]!, first + v[i + 1 - (i % 2)]!, first + v[i + 2]!);
}

export function readCollada(text: string, parse: Parse = parseXML): Mesh {
  const doc = parse(text);
  const of = colours(doc);
  const position: number[] = [];
  const normal: number[] = [];
  const color: number[] = [];
  const index: number[] = [];
  for (const geometry of all(doc, "geometry")) {
    const sources = new Map(all(geometry, "source").map((s) => [s.getAttribute("id") ?? "", numbers(children(s, "float_array")[0])]));
    const inputs = all(geometry, "vertices").flatMap((v) => children(v, "input"));
    const of3 = (semantic: string) => sources.get(reference(inputs.find((i) => i.getAttribute("semantic") === semantic), "source"));
    const [at, normals] = [of3("POSITION"), of3("NORMAL")];
    if (!at || !normals || at.length !== normals.length || at.some(Number.isNaN)) throw new Error("collada: expected POSITION and NORMAL of each vertex");
    const first = position.length / 3;
    for (const v of at) position.push(v);
    for (const v of normals) normal.push(v);
    const lists = [...all(geometry, "tristrips"), ...all(geometry, "triangles")];
    const c = of.get(lists[0]?.getAttribute("material") ?? "") ?? [0.6, 0.6, 0.6];
    for (let i = 0; i < at.length; i += 3) color.push(c[0]!, c[1]!, c[2]!);
    for (const list of lists) {
      for (const p of children(list, "p")) {
        const v = numbers(p);
        if (list.tagName === "tristrips") strip(index, v, first);
        else for (const i of v) index.push(first + i);
      }
    }
  }
  if (index.length === 0 || index.some((i) => !(i >= 0 && i < position.length / 3))) throw new Error("collada: expected triangles");
  return { position: Float32Array.from(position), normal: Float32Array.from(normal), color: Float32Array.from(color), index };
}
