// The messages between the page and its socket worker.

import type { Graph, Parameter } from "./protocol.ts";

/** Kind selects the socket, and what happens if a topic is faster than the page: for "state" the page gets the newest
 * message, for "every" all messages (up to a limit), and "bulk" uses a second socket and delivers only the newest. */
export type Kind = "state" | "every" | "bulk";

export type ToWorker =
  | { op: "open"; url: string }
  // url is the match that the studio plays; undefined if the match has ended.
  | { op: "match"; url?: string }
  | { op: "want"; topic: string; kind: Kind; raw: boolean }
  | { op: "unwant"; topic: string; kind: Kind; raw: boolean }
  | { op: "call"; id: number; service: string; request: unknown }
  | { op: "fetch"; id: number; uri: string }
  | { op: "publish"; topic: string; type: string; message: unknown }
  | { op: "schema"; id: number; name: string }
  | { op: "lease"; held: boolean }
  | { op: "define"; id: number; schema: string }
  | { op: "decode"; id: number; schema: string; data: Uint8Array[] }
  | { op: "setParameters"; parameters: Parameter[] }
  // time is the moment to show, s of the robot's clock; undefined for now.
  | { op: "past"; time?: number }
  | { op: "taken" };

export interface Delivery {
  topic: string;
  raw: boolean;
  kind: Kind;
  type: string;
  logTime: number; // seconds
  message: unknown;
}

export interface Names {
  topics: Record<string, string>; // name → type
  services: Record<string, string>;
}

export type FromWorker =
  | { op: "connection"; open: boolean; server?: string; capabilities?: string[]; metadata?: Record<string, string> }
  | { op: "names"; names: Names }
  | { op: "graph"; graph: Graph }
  | { op: "batch"; deliveries: Delivery[]; time?: number }
  // lost is set if it is unknown whether the request was executed.
  | { op: "answer"; id: number; response?: unknown; error?: string; lost?: boolean }
  | { op: "parameters"; parameters: Parameter[] }
  | { op: "moment"; time: number; missing: string[]; picture?: number; begin?: number }
  | { op: "status"; level: number; message: string };
