// Reads a robot model from a URDF document: links with their shapes, and the joints between them.

export type Vec3 = [number, number, number];
export type RGBA = [number, number, number, number];

export type Shape =
  | { kind: "box"; size: Vec3 }
  | { kind: "sphere"; radius: number }
  | { kind: "cylinder"; radius: number; length: number }
  | { kind: "mesh"; url: string; scale: Vec3 };

// Visual is a shape in the frame of its link.
export interface Visual {
  shape: Shape;
  xyz: Vec3; // m
  rpy: Vec3; // rad
  color: RGBA;
}

export interface Link {
  name: string;
  visuals: Visual[];
  mass: number; // kg; 0 if none is given
  com: Vec3; // centre of mass, m
}

export interface Joint {
  name: string;
  type: string; // revolute, continuous, prismatic, fixed, …
  parent: string;
  child: string;
  xyz: Vec3;
  rpy: Vec3;
  axis: Vec3;
  lower?: number; // rad, or m for sliding joints
  upper?: number;
  velocity?: number; // rad/s
  mimic?: { joint: string; multiplier: number; offset: number };
}

export interface RobotModel {
  name: string;
  root: string; // the link without a parent
  links: Map<string, Link>;
  joints: Map<string, Joint>;
}

const grey: RGBA = [0.6, 0.6, 0.6, 1];

// Parse turns text into a document, as DOMParser does.
export type Parse = (text: string) => Document;

export const parseXML: Parse = (text) => new DOMParser().parseFromString(text, "text/xml");

// children returns the child elements with a name.
export function children(e: Node, name: string): Element[] {
  const found: Element[] = [];
  for (let n = e.firstChild; n; n = n.nextSibling) {
    if (n.nodeType === 1 && (n as Element).tagName === name) found.push(n as Element);
  }
  return found;
}

function numbers(text: string | null | undefined, otherwise: number[], what: string): number[] {
  if (!text) return otherwise;
  const out = text.trim().split(/\s+/).map(Number);
  if (out.length !== otherwise.length || out.some((v) => !Number.isFinite(v))) {
    throw new Error(`urdf: ${what} "${text}": expected ${otherwise.length} numbers`);
  }
  return out;
}

function vec(e: Element | undefined, attribute: string, otherwise: Vec3, what: string): Vec3 {
  return numbers(e?.getAttribute(attribute), otherwise, `${what}, ${attribute}`) as Vec3;
}

function number(e: Element, attribute: string, what: string): number {
  const v = Number(e.getAttribute(attribute) || NaN);
  if (!Number.isFinite(v)) throw new Error(`urdf: ${what}, ${attribute}: expected a number`);
  return v;
}

function optional(e: Element | undefined, attribute: string): number | undefined {
  const text = e?.getAttribute(attribute);
  const v = text ? Number(text) : NaN;
  return Number.isFinite(v) ? v : undefined;
}

// readShape returns the shape in a <geometry>, or undefined for one of an unknown kind.
function readShape(geometry: Element | undefined, what: string): Shape | undefined {
  if (!geometry) throw new Error(`urdf: ${what} has no <geometry>`);
  const [box] = children(geometry, "box");
  if (box) return { kind: "box", size: numbers(box.getAttribute("size"), [0, 0, 0], `${what}, size`) as Vec3 };
  const [sphere] = children(geometry, "sphere");
  if (sphere) return { kind: "sphere", radius: number(sphere, "radius", what) };
  const [cylinder] = children(geometry, "cylinder");
  if (cylinder) {
    return { kind: "cylinder", radius: number(cylinder, "radius", what), length: number(cylinder, "length", what) };
  }
  const [mesh] = children(geometry, "mesh");
  if (mesh) return { kind: "mesh", url: mesh.getAttribute("filename") ?? "", scale: vec(mesh, "scale", [1, 1, 1], what) };
  return undefined;
}

function readColors(robot: Element): Map<string, RGBA> {
  const colors = new Map<string, RGBA>();
  for (const m of children(robot, "material")) {
    const [color] = children(m, "color");
    if (color) colors.set(m.getAttribute("name") ?? "", numbers(color.getAttribute("rgba"), grey, "color, rgba") as RGBA);
  }
  return colors;
}

