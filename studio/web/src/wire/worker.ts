// The socket worker: both sockets and all decoding, outside the page's thread.

import { Connection } from "./connection.ts";
import { Outbox } from "./outbox.ts";
import { definitions, reader } from "./codec.ts";
import type { Read } from "./codec.ts";
import type { Delivery, FromWorker, Kind, Names, ToWorker } from "./messages.ts";
import { plays, Recorder } from "./recorder.ts";

const post = (m: FromWorker) => (self as unknown as { postMessage(m: FromWorker): void }).postMessage(m);

const outbox = new Outbox();
let drawing = false; // the page has a batch that it has not drawn yet
let main: Connection | undefined;
let bulk: Connection | undefined;
let url = "";

// The studio's match has its own socket. Its names are added to those of the studio.
const match = new Connection(undefined, deliver, (m) => {
  if (m.op === "names") names({ match: m.names });
  else if (m.op === "connection" && !m.open) names({ match: none });
  else if (m.op === "answer" || m.op === "status") post(m);
});
const ofMatch = (name: string) => /^\/?match\//.test(name);
const none: Names = { topics: {}, services: {} };
const known: { main?: Names; match: Names } = { match: none };

function names(part: Partial<typeof known>): void {
  Object.assign(known, part);
  if (!known.main) return;
  post({ op: "names", names: { topics: { ...known.match.topics, ...known.main.topics }, services: { ...known.match.services, ...known.main.services } } });
}

function flush(): void {
  if (drawing || outbox.empty) return;
  drawing = true;
  post({ op: "batch", deliveries: outbox.take() });
}

// The page shows the present or a past moment. While it shows the past, new messages are kept but not shown, except
// for topics of which every message counts, such as those of plots and logs.
const recorder = new Recorder();
const wants = new Map<string, { topic: string; kind: Kind; raw: boolean; count: number }>();
let past: number | undefined;

const frozen = (d: { topic: string; kind: Kind }) => plays(d.topic) && (d.kind !== "every" || d.topic.endsWith("tf"));

function deliver(d: Delivery, payload: DataView, read: Read): void {
  if (!d.raw && plays(d.topic)) {
    recorder.add(d.topic, d.type, d.logTime, payload, read);
    if (past !== undefined && frozen(d)) return;
  }
  outbox.add(d);
  flush();
}

// showMoment delivers the messages of the wanted topics at the shown moment, and reports the topics without any.
function showMoment(of = [...wants.values()]): void {
  const missing: string[] = [];
  let picture: number | undefined;
  for (const w of of) {
    if (w.raw || !frozen(w)) continue;
    const all = recorder.at(w.topic, past);
    if (all.length === 0) missing.push(w.topic);
    for (const m of all) outbox.add({ topic: w.topic, kind: w.kind, raw: false, type: m.type, logTime: m.time, message: m.message });
    if (/image_raw/.test(w.topic) && all[0]) picture = all[0].time;
  }
  flush();
  if (past !== undefined) post({ op: "moment", time: past, missing, picture, begin: recorder.begin });
}

function want(topic: string, kind: Kind, raw: boolean, by: 1 | -1): void {
  const key = `${kind} ${raw} ${topic}`;
  const w = wants.get(key) ?? { topic, kind, raw, count: 0 };
  w.count += by;
  if (w.count > 0) wants.set(key, w);
  else wants.delete(key);
  if (by > 0 && w.count === 1 && past !== undefined) showMoment([w]);
}

// report passes on the reports of the connection. When the connection is lost, waiting messages are dropped,
// because they are older than those that will come.
function report(m: FromWorker): void {
  if (m.op === "names") return names({ main: m.names });
  if (m.op === "connection") known.main = undefined;
  if (m.op === "connection" && !m.open) outbox.clear();
  post(m);
}

// answer sends the result of a request of the page, or the error.
function answer(id: number, result: () => unknown): void {
  try {
    post({ op: "answer", id, response: result() });
  } catch (e) {
    post({ op: "answer", id, error: (e as Error).message });
  }
}

// A robot's lease lasts half a second. The worker renews it, because the page may draw for longer than that. A page
// that has not reported for a second loses its lease.
const renewEveryMs = 150;
const patienceMs = 1000;
let heldMs = -Infinity;
let renewing: ReturnType<typeof setInterval> | undefined;

function renew(): void {
  if (performance.now() - heldMs < patienceMs) main?.call(0, "studio/drive", { op: "renew" }); // call 0 has no receiver
  else {
    clearInterval(renewing);
    renewing = undefined;
  }
}

// Readers of schemas that did not come from the socket, such as those of a bag.
const readers = new Map<string, Read>();

function readerOf(schema: string): Read {
  let read = readers.get(schema);
  if (!read) readers.set(schema, (read = reader("cdr", schema)));
  return read;
}

// The second socket is opened when the first topic of the kind "bulk" is requested.
function connection(kind: string): Connection | undefined {
  if (kind !== "bulk") return main;
  return (bulk ??= new Connection(url, deliver));
}

self.onmessage = (e: MessageEvent<ToWorker>) => {
  const m = e.data;
  switch (m.op) {
    case "open":
      url = m.url;
      main ??= new Connection(url, deliver, report);
      break;
    case "match":
      match.start(m.url);
      break;
    case "past":
      past = m.time;
      showMoment();
      break;
    case "want":
      want(m.topic, m.kind, m.raw, 1);
      if (ofMatch(m.topic)) match.want(m.topic, m.kind, m.raw);
      connection(m.kind)?.want(m.topic, m.kind, m.raw);
      break;
    case "unwant":
      want(m.topic, m.kind, m.raw, -1);
      if (ofMatch(m.topic)) match.unwant(m.topic, m.kind, m.raw);
      connection(m.kind)?.unwant(m.topic, m.kind, m.raw);
      break;
    case "call":
      (match.offers(m.service) && !main?.offers(m.service) ? match : main)?.call(m.id, m.service, m.request);
      break;
    case "fetch":
      if (main) main.fetch(m.id, m.uri);
      else answer(m.id, () => { throw new Error("no connection to the studio"); });
      break;
    case "publish":
      main?.publish(m.topic, m.type, m.message);
      break;
    case "setParameters":
      main?.setParameters(m.parameters);
      break;
    case "schema":
      answer(m.id, () => main?.schema(m.name));
      break;
    case "lease":
      heldMs = m.held ? performance.now() : -Infinity;
      if (m.held) renewing ??= setInterval(renew, renewEveryMs);
      break;
    case "define":
      answer(m.id, () => definitions(m.schema));
      break;
    case "decode":
      answer(m.id, () => {
        const read = readerOf(m.schema);
        return m.data.map((d) => read(new DataView(d.buffer, d.byteOffset, d.byteLength)));
      });
      break;
    case "taken":
      drawing = false;
      flush();
      break;
  }
};
