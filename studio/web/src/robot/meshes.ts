// Three.js objects of a World: robots, the field, the balls. Each link is its mesh, with colours at its vertices. Shapes of a
// link without one become one mesh, so that a robot takes about thirty draw calls.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CylinderGeometry, Group, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, Object3D,
  PlaneGeometry, Quaternion, SphereGeometry, Vector3,
} from "three";
import { fetchAsset } from "../wire/client.ts";
import { readCollada } from "./collada.ts";
import { fromRPY, ofMessage, type Pose } from "./pose.ts";
import type { RobotModel, Shape, Visual } from "./urdf.ts";
import { markerType, type Ball, type Marker } from "./world.ts";

type Primitive = Exclude<Shape, { kind: "mesh" }>;

// segments returns the number of pieces of a circle; small parts need fewer.
const segments = (radius: number) => (radius > 0.04 ? 14 : radius > 0.015 ? 10 : 7);

export function geometryOf(s: Primitive): BufferGeometry {
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

// linear returns the light of a colour of the screen, in which URDF and COLLADA are written.
const linear = (c: number) => c ** 2.2;

function attributes(position: Float32Array, normal: Float32Array, color: Float32Array): BufferGeometry {
  const out = new BufferGeometry();
  out.setAttribute("position", new BufferAttribute(position, 3));
  out.setAttribute("normal", new BufferAttribute(normal, 3));
  out.setAttribute("color", new BufferAttribute(color, 3));
  return out;
}

// Meshes by their URL: the robots of a team share them. One that could not be fetched is fetched again.
const files = new Map<string, Promise<BufferGeometry>>();

function fileOf(url: string): Promise<BufferGeometry> {
  let file = files.get(url);
  if (!file) {
    file = fetchAsset(url).then((text) => {
      const m = readCollada(text);
      const out = attributes(m.position, m.normal, m.color.map(linear));
      out.setIndex(m.index);
      return out;
    });
    files.set(url, file);
    file.catch(() => files.delete(url));
  }
  return file;
}

// merge returns one geometry with all shapes of a link and their colours.
export function merge(visuals: (Visual & { shape: Primitive })[]): BufferGeometry {
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
      for (let k = 0; k < 3; k++) color[(at + i) * 3 + k] = linear(c[k]!);
    }
    at += g.attributes.position!.count;
    g.dispose();
  }
  return attributes(position, normal, color);
}

const coloured = new MeshLambertMaterial({ vertexColors: true });
// Ghosts by name: the posture before is blue, the one after orange. Where a ghost is in the same place as the robot, the robot is seen.
const translucent = (color: number) => new MeshLambertMaterial({
  color, transparent: true, opacity: 0.3, depthWrite: false, polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2,
});
const ghosts: Record<string, MeshLambertMaterial> = { before: translucent(0x3d8bff), after: translucent(0xff8a1f) };
const shared = new Set<unknown>([coloured, ...Object.values(ghosts)]);

// RobotObject is a robot's root with an object for each link, by name.
export interface RobotObject {
  root: Group;
  links: Map<string, Object3D>;
}

// robotObject returns a robot. Its meshes come later: changed is called after each, with a problem if one does not come.
export function robotObject(ns: string, model: RobotModel, changed: (problem?: string) => void): RobotObject {
  const links = new Map<string, Object3D>();
  for (const link of model.links.values()) {
    const o = new Object3D();
    o.name = link.name;
    const add = (geometry: BufferGeometry) => {
      const mesh = new Mesh(geometry, ghosts[ns] ?? coloured);
      mesh.userData.thing = { kind: "robot", ns };
      o.add(mesh);
      return mesh;
    };
    const shapes = link.visuals.filter((v): v is Visual & { shape: Primitive } => v.shape.kind !== "mesh");
    if (shapes.length > 0) add(merge(shapes));
    for (const { shape, xyz, rpy } of link.visuals) {
      if (shape.kind !== "mesh") continue;
      fileOf(shape.url).then((geometry) => {
        const mesh = add(geometry);
        setPose(mesh, { p: xyz, q: fromRPY(rpy) });
        mesh.scale.set(...shape.scale);
        changed();
      }, (e: Error) => changed(`${shape.url}: ${e.message}`));
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

// A shadow is a soft dark disc on the ground below a thing: the darker and smaller, the nearer the thing is.
const discs = [0, 0.35, 0.7, 1];

function shadowGeometry(): BufferGeometry {
  const pieces = 20;
  const position: number[] = [];
  const color: number[] = [];
  const index: number[] = [];
  discs.forEach((r, ring) => {
    for (let i = 0; i < pieces; i++) {
      const a = (2 * Math.PI * i) / pieces;
      position.push(r * Math.cos(a), r * Math.sin(a), 0);
      color.push(0, 0, 0, (1 - r * r) ** 2);
      const [p, q] = [(ring - 1) * pieces + i, (ring - 1) * pieces + ((i + 1) % pieces)];
      if (ring > 0) index.push(p, p + pieces, q + pieces, p, q + pieces, q);
    }
  });
  const out = new BufferGeometry();
  out.setAttribute("position", new BufferAttribute(Float32Array.from(position), 3));
  out.setAttribute("color", new BufferAttribute(Float32Array.from(color), 4));
  out.setIndex(index);
  return out;
}

const highest = 0.6; // m, of what has a shadow

// Shadows are the shadows of a scene, as many as are cast in a frame.
export class Shadows {
  readonly group = new Group();
  private readonly geometry = shadowGeometry();
  private used = 0;

  begin(): void {
    this.used = 0;
  }

  // cast puts a shadow below a ball of that radius.
  cast(x: number, y: number, z: number, radius: number): void {
    if (z > highest || z < -0.1) return;
    let disc = this.group.children[this.used++] as Mesh | undefined;
    if (!disc) {
      disc = new Mesh(this.geometry, new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }));
      this.group.add(disc);
    }
    const near = 1 - Math.max(0, z) / highest;
    (disc.material as MeshBasicMaterial).opacity = 0.55 * near * near;
    disc.position.set(x, y, 0.003);
    disc.scale.setScalar(1.15 * radius + 0.35 * Math.max(0, z));
    disc.visible = true;
  }

  // castBy casts the shadows of a robot's large links.
  castBy(robot: RobotObject): void {
    robot.root.updateMatrixWorld();
    for (const link of robot.links.values()) {
      for (const mesh of link.children) {
        if (!(mesh instanceof Mesh)) continue;
        const geometry = mesh.geometry as BufferGeometry;
        if (!geometry.boundingSphere) geometry.computeBoundingSphere();
        const { center, radius } = geometry.boundingSphere!;
        if (radius < smallest) continue;
        middle.copy(center).applyMatrix4(mesh.matrixWorld);
        this.cast(middle.x, middle.y, middle.z, 0.8 * radius);
      }
    }
  }

  end(): void {
    for (const disc of this.group.children.slice(this.used)) disc.visible = false;
  }
}

const smallest = 0.05; // m, radius of a link with a shadow
const middle = new Vector3();

// release frees what an object holds on the graphics card.
export function release(o: Object3D): void {
  o.traverse((c) => {
    if (!(c instanceof Mesh)) return;
    c.geometry.dispose();
    if (!shared.has(c.material)) (c.material as MeshLambertMaterial).dispose();
  });
  o.removeFromParent();
}
