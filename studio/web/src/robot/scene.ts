// The 3-D scene draws a World when something in it has moved, at most 30 times a second, and less often on slow
// computers. Without movement it draws nothing.
import {
  AmbientLight, Box3, Color, DirectionalLight, Group, Mesh, MeshBasicMaterial, PerspectiveCamera, Plane, Raycaster, RingGeometry,
  Scene as ThreeScene, Sphere, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Governor } from "./governor.ts";
import { ballObject, fieldObject, release, robotObject, setPose, Shadows, type RobotObject } from "./meshes.ts";
import type { RobotInWorld, World } from "./world.ts";

const nearBall = 1.5; // m from the robot, within which a ball is in the picture

// Thing is something that the pointer can grab.
export type Thing = { kind: "robot"; ns: string } | { kind: "ball"; name: string };

// drawn counts what drawing costs, for tests.
export const drawn = { frames: 0, triangles: 0, calls: 0, at: (_name: string): [number, number] | undefined => undefined, colours: () => 0 };
(globalThis as { gonaoScene?: typeof drawn }).gonaoScene = drawn;

export const sameThing = (a: Thing | undefined, b: Thing | undefined) => JSON.stringify(a) === JSON.stringify(b);

export class Scene {
  private readonly three = new ThreeScene();
  private readonly camera = new PerspectiveCamera(40, 1, 0.05, 60);
  private readonly governor = new Governor();
  private readonly robots = new Map<string, { object: RobotObject; model: unknown }>();
  private readonly ghosts = new Map<string, { object: RobotObject; model: unknown }>();
  private readonly balls = new Map<string, Mesh>();
  private readonly ring = new Mesh(new RingGeometry(0.9, 1, 40), new MeshBasicMaterial({ color: 0xff9a3c, depthTest: false, transparent: true }));
  private renderer!: WebGLRenderer;
  private controls?: OrbitControls;
  private readonly shadows = new Shadows();
  private field = new Group();
  private structure = -1;
  private revision = -1;
  private dirty = true; // the camera moved, the canvas changed size
  private frame = 0;
  private placed = false; // a person has set the camera
  private framed = false; // the camera shows the robot and the balls near it
  private selected: Thing | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly world: World,
    private readonly main: () => string | undefined, // robot that the camera first looks at
    still = false, // an inset without controls
  ) {
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(1.6, -1.3, 0.9);
    this.camera.lookAt(0, 0, 0.3);
    this.three.add(new AmbientLight(0xffffff, 1.5));
    const lamp = new DirectionalLight(0xffffff, 2);
    lamp.position.set(2, -2, 4);
    this.ring.visible = false;
    this.three.add(lamp, this.field, this.shadows.group, this.ring);
    this.make("full");
    if (!still) {
      this.controls = new OrbitControls(this.camera, canvas);
      this.controls.target.set(0, 0, 0.3);
      this.controls.maxPolarAngle = Math.PI / 2 - 0.02;
      this.controls.minDistance = 0.3;
      this.controls.maxDistance = 25;
      this.controls.addEventListener("change", () => (this.dirty = true));
      this.controls.addEventListener("start", () => (this.placed = true));
    }
    drawn.at = (name) => {
      const p = this.where(name.startsWith("/") ? { kind: "robot", ns: name } : { kind: "ball", name });
      return p && this.screenOf(p);
    };
    drawn.colours = () => this.colours();
    this.frame = requestAnimationFrame(this.tick);
  }

  // colours draws a frame and returns the number of its colours.
  private colours(): number {
    this.draw(performance.now());
    const gl = this.renderer.getContext();
    const pixels = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return new Set(new Uint32Array(pixels.buffer)).size;
  }

  // make creates the renderer. Antialiasing can be chosen only when a context is created, so a level without it
  // keeps the context and draws at half the resolution.
  private make(quality: "full" | "plain"): void {
    this.renderer ??= new WebGLRenderer({ canvas: this.canvas, antialias: devicePixelRatio < 2, powerPreference: "low-power" });
    this.renderer.setPixelRatio(quality === "full" ? Math.min(devicePixelRatio, 2) : 0.5);
    this.dirty = true;
  }

  resize(width: number, height: number): void {
    if (width < 2 || height < 2) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.framed = false;
    this.camera.updateProjectionMatrix();
    this.draw(performance.now()); // a resized canvas is empty until it is drawn
  }

  setBackground(css: string): void {
    this.three.background = new Color(css);
    this.dirty = true;
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    this.controls?.dispose();
    for (const r of [...this.robots.values(), ...this.ghosts.values()]) release(r.object.root);
    for (const b of this.balls.values()) release(b);
    release(this.field);
    release(this.shadows.group);
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private readonly tick = (now: number): void => {
    this.frame = requestAnimationFrame(this.tick);
    if (document.hidden || !this.governor.due(now)) return;
    const { world } = this;
    if (this.dirty || world.revision !== this.revision || world.structure !== this.structure) this.draw(now);
  };

  private draw(now: number): void {
    const { world } = this;
    const begin = performance.now();
    if (world.structure !== this.structure) this.rebuild();
    this.structure = world.structure;
    this.revision = world.revision;
    this.dirty = false;
    this.pose();
    this.renderer.render(this.three, this.camera);
    drawn.frames++;
    this.canvas.dataset.drawn = "";
    drawn.calls = this.renderer.info.render.calls;
    drawn.triangles = this.renderer.info.render.triangles;
    const level = this.governor.current.quality;
    if (this.governor.drawn(now, performance.now() - begin) && this.governor.current.quality !== level) this.make(this.governor.current.quality);
  }

  private rebuild(): void {
    release(this.field);
    this.field = fieldObject(this.world.markers);
    this.three.add(this.field);
    this.renew(this.robots, this.world.robots);
    this.renew(this.ghosts, this.world.ghosts);
    this.framed = false;
    for (const b of this.balls.values()) release(b);
    this.balls.clear();
    for (const b of this.world.balls.values()) {
      const mesh = ballObject(b);
      this.balls.set(b.name, mesh);
      this.three.add(mesh);
    }
  }

  // renew removes the objects of robots that have gone or have another model, and makes those of new ones.
  private renew(objects: Map<string, { object: RobotObject; model: unknown }>, robots: Map<string, RobotInWorld>): void {
    for (const [ns, r] of objects) {
      if (robots.get(ns)?.model === r.model) continue;
      release(r.object.root);
      objects.delete(ns);
    }
    for (const r of robots.values()) {
      if (!r.model || objects.has(r.ns)) continue;
      const object = robotObject(r.ns, r.model, (problem) => {
        this.dirty = true;
        if (!problem || r.problem) return;
        r.problem = problem;
        this.world.structure++;
      });
      objects.set(r.ns, { object, model: r.model });
      this.three.add(object.root);
    }
  }

  private poseOf(object: RobotObject, r: RobotInWorld): boolean {
    const base = this.world.base(r);
    setPose(object.root, base ?? { p: [0, 0, 0.333], q: [0, 0, 0, 1] });
    for (const [name, link] of object.links) if (name !== r.model!.root) setPose(link, this.world.linkPose(r, name));
    return base !== undefined;
  }

  private pose(): void {
    for (const [name, { object }] of this.ghosts) this.poseOf(object, this.world.ghosts.get(name)!);
    for (const [ns, { object }] of this.robots) {
      const base = this.poseOf(object, this.world.robots.get(ns)!);
      if (base && !this.placed && !this.framed && (ns === (this.main() ?? ns) || this.robots.size === 1)) this.aim(ns);
    }
    for (const [name, mesh] of this.balls) setPose(mesh, this.world.balls.get(name)!.pose);
    this.shadows.begin();
    for (const { object } of this.robots.values()) this.shadows.castBy(object);
    for (const { pose: { p }, radius } of this.world.balls.values()) this.shadows.cast(...p, radius);
    this.shadows.end();
    const at = this.selected && this.where(this.selected);
    this.ring.visible = !!at;
    if (at) {
      this.ring.position.set(at[0], at[1], 0.004);
      this.ring.scale.setScalar(this.selected!.kind === "ball" ? 0.12 : 0.28);
    }
  }

  // aim moves the camera in front of a robot, a little above, so that the robot and the balls near it are in the picture.
  aim(ns: string): void {
    const r = this.world.robots.get(ns);
    const base = r && this.world.base(r);
    if (!base) return;
    const [x, y] = base.p;
    const seen = new Box3(new Vector3(x - 0.2, y - 0.2, 0), new Vector3(x + 0.2, y + 0.2, 0.56));
    for (const { pose: { p }, radius } of this.world.balls.values()) {
      if (Math.hypot(p[0] - x, p[1] - y) < nearBall) seen.union(new Box3().setFromCenterAndSize(new Vector3(...p), new Vector3().setScalar(2 * radius)));
    }
    const { center, radius } = seen.getBoundingSphere(new Sphere());
    const half = (this.camera.fov / 360) * Math.PI;
    const distance = radius / Math.sin(Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect)));
    this.camera.position.set(0.77, -0.59, 0.26).multiplyScalar(distance).add(center);
    this.controls?.target.copy(center);
    this.camera.lookAt(center);
    this.controls?.update();
    this.framed = true;
    this.dirty = true;
  }

  // orbit turns the camera around its target, in rad, and moves it nearer by a factor. The keyboard uses it.
  orbit(right: number, up: number, nearer = 1): void {
    const target = this.controls?.target ?? new Vector3(0, 0, 0.3);
    const way = this.camera.position.clone().sub(target);
    const r = Math.min(25, Math.max(0.3, way.length() * nearer));
    const yaw = Math.atan2(way.y, way.x) + right;
    const pitch = Math.min(1.5, Math.max(0.03, Math.asin(way.z / way.length()) + up));
    this.camera.position.set(target.x + r * Math.cos(pitch) * Math.cos(yaw), target.y + r * Math.cos(pitch) * Math.sin(yaw), target.z + r * Math.sin(pitch));
    this.camera.lookAt(target);
    this.controls?.update();
    this.placed = true;
    this.dirty = true;
  }

  where(t: Thing): [number, number, number] | undefined {
    if (t.kind === "ball") return this.world.balls.get(t.name)?.pose.p;
    const r = this.world.robots.get(t.ns);
    return r && this.world.base(r)?.p;
  }

  select(t: Thing | undefined): void {
    this.selected = t;
    this.dirty = true;
  }

  holdCamera(held: boolean): void {
    if (this.controls) this.controls.enabled = !held;
  }

  private ray(x: number, y: number): Raycaster {
    const box = this.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2), this.camera);
    return ray;
  }

  // thingAt returns the thing that is drawn at a point of the window.
  thingAt(x: number, y: number): Thing | undefined {
    const objects = [...this.balls.values(), ...[...this.robots.values()].map((r) => r.object.root)];
    const [hit] = this.ray(x, y).intersectObjects(objects, true);
    return hit?.object.userData.thing as Thing | undefined;
  }

  // groundAt returns the point of the ground, or of a plane above it, at a point of the window.
  groundAt(x: number, y: number, height = 0): [number, number] | undefined {
    const at = this.ray(x, y).ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -height), new Vector3());
    return at ? [at.x, at.y] : undefined;
  }

  // screenOf returns the point of the window at which a point of the world is drawn.
  screenOf(p: [number, number, number]): [number, number] {
    const v = new Vector3(...p).project(this.camera);
    const box = this.canvas.getBoundingClientRect();
    return [box.left + ((v.x + 1) / 2) * box.width, box.top + ((1 - v.y) / 2) * box.height];
  }

  showTarget(x: number, y: number): void {
    this.ring.visible = true;
    this.ring.position.set(x, y, 0.004);
    this.renderer.render(this.three, this.camera);
  }
}
