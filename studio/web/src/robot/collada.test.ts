import { test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DOMParser } from "@xmldom/xmldom";
import { readCollada } from "./collada.ts";
import type { Parse } from "./urdf.ts";

const parse: Parse = (text) => new DOMParser().parseFromString(text, "text/xml") as unknown as Document;

const square = `<COLLADA><library_effects><effect id="e"><diffuse><color>0.9 0.1 0.1 1</color></diffuse></effect></library_effects>
<library_materials><material id="red"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="at"><float_array count="12">0 0 0 1 0 0 0 1 0 1 1 0</float_array></source>
<source id="up"><float_array count="12">0 0 1 0 0 1 0 0 1 0 0 1</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#at"/><input semantic="NORMAL" source="#up"/></vertices>
STRIPS</mesh></geometry></library_geometries></COLLADA>`;

test("each second triangle of a strip is turned", () => {
  const m = readCollada(square.replace("STRIPS", `<tristrips count="1" material="red"><p>0 1 2 3</p></tristrips>`), parse);
  assert.deepEqual(m.index, [0, 1, 2, 2, 1, 3]);
  assert.deepEqual([...m.color.slice(0, 3)].map((c) => Math.round(c * 10)), [9, 1, 1]);
  const list = readCollada(square.replace("STRIPS", `<triangles count="2" material="red"><p>0 1 2 2 1 3</p></triangles>`), parse);
  assert.deepEqual(list.index, m.index);
});

test("a document without triangles, or with wrong indexes, is refused", () => {
  assert.throws(() => readCollada(square.replace("STRIPS", ""), parse), /expected triangles/);
  assert.throws(() => readCollada(square.replace("STRIPS", `<triangles material="red"><p>0 1 4</p></triangles>`), parse), /expected triangles/);
});

test("gonao's meshes are read: triangles face along their normals", () => {
  let root = process.cwd();
  while (!existsSync(join(root, "launch/meshes")) && root !== dirname(root)) root = dirname(root);
  const m = readCollada(readFileSync(join(root, "launch/meshes/LElbow.dae"), "utf8"), parse);
  assert.ok(m.index.length > 300);
  for (let i = 0; i < m.index.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => m.position.slice(3 * m.index[i + k]!, 3 * m.index[i + k]! + 3));
    const [u, v] = [b!.map((x, k) => x - a![k]!), c!.map((x, k) => x - a![k]!)];
    const face = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    const n = m.normal.slice(3 * m.index[i]!, 3 * m.index[i]! + 3);
    assert.ok(face[0]! * n[0]! + face[1]! * n[1]! + face[2]! * n[2]! > 0);
  }
});
