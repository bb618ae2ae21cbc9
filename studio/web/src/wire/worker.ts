// The socket worker: both sockets and all decoding, away from the thread that draws.

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

// The match that the studio plays comes on a socket of its own. Its names are among those of the studio.
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

// The page shows now, or a moment of what has been received. During a moment of the past, what comes is kept and not shown; topics of which every
// message counts, such as those of plots and logs, go on.
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

// showMoment delivers what wanted topics had at the moment that is shown, and reports those of which nothing is known.
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

// report passes on what the connection reports. What waits when it is lost is dropped: it is older than all that comes.
function report(m: FromWorker): void {
  if (m.op === "names") return names({ main: m.names });
  if (m.op === "connection") known.main = undefined;
  if (m.op === "connection" && !m.open) outbox.clear();
  post(m);
}

// answer sends the result of a question of the page, or why there is none.
function answer(id: number, result: () => unknown): void {
  try {
    post({ op: "answer", id, response: result() });
  } catch (e) {
    post({ op: "answer", id, error: (e as Error).message });
  }
}

// The lease of a robot lasts half a second. It is renewed here, because the page may draw for longer than that; a page that
// has not said for a second that it is there loses it.
const renewEveryMs = 150;
const patienceMs = 1000;
let heldMs = -Infinity;
let renewing: ReturnType<typeof setInterval> | undefined;

function renew(): void {
  if (performance.now() - heldMs < patienceMs) main?.call(0, "studio/drive", { op: "renew" }); // nobody waits for call 0
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

// The second socket is opened when the first bulky topic is wanted.
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
