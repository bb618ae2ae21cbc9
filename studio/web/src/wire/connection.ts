// One socket to the studio: the advertised channels, the subscriptions, and the pending calls. It reconnects
// automatically.

import { callFrame, messageFrame, readBinary, subprotocols } from "./protocol.ts";
import type { Channel, Parameter, ServerText, Service } from "./protocol.ts";
import { definitions, reader, writer } from "./codec.ts";
import type { Definitions, Read } from "./codec.ts";
import type { Delivery, FromWorker, Kind } from "./messages.ts";

interface Want {
  topic: string;
  kind: Kind;
  raw: boolean;
  count: number;
  subscription?: number;
}

interface Call {
  id: number;
  service?: Service; // none for a file
}

const retryMs = [250, 500, 1000, 2000];

export class Connection {
  private socket?: WebSocket;
  private open = false;
  private tries = 0;
  private nextId = 1;
  private wants = new Map<string, Want>();
  private subscriptions = new Map<number, { want: Want; channel: Channel; read: Read }>();
  private channels = new Map<number, Channel>();
  private services = new Map<number, Service>();
  private calls = new Map<number, Call>();
  private published = new Map<string, { id: number; write: (m: unknown) => Uint8Array }>();

  /** Without an address it connects only after start. */
  constructor(
    private url: string | undefined,
    private readonly deliver: (d: Delivery, payload: DataView, read: Read) => void,
    private readonly report?: (m: FromWorker) => void,
  ) {
    this.connect();
  }

  /** start connects to an address, again if it was connected already. undefined ends the connection. */
  start(url: string | undefined): void {
    this.url = url;
    this.tries = 0;
    if (this.socket) this.socket.close(); // the connection reconnects automatically
    else this.connect();
  }

  /** offers reports whether the studio offers a service. */
  offers(name: string): boolean {
    return [...this.services.values()].some((s) => s.name === name);
  }

  private connect(): void {
    if (this.url === undefined || this.socket) return;
    const socket = new WebSocket(this.url, subprotocols);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onmessage = (e) => {
      if (typeof e.data === "string") this.text(JSON.parse(e.data) as ServerText);
      else this.binary(e.data as ArrayBuffer);
    };
    socket.onclose = () => this.closed();
  }

  private closed(): void {
    this.open = false;
    this.socket = undefined;
    this.channels.clear();
    this.services.clear();
    this.subscriptions.clear();
    this.published.clear();
    for (const w of this.wants.values()) w.subscription = undefined;
    for (const c of this.calls.values()) this.report?.({ op: "answer", id: c.id, error: "the connection to the studio was lost", lost: true });
    this.calls.clear();
    this.report?.({ op: "connection", open: false });
    const wait = retryMs[Math.min(this.tries++, retryMs.length - 1)];
    setTimeout(() => this.connect(), wait);
  }

  private send(message: unknown): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private text(m: ServerText): void {
    switch (m.op) {
      case "serverInfo":
        this.open = true;
        this.tries = 0;
        this.report?.({ op: "connection", open: true, server: m.name, capabilities: m.capabilities, metadata: m.metadata });
        if (this.report && m.capabilities.includes("connectionGraph")) this.send({ op: "subscribeConnectionGraph" });
        break;
      case "status":
        this.report?.({ op: "status", level: m.level, message: m.message });
        break;
      case "advertise":
        for (const c of m.channels) {
          this.channels.set(c.id, c);
          for (const w of this.wants.values()) if (w.topic === c.topic && w.subscription === undefined) this.subscribe(w, c);
        }
        this.names();
        break;
      case "unadvertise":
        for (const id of m.channelIds) this.unadvertised(id);
        this.names();
        break;
      case "advertiseServices":
        for (const s of m.services) this.services.set(s.id, s);
        this.names();
        break;
      case "unadvertiseServices":
        for (const id of m.serviceIds) this.services.delete(id);
        this.names();
        break;
      case "parameterValues":
        this.report?.({ op: "parameters", parameters: m.parameters });
        break;
      case "connectionGraphUpdate":
        this.report?.({ op: "graph", graph: m });
        break;
      case "serviceCallFailure":
        this.answer(m.callId, undefined, m.message);
        break;
    }
  }

  private unadvertised(id: number): void {
    this.channels.delete(id);
    for (const [sub, s] of this.subscriptions) {
      if (s.channel.id !== id) continue;
      this.subscriptions.delete(sub);
      s.want.subscription = undefined;
    }
  }

