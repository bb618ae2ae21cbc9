// Readers and writers of messages, made from the schema that the wire transmits: CDR for ROS, JSON for the studio's
// own messages.

import { parse } from "@foxglove/rosmsg";
import type { MessageDefinition } from "@foxglove/message-definition";
import { MessageReader, MessageWriter } from "@foxglove/rosmsg2-serialization";

export type Definitions = MessageDefinition[];
export type Read = (payload: DataView) => unknown;
export type Write = (message: unknown) => Uint8Array;

const parsed = new Map<string, Definitions>();

/** definitions returns the parsed text of a ros2msg schema; the first definition is the message itself. */
export function definitions(schema: string): Definitions {
  let found = parsed.get(schema);
  if (!found) {
    found = parse(schema, { ros2: true });
    parsed.set(schema, found);
  }
  return found;
}

const text = new TextDecoder();
const bytes = new TextEncoder();

/** reader returns the reader for an encoding and a schema. */
export function reader(encoding: string, schema: string): Read {
  if (encoding === "json") return (p) => JSON.parse(text.decode(p));
  const r = new MessageReader(definitions(schema));
  return (p) => r.readMessage(new Uint8Array(p.buffer, p.byteOffset, p.byteLength));
}

/** writer returns the writer for an encoding and a schema. Fields that a message lacks are written as zero. */
export function writer(encoding: string, schema: string): Write {
  if (encoding === "json") return (m) => bytes.encode(JSON.stringify(m ?? {}));
  const w = new MessageWriter(definitions(schema));
  return (m) => w.writeMessage(m ?? {});
}
