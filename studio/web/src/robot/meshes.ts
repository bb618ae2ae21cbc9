// Three.js objects of a World: robots made of primitives, the field, the balls. All shapes of a link become one
// mesh with colours at its vertices, so that a robot takes about thirty draw calls instead of three hundred.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CylinderGeometry, Group, Matrix4, Mesh, MeshLambertMaterial, Object3D,
  PlaneGeometry, Quaternion, SphereGeometry, Vector3,
} from "three";
import { fromRPY, ofMessage, type Pose } from "./pose.ts";
import type { RobotModel, Shape, Visual } from "./urdf.ts";
import { markerType, type Ball, type Marker } from "./world.ts";

// segments returns the number of pieces of a circle; small parts need fewer.
const segments = (radius: number) => (radius > 0.04 ? 14 : radius > 0.015 ? 10 : 7);

export function geometryOf(s: Shape): BufferGeometry {
  switch (s.kind) {
    case "box":
      return new BoxGeometry(...s.size);
    case "sphere":
      return new SphereGeometry(s.radius, segments(s.radius), Math.ceil(segments(s.radius) * 0.7));
    case "cylinder":
      // URDF's cylinders stand along z, three's along y.
      return new CylinderGeometry(s.radius, s.radius, s.length, segments(s.radius)).rotateX(Math.PI / 2);
  }
}

export function setPose(o: Object3D, p: Pose): void {
  o.position.set(...p.p);
  o.quaternion.set(...p.q);
}

// merge returns one geometry with all shapes of a link and their colours.
export function merge(visuals: Visual[]): BufferGeometry {
  const parts = visuals.map((v) => {
    const g = geometryOf(v.shape).toNonIndexed();
    g.applyMatrix4(new Matrix4().compose(new Vector3(...v.xyz), new Quaternion(...fromRPY(v.rpy)), new Vector3(1, 1, 1)));
    return { g, color: v.color };
  });
  const count = parts.reduce((n, { g }) => n + g.attributes.position!.count, 0);
  const position = new Float32Array(count * 3);
  const normal = new Float32Array(count * 3);
  const color = new Float32Array(count * 3);
  let at = 0;
  for (const { g, color: c } of parts) {
    position.set(g.attributes.position!.array, at * 3);
    normal.set(g.attributes.normal!.array, at * 3);
    for (let i = 0; i < g.attributes.position!.count; i++) {
      for (let k = 0; k < 3; k++) color[(at + i) * 3 + k] = c[k]! ** 2.2; // URDF colours are screen colours
    }
    at += g.attributes.position!.count;
    g.dispose();
  }
  const out = new BufferGeometry();
  out.setAttribute("position", new BufferAttribute(position, 3));
  out.setAttribute("normal", new BufferAttribute(normal, 3));
  out.setAttribute("color", new BufferAttribute(color, 3));
  return out;
}

const coloured = new MeshLambertMaterial({ vertexColors: true });

// RobotObject is a robot's root with an object for each link, by name.
export interface RobotObject {
  root: Group;
  links: Map<string, Object3D>;
}

export function robotObject(ns: string, model: RobotModel): RobotObject {
  const links = new Map<string, Object3D>();
  for (const link of model.links.values()) {
    const o = new Object3D();
    o.name = link.name;
    if (link.visuals.length > 0) {
      const mesh = new Mesh(merge(link.visuals), coloured);
      mesh.userData.thing = { kind: "robot", ns };
      o.add(mesh);
    }
    links.set(link.name, o);
  }
  for (const j of model.joints.values()) links.get(j.parent)!.add(links.get(j.child)!);
  const root = new Group();
  root.add(links.get(model.root)!);
  return { root, links };
}

const material = (c: { r: number; g: number; b: number }) => {
  const m = new MeshLambertMaterial();
  m.color.setRGB(c.r, c.g, c.b, "srgb");
  return m;
};

// lineGeometry returns flat strips along pairs of points, just above the carpet.
function lineGeometry(m: Marker): BufferGeometry {
  const half = m.scale.x / 2;
  const out: number[] = [];
  for (let i = 0; i + 1 < m.points.length; i += 2) {
    const a = m.points[i]!;
    const b = m.points[i + 1]!;
    const n = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [dx, dy] = [(-(b.y - a.y) / n) * half, ((b.x - a.x) / n) * half];
    const z = a.z + 0.002;
    const quad = [[a.x + dx, a.y + dy], [a.x - dx, a.y - dy], [b.x - dx, b.y - dy], [b.x + dx, b.y + dy]];
    for (const k of [0, 1, 2, 0, 2, 3]) out.push(quad[k]![0]!, quad[k]![1]!, z);
  }
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(new Float32Array(out), 3));
  g.computeVertexNormals();
  return g;
}

// fieldObject returns the carpet, the lines and the goals. The balls are separate objects.
export function fieldObject(markers: Marker[]): Group {
  const group = new Group();
  for (const m of markers) {
    if (m.ns.startsWith("balls/")) continue;
    let geometry: BufferGeometry;
    if (m.type === markerType.cube) geometry = new BoxGeometry(m.scale.x, m.scale.y, m.scale.z);
    else if (m.type === markerType.cylinder) geometry = new CylinderGeometry(m.scale.x / 2, m.scale.x / 2, m.scale.z, 14).rotateX(Math.PI / 2);
    else if (m.type === markerType.sphere) geometry = new SphereGeometry(m.scale.x / 2, 16, 12);
    else if (m.type === markerType.lineList) geometry = lineGeometry(m);
    else continue;
    const mesh = new Mesh(geometry, material(m.color));
    setPose(mesh, ofMessage(m.pose));
    group.add(mesh);
  }
  if (group.children.length === 0) {
    const floor = new Mesh(new PlaneGeometry(8, 8), material({ r: 0.165, g: 0.385, b: 0.2 }));
    group.add(floor);
  }
  return group;
}

export function ballObject(b: Ball): Mesh {
  const mesh = new Mesh(new SphereGeometry(b.radius, 18, 14), material({ r: b.color[0], g: b.color[1], b: b.color[2] }));
  mesh.userData.thing = { kind: "ball", name: b.name };
  setPose(mesh, b.pose);
  return mesh;
}

// release frees what an object holds on the graphics card.
export function release(o: Object3D): void {
  o.traverse((c) => {
    if (!(c instanceof Mesh)) return;
    c.geometry.dispose();
    if (c.material !== coloured) (c.material as MeshLambertMaterial).dispose();
  });
  o.removeFromParent();
}
