// The official client of the protocol against the server of the test: node client.mjs URL SUBPROTOCOL NODE_MODULES
import { createRequire } from "node:module";

const [url, name, modules] = process.argv.slice(2);
const require = createRequire(modules + "/x.js");
const { FoxgloveClient } = require("@foxglove/ws-protocol");
const { parse } = require("@foxglove/rosmsg");
const { MessageReader } = require("@foxglove/rosmsg2-serialization");
const WebSocket = globalThis.WebSocket ?? require("ws");

const fail = setTimeout(() => { console.error("no answer within 30 s"); process.exit(1); }, 30_000);
const client = new FoxgloveClient({ ws: new WebSocket(url, [name]) });
const once = (event, match = () => true) => new Promise((resolve) => {
  const handle = (e) => { if (match(e)) { client.off(event, handle); resolve(e); } };
  client.on(event, handle);
});
client.on("error", (e) => { console.error(e); process.exit(1); });

const info = once("serverInfo"), channels = once("advertise"), services = once("advertiseServices");
const { name: server, metadata } = await info;
console.log("server", server, metadata.ROS_DISTRO);

const channel = (await channels)[0];
const reader = new MessageReader(parse(channel.schema, { ros2: true }));
const message = once("message");
client.subscribe(channel.id);
const { timestamp, data } = await message;
const p = reader.readMessage(data);
console.log("message", String(timestamp), p.x, p.y, p.z);

const service = (await services)[0];
const text = (s) => new DataView(new TextEncoder().encode(s).buffer);
const reply = once("serviceCallResponse");
client.sendServiceCallRequest({ serviceId: service.id, callId: 1, encoding: "json", data: text('{"a":1}') });
console.log("service", new TextDecoder().decode((await reply).data));
const refused = once("serviceCallFailure");
client.sendServiceCallRequest({ serviceId: service.id, callId: 2, encoding: "json", data: text('"bad"') });
console.log("failure", (await refused).message);

let values = once("parameterValues");
client.getParameters(["/node.gain"], "get");
console.log("parameter", (await values).parameters[0].value);
values = once("parameterValues");
client.setParameters([{ name: "/node.gain", value: 0.75 }], "set");
console.log("parameter", (await values).parameters[0].value);

const graph = once("connectionGraphUpdate");
client.subscribeConnectionGraph();
const { publishedTopics } = await graph;
console.log("graph", publishedTopics[0].name, publishedTopics[0].publisherIds[0]);

for (const uri of ["package://a/b.dae", "package://a/c.dae"]) {
  const asset = once("fetchAssetResponse");
  client.fetchAsset(uri, 1);
  const a = await asset;
  if (a.status === 0) console.log("asset", new TextDecoder().decode(a.data));
  else console.log("asset error", a.error);
}

const id = client.advertise({ topic: "/cmd", encoding: "json", schemaName: "x" });
client.sendMessage(id, new TextEncoder().encode("hello"));
client.unadvertise(id);
client.close();
clearTimeout(fail);
