import assert from "node:assert/strict";
import { test } from "node:test";
import { Overlay, stampKey } from "./overlay.ts";

function make() {
  const log: string[] = [];
  let open = 0;
  const o = new Overlay<{ name: string; close(): void }, string>((p) => log.push(p.name), (m) => (log[log.length - 1] += ":" + (m ?? "-")));
  const picture = (name: string, at: number, wait = true) => (open++, o.picture(name, { name, close: () => open-- }, at, wait));
  return { o, log, picture, open: () => open };
}

test("a picture is shown with the marks of its stamp, and never with those of another one", () => {
  const { o, log, picture, open } = make();
  picture("a", 0); // vision has not been heard
  o.found("x", "X", 10);
  picture("b", 20);
  picture("c", 60);
  assert.deepEqual(log, ["a:-"]);
  o.found("c", "C", 80); // vision has skipped b
  picture("d", 100);
  o.found("d", "D", 130);
  o.found("e", "E", 140); // marks may come first
  picture("e", 150);
  assert.deepEqual(log, ["a:-", "c:C", "d:D", "e:E"]);
  assert.equal(open(), 0);
});

test("pictures go on without marks when vision skips all, or is silent, or the past is shown", () => {
  const { o, log, picture } = make();
  o.found("x", "X", 0);
  for (let t = 0; t < 1000; t += 50) {
    picture("p" + t, t);
    o.found("skipped" + t, "S", t + 10);
  }
  assert.ok(log.length >= 1 && log.length <= 3 && log.every((l) => l.endsWith(":-")), log.join());
  picture("late", 5000);
  assert.equal(log.at(-1), "late:-");
  o.found("y", "Y", 5000);
  picture("past", 5010, false);
  assert.equal(log.at(-1), "past:-");
  o.found("past", "P", 5010);
  assert.equal(log.at(-1), "past:-:P");
});

test("stamps of both encodings have keys", () => assert.equal(stampKey({ sec: 1, nsec: 2 }), stampKey({ sec: 1, nanosec: 2 })));
