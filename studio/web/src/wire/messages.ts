// What the page and its socket worker send each other.

import type { Graph, Parameter } from "./protocol.ts";

/** Kind chooses the socket and what happens to a topic that is faster than the page: of "state" the page sees the newest
 * message, of "every" all (up to a limit), and "bulk" travels on a second socket, newest only. */
export type Kind = "state" | "every" | "bulk";

export type ToWorker =
  | { op: "open"; url: string }
  | { op: "match"; url?: string } // of the match that the studio plays; none: it has ended
  | { op: "want"; topic: string; kind: Kind; raw: boolean }
  | { op: "unwant"; topic: string; kind: Kind; raw: boolean }
  | { op: "call"; id: number; service: string; request: unknown }
  | { op: "publish"; topic: string; type: string; message: unknown }
  | { op: "schema"; id: number; name: string }
  | { op: "lease"; held: boolean }
  | { op: "define"; id: number; schema: string }
  | { op: "decode"; id: number; schema: string; data: Uint8Array[] }
  | { op: "setParameters"; parameters: Parameter[] }
  | { op: "past"; time?: number } // the moment to show, s of the robot's clock; none: now
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
  | { op: "answer"; id: number; response?: unknown; error?: string; lost?: boolean } // lost: nobody knows whether it was done
  | { op: "parameters"; parameters: Parameter[] }
  | { op: "moment"; time: number; missing: string[]; picture?: number; begin?: number }
  | { op: "status"; level: number; message: string };
