// Subscribes to the topics that a World is made of, while it is shown.
import { subscribe, useWire } from "../wire/client.ts";
import { robotsIn } from "../wire/robots.ts";
import type { MessageTransform } from "./pose.ts";
import type { World } from "./world.ts";

// follow subscribes to everything that a world needs, of one robot or of all robots in the graph, including topics
// that appear later. The returned function ends the subscriptions.
export function follow(world: World, only?: string): () => void {
  const stops = new Map<string, () => void>();
  const want = (key: string, subscribeTo: () => () => void) => {
    if (!stops.has(key)) stops.set(key, subscribeTo());
  };
  const update = () => {
    const { names } = useWire.getState();
    const topics = names.topics;
    const robots = only !== undefined ? [only] : robotsIn(names);
    const wanted = new Set<string>();
    for (const ns of robots) {
      for (const topic of [`${ns}/tf`, `${ns}/tf_static`]) if (topic in topics) wanted.add(topic);
      wanted.add(`${ns}/robot_description`).add(`${ns}/ground_truth`);
    }
    for (const topic of ["/tf", "/tf_static"]) wanted.add(topic);
    for (const topic of Object.keys(topics)) if (topic.endsWith("/world_markers")) wanted.add(topic);
    for (const [key, stop] of stops) {
      if (wanted.has(key)) continue;
      stop();
      stops.delete(key);
    }
    world.keep(robots);
    for (const topic of wanted) want(topic, () => open(world, topic));
  };
  update();
  const stopNames = useWire.subscribe((s, before) => s.names !== before.names && update());
  return () => {
    stopNames();
    for (const stop of stops.values()) stop();
  };
}

// Static frames arrive only once. The panels share a subscription, so a panel that opens later gets them from here.
const statics = new Map<string, Map<string, MessageTransform>>();

function open(world: World, topic: string): () => void {
  const ns = topic.slice(0, topic.lastIndexOf("/"));
  const name = topic.slice(topic.lastIndexOf("/") + 1);
  switch (name) {
    case "robot_description":
      return subscribe(topic, (m) => world.describe(ns, m.data));
    case "ground_truth":
      return subscribe(topic, (m) => world.place(ns, m));
    case "world_markers":
      return subscribe(topic, (m) => world.setMarkers(m.markers));
    default: {
      // Several nodes publish parts of the tree, so every message counts. Static frames belong to the same tree.
      const tree = topic.replace(/_static$/, "");
      if (tree === topic) return subscribe(topic, (m) => world.addTransforms(tree, m.transforms), { kind: "every" });
      const known = statics.get(topic) ?? new Map<string, MessageTransform>();
      statics.set(topic, known);
      world.addTransforms(tree, [...known.values()]);
      return subscribe(topic, (m: { transforms: MessageTransform[] }) => {
        for (const t of m.transforms) known.set(t.child_frame_id, t);
        world.addTransforms(tree, m.transforms);
      }, { kind: "every" });
    }
  }
}
