// The page's end of the wire: subscribe, call, publish. Messages are delivered once per frame, in one task, so that
// a burst causes only one drawing.

import { useCallback, useEffect, useSyncExternalStore } from "react";
import { create } from "zustand";
import type { Delivery, FromWorker, Kind, Names, ToWorker } from "./messages.ts";
import type { Graph, Parameter } from "./protocol.ts";
import { newWorker } from "./workers.ts";
import type { MessageDefinition } from "@foxglove/message-definition";

export interface Meta {
  type: string;
  logTime: number; // seconds
}
export type Handler = (message: any, meta: Meta) => void;
export interface Options {
  kind?: Kind;
  raw?: boolean;
}

export interface WireState {
  connection: "connecting" | "open" | "lost";
  since: number; // Date.now() at the last change of connection
  server: string;
  capabilities: string[];
  ready: boolean; // the names are those of the present connection
  names: Names;
  graph: Graph;
  problem: string; // the server's last warning or error
}

/** useWire is the state of the connection, for components. */
export const useWire = create<WireState>(() => ({
  connection: "connecting",
  since: Date.now(),
  server: "",
  capabilities: [],
  ready: false,
  names: { topics: {}, services: {} },
  graph: { publishedTopics: [], subscribedTopics: [], advertisedServices: [] },
  problem: "",
}));

/** usePast holds the past moment that all pages show, s of the robot's clock; undefined for now. */
export const usePast = create<{ time?: number; missing: string[]; picture?: number; begin?: number }>(() => ({ missing: [] }));

/** showPast makes all pages show a past moment from the messages that this page has received; undefined shows the present. */
export function showPast(time: number | undefined): void {
  if (usePast.getState().time === time) return;
  usePast.setState({ time, missing: [], picture: undefined });
  post({ op: "past", time });
}

/** counters count what a message costs, for tests. */
export const counters = { batches: 0, messages: 0, canvasCommits: 0, domWrites: 0, updates: 0 };
(globalThis as any).gonaoCounters = counters;

let worker: Worker | undefined;
const handlers = new Map<string, Set<Handler>>();
const last = new Map<string, Delivery>(); // newest message of each topic in use, because a topic may be latched and a second reader may come later
const waiting = new Map<number, { resolve: (v: any) => void; reject: (e: Error) => void }>();
let nextCall = 1;
let pending: Delivery[] = [];
let scheduled = false;

const key = (topic: string, kind: Kind, raw: boolean) => `${kind} ${raw} ${topic}`;
const post = (m: ToWorker) => worker?.postMessage(m);

/** connect opens the socket. main calls it once. */
export function connect(url = address()): void {
  worker = newWorker("socket");
  worker.onmessage = (e: MessageEvent<FromWorker>) => received(e.data);
  post({ op: "open", url });
}

const address = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

/** connectMatch connects to the match that the studio plays, again if it was connected already. false disconnects. */
export function connectMatch(on: boolean): void {
  post({ op: "match", url: on ? address() + "?match" : undefined });
}

function received(m: FromWorker): void {
  switch (m.op) {
    case "connection":
      if (!m.open) handOut(); // messages of this connection are delivered before the news that it has ended
      useWire.setState({
        ready: false,
        connection: m.open ? "open" : "lost",
        since: m.open === (useWire.getState().connection === "open") ? useWire.getState().since : Date.now(),
        ...(m.open ? { server: m.server ?? "", capabilities: m.capabilities ?? [] } : {}),
      });
      break;
    case "names":
      useWire.setState({ names: m.names, ready: useWire.getState().connection === "open" });
      break;
    case "graph":
      useWire.setState({ graph: m.graph });
      break;
    case "moment":
      if (m.time === usePast.getState().time) usePast.setState({ missing: m.missing, picture: m.picture, begin: m.begin });
      break;
    case "status":
      useWire.setState({ problem: m.message });
      break;
    case "parameters":
      for (const h of parameterHandlers) h(m.parameters);
      break;
    case "answer": {
      const w = waiting.get(m.id);
      waiting.delete(m.id);
      if (m.error !== undefined) w?.reject(m.lost ? new Lost(m.error) : new Error(m.error));
      else w?.resolve(m.response);
      break;
    }
    case "batch":
      pending = m.deliveries;
      if (!scheduled) {
        scheduled = true;
        nextFrame(handOut);
      }
      break;
  }
}

/** Lost is the error of a call whose connection was lost, so that its effect is unknown. */
export class Lost extends Error {}

/** offered waits until the studio is connected and offers a service. */
export function offered(service: string): Promise<void> {
  const there = () => {
    const s = useWire.getState();
    return s.connection === "open" && s.ready && service in s.names.services;
  };
  if (there()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = useWire.subscribe(() => there() && (stop(), resolve()));
  });
}

// A hidden page gets no frames, but it still follows the messages, slowly.
function nextFrame(f: () => void): void {
  if (document.hidden) setTimeout(f, 250);
  else requestAnimationFrame(f);
}

function handOut(): void {
  if (!scheduled) return;
  scheduled = false;
  const batch = pending;
  pending = [];
  counters.batches++;
  for (const d of batch) {
    counters.messages++;
    const k = key(d.topic, d.kind, d.raw);
    const readers = handlers.get(k);
    if (!readers?.size) continue;
    last.set(k, d);
    for (const h of readers) {
      try {
        h(d.message, d);
      } catch (e) {
        console.error(d.topic, e);
      }
    }
  }
  post({ op: "taken" });
}