function readColor(material: Element | undefined, colors: Map<string, RGBA>): RGBA {
  if (!material) return grey;
  const [color] = children(material, "color");
  if (color) return numbers(color.getAttribute("rgba"), grey, "color, rgba") as RGBA;
  return colors.get(material.getAttribute("name") ?? "") ?? grey;
}

function readJoint(e: Element): Joint {
  const name = e.getAttribute("name") ?? "";
  const what = `joint "${name}"`;
  const [origin] = children(e, "origin");
  const [axis] = children(e, "axis");
  const [limit] = children(e, "limit");
  const [mimic] = children(e, "mimic");
  const joint: Joint = {
    name,
    type: e.getAttribute("type") ?? "fixed",
    parent: children(e, "parent")[0]?.getAttribute("link") ?? "",
    child: children(e, "child")[0]?.getAttribute("link") ?? "",
    xyz: vec(origin, "xyz", [0, 0, 0], what),
    rpy: vec(origin, "rpy", [0, 0, 0], what),
    axis: vec(axis, "xyz", [1, 0, 0], what),
    lower: optional(limit, "lower"),
    upper: optional(limit, "upper"),
    velocity: optional(limit, "velocity"),
  };
  if (!joint.parent || !joint.child) throw new Error(`urdf: ${what} has no parent or no child`);
  if (mimic) {
    joint.mimic = {
      joint: mimic.getAttribute("joint") ?? "",
      multiplier: optional(mimic, "multiplier") ?? 1,
      offset: optional(mimic, "offset") ?? 0,
    };
  }
  return joint;
}

// readURDF parses a URDF document. Errors name the link or the joint and what was expected.
export function readURDF(text: string, parse: Parse = parseXML): RobotModel {
  const robot = parse(text).documentElement;
  if (!robot || robot.tagName !== "robot") {
    throw new Error(`urdf: element <${robot?.tagName ?? "none"}>: expected <robot>`);
  }
  const colors = readColors(robot);
  const model: RobotModel = {
    name: robot.getAttribute("name") ?? "",
    root: "",
    links: new Map(),
    joints: new Map(),
  };
  for (const e of children(robot, "link")) {
    const name = e.getAttribute("name") ?? "";
    const [inertial] = children(e, "inertial");
    const link: Link = {
      name,
      visuals: [],
      mass: optional(inertial && children(inertial, "mass")[0], "value") ?? 0,
      com: vec(inertial && children(inertial, "origin")[0], "xyz", [0, 0, 0], `link "${name}", inertial`),
    };
    for (const v of children(e, "visual")) {
      const [origin] = children(v, "origin");
      const shape = readShape(children(v, "geometry")[0], `link "${name}"`);
      if (!shape) continue;
      link.visuals.push({
        shape,
        xyz: vec(origin, "xyz", [0, 0, 0], `link "${name}"`),
        rpy: vec(origin, "rpy", [0, 0, 0], `link "${name}"`),
        color: readColor(children(v, "material")[0], colors),
      });
    }
    model.links.set(name, link);
  }
  const childLinks = new Set<string>();
  for (const e of children(robot, "joint")) {
    const joint = readJoint(e);
    for (const link of [joint.parent, joint.child]) {
      if (!model.links.has(link)) throw new Error(`urdf: joint "${joint.name}": no link "${link}"`);
    }
    if (childLinks.has(joint.child)) throw new Error(`urdf: link "${joint.child}" has two parents`);
    childLinks.add(joint.child);
    model.joints.set(joint.name, joint);
  }
  const roots = [...model.links.keys()].filter((l) => !childLinks.has(l));
  if (roots.length !== 1) throw new Error(`urdf: ${roots.length} links without a parent: expected one`);
  model.root = roots[0]!;
  return model;
}

// limits returns the ranges of the joints that have one, for the tables and the motion editor.
export function limits(model: RobotModel): Map<string, { lower: number; upper: number; velocity: number }> {
  const out = new Map<string, { lower: number; upper: number; velocity: number }>();
  for (const j of model.joints.values()) {
    if (j.mimic || j.lower === undefined || j.upper === undefined) continue;
    out.set(j.name, { lower: j.lower, upper: j.upper, velocity: j.velocity ?? Infinity });
  }
  return out;
}