  private binary(data: ArrayBuffer): void {
    const frame = readBinary(data);
    if (frame?.op === "message") {
      const s = this.subscriptions.get(frame.subscription);
      if (!s) return;
      const { topic, kind, raw } = s.want;
      let message: unknown;
      try {
        message = raw ? new Uint8Array(frame.payload.buffer as ArrayBuffer, frame.payload.byteOffset).slice() : s.read(frame.payload);
      } catch (e) {
        this.report?.({ op: "status", level: 2, message: `${topic}: ${(e as Error).message}` });
        return;
      }
      this.deliver({ topic, kind, raw, type: s.channel.schemaName, logTime: Number(frame.time) / 1e9, message }, frame.payload, s.read);
    } else if (frame?.op === "asset") {
      this.answer(frame.call, frame.failed ? undefined : frame.text, frame.failed ? frame.text : undefined);
    } else if (frame?.op === "response") {
      const call = this.calls.get(frame.call);
      if (!call) return;
      const schema = call.service?.response?.schema ?? call.service?.responseSchema ?? "";
      try {
        this.answer(frame.call, reader(frame.encoding, schema)(frame.payload));
      } catch (e) {
        this.answer(frame.call, undefined, `the answer cannot be read: ${(e as Error).message}`);
      }
    }
  }

  private answer(call: number, response?: unknown, error?: string): void {
    const c = this.calls.get(call);
    if (!c) return;
    this.calls.delete(call);
    this.report?.({ op: "answer", id: c.id, response, error });
  }

  private namesPending = false;

  // names reports all names once after a burst of advertisements.
  private names(): void {
    if (this.namesPending || !this.report) return;
    this.namesPending = true;
    queueMicrotask(() => {
      this.namesPending = false;
      const topics: Record<string, string> = {};
      const services: Record<string, string> = {};
      for (const c of this.channels.values()) topics[c.topic] = c.schemaName;
      for (const s of this.services.values()) services[s.name] = s.type;
      this.report?.({ op: "names", names: { topics, services } });
    });
  }

  private subscribe(w: Want, c: Channel): void {
    let read: Read;
    try {
      read = w.raw ? () => undefined : reader(c.encoding, c.schema);
    } catch (e) {
      this.report?.({ op: "status", level: 2, message: `${c.topic}: its type cannot be read: ${(e as Error).message}` });
      return;
    }
    w.subscription = this.nextId++;
    this.subscriptions.set(w.subscription, { want: w, channel: c, read });
    this.send({ op: "subscribe", subscriptions: [{ id: w.subscription, channelId: c.id }] });
  }

  want(topic: string, kind: Kind, raw: boolean): void {
    const key = `${kind} ${raw} ${topic}`;
    const had = this.wants.get(key);
    if (had) {
      had.count++;
      return;
    }
    const w: Want = { topic, kind, raw, count: 1 };
    this.wants.set(key, w);
    for (const c of this.channels.values()) if (c.topic === topic) return this.subscribe(w, c);
  }

  unwant(topic: string, kind: Kind, raw: boolean): void {
    const key = `${kind} ${raw} ${topic}`;
    const w = this.wants.get(key);
    if (!w || --w.count > 0) return;
    this.wants.delete(key);
    if (w.subscription === undefined) return;
    this.subscriptions.delete(w.subscription);
    this.send({ op: "unsubscribe", subscriptionIds: [w.subscription] });
  }

  call(id: number, name: string, request: unknown): void {
    for (const s of this.services.values()) {
      if (s.name !== name) continue;
      const encoding = s.request?.encoding ?? (s.name.startsWith("studio/") ? "json" : "cdr");
      let payload: Uint8Array;
      try {
        payload = writer(encoding, s.request?.schema ?? s.requestSchema ?? "")(request);
      } catch (e) {
        this.report?.({ op: "answer", id, error: `${name}: ${(e as Error).message}` });
        return;
      }
      const call = this.nextId++;
      this.calls.set(call, { id, service: s });
      this.socket?.send(callFrame(s.id, call, encoding, payload));
      return;
    }
    if (this.open) this.report?.({ op: "answer", id, error: `no node offers ${name}` });
    else this.report?.({ op: "answer", id, error: "no connection to the studio", lost: true });
  }

  /** fetch asks the studio for a text file of a ROS package. */
  fetch(id: number, uri: string): void {
    if (!this.open) return this.report?.({ op: "answer", id, error: "no connection to the studio", lost: true });
    const requestId = this.nextId++;
    this.calls.set(requestId, { id });
    this.send({ op: "fetchAsset", uri, requestId });
  }

  publish(topic: string, type: string, message: unknown): void {
    let p = this.published.get(topic);
    if (!p) {
      const schema = [...this.channels.values()].find((c) => c.schemaName === type)?.schema;
      if (schema === undefined) return;
      p = { id: this.nextId++, write: writer("cdr", schema) };
      this.published.set(topic, p);
      this.send({ op: "advertise", channels: [{ id: p.id, topic, encoding: "cdr", schemaName: type, schema, schemaEncoding: "ros2msg" }] });
    }
    this.socket?.send(messageFrame(p.id, p.write(message)));
  }

  setParameters(parameters: Parameter[]): void {
    this.send({ op: "setParameters", parameters });
  }

  /** schema returns the definitions of a topic, a service's request or a type; undefined if this connection does not use it. */
  schema(name: string): Definitions | undefined {
    for (const c of this.channels.values()) {
      if ((c.topic === name || c.schemaName === name) && c.encoding !== "json") return definitions(c.schema);
    }
    for (const s of this.services.values()) {
      if (s.name === name || s.type === name) return definitions(s.request?.schema ?? s.requestSchema ?? "");
    }
    return undefined;
  }
}