/** subscribe calls the handler with each message of a topic; for the kinds "state" (the default) and "bulk" only with the newest
 * per frame, until the returned function is called. The topic need not exist yet. */
export function subscribe(topic: string, handler: Handler, options: Options = {}): () => void {
  const { kind = "state", raw = false } = options;
  const k = key(topic, kind, raw);
  let set = handlers.get(k);
  if (!set) handlers.set(k, (set = new Set()));
  // A function subscribed twice is called twice.
  const own: Handler = (m, meta) => handler(m, meta);
  set.add(own);
  post({ op: "want", topic, kind, raw });
  const had = last.get(k);
  if (had && kind !== "every") queueMicrotask(() => set.has(own) && own(had.message, had));
  return () => {
    if (!set.delete(own)) return;
    if (set.size === 0) last.delete(k);
    post({ op: "unwant", topic, kind, raw });
  };
}

/** call calls a service, of ROS or of the studio, and rejects with the server's message. */
export function call<T = any>(service: string, request: unknown = {}): Promise<T> {
  return ask<T>((id) => ({ op: "call", id, service, request }));
}

/** fetchAsset returns a text file of a ROS package, such as package://gonao_bringup/meshes/torso.dae. */
export function fetchAsset(uri: string): Promise<string> {
  return ask((id) => ({ op: "fetch", id, uri }));
}

/** schemaOf returns the parsed definitions of a topic, a service's request or a message type. */
export function schemaOf(name: string): Promise<MessageDefinition[] | undefined> {
  return ask((id) => ({ op: "schema", id, name }));
}

/** holdLease keeps this browser's leases for one more second, or releases them. */
export function holdLease(held: boolean): void {
  post({ op: "lease", held });
}

/** define returns the parsed definitions of a ros2msg schema, such as one of a bag. */
export function define(schema: string): Promise<MessageDefinition[]> {
  return ask((id) => ({ op: "define", id, schema }));
}

/** decode returns messages of a schema. They are decoded in the socket worker, away from the thread that draws. */
export function decode(schema: string, data: Uint8Array[]): Promise<unknown[]> {
  return ask((id) => ({ op: "decode", id, schema, data }));
}

function ask<T>(message: (id: number) => ToWorker): Promise<T> {
  const id = nextCall++;
  return new Promise<T>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    post(message(id));
  });
}

/** publish sends a message. Its type must be in use already on the graph. */
export function publish(topic: string, type: string, message: unknown): void {
  post({ op: "publish", topic, type, message });
}

const parameterHandlers = new Set<(p: Parameter[]) => void>();

export function setParameters(parameters: Parameter[]): void {
  post({ op: "setParameters", parameters });
}

export function onParameters(h: (p: Parameter[]) => void): () => void {
  parameterHandlers.add(h);
  return () => parameterHandlers.delete(h);
}

// latest keeps the newest messages of the topics that components show.
const latest = new Map<string, { value: any; listeners: Set<() => void>; stop?: () => void }>();

/** useTopic returns the newest message of a topic, undefined before the first. The component is redrawn at most once per frame. */
export function useTopic<T = any>(topic: string | undefined, options?: Options): T | undefined {
  const { kind = "state", raw = false } = options ?? {};
  const k = topic ? key(topic, kind, raw) : "";
  let slot = latest.get(k);
  if (!slot) latest.set(k, (slot = { value: undefined, listeners: new Set() }));
  const s = slot;
  // The function must not change between two drawings, because React subscribes again for every new function.
  const listen = useCallback(
    (changed: () => void) => {
      if (!topic) return () => {};
      s.listeners.add(changed);
      s.stop ??= subscribe(topic, (m) => {
        s.value = m;
        for (const l of s.listeners) l();
      }, { kind, raw });
      return () => {
        s.listeners.delete(changed);
        if (s.listeners.size > 0) return;
        s.stop?.();
        s.stop = undefined;
        s.value = undefined;
      };
    },
    [topic, kind, raw, s],
  );
  return useSyncExternalStore(listen, () => s.value as T | undefined);
}

/** useSubscription calls the handler with the messages of a topic while the component is shown. */
export function useSubscription(topic: string | undefined, handler: Handler, options: Options = {}): void {
  const { kind, raw } = options;
  useEffect(() => (topic ? subscribe(topic, handler, { kind, raw }) : undefined), [topic, kind, raw]);
}

export interface GraphNames {
  topics: Record<string, string>;
  services: Record<string, string>;
  nodes: string[];
}

/** useGraph returns the names of topics and services with their types, and the nodes. */
export function useGraph(): GraphNames {
  const names = useWire((s) => s.names);
  const graph = useWire((s) => s.graph);
  const nodes = new Set<string>();
  for (const t of graph.publishedTopics) t.publisherIds.forEach((n) => nodes.add(n));
  for (const t of graph.subscribedTopics) t.subscriberIds.forEach((n) => nodes.add(n));
  for (const s of graph.advertisedServices) s.providerIds.forEach((n) => nodes.add(n));
  return { ...names, nodes: [...nodes].sort() };
}
