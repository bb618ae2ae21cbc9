import { ChangeSet } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Shared } from "./shared.ts";

// A server that takes a text only for its own revision.
class Server {
  text = "machine: m\nstates:\n  a: {}\n";
  revision = 1;

  take(text: string, revision: number): boolean {
    if (revision !== this.revision) return false;
    if (text !== this.text) this.revision++;
    this.text = text;
    return true;
  }
}

test("two who type at once see the same text, and no word of either is lost", () => {
  let seed = 7;
  const random = (n: number) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n;
  const server = new Server();
  const people = [0, 1].map(() => ({ shared: new Shared(server.text, server.revision), shown: server.text, flying: undefined as string | undefined }));
  const receive = (p: (typeof people)[number]) => {
    const c = p.shared.receive(server.text, server.revision);
    p.shown = c.apply(textOf(p.shown)).toString();
    assert.equal(p.shown, p.shared.text);
  };
  let words = 0;
  for (let i = 0; i < 4000; i++) {
    const p = people[random(2)];
    switch (random(4)) {
      case 0:
      case 1: {
        const at = random(p.shown.length + 1);
        const c = ChangeSet.of({ from: at, insert: `<${words++}>` }, p.shown.length);
        p.shared.typed(c);
        p.shown = c.apply(textOf(p.shown)).toString();
        break;
      }
      case 2: // it is sent, and answered later
        if (!p.shared.sending && p.shared.dirty) p.flying = p.shared.send();
        break;
      case 3:
        if (p.shared.sending) {
          p.shared.sent(server.take(p.flying!, p.shared.revision));
          receive(p);
        } else receive(p);
    }
  }
  for (let i = 0; i < 4; i++)
    for (const p of people) {
      const text = p.shared.sending ? p.flying! : p.shared.send();
      p.shared.sent(server.take(text, p.shared.revision));
      receive(p);
    }
  for (const p of people) assert.equal(p.shown, server.text);
  assert.equal(people.some((p) => p.shared.dirty), false);
  assert.equal((server.text.match(/[<>]/g) ?? []).length, 2 * words);
});

const textOf = (s: string) => ChangeSet.of({ from: 0, insert: s }, 0).apply(emptyText);
const emptyText = new Shared("", 0)["base"];
