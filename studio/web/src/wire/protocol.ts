// The frames of Foxglove's WebSocket protocol that the page uses.

export interface Channel {
  id: number;
  topic: string;
  encoding: string;
  schemaName: string;
  schema: string;
  schemaEncoding?: string;
}

export interface ServiceSchema {
  encoding: string;
  schemaName: string;
  schemaEncoding: string;
  schema: string;
}

export interface Service {
  id: number;
  name: string;
  type: string;
  request?: ServiceSchema;
  response?: ServiceSchema;
  requestSchema?: string;
  responseSchema?: string;
}

export interface Parameter {
  name: string;
  value?: unknown;
  type?: string;
}

export interface Graph {
  publishedTopics: { name: string; publisherIds: string[] }[];
  subscribedTopics: { name: string; subscriberIds: string[] }[];
  advertisedServices: { name: string; providerIds: string[] }[];
}

export type ServerText =
  | { op: "serverInfo"; name: string; capabilities: string[]; supportedEncodings?: string[]; metadata?: Record<string, string>; sessionId?: string }
  | { op: "status"; level: number; message: string; id?: string }
  | { op: "removeStatus"; statusIds: string[] }
  | { op: "advertise"; channels: Channel[] }
  | { op: "unadvertise"; channelIds: number[] }
  | { op: "advertiseServices"; services: Service[] }
  | { op: "unadvertiseServices"; serviceIds: number[] }
  | { op: "parameterValues"; parameters: Parameter[]; id?: string }
  | ({ op: "connectionGraphUpdate"; removedTopics: string[]; removedServices: string[] } & Graph)
  | { op: "serviceCallFailure"; serviceId: number; callId: number; message: string };

export type ServerBinary =
  | { op: "message"; subscription: number; time: bigint; payload: DataView }
  | { op: "time"; time: bigint }
  | { op: "response"; service: number; call: number; encoding: string; payload: DataView }
  | { op: "asset"; call: number; text: string; failed: boolean };

export const subprotocols = ["foxglove.sdk.v1", "foxglove.websocket.v1"];

/** readBinary returns the frame, or undefined if it is too short or its kind is unknown. */
export function readBinary(data: ArrayBuffer): ServerBinary | undefined {
  const view = new DataView(data);
  if (data.byteLength < 1) return undefined;
  const kind = view.getUint8(0);
  if (kind === 1 && data.byteLength >= 13) {
    return {
      op: "message",
      subscription: view.getUint32(1, true),
      time: view.getBigUint64(5, true),
      payload: new DataView(data, 13),
    };
  }
  if (kind === 2 && data.byteLength >= 9) return { op: "time", time: view.getBigUint64(1, true) };
  if (kind === 3 && data.byteLength >= 13) {
    const length = view.getUint32(9, true);
    if (13 + length > data.byteLength) return undefined;
    return {
      op: "response",
      service: view.getUint32(1, true),
      call: view.getUint32(5, true),
      encoding: new TextDecoder().decode(new Uint8Array(data, 13, length)),
      payload: new DataView(data, 13 + length),
    };
  }
  if (kind === 4 && data.byteLength >= 10) {
    // The error's length is 0 in a frame with a file. Files are text.
    const failed = view.getUint8(5) !== 0;
    return { op: "asset", call: view.getUint32(1, true), failed, text: new TextDecoder().decode(new Uint8Array(data, 10)) };
  }
  return undefined;
}

/** messageFrame returns the frame with which the client publishes a message on one of its channels. */
export function messageFrame(channel: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(5 + payload.byteLength);
  const view = new DataView(out.buffer);
  view.setUint8(0, 1);
  view.setUint32(1, channel, true);
  out.set(payload, 5);
  return out;
}

/** callFrame returns the frame of a service request. */
export function callFrame(service: number, call: number, encoding: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(encoding);
  const out = new Uint8Array(13 + name.byteLength + payload.byteLength);
  const view = new DataView(out.buffer);
  view.setUint8(0, 2);
  view.setUint32(1, service, true);
  view.setUint32(5, call, true);
  view.setUint32(9, name.byteLength, true);
  out.set(name, 13);
  out.set(payload, 13 + name.byteLength);
  return out;
}
